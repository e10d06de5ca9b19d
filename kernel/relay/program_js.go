package relay

import (
	"context"
	"errors"

	"github.com/focal-search/focal/engine"
)

// A Program makes searches of the problems of one function. There is none in a page.
type Program struct{}

// Build returns an error.
func Build(context.Context, []byte) (*Program, error) {
	return nil, errors.New("nothing can be compiled in a page")
}

// Run returns an error.
func (*Program) Run(context.Context, Task, func(engine.Snapshot), func(engine.Incumbent)) (*engine.Result, error) {
	return nil, errors.New("nothing can be compiled in a page")
}
