package adapt

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// constants writes out the values of constants by iota, which a part of a session declares for others.
//
//	const ( a, b = iota, iota + 10; c, d )
//
// becomes
//
//	const ( a = 0; b = 10; c = 1; d = 11 )
var constants = Pass{"constants", "iota is counted wrongly with several names in a line, and taken for a loop with a type of " +
	"floating point", func(u *unit) {
	u.each(func(n ast.Node) {
		if d, ok := n.(*ast.GenDecl); ok {
			u.constants(d)
		}
	})
}}

func (u *unit) constants(d *ast.GenDecl) {
	if d.Tok != token.CONST || !d.Lparen.IsValid() || !u.miscounted(d) {
		return
	}
	var specs []ast.Spec
	var written ast.Expr // the type that lines without values repeat
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		if v.Type != nil || v.Values != nil {
			written = v.Type
		}
		for _, name := range v.Names {
			if name.Name == "_" {
				continue
			}
			c, ok := u.info.Defs[name].(*types.Const)
			if !ok {
				return
			}
			t := written
			if b, ok := c.Type().(*types.Basic); t == nil && !(ok && b.Info()&types.IsUntyped != 0) {
				if t = u.typeExpr(c.Type(), name.Pos()); t == nil {
					return
				}
			}
			value := literal(c, name.Pos())
			if value == nil {
				return
			}
			specs = append(specs, &ast.ValueSpec{Doc: v.Doc, Names: []*ast.Ident{name}, Type: t, Values: []ast.Expr{value}})
		}
	}
	d.Specs = specs
}

func (u *unit) miscounted(d *ast.GenDecl) bool {
	iota, wrong := false, false
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		wrong = wrong || len(v.Names) > 1
		if v.Type != nil && u.types[v.Type].Type != nil {
			b, ok := u.types[v.Type].Type.Underlying().(*types.Basic)
			wrong = wrong || ok && b.Info()&types.IsFloat != 0
		}
		iota = iota || v.Values == nil
		for _, value := range v.Values {
			ast.Inspect(value, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				iota = iota || ok && id.Name == "iota"
				return !iota
			})
		}
	}
	return iota && wrong
}

// fraction is a / b.
func fraction(v constant.Value, pos token.Pos) ast.Expr {
	float := func(n constant.Value) ast.Expr {
		return &ast.BasicLit{ValuePos: pos, Kind: token.FLOAT, Value: n.ExactString() + ".0"}
	}
	a, b := constant.Num(v), constant.Denom(v)
	if a.Kind() != constant.Int || b.Kind() != constant.Int || constant.Sign(a) < 0 {
		return nil
	}
	return &ast.BinaryExpr{X: float(a), OpPos: pos, Op: token.QUO, Y: float(b)}
}

// literal is the value of a constant, nil where it cannot be written exactly.
func literal(c *types.Const, pos token.Pos) ast.Expr {
	lit := &ast.BasicLit{ValuePos: pos}
	switch v := c.Val(); v.Kind() {
	case constant.Bool:
		return ident(pos, v.String())
	case constant.String:
		lit.Kind, lit.Value = token.STRING, strconv.Quote(constant.StringVal(v))
	case constant.Int:
		lit.Kind, lit.Value = token.INT, v.ExactString()
		if b, ok := c.Type().(*types.Basic); ok {
			n, exact := constant.Int64Val(v)
			switch {
			case b.Kind() == types.UntypedFloat:
				lit.Kind, lit.Value = token.FLOAT, lit.Value+".0"
			case b.Kind() == types.UntypedRune && exact && n >= 0:
				lit.Kind, lit.Value = token.CHAR, strconv.QuoteRune(rune(n))
			case b.Kind() == types.UntypedRune:
				return nil
			}
		}
	case constant.Float:
		f, exact := constant.Float64Val(v)
		if !exact {
			return fraction(v, pos)
		}
		lit.Kind, lit.Value = token.FLOAT, strconv.FormatFloat(f, 'g', -1, 64)
	default:
		return nil
	}
	if lit.Value[0] == '-' {
		lit.Value = lit.Value[1:]
		return &ast.UnaryExpr{OpPos: pos, Op: token.SUB, X: lit}
	}
	return lit
}
