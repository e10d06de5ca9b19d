package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// closures passes captured variables explicitly to each function literal: a variable that does
// not change by value, others by a pointer.
//
//	n, k := 0, 2
//	add := func() { n += k }
//
// becomes
//
//	nʹ_1, k := 0, 2
//	n := new(struct{ Vʹ int })
//	n.Vʹ = nʹ_1
//	add := func(n *struct{ Vʹ int }, k int) func() { return func() { n.Vʹ += k } }(n, k)
//
// The outer literal, the maker, is called once, so that no two goroutines share the frame
// in which the inner one is made.
var closures = Pass{"closures", "function literals share the frame in which they are made",
	func(u *Unit) {
		c := &closing{Unit: u, captures: map[*ast.FuncLit][]types.Object{}, pointed: map[types.Object]string{}}
		c.analyse()
		c.declarations()
		c.rewriteUses()
		c.literals()
	}}

type closing struct {
	*Unit
	captures map[*ast.FuncLit][]types.Object // in the order of their first use
	pointed  map[types.Object]string         // variables that move behind pointers, with the pointers' names
}

// analyse finds the captured variables of literals, and which variables change.
func (c *closing) analyse() {
	home := map[types.Object]ast.Node{} // the functions that declare them
	results := map[types.Object]bool{}
	changed := map[types.Object]bool{}
	var around []ast.Node
	c.apply(func(cur *astutil.Cursor) bool {
		n := cur.Node()
		for _, obj := range c.changed(n) {
			changed[obj] = true
		}
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			around = append(around, n)
		case *ast.FuncType:
			for _, id := range namesIn(n.Results) {
				results[c.Info.Defs[id]] = true
			}
		case *ast.Ident:
			if len(around) == 0 {
				break
			}
			if obj := c.Info.Defs[n]; obj != nil {
				home[obj] = around[len(around)-1]
			}
			obj, ok := c.Info.Uses[n].(*types.Var)
			if !ok || !c.local(obj) {
				break
			}
			for i := len(around) - 1; i >= 0 && around[i] != home[obj]; i-- {
				lit, ok := around[i].(*ast.FuncLit)
				if !ok {
					break
				}
				if !slices.Contains(c.captures[lit], types.Object(obj)) {
					c.captures[lit] = append(c.captures[lit], obj)
				}
			}
		}
		return true
	}, func(cur *astutil.Cursor) bool {
		switch cur.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			around = around[:len(around)-1]
		}
		return true
	})
	for _, objs := range c.captures {
		for _, obj := range objs {
			if changed[obj] || results[obj] {
				c.pointed[obj] = obj.Name()
			}
		}
	}
}

// cell makes statements that declare the pointer for a variable and store the value behind it.
func (c *closing) cell(obj types.Object, pos token.Pos, value ast.Expr) []ast.Stmt {
	name := c.pointed[obj]
	t := c.TypeText(obj.Type())
	if t == "" {
		c.refuse(ident(pos, name), "the interpreter cannot keep %s for a function literal, as its type has no name; hand it over as an argument",
			obj.Name())
		return nil
	}
	list := c.Statements(pos, "%s := new(%s)", name, cell(t))
	if value != nil {
		list = append(list, assign(held(ident(pos, name)), value))
	}
	return list
}

// pointer returns the object of an identifier if it moves behind a pointer, or nil.
func (c *closing) pointer(e ast.Expr) types.Object {
	if id, ok := e.(*ast.Ident); ok {
		if obj := c.object(id); obj != nil && c.pointed[obj] != "" {
			return obj
		}
	}
	return nil
}

