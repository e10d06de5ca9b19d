//go:build !js

package instant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/relay"
	"github.com/focal-search/focal/kernel/script"
)

// The functions of a problem or an algorithm that a cell makes are interpreted. A search that takes
// long is continued in a compiled program, which makes both again: by the same function of a cell,
// with the same arguments and variables. So they record what has made them.

// A maker is what makes problems or algorithms in a cell: a function, or an expression, which is
// taken for a function without parameters.
type maker struct {
	name  string   // for readers
	of    string   // Problem or Algorithm
	fn    *entity  // a declared function, or else
	expr  ast.Expr // a function literal, or the expression
	plain bool     // it is the expression
	refs  references

	found sync.Once
	used  // what it uses
}

// used are entities that functions use, with those that these use.
type used struct {
	entities []*entity
	decls    []*fragment
	vars     []*entity
}

// An origin is what made a problem or an algorithm: the maker, and all that it depended on.
type origin struct {
	maker   *maker
	args    []json.RawMessage
	vars    map[string]json.RawMessage
	err     error          // why it cannot be made again
	content string         // of the problem
	space   unsafe.Pointer // its function NewSpace, which a copy of the problem has too
}

func spaceOf(p *engine.Problem) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&p.NewSpace))
}

// made records what has made a problem or an algorithm, unless that is known.
func (s *session) made(thing any, number int, args []any) {
	s.makersMu.Lock()
	m := s.makers[number]
	s.makersMu.Unlock()
	switch x := thing.(type) {
	case *engine.Problem:
		if x == nil || x.NewSpace == nil {
			return
		}
		if o, ok := x.Origin.(*origin); !ok || o.space != spaceOf(x) {
			o = s.origin(m, args)
			o.content, o.space = x.Content, spaceOf(x)
			x.Origin = o
		}
	case engine.Algorithm:
		if x.Own() && x.Origin() == nil {
			x.SetOrigin(s.origin(m, args))
		}
	}
}

func (s *session) origin(m *maker, args []any) *origin {
	o := &origin{maker: m}
	for _, arg := range args {
		text, err := exactly(arg)
		o.args, o.err = append(o.args, text), errors.Join(o.err, err)
	}
	m.found.Do(m.find)
	if o.err == nil {
		o.vars, o.err = s.values(m)
	}
	return o
}

// values are the values of the variables that a maker may read.
func (s *session) values(m *maker) (map[string]json.RawMessage, error) {
	if len(m.vars) == 0 {
		return nil, nil
	}
	s.checking.Lock()
	defer s.checking.Unlock()
	values := map[string]json.RawMessage{}
	globals := s.in.Globals()
	for _, e := range m.vars {
		text, err := exactly(globals[e.internal].Interface())
		if err != nil {
			return nil, errNotPlain(e)
		}
		values[e.internal] = text
	}
	return values, nil
}

// exactly writes a value as JSON. It is an error if the value that this gives back is another one.
func exactly(v any) (json.RawMessage, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, errors.New("nil is not plain data")
	}
	again := reflect.New(reflect.TypeOf(v))
	if err = json.Unmarshal(text, again.Interface()); err == nil && !reflect.DeepEqual(again.Elem().Interface(), v) {
		err = fmt.Errorf("%v is not plain data", v)
	}
	return text, err
}

// find finds what the maker uses.
func (m *maker) find() { m.used = usedBy(m) }

func usedBy(makers ...*maker) (u used) {
	seen := map[*entity]bool{}
	taken := map[*fragment]bool{}
	var need func(e *entity)
	take := func(f *fragment) {
		if f != nil && !taken[f] {
			taken[f] = true
			u.decls = append(u.decls, f)
			f.uses(f.decl, need)
		}
	}
	need = func(e *entity) {
		if seen[e] {
			return
		}
		seen[e] = true
		u.entities = append(u.entities, e)
		if e.kind == aVar {
			u.vars = append(u.vars, e)
		}
		take(e.frag)
		for _, f := range e.methods {
			take(f)
		}
	}
	for _, m := range makers {
		if m.fn != nil {
			need(m.fn)
		} else {
			(&fragment{refs: m.refs}).uses(m.expr, need)
		}
	}
	return u
}

// Names in the compiled program that no cell declares.
const (
	workerName  = generation + "worker"
	engineName  = generation + "engine"
	domainsName = generation + "domains"
	ofProblem   = generation + "problem"
	ofAlgorithm = generation + "algorithm"
)

