package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/astutil"
)

// constants replaces constant expressions by literals of their types.
//
//	const k = 5
//
//	var x float64 = k / 2
//
// becomes
//
//	var x float64 = 2.0
var constants = Pass{"constants", "an untyped constant is computed in the type of the variable to which it is assigned",
	func(u *Unit) {
		u.apply(func(c *astutil.Cursor) bool {
			switch n := c.Node().(type) {
			case *ast.GenDecl:
				if n.Tok == token.CONST {
					u.lengths(n)
				}
				return n.Tok != token.CONST && n.Tok != token.IMPORT
			case *ast.CompositeLit:
				u.indices(n)
			case *ast.ArrayType:
				if n.Len != nil {
					if v := u.Info.Types[n.Len].Value; v != nil { // perhaps 1e3
						if k, exact := constant.Int64Val(constant.ToInt(v)); exact {
							n.Len = number(n.Len.Pos(), int(k))
						}
					}
				}
			}
			e, _ := c.Node().(ast.Expr)
			known := u.Info.Types[e]
			if known.Value == nil {
				return true
			}
			shift, _ := c.Parent().(*ast.BinaryExpr)
			shifts := shift != nil && (shift.Op == token.SHL || shift.Op == token.SHR)
			if shifts && shift.Y == e && untyped(known.Type) {
				if v := constant.ToInt(known.Value); v.Kind() == constant.Int { // perhaps 1.0
					known = types.TypeAndValue{Type: types.Typ[types.Uint], Value: v}
				}
			}
			lit := u.constant(known, e)
			if shifts && lit == nil {
				lit = u.converted(known, e) // a literal would take the type of the other operand
			}
			if lit != nil {
				c.Replace(lit)
				return false
			}
			return true
		}, nil)
		u.drop(token.CONST, func(ast.Spec) bool { return true }) // the remaining constants have no uses
	}}

// indices rewrites the constant indices of the elements of an array or a slice literal, which an
// interpreter counts before it knows types.
func (u *Unit) indices(n *ast.CompositeLit) {
	if t := u.Under(n); !is[*types.Array](t) && !is[*types.Slice](t) {
		return
	}
	for _, e := range n.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if i, exact := constant.Int64Val(constant.ToInt(u.Info.Types[pair.Key].Value)); exact {
				pair.Key = number(pair.Key.Pos(), int(i))
			}
		}
	}
}

// lengths rewrites constants that are lengths of arrays, which are not evaluated.
func (u *Unit) lengths(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		for i, e := range v.Values {
			length := Contains(e, func(c *ast.CallExpr) bool { return u.Builtin(c.Fun) == "len" || u.Builtin(c.Fun) == "cap" })
			if known := u.Info.Types[e]; length && known.Value != nil {
				if lit := u.constant(known, e); lit != nil {
					v.Values[i] = lit
				}
			}
		}
	}
}

// constant returns the literal for a constant; nil if the expression is one already, or the
// value cannot be written.
func (u *Unit) constant(known types.TypeAndValue, e ast.Expr) ast.Expr {
	pos := e.Pos()
	t := known.Type
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	if untyped(t) {
		t = types.Default(t)
		b = t.Underlying().(*types.Basic)
	}
	if isLiteral(e, t) && !(b.Info()&types.IsFloat != 0 && isZero(known.Value)) {
		return nil
	}
	lit := basicLit(known.Value, b, pos)
	if lit == nil {
		return nil
	}
	if isLiteral(lit, t) {
		return lit
	}
	name := u.TypeText(t)
	if name == "" {
		return nil
	}
	return u.Code(pos, "%s(%s)", name, lit)
}

func untyped(t types.Type) bool { return IsBasic(t, types.IsUntyped) }

// isZero reports whether a constant is zero as a float64.
func isZero(v constant.Value) bool {
	f, _ := constant.Float64Val(constant.ToFloat(v))
	return f == 0
}

// converted makes a conversion of a literal to its type.
func (u *Unit) converted(known types.TypeAndValue, e ast.Expr) ast.Expr {
	if b, ok := known.Type.(*types.Basic); ok && IsBasic(b, types.IsInteger) && !untyped(b) {
		return call(e.Pos(), ident(e.Pos(), b.Name()), e)
	}
	return nil
}

// isLiteral reports whether an expression is a literal that has the type t by default.
func isLiteral(e ast.Expr, t types.Type) bool {
	if neg, ok := e.(*ast.UnaryExpr); ok && neg.Op == token.SUB {
		e = neg.X
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		switch e.Kind {
		case token.INT:
			return t == types.Typ[types.Int]
		case token.FLOAT:
			return t == types.Typ[types.Float64]
		case token.STRING:
			return t == types.Typ[types.String]
		case token.CHAR:
			return t == types.Typ[types.Rune] || t == types.Universe.Lookup("rune").Type()
		case token.IMAG:
			return t == types.Typ[types.Complex128]
		}
	case *ast.Ident:
		return (e.Name == "true" || e.Name == "false") && t == types.Typ[types.Bool]
	}
	return false
}

func basicLit(v constant.Value, b *types.Basic, pos token.Pos) ast.Expr {
	lit := &ast.BasicLit{ValuePos: pos}
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return ident(pos, v.String())
	case info&types.IsString != 0:
		lit.Kind, lit.Value = token.STRING, strconv.Quote(constant.StringVal(v))
		if !utf8.ValidString(constant.StringVal(v)) {
			var s strings.Builder
			for _, c := range []byte(constant.StringVal(v)) {
				s.WriteString(`\x` + strconv.FormatUint(uint64(c)+0x100, 16)[1:])
			}
			lit.Value = `"` + s.String() + `"`
		}
	case info&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int {
			return nil
		}
		lit.Kind, lit.Value = token.INT, v.ExactString()
		if n, exact := constant.Int64Val(v); exact && b.Kind() == types.Int32 && n > 0 && utf8.ValidRune(rune(n)) &&
			n < 0x110000 {
			lit.Kind, lit.Value = token.CHAR, strconv.QuoteRuneToASCII(rune(n))
		}
	case info&types.IsFloat != 0:
		f, _ := constant.Float64Val(constant.ToFloat(v))
		if b.Kind() == types.Float32 {
			g, _ := constant.Float32Val(constant.ToFloat(v))
			f = float64(g)
		}
		if f == 0 {
			f = 0 // constants have no negative zero
		}
		lit.Kind, lit.Value = token.FLOAT, strconv.FormatFloat(f, 'g', -1, 64)
		if !strings.ContainsAny(lit.Value, ".e") {
			lit.Value += ".0"
		}
		if strings.Contains(lit.Value, "Inf") {
			return nil
		}
	case info&types.IsComplex != 0:
		part := types.Typ[types.Float64]
		if b.Kind() == types.Complex64 {
			part = types.Typ[types.Float32]
		}
		v = constant.ToComplex(v)
		re, im := basicLit(constant.Real(v), part, pos), basicLit(constant.Imag(v), part, pos)
		if re == nil || im == nil {
			return nil
		}
		return call(pos, ident(pos, "complex"), re, im)
	default:
		return nil
	}
	if lit.Value[0] == '-' {
		lit.Value = lit.Value[1:]
		return &ast.UnaryExpr{OpPos: pos, Op: token.SUB, X: lit}
	}
	return lit
}
