//go:build js

package draw

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/focal-search/focal/kernel/plot/echarts"
)

// A painter is the browser's own interpreter with ECharts.
type painter struct{ render js.Value }

func newPainter() (p *painter, err error) {
	defer caught(&err)
	if len(echarts.Library()) == 0 {
		return nil, errors.New("the site does not answer")
	}
	source, err := source()
	if err != nil {
		return nil, err
	}
	// Pictures have no animation, so timers do nothing.
	const still = "const never = () => 0, setTimeout = never, setInterval = never, requestAnimationFrame = never;\n"
	exports := js.Global().Get("Object").New()
	js.Global().Get("Function").New("exports", "module", "define", still+source).Invoke(exports,
		js.Global().Get("Object").New())
	expression := func(source string) js.Value {
		return js.Global().Get("Function").New("return (" + source + ")").Invoke()
	}
	return &painter{expression(renderJS).Invoke(exports, expression(echarts.Revive),
		expression(echarts.Room))}, nil
}

// draw cannot be interrupted: a function in options that never returns blocks the worker.
func (p *painter) draw(_ context.Context, charts []byte, ink string) (svg string, err error) {
	defer caught(&err)
	return p.render.Invoke(string(charts), ink).String(), nil
}

// caught turns a JavaScript exception into an error.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}