// Import paths of packages that the compiled program uses.
const (
	enginePath  = "github.com/focal-search/focal/engine"
	domainsPath = "github.com/focal-search/focal/domains"
	workerPath  = "github.com/focal-search/focal/kernel/relay/worker"
)

// function returns the maker as a function of the compiled program.
func (m *maker) function() ast.Expr {
	internal := func(e *entity) string { return e.internal }
	if m.fn != nil {
		return ast.NewIdent(m.fn.internal)
	}
	e := named(m.expr, m.refs, internal)
	if !m.plain {
		return e
	}
	var result ast.Expr = &ast.SelectorExpr{X: ast.NewIdent(engineName), Sel: ast.NewIdent(m.of)}
	if m.of == "Problem" {
		result = &ast.StarExpr{X: result}
	}
	return &ast.FuncLit{
		Type: &ast.FuncType{Params: &ast.FieldList{}, Results: &ast.FieldList{List: []*ast.Field{{Type: result}}}},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{e}}}},
	}
}

// write writes the program that makes a problem, which has a name if there is no maker of it, and
// an algorithm, which is built in if there is none. The error says why they might not be the same
// there.
func write(in *script.Interpreter, problem, algorithm *maker) ([]byte, error) {
	internal := func(e *entity) string { return e.internal }
	imports := &ast.GenDecl{Tok: token.IMPORT, Lparen: 1, Rparen: 1, Specs: []ast.Spec{importSpec(engineName, enginePath)}}
	values := &ast.GenDecl{Tok: token.VAR, Lparen: 1, Rparen: 1}
	let := func(name string, value ast.Expr) {
		spec := &ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent(name)}, Values: []ast.Expr{value}}
		values.Specs = append(values.Specs, spec)
	}
	let("_", &ast.SelectorExpr{X: ast.NewIdent(engineName), Sel: ast.NewIdent("Solve")})
	var makers []*maker
	if problem != nil {
		makers = append(makers, problem)
		let(ofProblem, problem.function())
	} else {
		imports.Specs = append(imports.Specs, importSpec(domainsName, domainsPath))
		let(ofProblem, &ast.SelectorExpr{X: ast.NewIdent(domainsName), Sel: ast.NewIdent("Get")})
	}
	if algorithm != nil {
		makers = append(makers, algorithm)
		let(ofAlgorithm, algorithm.function())
	}
	u := usedBy(makers...)
	for _, e := range u.entities {
		if e.kind == anImport {
			imports.Specs = append(imports.Specs, importSpec(e.internal, e.path))
		}
	}
	decls := []ast.Decl{imports}
	for _, f := range u.decls {
		decls = append(decls, named(f.decl, f.refs, internal))
	}
	decls = append(decls, values)

	var out bytes.Buffer
	fmt.Fprintf(&out, "package main\n\nimport %s %q\n", workerName, workerPath)
	for _, d := range decls {
		if err := format.Node(&out, token.NewFileSet(), d); err != nil {
			return nil, err
		}
		out.WriteString("\n\n")
	}
	own := "nil"
	if algorithm != nil {
		own = ofAlgorithm
	}
	fmt.Fprintf(&out, "func main() {\n\t%s.Main(%s, %s, map[string]any{", workerName, ofProblem, own)
	for _, e := range u.vars {
		fmt.Fprintf(&out, "%q: &%s,", e.internal, e.internal)
	}
	out.WriteString("})\n}\n")

	pkg, info, err := in.Check(&ast.File{Name: ast.NewIdent("main"), Decls: decls}, func(types.Error) bool { return false })
	if err != nil {
		return nil, err
	}
	if err := relay.Impure(decls, pkg, info); err != nil {
		return nil, err
	}
	for _, e := range u.vars {
		if v := pkg.Scope().Lookup(e.internal); v == nil || !relay.Plain(v.Type()) {
			return nil, errNotPlain(e)
		}
	}
	for _, m := range makers {
		name := map[string]string{"Problem": ofProblem, "Algorithm": ofAlgorithm}[m.of]
		for p := range pkg.Scope().Lookup(name).Type().(*types.Signature).Params().Variables() {
			if !relay.Plain(p.Type()) {
				return nil, fmt.Errorf("the parameter %s of %s is not plain data", p.Name(), m.name)
			}
		}
	}
	return out.Bytes(), nil
}

