package adapt

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
)

const (
	project      = "github.com/focal-search/focal"
	graphProblem = "(" + project + "/engine.AnyGraph).Problem"
)

// Names of functions of the prelude that make what functions of the project are handed.
const (
	ProblemFunc = "ʹproblem"
	DisplayFunc = "ʹdisplayed"
	RowsFunc    = "ʹrows"
	TextFunc    = "ʹtext"
	CellsFunc   = "ʹcells"
)

// presenters are functions of the project that show or tabulate any value, with what makes what
// they are given, and the number of the argument.
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

// presented hands over what a value of the program would be, compiled, to functions of the project
// that look at its type and its methods. The number is that of the value's type.
//
//	show.Value(v)
//	ʹresult = v // a cell's last value
//
// becomes
//
//	show.Value(ʹdisplayed(v, 0))
//	ʹresult = ʹdisplayed(v, 0)
var presented = Pass{"presented", "a value that is shown has yaegi's type, and not its methods", func(u *unit) {
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f := u.packageFunc(n); f != nil {
				u.present(n, f.FullName())
			}
		case *ast.AssignStmt:
			if name, ok := n.Lhs[0].(*ast.Ident); ok && name.Name == Result {
				n.Rhs[0] = u.handed(n.Rhs[0], DisplayFunc, isTable(u.types[n.Rhs[0]].Type))
			}
		}
	})
}}

// Presents says whether values are handed over to a function as they are to be shown.
func Presents(f *types.Func) bool {
	_, ok := presenters[f.FullName()]
	return ok || slices.Contains(printers, f.Pkg().Path())
}

// packageFunc is the function of a package, or the method of a type of one, that is called.
func (u *unit) packageFunc(call *ast.CallExpr) *types.Func {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, ok := u.info.Uses[sel.Sel].(*types.Func)
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
		*arg = calling((*arg).Pos(), CellsFunc, *arg)
	} else {
		*arg = u.handed(*arg, how.by, isTable(u.types[*arg].Type))
	}
}

// EmptyStruct says whether a type is a struct without fields, which yaegi hands over as nil.
func EmptyStruct(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

func isTable(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Table" && named.Obj().Pkg() != nil &&
		named.Obj().Pkg().Path() == project+"/engine/table"
}

// handed is what a function makes of a value that may be one of the program's, of its type, and
// of more. Always means a value of any type.
func (u *unit) handed(v ast.Expr, by string, always bool, more ...ast.Expr) ast.Expr {
	known := u.types[v]
	if known.IsNil() && !always || known.Type == nil || !known.IsNil() && !known.IsValue() || !always &&
		lower.Compiled(known.Type) || types.IsInterface(known.Type) && !u.boxes(known.Type) {
		return v
	}
	if _, several := known.Type.(*types.Tuple); several {
		return v
	}
	given, pos := v, v.Pos()
	if types.IsInterface(known.Type) {
		given = element(empty(pos), v)
	} else if EmptyStruct(known.Type) {
		switch v.(type) {
		case *ast.CompositeLit, *ast.Ident, *ast.SelectorExpr:
			given = ident(pos, "nil")
		default:
			return v
		}
	}
	made := calling(pos, by, append([]ast.Expr{given, number(pos, u.shape(known.Type))}, more...)...)
	made.Rparen = v.End()
	u.types[made] = types.TypeAndValue{Type: types.Universe.Lookup("any").Type()}
	return made
}
