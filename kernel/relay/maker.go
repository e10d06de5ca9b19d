//go:build !js

package relay

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
	"io"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/script"
)

// The functions of a problem or an algorithm that a cell or a script makes are interpreted. A search
// that takes long is continued in a compiled program, which makes both again: by the same function,
// with the same arguments and variables. So they record what has made them.

// A Maker is what makes problems or algorithms: a function, or an expression, which is taken for a
// function without parameters.
type Maker struct {
	Name  string   // for readers
	Of    string   // Problem, Algorithm or Custom; Registered of a call that registers h and d
	Func  string   // a declared function, or else
	Expr  ast.Expr // a function literal, or the expression
	Plain bool     // it is the expression
	From  any      // what its Source needs to know of it

	wrong error // why it can make nothing elsewhere
	found sync.Once
	vars  []Variable // that it may read
}

// A Variable is one of package main.
type Variable struct {
	Symbol string // of the interpreter, and in the compiled program
	Name   string // for readers
}

// Used is what makers use.
type Used struct {
	Imports map[string]string // paths by the names of the compiled program
	Decls   []ast.Decl        // but imports, as the compiled program has them
	Vars    []Variable
}

// A Source has the declarations of an interpreter.
type Source interface {
	// Uses returns what makers use, with what that uses.
	Uses(makers ...*Maker) Used
	// Compiled returns a maker's expression as the compiled program has it.
	Compiled(m *Maker) ast.Expr
}

// A Relay continues the searches of what an interpreter makes in compiled programs.
type Relay struct {
	Checking sync.Mutex // held while the interpreter compiles or checks, or its variables are read

	in     *script.Interpreter
	values func() map[string]reflect.Value // of its variables
	source Source
	dir    string // where the checkout is looked for
	place  string // of the functions, for readers
	advice string // where such searches are compiled from the start

	mu       sync.Mutex
	notes    io.Writer
	makers   []*Maker
	remarked []string           // what is said once
	programs map[string]written // by the addresses of the makers
}

// New makes the relay of an interpreter, whose functions are in a place such as "a cell". What is
// worth saying goes to notes, and advice says where searches are compiled at once.
func New(in *script.Interpreter, source Source, notes io.Writer, dir, place, advice string) *Relay {
	r := &Relay{in: in, values: in.Globals, source: source, dir: dir, place: place, advice: advice, notes: notes,
		programs: map[string]written{}}
	in.OnMade(r.made)
	return r
}

// An origin is what made a problem or an algorithm: the maker, and all that it depended on.
type origin struct {
	relay  *Relay // whose interpreter did
	maker  *Maker
	args   []json.RawMessage
	vars   map[string]json.RawMessage
	err    error          // why it cannot be made again
	digest string         // of the problem
	space  unsafe.Pointer // its function NewSpace, which a copy of the problem has too
	custom engine.Custom
}

func spaceOf(p *engine.Problem) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&p.NewSpace))
}

// Made reports whether a Custom is as its maker has made it: origin is an engine.Custom's Origin.
func (o *origin) Made(c engine.Custom) bool { return identity(c) == identity(o.custom) }

// identity tells Customs with other values or other functions apart.
func identity(c engine.Custom) string {
	text := fmt.Sprintln(c.Name, c.Version, c.Draws, *(*unsafe.Pointer)(unsafe.Pointer(&c.Scheduler)))
	for _, q := range c.Queues {
		key := *(*unsafe.Pointer)(unsafe.Pointer(&q.Key))
		q.Key = nil
		text += fmt.Sprintln(q, key)
	}
	return text
}

// registered are the origins of h and d that are registered, by domain and name.
var registered sync.Map

// registration is the key of h and d in registered.
func registration(domain, word string) string { return domain + "/" + word }

// made records what has made a problem or an algorithm, unless that is known, or registered h and d.
func (r *Relay) made(thing any, number int, args []any) {
	r.mu.Lock()
	m := r.makers[number]
	r.mu.Unlock()
	switch x := thing.(type) {
	case *engine.Problem:
		if x == nil || x.NewSpace == nil {
			return
		}
		if o, ok := x.Origin.(*origin); !ok || o.space != spaceOf(x) {
			o = r.origin(m, args)
			o.digest, o.space = x.Digest(), spaceOf(x)
			x.Origin = o
		}
	case engine.Algorithm:
		if x.Own() && x.Origin() == nil {
			x.SetOrigin(r.origin(m, args))
		}
	case *engine.Custom:
		if x.Origin == nil || !x.Origin.Made(*x) {
			o := r.origin(m, args)
			o.custom = *x
			o.custom.Queues = slices.Clone(x.Queues)
			x.Origin = o
		}
	default:
		v := reflect.ValueOf(x)
		registered.Store(registration(path.Base(v.Type().PkgPath()), v.FieldByName("Name").String()), r.origin(m, args))
	}
}

