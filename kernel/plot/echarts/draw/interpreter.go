//go:build !js

package draw

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/focal-search/focal/kernel/plot/echarts"
)

// A painter is an interpreter with ECharts.
type painter struct {
	vm     *goja.Runtime
	render goja.Callable // charts and ink to SVG
}

// program is the library, compiled once.
var program = sync.OnceValues(func() (*goja.Program, error) {
	source, err := source()
	if err != nil {
		return nil, err
	}
	return goja.Compile("echarts.js", "(function(exports, module, define) {"+source+"\n})", false)
})

func newPainter() (*painter, error) {
	library, err := program()
	if err != nil {
		return nil, err
	}
	p := &painter{vm: goja.New()}
	// Pictures have no animation, so timers do nothing.
	never := func(goja.FunctionCall) goja.Value { return p.vm.ToValue(0) }
	for _, name := range []string{"setTimeout", "clearTimeout", "setInterval", "clearInterval",
		"requestAnimationFrame", "cancelAnimationFrame"} {
		p.vm.Set(name, never)
	}
	value, err := p.vm.RunProgram(library)
	if err != nil {
		return nil, err
	}
	define, _ := goja.AssertFunction(value)
	exports := p.vm.NewObject()
	if _, err := define(goja.Undefined(), exports, p.vm.NewObject()); err != nil {
		return nil, err
	}
	var functions [3]goja.Value
	for i, code := range []string{renderJS, echarts.Revive, echarts.Room} {
		if functions[i], err = p.vm.RunString("(" + code + "\n)"); err != nil {
			return nil, err
		}
	}
	connect, _ := goja.AssertFunction(functions[0])
	if value, err = connect(goja.Undefined(), exports, functions[1], functions[2]); err != nil {
		return nil, err
	}
	p.render, _ = goja.AssertFunction(value)
	return p, nil
}

func (p *painter) draw(ctx context.Context, charts []byte, ink string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	interrupted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { p.vm.Interrupt(ctx.Err()); close(interrupted) })
	p.vm.SetRandSource(rand.New(rand.NewPCG(1, 0)).Float64)
	svg, err := p.render(goja.Undefined(), p.vm.ToValue(string(charts)), p.vm.ToValue(ink))
	if !stop() { // the interrupt may come after the end, and is not to hit the next picture
		<-interrupted
		p.vm.ClearInterrupt()
	}
	var thrown *goja.Exception
	switch {
	case err == nil:
		return svg.String(), nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("drawing the picture took more than %v, and was stopped", patience)
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &thrown):
		line, _, _ := strings.Cut(thrown.Value().String(), "\n")
		return "", errors.New(line)
	}
	return "", err
}
