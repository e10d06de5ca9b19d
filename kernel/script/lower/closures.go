package lower

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

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
	home := map[types.Object]*ast.FuncLit{} // the literals that declare them
	results := map[types.Object]bool{}
	changed := map[types.Object]bool{}
	visit := func(n ast.Node, around []ast.Node) bool {
		for _, obj := range c.changed(n) {
			changed[obj] = true
		}
		switch n := n.(type) {
		case *ast.FuncType:
			for _, id := range namesIn(n.Results) {
				results[c.Info.Defs[id]] = true
			}
		case *ast.Ident:
			defined, obj := c.Info.Defs[n], c.Info.Uses[n]
			if v, ok := obj.(*types.Var); defined == nil && (!ok || !c.local(v)) {
				break
			}
			for _, f := range slices.Backward(around) {
				lit, ok := f.(*ast.FuncLit)
				if !ok {
					continue
				}
				if defined != nil {
					home[defined] = lit
					break
				}
				if lit == home[obj] {
					break
				}
				if !slices.Contains(c.captures[lit], obj) {
					c.captures[lit] = append(c.captures[lit], obj)
				}
			}
		}
		return true
	}
	for _, file := range c.Files {
		ast.PreorderStack(file, nil, visit)
	}
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
	switch {
	case t == "":
		c.refuse(ident(pos, name), "the interpreter cannot keep %s for a function literal, as its type has no name; hand it over as an argument",
			obj.Name())
		return nil
	case value == nil:
		return c.Statements(pos, "%s := new(%s)", name, cell(t))
	}
	return c.Statements(pos, "%s := new(%s); %[1]s.%[3]s = %[4]s", name, cell(t), Value, value)
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
	c.Functions(func(t *ast.FuncType, body *ast.BlockStmt) { c.params(t, body) })
	Each(c.Unit, func(d *ast.FuncDecl) {
		if d.Body != nil {
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
	body.List = append(c.renamed(namesIn(list), body.Lbrace), body.List...)
}

// renamed gives variables that move behind pointers other names, and returns the statements that declare the pointers,
// at a position, or where the variables are.
func (c *closing) renamed(ids []*ast.Ident, at token.Pos) (behind []ast.Stmt) {
	for _, id := range ids {
		if obj := c.pointer(id); obj != nil {
			pos := cmp.Or(at, id.Pos())
			id.Name = c.Name(id.Name)
			behind = append(behind, c.cell(obj, pos, ident(pos, id.Name))...)
		}
	}
	return behind
}

// params moves the parameters and results of a function behind pointers.
func (c *closing) params(t *ast.FuncType, body *ast.BlockStmt) {
	var out []ast.Stmt
	var variables, values []string // of the results
	for _, id := range namesIn(t.Results) {
		obj, variable, value := c.Info.Defs[id], id.Name, id.Name
		if c.pointed[obj] != "" {
			variable = c.pointed[obj] + "." + Value
			value = variable
			id.Name = c.Name(id.Name)
			out = append(out, c.cell(obj, body.Lbrace, nil)...)
		} else if value == "_" {
			value = "*new(" + c.TypeText(obj.Type()) + ")"
		}
		variables, values = append(variables, variable), append(values, value)
	}
	if out != nil {
		astutil.Apply(body, func(cur *astutil.Cursor) bool {
			n, ok := cur.Node().(*ast.ReturnStmt)
			if !ok {
				return !is[*ast.FuncLit](cur.Node())
			}
			back := c.Statement(n.Pos(), "return %s", strings.Join(values, ", "))
			if n.Results == nil {
				cur.Replace(back)
				return false
			}
			set := c.Statements(n.Pos(), "%s = %s", strings.Join(variables, ", "), n.Results)
			if len(n.Results) > 1 {
				set = c.oneByOne(set[0].(*ast.AssignStmt))
			}
			cur.Replace(block(n.Pos(), append(set, back)...))
			return false
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
		name := c.Name(id.Name)
		if fresh {
			behind = append(behind, c.cell(obj, id.Pos(), ident(id.Pos(), name))...)
		} else {
			behind = append(behind, c.Statements(id.Pos(), "%s.%s = %s", c.pointed[obj], Value, name)...)
		}
		s.Lhs[i] = ident(id.Pos(), name)
	}
	return behind
}

// declared rewrites var declarations.
func (c *closing) declared(d *ast.GenDecl) (out []ast.Stmt) {
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		if obj := c.pointer(v.Names[0]); obj != nil && len(v.Names) == 1 {
			var value ast.Expr
			if len(v.Values) == 1 {
				value = v.Values[0]
			}
			out = append(out, c.cell(obj, v.Pos(), value)...)
			continue
		}
		behind := c.renamed(v.Names, token.NoPos)
		out = append(out, declaration(d.TokPos, v))
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
			cur.Replace(c.Code(n.Pos(), "%s.%s", c.pointed[obj], Value))
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
		var params []string
		var args []ast.Expr
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
			params, args = append(params, name+" "+t), append(args, ident(pos, name))
		}
		list := strings.Join(params, ", ")
		maker := c.Code(pos, "func(%s) %v { return %v }", list, clone(lit.Type), lit).(*ast.FuncLit)
		makers[maker] = true
		cur.Replace(call(pos, maker, args...))
		return true
	})
}
