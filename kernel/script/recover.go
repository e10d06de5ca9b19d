package script

import (
	"fmt"
	"go/ast"
	"go/types"
	"runtime"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// panic(v) becomes panic(ʹpanic(v)) where v may be of a type of the program with a
// method Error or String: its text is wanted if nothing recovers it, its value else.
const panicFunc = "ʹpanic"

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

// panicking rewrites a call of panic or recover.
func (l *lowering) panicking(call *ast.CallExpr) {
	name, ok := call.Fun.(*ast.Ident)
	if !ok || !l.types[name].IsBuiltin() {
		return
	}
	as := func(s string) *ast.Ident { return &ast.Ident{NamePos: name.Pos(), Name: s} }
	switch {
	case name.Name == "panic" && len(call.Args) == 1:
		v, dest := call.Args[0], types.Universe.Lookup("any").Type()
		if t := l.types[v].Type; t != nil && (l.boxable(t, dest) || l.boxes(t)) {
			call.Args[0] = &ast.CallExpr{Fun: as(panicFunc), Lparen: v.Pos(), Args: []ast.Expr{l.box(v, dest)}, Rparen: v.End()}
		}
	}
}
