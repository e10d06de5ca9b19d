package script

import (
	"reflect"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// Made is called with a problem or an algorithm that interpreted code has made, a pointer to a Custom, or h and d that
// it has registered; the number of the function that made it; and the arguments of that. The functions MadeProblem,
// MadeAlgorithm, MadeCustom and Registered of package rt call it.
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

func (in *Interpreter) madeCustom(c engine.Custom, by int, args ...any) engine.Custom {
	in.record(&c, by, args)
	return c
}

// registered calls a function such as npuzzle.RegisterHD.
func (in *Interpreter) registered(register, hd any, by int) {
	hd = machine.Unboxed(hd)
	reflect.ValueOf(machine.Unboxed(register)).Call([]reflect.Value{reflect.ValueOf(hd)})
	in.record(hd, by, nil)
}

func (in *Interpreter) record(made any, by int, args []any) {
	for i := range args {
		args[i] = machine.Unboxed(args[i])
	}
	if in.made != nil {
		in.made(made, by, args)
	}
}
