//go:build js

package echarts

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall/js"
)

// Library is the same file as elsewhere. A page's kernel would be larger by it, so it is
// a file of the site; see package page.
var Library = sync.OnceValue(func() []byte {
	library, _ := os.ReadFile("/focal/echarts.packed")
	return library
})

// A painter is the browser's own interpreter with ECharts.
type painter struct{ render js.Value }

// Load has nothing to get ready: the browser compiles in a moment.
func Load() {}

func newPainter() (p *painter, err error) {
	defer caught(&err)
	if len(Library()) == 0 {
		return nil, errors.New("the site does not answer")
	}
	z, err := gzip.NewReader(bytes.NewReader(Library()))
	if err != nil {
		return nil, err
	}
	source, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	// The pictures do not move, and nothing comes later.
	const still = "const never = () => 0, setTimeout = never, setInterval = never, requestAnimationFrame = never;\n"
	exports := js.Global().Get("Object").New()
	js.Global().Get("Function").New("exports", "module", "define", still+string(source)).Invoke(exports,
		js.Global().Get("Object").New())
	expression := func(source string) js.Value {
		return js.Global().Get("Function").New("return (" + source + ")").Invoke()
	}
	return &painter{expression(renderJS).Invoke(exports, expression(Revive))}, nil
}

// draw is not interrupted: a function in options that never returns costs the worker.
func (p *painter) draw(_ context.Context, charts []byte, ink string) (svg string, err error) {
	defer caught(&err)
	return p.render.Invoke(string(charts), ink).String(), nil
}

// caught makes an error of what JavaScript has thrown.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}
