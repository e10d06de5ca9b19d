package plot

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"
	"sync"

	"github.com/focal-search/focal/kernel/internal/packed"
	"github.com/focal-search/focal/kernel/plot/echarts"
)

// live.js is a function of packed.UnpackJS, the compressed library, echarts.Revive and
// echarts.Room.
//
//go:embed live.js
var liveJS string

// A script makes all content of one kind in a page interactive. It loads nothing from the
// network. A notebook needs it only once, under its name.
type script struct {
	name string
	html func() string
}

// chartScript draws figures.
var chartScript = script{"echarts " + echarts.Version + ", focal 2", sync.OnceValue(func() string {
	return `<script>` + liveJS + `(` + packed.UnpackJS + `,"` + base64.StdEncoding.EncodeToString(echarts.Library()) + `",` +
		strings.TrimSpace(echarts.Revive) + "," + strings.TrimSpace(echarts.Room) + `)</script>`
})}

func (*figure) script() script { return chartScript }

func (f *figure) heading() string { return f.title }

func (f *figure) picture(p paper) (string, error) {
	g := f.onPaper(p)
	if _, height := g.layout(); p.height > 0 && float64(height)*p.unit() > p.height+letters {
		return "", fmt.Errorf("the height is too low: with its notes this chart needs %.1fin at this width and font",
			(p.notes+float64(height)*p.unit())/72)
	}
	return g.svg(), nil
}

// fragment returns the figure as HTML for any page or notebook.
func (f *figure) fragment(picture, summary string) (string, error) {
	return liveOr("focalCharts", f.key, f.live(), picture, summary, pageWidth)
}

// liveOr returns HTML for any page or notebook: a static picture, and a script element
// that queues data for the script that replaces the picture by interactive content. If
// scripts are removed, as in untrusted notebooks, the picture stays; it is an <img>
// because sanitizers remove <svg> as well. Content with the same key is updated with the
// new data.
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

// pack writes a value as compressed JSON in base64, which packed.UnpackJS reads.
func pack(v any) (string, error) {
	text, err := packed.JSON(v)
	if err != nil {
		return "", fmt.Errorf("chart data: %w", err)
	}
	return text, nil
}

// page returns a self-contained HTML page in the reader's colour scheme.
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