// declarations rewrites the declarations of variables that move behind pointers.
func (c *closing) declarations() {
	c.functions(func(t *ast.FuncType, body *ast.BlockStmt) { c.params(t, body) })
	each(c.Unit, func(d *ast.FuncDecl) {
		if d.Recv != nil && d.Body != nil {
			c.prologue(d.Recv, d.Body)
		}
	})
	c.apply(nil, func(cur *astutil.Cursor) bool {
		if n, ok := cur.Node().(*ast.CommClause); ok {
			if s, ok := n.Comm.(*ast.AssignStmt); ok && s.Tok == token.DEFINE {
				n.Body = append(c.defined(s), n.Body...)
			}
		}
		if s, ok := cur.Node().(ast.Stmt); ok && cur.Index() >= 0 {
			list := c.declaring(s)
			for _, later := range slices.Backward(list[1:]) {
				cur.InsertAfter(later)
			}
			cur.Replace(list[0])
		}
		return true
	})
}

// prologue moves parameters behind pointers.
func (c *closing) prologue(list *ast.FieldList, body *ast.BlockStmt) {
	var out []ast.Stmt
	for _, id := range namesIn(list) {
		if obj := c.pointer(id); obj != nil {
			id.Name = c.name(id.Name)
			out = append(out, c.cell(obj, body.Lbrace, ident(body.Lbrace, id.Name))...)
		}
	}
	body.List = append(out, body.List...)
}

// params moves the parameters and results of a function behind pointers.
func (c *closing) params(t *ast.FuncType, body *ast.BlockStmt) {
	var out []ast.Stmt
	var results []types.Object
	var names []string
	any := false
	for _, id := range namesIn(t.Results) {
		obj := c.Info.Defs[id]
		results, names = append(results, obj), append(names, id.Name)
		if c.pointed[obj] != "" {
			any = true
			id.Name = c.name(id.Name)
			names[len(names)-1] = id.Name
			out = append(out, c.cell(obj, body.Lbrace, nil)...)
		}
	}
	if any {
		astutil.Apply(body, func(cur *astutil.Cursor) bool {
			switch n := cur.Node().(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				set := &ast.AssignStmt{TokPos: n.Pos(), Tok: token.ASSIGN, Rhs: n.Results}
				back := &ast.ReturnStmt{Return: n.Pos()}
				for i, obj := range results {
					var e, r ast.Expr = ident(n.Pos(), names[i]), ident(n.Pos(), names[i])
					if obj != nil && c.pointed[obj] != "" {
						e, r = held(ident(n.Pos(), c.pointed[obj])), held(ident(n.Pos(), c.pointed[obj]))
					} else if names[i] == "_" {
						r = c.Code(n.Pos(), "*new(%s)", c.TypeText(obj.Type()))
					}
					set.Lhs, back.Results = append(set.Lhs, e), append(back.Results, r)
				}
				switch len(n.Results) {
				case 0:
					cur.Replace(back)
				case 1:
					cur.Replace(block(n.Pos(), set, back))
				default:
					cur.Replace(block(n.Pos(), append(c.oneByOne(set), back)...))
				}
				return false
			}
			return true
		}, nil)
	}
	c.prologue(t.Params, body)
	body.List = append(out, body.List...)
}

// declaring returns the statements in place of one that declares variables that move behind pointers.
func (c *closing) declaring(stmt ast.Stmt) (list []ast.Stmt) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			list = c.defined(s)
			if len(s.Lhs) > 0 { // not replaced
				list = append([]ast.Stmt{s}, list...)
			}
		}
	case *ast.DeclStmt:
		if d := s.Decl.(*ast.GenDecl); d.Tok == token.VAR {
			list = c.declared(d)
		}
	case *ast.LabeledStmt:
		inner := c.declaring(s.Stmt)
		s.Stmt = inner[0]
		return append([]ast.Stmt{s}, inner[1:]...)
	}
	if len(list) == 0 {
		list = append(list, stmt)
	}
	return list
}

