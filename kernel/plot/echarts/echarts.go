// Package echarts embeds Apache ECharts and draws its charts as pictures without a
// browser: ECharts' server-side renderer runs in a JavaScript interpreter. Nothing is
// loaded from the network.
package echarts

import (
	"context"
	_ "embed"
	"fmt"
	"sync"
	"time"
)

// Version is the version of the library.
const Version = "5.6.0"

// Revive is a JavaScript function that puts functions into options. Its parameters are
// the options, the chart, to which the functions may refer, and a list of places in the
// options with the functions' code. A text in the options is never code.
//
//go:embed revive.js
var Revive string

// Room is a JavaScript function that makes room for long labels and names of vertical
// axes. Its parameter is a chart that has its options.
//
//go:embed room.js
var Room string

// render.js is a function that takes the library, Revive and Room and returns the
// function that draws.
//
//go:embed render.js
var renderJS string

// patience bounds the time for a picture, because functions in options may never return.
const patience = 10 * time.Second

// SVG draws charts below each other as one picture on a transparent background, with text
// and axes in the colour ink. charts is a list in JSON of
//
//	{"option": ECharts' options, "width": pixels, "height": pixels, "theme": "" or "dark",
//	 "functions": [[["series", 0, "renderItem"], "code"]]}
//
// A chart takes about a tenth of a second, and the first one in a process half a second
// more. The same charts give the same picture. SVG returns an error if ctx ends or after
// ten seconds.
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

// one is the process's painter. An interpreter can do only one thing at a time.
var one struct {
	sync.Mutex
	*painter
}
