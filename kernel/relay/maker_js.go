package relay

import (
	"context"
	"fmt"
	"go/ast"
	"io"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/script"
)

// In a page nothing can be compiled, so nothing records what has made problems and algorithms.
type (
	// A Maker is what makes problems or algorithms.
	Maker struct{}
	// A Source has the declarations of an interpreter.
	Source any
	// Records are where problems and algorithms are made.
	Records map[struct{}]struct{}
	// A Relay says that searches of interpreted functions stay so.
	Relay struct {
		Checking sync.Mutex // held while the interpreter compiles or checks, or its variables are read
		in       *script.Interpreter
		notes    io.Writer
		said     bool
	}
)

// New makes a relay, which only says what would be faster elsewhere.
func New(in *script.Interpreter, _ Source, notes io.Writer, _, _, _ string) *Relay {
	return &Relay{in: in, notes: notes}
}

// Handover says once that a search of interpreted functions stays so.
func (r *Relay) Handover(ctx context.Context, p *engine.Problem, _ engine.Task) <-chan engine.Leg {
	go func() {
		if r.said || !r.in.Interprets() || ctx.Err() != nil {
			return
		}
		r.said = true // there is one thread
		fmt.Fprintf(r.notes, "note: the functions of a search of %s are interpreted in a page, which makes it some 10 to 40 "+
			"times slower than with Go installed\n", p.Name)
	}()
	return nil
}

// Recorded changes nothing.
func (Records) Recorded(ast.Node, string) {}