func errNotPlain(e *entity) error {
	return fmt.Errorf("its functions use the variable %s, which is not plain data: declare a function in its place", e.name)
}

// handover continues the searches of what cells have made in compiled programs: an engine.Handover.
func (s *session) handover(ctx context.Context, p *engine.Problem, t engine.Task) <-chan engine.Leg {
	legs := make(chan engine.Leg, 1)
	go func() {
		if !s.in.Interprets() { // a search of functions that are compiled in
			return
		}
		source, task, err := s.program(p, t)
		var program *relay.Program
		if err == nil {
			program, err = relay.Build(ctx, source)
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.interpreted(p, err)
			return
		}
		legs <- func(ctx context.Context, at engine.Snapshot, progress func(engine.Snapshot),
			found func(engine.Incumbent)) *engine.Result {
			s.remark("continued", "note: the functions of a search of %s are interpreted, which makes it some 10 to 40 times "+
				"slower; this one goes on compiled, as all do after half a second; "+compiledAtOnce+"\n", p.Name)
			task.At = at
			r, err := program.Run(ctx, task, progress, found)
			if err != nil && ctx.Err() == nil {
				s.interpreted(p, err)
			}
			return r
		}
	}()
	return legs
}

// program returns the source of the program in which a search can go on, and what it is to do
// there. The error says why it cannot.
func (s *session) program(p *engine.Problem, t engine.Task) (source []byte, task relay.Task, err error) {
	task = relay.Task{Problem: p.Name, Content: p.Content, Unit: p.Unit, Optimal: p.Optimal,
		Variables: map[string]json.RawMessage{}, Search: t}
	var problem, algorithm *maker
	take := func(o *origin) (*maker, error) {
		if o.err != nil {
			return nil, o.err
		}
		now, err := s.values(o.maker)
		if err == nil && !maps.EqualFunc(now, o.vars, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			err = errors.New("variables that it uses have changed since it was made")
		}
		maps.Copy(task.Variables, o.vars)
		return o.maker, err
	}
	switch o, ok := p.Origin.(*origin); {
	case ok && o.space == spaceOf(p):
		if problem, err = take(o); err != nil {
			return nil, task, err
		}
		task.Args, task.Content = o.args, o.content
	case p.Sampled() || !t.Algorithm.Own():
		return nil, task, errNoMaker("*engine.Problem")
	default:
		name, _ := json.Marshal(p.Name)
		task.Args = []json.RawMessage{name}
	}
	if t.Algorithm.Own() {
		o, ok := t.Algorithm.Origin().(*origin)
		if !ok {
			return nil, task, errNoMaker("engine.Algorithm")
		}
		if algorithm, err = take(o); err != nil {
			return nil, task, err
		}
		task.Algorithm = o.args
	}
	key := [2]*maker{problem, algorithm}
	s.checking.Lock()
	defer s.checking.Unlock()
	if _, known := s.programs[key]; !known {
		source, err := write(s.in, problem, algorithm)
		s.programs[key] = program{source, err}
	}
	return s.programs[key].source, task, s.programs[key].err
}

// A program is the source of one, or the error that says why there is none.
type program struct {
	source []byte
	err    error
}

func errNoMaker(of string) error {
	return fmt.Errorf("no function of a cell that returns an %s has made it from its parameters alone", of)
}

// compiledAtOnce says where searches of own problems are compiled from the start.
const compiledAtOnce = "under Focal (GoNB) and by focal script --compile they are compiled at once"

// interpreted says once for each reason that a search is interpreted, and why.
func (s *session) interpreted(p *engine.Problem, why error) {
	text, _, _ := strings.Cut(failureOf(why).Value, "\n")
	instead := compiledAtOnce
	if errors.Is(why, relay.ErrNoGo) {
		instead = "with these it goes on compiled"
	}
	s.remark(text, "note: the functions of a search of %s are interpreted, which makes it some 10 to 40 times slower: %s; %s\n", p.Name, text, instead)
}