// registeredIn are the origins of the registered h and d in a problem's name.
func registeredIn(name string) (all []*origin) {
	domain, _, _, variant := engine.SplitName(name)
	for word := range strings.SplitSeq(variant, "+") {
		if o, ok := registered.Load(registration(domain, word)); ok {
			all = append(all, o.(*origin))
		}
	}
	return all
}

func (r *Relay) origin(m *Maker, args []any) *origin {
	if m.wrong != nil {
		return &origin{relay: r, maker: m, err: m.wrong}
	}
	o := &origin{relay: r, maker: m}
	for _, arg := range args {
		text, err := exactly(arg)
		if o.args = append(o.args, text); err != nil {
			o.err = fmt.Errorf("an argument of %s is not plain data", m.Name)
		}
	}
	m.found.Do(func() { m.vars = r.source.Uses(m).Vars })
	if o.err == nil {
		o.vars, o.err = r.valuesFor(m)
	}
	return o
}

// valuesFor are the values of the variables that a maker may read.
func (r *Relay) valuesFor(m *Maker) (map[string]json.RawMessage, error) {
	if len(m.vars) == 0 {
		return nil, nil
	}
	r.Checking.Lock()
	defer r.Checking.Unlock()
	values := map[string]json.RawMessage{}
	globals := r.values()
	for _, v := range m.vars {
		text, err := exactly(globals[v.Symbol].Interface())
		if err != nil {
			return nil, errNotPlain(v)
		}
		values[v.Symbol] = text
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

// generation is a letter to Go, and hardly used by anyone.
const generation = "ʹ"

// names are the numbers of names that cells have declared more than once.
var names = regexp.MustCompile(generation + `\d+`)

// Names in the compiled program that nothing else declares.
const (
	workerName  = generation + "worker"
	engineName  = generation + "engine"
	domainsName = generation + "domains"
	ofProblem   = generation + "problem"
	ofAlgorithm = generation + "algorithm"
	ofRegister  = generation + "register"
)

// Import paths of packages that the compiled program uses.
const (
	enginePath  = "github.com/focal-search/focal/engine"
	domainsPath = "github.com/focal-search/focal/domains"
	workerPath  = "github.com/focal-search/focal/kernel/relay/worker"
)

// function returns the maker as a function of the compiled program.
func (m *Maker) function(source Source) ast.Expr {
	if m.Func != "" {
		return ast.NewIdent(m.Func)
	}
	e := source.Compiled(m)
	if !m.Plain {
		return e
	}
	var result ast.Expr = &ast.SelectorExpr{X: ast.NewIdent(engineName), Sel: ast.NewIdent(m.Of)}
	if m.Of == "Problem" {
		result = &ast.StarExpr{X: result}
	}
	return &ast.FuncLit{
		Type: &ast.FuncType{Params: &ast.FieldList{}, Results: &ast.FieldList{List: []*ast.Field{{Type: result}}}},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{e}}}},
	}
}

