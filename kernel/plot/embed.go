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

// live.js is a function of unpackJS and the compressed library.
//
//go:embed live.js
var liveJS string

// A script brings to life what a page holds of one kind. It loads nothing from
// anywhere. A notebook must hold it once, under its name.
type script struct {
	name string
	html func() string
}

// chartScript draws figures.
var chartScript = script{"echarts 5.6.0, focal 1", sync.OnceValue(func() string {
	return `<script>` + liveJS + `(` + unpackJS + `,"` + base64.StdEncoding.EncodeToString(echartsJS) + `")</script>`
})}

func (*figure) script() script { return chartScript }

func (f *figure) heading() string { return f.title }

// fragment is the figure as HTML for any page or notebook.
func (f *figure) fragment(summary string) (string, error) {
	return liveOr("focalCharts", f.key, f.live(), f.svg(greyInk), summary, width)
}

// liveOr is HTML for any page or notebook that holds a static picture, and a
// script that queues data for the script which puts something live in its place.
// Where scripts are stripped, as in notebooks that are not trusted, the picture
// stays; it is an <img> because sanitizers strip <svg> too. Under a key the same
// live thing goes on with new data.
func liveOr(queue, key string, data any, picture, summary string, width int) (string, error) {
	packed, err := pack(data)
	if err != nil {
		return "", err
	}
	if key != "" {
		key = fmt.Sprintf(` data-live="%s"`, key)
	}
	return fmt.Sprintf(`<div class="focal-chart"%s style="width:100%%">`+
		`<img alt="%s" style="width:100%%;max-width:%dpx" src="data:image/svg+xml;base64,%s">`+
		`<script>(window.%s??=[]).push([document.currentScript,"%s"])</script></div>`,
		key, html.EscapeString(summary), width, base64.StdEncoding.EncodeToString([]byte(picture)), queue, packed), nil
}

// unpackJS undoes pack.
const unpackJS = `base64 => new Response(new Blob([Uint8Array.from(atob(base64), c => c.charCodeAt(0))])` +
	`.stream().pipeThrough(new DecompressionStream('gzip'))).text()`

// pack writes a value as compressed JSON in base64.
func pack(v any) (string, error) {
	var b bytes.Buffer
	z := compressors.Get().(*gzip.Writer)
	defer compressors.Put(z)
	z.Reset(&b)
	if err := json.NewEncoder(z).Encode(v); err != nil {
		return "", fmt.Errorf("chart data: %w", err)
	}
	if err := z.Close(); err != nil {
		return "", fmt.Errorf("chart data: %w", err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// compressors are used again, since making one is expensive. At this level they
// take half the time of the default one and write a few per cent more.
var compressors = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(nil, 4)
	if err != nil {
		panic(err) // there is such a level
	}
	return z
}}

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
