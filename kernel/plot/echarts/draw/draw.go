// Package draw draws charts of Apache ECharts as pictures without a browser: ECharts'
// server-side renderer runs in a JavaScript interpreter. A program that shows charts of
// go-echarts imports it for its effect:
//
//	import _ "github.com/focal-search/focal/kernel/plot/echarts/draw"
//
// Scripts, and cells of both kernels, have it.
package draw

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/plot/echarts"
)

func init() { plot.DrawGiven(SVG) }

// render.js is a function that takes the library, echarts.Revive and echarts.Room and returns the
// function that draws.
//
//go:embed render.js
var renderJS string

// source is the library's code.
func source() (string, error) {
	z, err := gzip.NewReader(bytes.NewReader(echarts.Library()))
	if err != nil {
		return "", err
	}
	code, err := io.ReadAll(z)
	return string(code), err
}

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
