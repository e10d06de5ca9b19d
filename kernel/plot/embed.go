package plot

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"sync"
)

// ECharts 5.6.0 as published on npm (dist/echarts.min.js), compressed with gzip
// -9n. Its license and notice are in the same folder.
//
//go:embed echarts/echarts.min.js.gz
var echartsJS []byte

// live.js is a function of the compressed library.
//
//go:embed live.js
var liveJS string

// library names what a notebook must hold once.
const library = "echarts 5.6.0, focal 1"

// libraryScript is the script that brings the charts of a page to life. It
// loads nothing from anywhere.
var libraryScript = sync.OnceValue(func() string {
	return "<script>" + liveJS + `("` + base64.StdEncoding.EncodeToString(echartsJS) + `")</script>`
})

// fragment is a chart as HTML for any page or notebook: the static picture, and
// a script that replaces it by the live chart once the library is there. Where
// scripts are stripped, as in notebooks that are not trusted, the picture stays;
// it is an <img> because sanitizers strip <svg> too.
func (f *figure) fragment(summary string) (string, error) {
	data, err := pack(f.live())
	if err != nil {
		return "", err
	}
	picture := base64.StdEncoding.EncodeToString([]byte(f.svg(greyInk)))
	return fmt.Sprintf(`<div class="focal-chart" style="width:100%%">`+
		`<img alt="%s" style="width:100%%;max-width:%dpx" src="data:image/svg+xml;base64,%s">`+
		`<script>(window.focalCharts??=[]).push([document.currentScript,"%s"])</script></div>`,
		html.EscapeString(summary), width, picture, data), nil
}

// pack writes a value as compressed JSON in base64.
func pack(v any) (string, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(v); err != nil {
		return "", fmt.Errorf("chart data: %w", err)
	}
	if err := z.Close(); err != nil {
		return "", fmt.Errorf("chart data: %w", err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// page is a self-contained HTML page in the reader's colour scheme.
func page(title, body string) string {
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>` + html.EscapeString(title) + `</title>
<style>:root{color-scheme:light dark}body{background:Canvas;color:CanvasText;font-family:sans-serif;max-width:1200px;margin:1em auto;padding:0 1em}</style>
</head><body>
` + body + `
</body></html>
`
}
