package script

import (
	"fmt"
	"runtime"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// panicked is a panic's value of a type of the program with its text.
type panicked struct {
	value any // in yaegi's representation
	text  func() string
}

func (p *panicked) String() string { return p.text() }

// recovered converts the value of a panic in an interpreted program to the one that Go's recover returns.
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

// panicText returns the text of the value of a panic.
func panicText(v any) string { return withoutTags(fmt.Sprint(machine.Unboxed(v))) }

// A defect is a panic of the machine that corresponds to none of Go's. A program must not
// recover from it, because it would continue with a state that Go would not reach.
type defect string

func (d defect) Error() string {
	return "the interpreter fails at what Go does here (" + string(d) + "); compiled, it works"
}