// findMakers finds what makes problems and algorithms in a tree whose types are known, to be recorded.
func (p *plan) findMakers(v *view, tree ast.Node, refs references) {
	function := func(t *ast.FuncType, body *ast.BlockStmt, m *maker) {
		if t.Results.NumFields() != 1 || t.TypeParams != nil {
			return
		}
		if m.of = madeType(v.info.Types[t.Results.List[0].Type].Type); m.of == "" {
			return
		}
		var names []string
		for _, field := range t.Params.List {
			if _, variadic := field.Type.(*ast.Ellipsis); variadic || len(field.Names) == 0 {
				return
			}
			for _, id := range field.Names {
				if id.Name == "_" || v.changes(body, v.info.Defs[id]) {
					return
				}
				names = append(names, id.Name)
			}
		}
		number := p.number(m)
		ast.Inspect(body, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
				p.records[r.Pos()] = record{number, m.of, names}
			}
			_, inner := n.(*ast.FuncLit)
			return !inner
		})
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Body != nil && n.Name.Name != "_" {
				if e := p.next[n.Name.Name]; e != nil {
					function(n.Type, n.Body, &maker{name: n.Name.Name, fn: e})
				}
			}
		case *ast.FuncLit:
			if v.closed(n, refs) {
				function(n.Type, n.Body, &maker{name: "the function", expr: n, refs: refs})
			}
		case *ast.CallExpr:
			if of := madeType(v.info.Types[n].Type); of != "" && v.closed(n, refs) {
				m := &maker{name: "the expression", of: of, expr: n, plain: true, refs: refs}
				p.records[n.Rparen] = record{p.number(m), of, nil}
			}
		}
		return true
	})
}

// A record is where a problem or an algorithm is made: by which maker, and with which parameters.
type record struct {
	maker      int
	of         string
	parameters []string
}

func (p *plan) number(m *maker) int {
	p.makersMu.Lock()
	defer p.makersMu.Unlock()
	p.makers = append(p.makers, m)
	return len(p.makers) - 1
}

// madeType returns Problem or Algorithm for the types that are recorded, "" for others.
func madeType(t types.Type) string {
	pointer, isPointer := t.(*types.Pointer)
	if isPointer {
		t = pointer.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != enginePath {
		return ""
	}
	if name := named.Obj().Name(); name == "Problem" && isPointer || name == "Algorithm" && !isPointer {
		return name
	}
	return ""
}

// closed reports whether all that an expression uses is declared in it or by cells.
func (v *view) closed(e ast.Expr, refs references) bool {
	closed := true
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return closed
		}
		_, cells := refs[id]
		obj, local := v.info.Uses[id].(*types.Var)
		if local && !cells && !obj.IsField() && obj.Pkg() == v.types && !(e.Pos() <= obj.Pos() && obj.Pos() < e.End()) {
			closed = false
		}
		return closed
	})
	return closed
}

// changes reports whether a function's body may change a parameter.
func (v *view) changes(body ast.Node, parameter types.Object) (changes bool) {
	is := func(e ast.Expr) {
		if id := relay.Root(e); id != nil && v.info.Uses[id] == parameter {
			changes = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				is(e)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				is(n.Key)
				is(n.Value)
			}
		}
		return !changes
	})
	return changes
}

// recording makes a copy of a tree record the problems and algorithms that it makes.
func (p *plan) recording(tree ast.Node) {
	if len(p.records) == 0 {
		return
	}
	made := func(e ast.Expr, r record) *ast.CallExpr {
		at := func(s string) *ast.Ident { return &ast.Ident{NamePos: e.Pos(), Name: s} }
		call := &ast.CallExpr{Fun: &ast.SelectorExpr{X: at(p.runtime().internal), Sel: at("Made" + r.of)},
			Lparen: e.Pos(), Rparen: e.End(),
			Args: []ast.Expr{e, &ast.BasicLit{ValuePos: e.Pos(), Kind: token.INT, Value: strconv.Itoa(r.maker)}}}
		for _, name := range r.parameters {
			call.Args = append(call.Args, at(name))
		}
		return call
	}
	var calls []*ast.CallExpr
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if r, ok := p.records[n.Pos()]; ok && len(n.Results) == 1 {
				n.Results[0] = made(n.Results[0], r)
			}
		case *ast.CallExpr:
			if _, ok := p.records[n.Rparen]; ok {
				calls = append(calls, n)
			}
		}
		return true
	})
	for _, c := range calls {
		inner := *c
		*c = *made(&inner, p.records[inner.Rparen])
	}
}

// runtime is the package whose functions record problems and algorithms.
func (p *plan) runtime() *entity { return p.importAs(generation+"rt", script.RuntimePath) }