// write writes the program that makes a problem, which has a name if there is no maker of it, and
// an algorithm, which is built in if there is none, after it has registered h and d. The error says
// why they might not be the same there.
func (r *Relay) write(problem, algorithm *Maker, register ...*Maker) ([]byte, error) {
	imports := &ast.GenDecl{Tok: token.IMPORT, Lparen: 1, Rparen: 1, Specs: []ast.Spec{importSpec(engineName, enginePath)}}
	values := &ast.GenDecl{Tok: token.VAR, Lparen: 1, Rparen: 1}
	let := func(name string, value ast.Expr) {
		spec := &ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent(name)}, Values: []ast.Expr{value}}
		values.Specs = append(values.Specs, spec)
	}
	let("_", &ast.SelectorExpr{X: ast.NewIdent(engineName), Sel: ast.NewIdent("Solve")})
	var makers []*Maker
	if problem != nil {
		makers = append(makers, problem)
		let(ofProblem, problem.function(r.source))
	} else {
		imports.Specs = append(imports.Specs, importSpec(domainsName, domainsPath))
		let(ofProblem, &ast.SelectorExpr{X: ast.NewIdent(domainsName), Sel: ast.NewIdent("Get")})
	}
	if algorithm != nil {
		makers = append(makers, algorithm)
		let(ofAlgorithm, algorithm.function(r.source))
	}
	registered, nameOf := "", map[*Maker]string{problem: ofProblem, algorithm: ofAlgorithm}
	for i, m := range register {
		makers, nameOf[m] = append(makers, m), fmt.Sprint(ofRegister, i)
		let(nameOf[m], m.function(r.source))
		registered += ", " + nameOf[m]
	}
	u := r.source.Uses(makers...)
	for _, name := range slices.Sorted(maps.Keys(u.Imports)) {
		imports.Specs = append(imports.Specs, importSpec(name, u.Imports[name]))
	}
	decls := append([]ast.Decl{imports}, u.Decls...)
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
	for _, v := range u.Vars {
		fmt.Fprintf(&out, "%q: &%s,", v.Symbol, v.Symbol)
	}
	fmt.Fprintf(&out, "}%s)\n}\n", registered)

	pkg, info, err := r.in.Check(&ast.File{Name: ast.NewIdent("main"), Decls: decls}, func(types.Error) bool { return false })
	if err != nil {
		return nil, err
	}
	if err := Impure(r.place, decls, pkg, info); err != nil {
		return nil, err
	}
	for _, v := range u.Vars {
		if x := pkg.Scope().Lookup(v.Symbol); x == nil || !Plain(x.Type()) {
			return nil, errNotPlain(v)
		}
	}
	for _, m := range makers {
		for p := range pkg.Scope().Lookup(nameOf[m]).Type().(*types.Signature).Params().Variables() {
			if !Plain(p.Type()) {
				return nil, fmt.Errorf("the parameter %s of %s is not plain data", p.Name(), m.Name)
			}
		}
	}
	return out.Bytes(), nil
}

func errNotPlain(v Variable) error {
	return fmt.Errorf("its functions use the variable %s, which is not plain data: declare a function in its place", v.Name)
}

// Handover continues the searches of what the interpreter has made in compiled programs: an engine.Handover.
func (r *Relay) Handover(ctx context.Context, p *engine.Problem, t engine.Task) <-chan engine.Leg {
	for _, o := range registeredIn(p.Name) { // of one of several scripts
		r = o.relay
	}
	for _, x := range []any{p.Origin, t.Algorithm.Origin()} {
		if o, ok := x.(*origin); ok {
			r = o.relay
		}
	}
	legs := make(chan engine.Leg, 1)
	go func() {
		if !r.in.Interprets() || builtIn(p) && !t.Algorithm.Own() { // a search of functions that are compiled in
			return
		}
		source, task, err := r.Program(p, t)
		var program *Program
		if err == nil {
			program, err = Build(ctx, r.dir, source)
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			r.interpreted(p, err)
			return
		}
		legs <- func(ctx context.Context, at engine.Snapshot, progress func(engine.Snapshot),
			found func(engine.Incumbent)) *engine.Result {
			r.Remark("continued", "note: the functions of a search of %s are interpreted, which makes it some 10 to 40 times "+
				"slower; this one goes on compiled, as all do after half a second; %s\n", p.Name, r.advice)
			task.At = at
			result, err := program.Run(ctx, task, progress, found)
			if err != nil && ctx.Err() == nil {
				r.interpreted(p, err)
			}
			return result
		}
	}()
	return legs
}

// builtIn reports whether a problem is one of Focal's, as its name says.
func builtIn(p *engine.Problem) bool {
	if p.Sampled() || len(registeredIn(p.Name)) > 0 {
		return false
	}
	known, err := engine.Lookup(p.Name)
	return err == nil && known.Content == p.Content
}