// defined renames variables of a definition that move behind pointers, and returns the statements
// that declare these. It empties a definition that they replace.
func (c *closing) defined(s *ast.AssignStmt) (behind []ast.Stmt) {
	for i, e := range s.Lhs {
		obj := c.pointer(e)
		if obj == nil {
			continue
		}
		id := e.(*ast.Ident)
		fresh := c.Info.Defs[id] != nil
		if fresh && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			if _, ok := s.Rhs[0].(*ast.UnaryExpr); !ok { // v, ok := <-c in a select
				behind = c.cell(obj, id.Pos(), s.Rhs[0])
				s.Lhs = nil
				return behind
			}
		}
		name := c.name(id.Name)
		if fresh {
			behind = append(behind, c.cell(obj, id.Pos(), ident(id.Pos(), name))...)
		} else {
			behind = append(behind, assign(held(ident(id.Pos(), c.pointed[obj])), ident(id.Pos(), name)))
		}
		s.Lhs[i] = ident(id.Pos(), name)
	}
	return behind
}

// declared rewrites var declarations.
func (c *closing) declared(d *ast.GenDecl) (out []ast.Stmt) {
	one := func(v *ast.ValueSpec) ast.Stmt {
		return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: d.TokPos, Tok: token.VAR, Specs: []ast.Spec{v}}}
	}
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		if !slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return c.pointer(id) != nil }) {
			out = append(out, one(v))
			continue
		}
		var behind []ast.Stmt
		for i, id := range v.Names {
			obj := c.pointer(id)
			if obj == nil {
				continue
			}
			if len(v.Names) == 1 {
				var value ast.Expr
				if len(v.Values) == 1 {
					value = v.Values[0]
				}
				behind = c.cell(obj, id.Pos(), value)
				v = nil
				break
			}
			name := c.name(id.Name)
			behind = append(behind, c.cell(obj, id.Pos(), ident(id.Pos(), name))...)
			v.Names[i] = ident(id.Pos(), name)
		}
		if v != nil {
			out = append(out, one(v))
		}
		out = append(out, behind...)
	}
	return out
}

// rewriteUses rewrites the uses of variables that are behind pointers.
func (c *closing) rewriteUses() {
	c.apply(nil, func(cur *astutil.Cursor) bool {
		switch n := cur.Node().(type) {
		case *ast.Ident:
			obj := c.Info.Uses[n]
			if obj == nil || c.pointed[obj] == "" {
				break
			}
			cur.Replace(held(ident(n.Pos(), c.pointed[obj])))
		case *ast.AssignStmt: // an interpreter evaluates such a place before the values
			if cur.Index() >= 0 && len(n.Lhs) > 1 && len(n.Lhs) == len(n.Rhs) && slices.ContainsFunc(n.Lhs, isHeld) {
				cur.Replace(block(n.Pos(), c.oneByOne(n)...))
			}
		}
		return true
	})
}

func isHeld(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == Value
}

// literals wraps each literal in its maker.
func (c *closing) literals() {
	makers := map[*ast.FuncLit]bool{}
	c.apply(nil, func(cur *astutil.Cursor) bool {
		lit, ok := cur.Node().(*ast.FuncLit)
		if !ok || makers[lit] {
			return true
		}
		pos := lit.Pos()
		params := fields(pos)
		made := call(pos, nil)
		for _, obj := range c.captures[lit] {
			name := obj.Name()
			t := c.TypeText(obj.Type())
			if t == "" {
				c.refuse(lit, "the interpreter cannot hand %s over to this function literal, as its type has no name; hand it over as an argument", name)
				return true
			}
			if p := c.pointed[obj]; p != "" {
				name, t = p, "*"+cell(t)
			}
			params.List = append(params.List, field(pos, name, c.Code(pos, "%s", t)))
			made.Args = append(made.Args, ident(pos, name))
		}
		back := returned(pos, lit)
		maker := literal(pos, params, fields(pos, field(pos, "", clone(lit.Type))),
			&ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{back}, Rbrace: lit.End()})
		makers[maker] = true
		made.Fun = maker
		cur.Replace(made)
		return true
	})
}
