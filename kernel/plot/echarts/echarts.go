// Package echarts holds Apache ECharts, and draws its charts as pictures without
// a browser: ECharts itself does, by its server-side renderer, in an interpreter
// of JavaScript. Nothing is loaded from anywhere.
package echarts

import (
	"context"
	_ "embed"
	"fmt"
	"sync"
	"time"
)

// Version is that of the library.
const Version = "5.6.0"

// Revive is a function in JavaScript that makes functions of the strings in
// options that go-echarts has marked as such. Its parameters are the options and
// the chart that the functions may refer to.
//
//go:embed revive.js
var Revive string

// render.js is a function of the library and Revive, and returns the one that draws.
//
//go:embed render.js
var renderJS string

// patience is how long a picture may take: functions in options may never return.
const patience = 10 * time.Second

// SVG draws charts below each other as one picture on a transparent ground, with
// text and axes in the colour ink. Charts is JSON, a list of
//
//	{"option": ECharts' options, "width": pixels, "height": pixels, "theme": "" or "dark"}
//
// A chart takes about a tenth of a second, and the first one of a process half a
// second more. The same charts give the same picture. Where ctx ends, or after ten
// seconds, the picture is given up.
func SVG(ctx context.Context, charts []byte, ink string) (string, error) {
	one.Lock()
	defer one.Unlock()
	if one.painter == nil {
		p, err := newPainter()
		if err != nil {
			return "", fmt.Errorf("ECharts cannot be loaded: %w", err)
		}
		one.painter = p
	}
	svg, err := one.draw(ctx, charts, ink)
	if err != nil {
		one.painter = nil // its state is not known
		return "", fmt.Errorf("ECharts: %w", err)
	}
	return svg, nil
}

// one is the process's painter: an interpreter does one thing at a time.
var one struct {
	sync.Mutex
	*painter
}