// Program returns the source of the program in which a search can go on, and what it is to do
// there. The error says why it cannot.
func (r *Relay) Program(p *engine.Problem, t engine.Task) (source []byte, task Task, err error) {
	task = Task{Problem: p.Name, Digest: p.Digest(), Unit: p.Unit, Optimal: p.Optimal,
		Variables: map[string]json.RawMessage{}, Search: t}
	var problem, algorithm *Maker
	take := func(o *origin) (*Maker, error) {
		if o.err != nil {
			return nil, o.err
		}
		now, err := r.valuesFor(o.maker)
		if err == nil && !maps.EqualFunc(now, o.vars, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			err = errors.New("variables that it uses have changed since it was made")
		}
		maps.Copy(task.Variables, o.vars)
		return o.maker, err
	}
	var own []*Maker
	for _, o := range registeredIn(p.Name) {
		m, err := take(o)
		if err != nil {
			return nil, task, err
		}
		if !slices.Contains(own, m) {
			own = append(own, m)
		}
	}
	switch o, ok := p.Origin.(*origin); {
	case ok && o.space == spaceOf(p):
		if problem, err = take(o); err != nil {
			return nil, task, err
		}
		task.Args, task.Digest = o.args, o.digest
	case p.Sampled() || len(own) == 0 && !t.Algorithm.Own():
		return nil, task, r.errNoMaker("*engine.Problem")
	default:
		name, _ := json.Marshal(p.Name)
		task.Args = []json.RawMessage{name}
	}
	if t.Algorithm.Own() {
		o, ok := t.Algorithm.Origin().(*origin)
		if !ok {
			return nil, task, r.errNoMaker("engine.Algorithm")
		}
		if algorithm, err = take(o); err != nil {
			return nil, task, err
		}
		task.Algorithm = o.args
	}
	key := fmt.Sprint(append([]*Maker{problem, algorithm}, own...))
	r.Checking.Lock()
	defer r.Checking.Unlock()
	if _, known := r.programs[key]; !known {
		source, err := r.write(problem, algorithm, own...)
		r.programs[key] = written{source, err}
	}
	return r.programs[key].source, task, r.programs[key].err
}

// written is the source of a program, or the error that says why there is none.
type written struct {
	source []byte
	err    error
}

func (r *Relay) errNoMaker(of string) error {
	return fmt.Errorf("no function of %s that returns an %s has made it from its parameters alone", r.place, of)
}

// interpreted says once for each reason that a search is interpreted, and why.
func (r *Relay) interpreted(p *engine.Problem, why error) {
	text := why.Error()
	if wrong := (*script.Error)(nil); errors.As(why, &wrong) {
		text = wrong.Message
	}
	text, _, _ = strings.Cut(names.ReplaceAllString(text, ""), "\n")
	instead := r.advice
	if errors.Is(why, ErrNoGo) {
		instead = "with these it goes on compiled"
	}
	r.Remark(text, "note: the functions of a search of %s are interpreted, which makes it some 10 to 40 times slower: %s; %s\n", p.Name, text, instead)
}

// Remark says something once.
func (r *Relay) Remark(key, format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.remarked, key) {
		r.remarked = append(r.remarked, key)
		fmt.Fprintf(r.notes, format, args...)
	}
}

// A Tree is a declaration or a statement whose types are known.
type Tree struct {
	Node ast.Node
	Pkg  *types.Package
	Info *types.Info
	// Function returns the maker of a declared function that the program can have, nil for others,
	// and Outside reports whether an identifier is not declared in the tree, but for a program.
	Function func(*ast.FuncDecl) *Maker
	Outside  func(*ast.Ident) bool
	From     any // of makers that are expressions
}

// Records are where problems and algorithms are made: at return statements, or the ends of calls.
type Records map[token.Pos]record

