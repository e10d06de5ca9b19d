package adapt

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
)

const (
	project      = "github.com/focal-search/focal"
	graphProblem = "(" + project + "/engine.AnyGraph).Problem"
)

// Names of functions of the prelude that make arguments for functions of the project.
const (
	ProblemFunc = "ʹproblem"
	DisplayFunc = "ʹdisplayed"
	RowsFunc    = "ʹrows"
	TextFunc    = "ʹtext"
	CellsFunc   = "ʹcells"
)

// presenters are functions of the project that show or tabulate any value, with the function that
// makes the argument, and the argument's index.
var presenters = map[string]struct {
	by  string
	arg int
}{
	project + "/kernel/show.Value":  {DisplayFunc, 0},
	project + "/kernel/frame.Of":    {RowsFunc, 0},
	project + "/kernel/plot.Of":     {RowsFunc, 0},
	project + "/engine/report.Text": {TextFunc, 0},
	project + "/kernel/frame.New":   {CellsFunc, 1},
}

// presented replaces values of the program in arguments of functions of the project that inspect their
// types and methods by compiled substitutes. The number is that of the value's static type.
//
//	show.Value(v)
//	ʹresult = v // a cell's last value
//
// becomes
//
//	show.Value(ʹdisplayed(v, 0))
//	ʹresult = ʹdisplayed(v, 0)
var presented = Pass{"presented", "a shown value has yaegi's type, and lacks its methods", func(u *unit) {
	each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f := u.packageFunc(n); f != nil {
				u.present(n, f.FullName())
			}
		case *ast.AssignStmt:
			if name, ok := n.Lhs[0].(*ast.Ident); ok && name.Name == Result {
				n.Rhs[0] = u.handed(n.Rhs[0], DisplayFunc, isTable(u.Info.Types[n.Rhs[0]].Type))
			}
		}
	})
}}

// Presents reports whether the arguments of a function are replaced by substitutes.
func Presents(f *types.Func) bool {
	_, ok := presenters[f.FullName()]
	return ok || slices.Contains(printers, f.Pkg().Path())
}

// packageFunc returns the called function of a package, or method of a package's type, or nil.
func (u *unit) packageFunc(call *ast.CallExpr) *types.Func {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil {
		return nil
	}
	return f
}

func (u *unit) present(call *ast.CallExpr, function string) {
	if function == graphProblem {
		call.Args = []ast.Expr{call.Fun.(*ast.SelectorExpr).X}
		call.Fun = ident(call.Pos(), ProblemFunc)
		return
	}
	how, ok := presenters[function]
	if !ok || how.arg >= len(call.Args) {
		return
	}
	arg := &call.Args[how.arg]
	if how.by == CellsFunc {
		*arg = u.calling((*arg).Pos(), CellsFunc, *arg)
	} else {
		*arg = u.handed(*arg, how.by, isTable(u.Info.Types[*arg].Type))
	}
}

func isTable(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Table" && named.Obj().Pkg() != nil &&
		named.Obj().Pkg().Path() == project+"/engine/table"
}

// handed passes a value that may be one of the program's, with the number of its type and more
// arguments, through a function. If always is set, it does so for a value of any type.
func (u *unit) handed(v ast.Expr, by string, always bool, more ...bool) ast.Expr {
	known := u.Info.Types[v]
	if known.IsNil() && !always || known.Type == nil || !known.IsNil() && !known.IsValue() || !always &&
		lower.Compiled(known.Type) || types.IsInterface(known.Type) && !u.boxes(known.Type) {
		return v
	}
	given, pos := v, v.Pos()
	if types.IsInterface(known.Type) {
		given = u.element("any", v)
	} else if lower.EmptyStruct(known.Type) {
		switch v.(type) {
		case *ast.CompositeLit, *ast.Ident, *ast.SelectorExpr:
			given = ident(pos, "nil")
		default:
			return v
		}
	}
	further := ""
	for _, is := range more {
		further += fmt.Sprint(", ", is)
	}
	made := u.Code(pos, "%s(%s, %d%s)", by, given, u.shape(known.Type), further)
	u.Info.Types[made] = types.TypeAndValue{Type: types.Universe.Lookup("any").Type()}
	return made
}
