package script

import (
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// Made is called with a problem or an algorithm that interpreted code has made, the number of the
// function that made it, and the arguments of that. The functions MadeProblem and MadeAlgorithm of
// package rt call it.
type Made func(made any, by int, args []any)

// OnMade sets what is called.
func (in *Interpreter) OnMade(f Made) { in.made = f }

func (in *Interpreter) madeProblem(p *engine.Problem, by int, args ...any) *engine.Problem {
	in.record(p, by, args)
	return p
}

func (in *Interpreter) madeAlgorithm(a engine.Algorithm, by int, args ...any) engine.Algorithm {
	in.record(a, by, args)
	return a
}

func (in *Interpreter) record(made any, by int, args []any) {
	for i := range args {
		args[i] = machine.Unboxed(args[i])
	}
	if in.made != nil {
		in.made(made, by, args)
	}
}
