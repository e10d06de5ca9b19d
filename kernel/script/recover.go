package script

import (
	"fmt"
	"runtime"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// panicked is a value of a type of the program with its text.
type panicked struct {
	value any // as yaegi keeps it in an interface
	text  func() string
}

func (p *panicked) String() string { return p.text() }

// recovered makes of what an interpreted program panics with what Go's recover yields.
func recovered(v any) any {
	switch v := machine.Thrown(v).(type) {
	case defect:
		panic(v)
	case machine.Defect:
		panic(defect(v))
	case runtime.Error:
		if text := withoutTags(v.Error()); text != v.Error() {
			return machine.RuntimeError(text)
		}
		return v
	case *panicked:
		return v.value
	default:
		return v
	}
}

// panicText is what the value of a panic says.
func panicText(v any) string { return withoutTags(fmt.Sprint(v)) }

// A defect is a panic that stands for none of Go's: the machine's own, from which a
// program must not recover, as it would go on with what Go does not compute.
type defect string

func (d defect) Error() string {
	return "the interpreter fails at what Go does here (" + string(d) + "); compiled, it works"
}