// Find finds what makes problems and algorithms in a tree, to be recorded.
func (r *Relay) Find(t Tree, records Records) {
	function := func(f *ast.FuncType, body *ast.BlockStmt, m *Maker) {
		if f.Results.NumFields() != 1 || f.TypeParams != nil {
			return
		}
		if m.Of = madeType(t.Info.Types[f.Results.List[0].Type].Type); m.Of == "" {
			return
		}
		var names []string
		for _, field := range f.Params.List {
			if _, variadic := field.Type.(*ast.Ellipsis); variadic || len(field.Names) == 0 {
				return
			}
			for _, id := range field.Names {
				if id.Name == "_" || t.changes(body, t.Info.Defs[id]) {
					return
				}
				names = append(names, id.Name)
			}
		}
		number := r.number(m)
		ast.Inspect(body, func(n ast.Node) bool {
			if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
				records[ret.Pos()] = record{number, m.Of, names}
			}
			_, inner := n.(*ast.FuncLit)
			return !inner
		})
	}
	expression := func(e ast.Expr, end token.Pos, of string) {
		m := &Maker{Name: "the expression", Of: of, Expr: e, Plain: true, From: t.From}
		records[end] = record{r.number(m), of, nil}
	}
	ast.Inspect(t.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Body != nil && n.Name.Name != "_" {
				if m := t.Function(n); m != nil {
					function(n.Type, n.Body, m)
				}
			}
		case *ast.FuncLit:
			if t.closed(n) {
				function(n.Type, n.Body, &Maker{Name: "the function", Expr: n, From: t.From})
			}
		case *ast.CallExpr:
			switch of := madeType(t.Info.Types[n].Type); {
			case of != "" && t.closed(n):
				expression(n, n.Rparen, of)
			case t.registers(n):
				m := &Maker{Name: "the call of RegisterHD", Of: "Registered", Expr: statement(n), From: t.From}
				if !t.closed(n) {
					m.wrong = fmt.Errorf("the argument of %s uses a variable of the function around it", types.ExprString(n.Fun))
				}
				records[n.Rparen] = record{r.number(m), m.Of, nil}
			}
		case *ast.CompositeLit:
			if of := madeType(t.Info.Types[n].Type); of != "" && n.Type != nil && t.closed(n) {
				expression(n, n.Rbrace, of)
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

func (r *Relay) number(m *Maker) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.makers = append(r.makers, m)
	return len(r.makers) - 1
}

// registers reports whether a call is one of npuzzle.RegisterHD or another domain's.
func (t Tree) registers(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "RegisterHD" || len(call.Args) != 1 {
		return false
	}
	obj := t.Info.Uses[f.Sel]
	return obj != nil && obj.Pkg() != nil && path.Dir(obj.Pkg().Path()) == domainsPath
}

// statement is a function that only makes a call.
func statement(call *ast.CallExpr) ast.Expr {
	return &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: call}}}}
}

// madeType returns Problem, Algorithm or Custom for the types that are recorded, "" for others.
func madeType(t types.Type) string {
	pointer, isPointer := t.(*types.Pointer)
	if isPointer {
		t = pointer.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != enginePath {
		return ""
	}
	if name := named.Obj().Name(); name == "Problem" && isPointer || (name == "Algorithm" || name == "Custom") && !isPointer {
		return name
	}
	return ""
}

// closed reports whether all that an expression uses is declared in it or outside of the tree.
func (t Tree) closed(e ast.Expr) bool {
	closed := true
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return closed
		}
		obj, local := t.Info.Uses[id].(*types.Var)
		if local && !t.Outside(id) && !obj.IsField() && obj.Pkg() == t.Pkg && !(e.Pos() <= obj.Pos() && obj.Pos() < e.End()) {
			closed = false
		}
		return closed
	})
	return closed
}

// changes reports whether a function's body may change a parameter.
func (t Tree) changes(body ast.Node, parameter types.Object) (changes bool) {
	is := func(e ast.Expr) {
		if id := Root(e); id != nil && t.Info.Uses[id] == parameter {
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

// Recorded makes a copy of a tree record the problems and algorithms that it makes, by functions of
// package rt, which it calls by a name.
func (records Records) Recorded(tree ast.Node, runtime string) {
	if len(records) == 0 {
		return
	}
	at := func(e ast.Expr, s string) *ast.Ident { return &ast.Ident{NamePos: e.Pos(), Name: s} }
	function := func(e ast.Expr, name string) ast.Expr {
		return &ast.SelectorExpr{X: at(e, runtime), Sel: at(e, name)}
	}
	number := func(e ast.Expr, r record) ast.Expr {
		return &ast.BasicLit{ValuePos: e.Pos(), Kind: token.INT, Value: strconv.Itoa(r.maker)}
	}
	made := func(e ast.Expr, r record) *ast.CallExpr {
		call := &ast.CallExpr{Fun: function(e, "Made"+r.of), Lparen: e.Pos(), Rparen: e.End(), Args: []ast.Expr{e, number(e, r)}}
		for _, name := range r.parameters {
			call.Args = append(call.Args, at(e, name))
		}
		return call
	}
	astutil.Apply(tree, nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.ReturnStmt:
			if r, ok := records[n.Pos()]; ok && len(n.Results) == 1 {
				n.Results[0] = made(n.Results[0], r)
			}
		case *ast.CompositeLit:
			if r, ok := records[n.Rbrace]; ok {
				c.Replace(made(n, r))
			}
		case *ast.CallExpr:
			switch r, ok := records[n.Rparen]; {
			case ok && r.of == "Registered": // the call is the maker's
				n.Args = append([]ast.Expr{n.Fun}, n.Args...)
				n.Args = append(n.Args, number(n, r))
				n.Fun = function(n, r.of)
			case ok:
				c.Replace(made(n, r))
			}
		}
		return true
	})
}
