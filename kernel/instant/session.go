package instant

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/kernel/relay"
	"github.com/focal-search/focal/kernel/script"
)

// A session is an interpreter and what the cells have declared so far.
//
// Yaegi's package main holds all declarations. A name that is declared again gets an
// internal name of its own (xʹ2), so that types can be redefined, variables can change
// their type, and a cell that does not compile changes nothing. Functions and types that
// used the old declaration are compiled again, as if they had been declared in the new
// cell. A variable keeps its value and its type.
type session struct {
	in        *script.Interpreter
	grace     func() time.Duration // how long an interrupted cell may go on
	notes     io.Writer            // for what is worth saying but no error
	names     map[string]*entity   // what is declared now
	fragments []*fragment          // declarations that are compiled again when what they use is redeclared
	used      map[string]int       // how often a name has been declared to yaegi
	imports   map[string]string    // internal names of packages by import path
	dots      []*entity            // packages imported with a dot
	instances map[string]string    // of generic declarations: see package lower
	compiled  map[string]bool      // names of imports, instances and their methods that yaegi has
	cells     int                  // number of cells that were compiled
	docs      *documentation

	relay *relay.Relay // its mutex is held while something is compiled or checked
}

func newSession(stdout, stderr io.Writer) *session {
	s := &session{
		in:    script.NewInterpreter(stdout, stderr),
		grace: func() time.Duration { return 0 },
		notes: stderr,
		names: map[string]*entity{}, imports: map[string]string{}, instances: map[string]string{},
		compiled: map[string]bool{},
		docs:     newDocumentation(),
		// Yaegi would run a main by itself, with every later cell.
		used: map[string]int{"main": 1, "init": 1},
	}
	for _, name := range types.Universe.Names() { // lowered code uses them
		s.used[name] = 1
	}
	s.in.NameFiles(cellOf)
	s.relay = relay.New(s.in, s, stderr, ".", "a cell", "under Focal (GoNB) and by focal script --compile they are compiled at once")
	s.in.OnNames(func() []string {
		return slices.Concat(slices.Collect(maps.Keys(s.names)), slices.Collect(maps.Keys(wellKnown)))
	})
	return s
}

// cellName is the name of a cell's source. Yaegi keeps imports by its base.
func cellName(count int) string { return fmt.Sprintf("%d/cell.go", count) }

// run compiles a whole cell and then executes it. The value is that of its last
// statement, if that is an expression with one value or with several of which the last
// is an error that is not nil, else the zero Value.
func (s *session) run(ctx context.Context, count int, src string) (reflect.Value, error) {
	p, err := s.compile(cellName(count), src)
	if err == nil {
		err = s.execute(ctx, p)
	}
	if err != nil {
		return reflect.Value{}, err
	}
	value, ended := s.in.Yielded()
	if p.results == 0 || !ended || p.results > 1 && value == nil {
		return reflect.Value{}, nil
	}
	value = script.Unboxed(value)
	return reflect.ValueOf(&value).Elem(), nil
}

// execute runs a cell that was compiled.
func (s *session) execute(ctx context.Context, p *plan) error {
	for i, prog := range p.programs {
		if _, err := s.in.Execute(ctx, s.grace, prog); err != nil {
			return err
		}
		if i == 0 { // the variables are there
			s.move(p.moved)
			s.noteHeld(p.replaced)
		}
	}
	return nil
}

// Runs of %timeit: for at least this long altogether, but not more than so many.
const (
	timeitFor  = time.Second
	timeitMost = 1000
)

// repeat compiles a cell, runs it until its time is known, and returns the times without
// the first, in ascending order.
func (s *session) repeat(ctx context.Context, count int, src string) ([]time.Duration, error) {
	p, err := s.compile(cellName(count), src)
	if err == nil {
		err = s.execute(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	p.moved, p.replaced = nil, nil // once is enough
	var times []time.Duration
	for total := time.Duration(0); err == nil && (total < timeitFor || len(times) < 3) && len(times) < timeitMost; {
		start := time.Now()
		err = s.execute(ctx, p)
		times = append(times, time.Since(start))
		total += times[len(times)-1]
	}
	slices.Sort(times)
	return times, err
}

// move gives variables the values of those whose places they take. Their types have the
// same structure, but for the tags by which their names are known.
func (s *session) move(moved []move) {
	globals := s.in.Globals()
	for _, m := range moved {
		if m.lost {
			continue
		}
		from, to := globals[m.from.internal], globals[m.to.internal]
		if from.CanAddr() {
			from = reflect.NewAt(to.Type(), from.Addr().UnsafePointer()).Elem()
		}
		to.Set(from)
	}
}

// compile compiles a cell, together with the older declarations that use what
// it redeclares. Those that do not fit what is new stay as they were.
func (s *session) compile(name, src string) (_ *plan, err error) {
	s.relay.Checking.Lock()
	defer s.relay.Checking.Unlock()
	s.in.AddSource(name, src)
	defer func() {
		if r := recover(); r != nil { // no cell may end the process that holds the values
			err = s.in.Defect(name, r)
		}
	}()
	unfit := map[*fragment]error{}
	for {
		p, err := s.newPlan(name, src)
		if err != nil {
			return nil, err
		}
		stale, moved := s.stale(p.declared, p.frags, unfit)
		if err = p.compile(stale, moved); err == nil {
			p.commit()
			s.note(unfit)
			s.noteLost(p.moved)
			return p, nil
		}
		f := blamed(err, stale)
		if f == nil {
			return nil, err
		}
		unfit[f] = err
	}
}

// blamed is the fragment in which an error is, nil if it is in none.
func blamed(err error, fragments []*fragment) *fragment {
	var located *script.Error
	if errors.As(err, &located) {
		for _, f := range fragments {
			if f.contains(located.File, located.Line) {
				return f
			}
		}
	}
	return nil
}

// note prints which declarations do not fit what a cell has redeclared, once for each.
func (s *session) note(unfit map[*fragment]error) {
	for _, f := range s.fragments {
		if err := unfit[f]; err != nil && !f.noted {
			f.noted = true
			why := failureOf(err)
			fmt.Fprintf(s.notes, "note: %s of an earlier cell does not fit the new declarations and keeps using the old ones: %s\n%s\n",
				strings.Join(f.declares, ", "), why.Value, strings.Join(why.Traceback[1:], "\n"))
		}
	}
}

// noteLost prints which variables have lost their values.
func (s *session) noteLost(moved []move) {
	var names []string
	for _, m := range moved {
		if m.lost {
			names = append(names, m.to.name)
		}
	}
	if names != nil {
		slices.Sort(names)
		fmt.Fprintf(s.notes, "note: the value of %s is dropped: its type has other fields now\n", strings.Join(names, ", "))
	}
}

// noteHeld prints which variables hold values of types in interfaces that a cell has replaced.
func (s *session) noteHeld(replaced map[string]string) {
	if len(replaced) == 0 {
		return
	}
	for key, instance := range s.instances {
		generic, _, _ := strings.Cut(key, ",")
		if name := replaced[generic]; name != "" {
			replaced[instance] = name
		}
	}
	globals := s.in.Globals()
	holders := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		if e := s.names[name]; e.kind == aVar {
			s.in.Held(globals[e.internal], func(of string) {
				if of = replaced[of]; of != "" && !slices.Contains(holders[of], name) {
					holders[of] = append(holders[of], name)
				}
			})
		}
	}
	for _, of := range slices.Sorted(maps.Keys(holders)) {
		fmt.Fprintf(s.notes, "note: interfaces in %s hold values of the earlier type %s, which are not of the new one: make them again\n",
			strings.Join(holders[of], ", "), of)
	}
}

// stale are the fragments that use one of the names, directly or by way of others, and are
// not declared anew themselves, but for those known not to fit. A type that gets another
// method in the place of one that it has, or one declared or compiled again, is a new type: variables
// of it move to that, without their values if its structure is another one.
func (s *session) stale(declared map[string]kind, anew []*fragment, unfit map[*fragment]error) (stale []*fragment,
	moved []move) {
	touched := map[string]bool{}
	other := map[string]bool{} // what is not what it was, beside methods and bodies
	for name := range declared {
		if s.names[name] != nil {
			touched[name], other[name] = true, s.otherStructure(name, anew)
		}
		if receiver, _, method := strings.Cut(name, "."); method && s.embeds(receiver) && !s.inPlace(name, anew) {
			touched[receiver] = true // the method may hide one of an embedded field
		}
	}
	misfits := map[string]bool{} // types with a method that does not fit
	for _, f := range s.fragments {
		if _, again := declared[f.declares[0]]; again && f.receiver != "" && !s.inPlace(f.declares[0], anew) {
			touched[f.receiver] = true
		}
		if unfit[f] != nil && f.receiver != "" {
			misfits[f.receiver] = true
		}
	}
	chosen := map[*fragment]bool{}
	for changed := true; changed; {
		changed = false
		for _, f := range anew { // types declared again as they were, of others that are not
			if name := f.declares[0]; !other[name] && touched[name] && kindOf(f.decl) == aType && namesIn(f.decl, other) {
				other[name], changed = true, true
			}
		}
		for _, f := range s.fragments {
			if chosen[f] || unfit[f] != nil || f.redeclaredIn(declared) || !f.concerns(touched) ||
				f.receiver != "" && !touched[f.receiver] && misfits[f.receiver] {
				continue
			}
			chosen[f], changed = true, true
			stale = append(stale, f)
			if f.receiver != "" && !s.inPlace(f.declares[0], []*fragment{f}) {
				touched[f.receiver] = true
			}
			for _, name := range f.declares {
				touched[name] = true
				if kindOf(f.decl) != aFunc && f.mentions(other) {
					other[name] = true
				}
			}
		}
		for name, e := range s.names {
			if _, anew := declared[name]; !anew && e.kind == aVar && !touched[name] && s.moves(e, touched) {
				moved, touched[name], changed = append(moved, move{from: e}), true, true
			}
		}
	}
	for i, m := range moved {
		moved[i].lost = slices.ContainsFunc(slices.Collect(maps.Values(m.from.frag.refs)), func(ref reference) bool {
			return ref.kind == aType && other[ref.name]
		})
	}
	return stale, moved
}

// otherStructure reports whether a name is declared as another type than before, or as anything but a type.
func (s *session) otherStructure(name string, anew []*fragment) bool {
	before := s.names[name]
	if before.kind != aType {
		return true
	}
	was := structure(before.frag.decl, name)
	return was == "" || !slices.ContainsFunc(anew, func(f *fragment) bool { return structure(f.decl, name) == was })
}

// inPlace reports whether a method, T.m, is declared again with its parameters and results. Then it replaces the one
// that is there, in all values of the type and all that calls it.
func (s *session) inPlace(method string, anew []*fragment) bool {
	receiver, _, _ := strings.Cut(method, ".")
	e := s.names[receiver]
	if e == nil || e.kind != aType {
		return false
	}
	was := structure(e.frag.decl, receiver)
	if was == "" || strings.HasPrefix(was, "func") || s.names[was] != nil { // see pass functionMethods
		return false
	}
	before := slices.IndexFunc(e.methods, func(f *fragment) bool { return f.declares[0] == method })
	return before >= 0 && slices.ContainsFunc(anew, func(f *fragment) bool {
		return f.declares[0] == method && signature(f) == signature(e.methods[before])
	})
}

// signature is the text of the receiver, the parameters and the results of a method.
func signature(f *fragment) string {
	d := f.decl.(*ast.FuncDecl)
	return types.ExprString(d.Recv.List[0].Type) + types.ExprString(d.Type)
}

// structure is the text of a type that a declaration declares, "" if it does not.
func structure(decl ast.Decl, name string) string {
	t := typeSpec(decl, name)
	if t == nil || t.TypeParams != nil || t.Assign.IsValid() {
		return ""
	}
	text := types.ExprString(t.Type)
	ast.Inspect(t.Type, func(n ast.Node) bool {
		if f, ok := n.(*ast.Field); ok && f.Tag != nil {
			text += f.Tag.Value
		}
		return true
	})
	return text
}

// typeSpec is the part of a declaration that declares a type, nil if none does.
func typeSpec(decl ast.Decl, name string) *ast.TypeSpec {
	if d, ok := decl.(*ast.GenDecl); ok {
		for _, spec := range d.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
				return t
			}
		}
	}
	return nil
}

// namesIn reports whether a declaration contains one of the names.
func namesIn(decl ast.Decl, names map[string]bool) (found bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && names[id.Name]
		return !found
	})
	return found
}

// embeds reports whether a name is a struct's with an embedded field.
func (s *session) embeds(name string) bool {
	e := s.names[name]
	if e == nil || e.kind != aType {
		return false
	}
	t, ok := typeSpec(e.frag.decl, name).Type.(*ast.StructType)
	return ok && slices.ContainsFunc(t.Fields.List, func(f *ast.Field) bool { return len(f.Names) == 0 })
}

// moves reports whether a variable is of a type that is declared or compiled again.
func (s *session) moves(e *entity, touched map[string]bool) bool {
	for _, ref := range e.frag.refs {
		if ref.kind == aType && s.names[ref.name] == ref.entity && touched[ref.name] {
			return true
		}
	}
	return false
}

// fresh is the entity of a new declaration.
func (s *session) fresh(name string, k kind) *entity {
	s.used[name]++
	e := &entity{kind: k, name: name, internal: name, old: fmt.Sprintf("%s%s%d", name, generation, s.used[name])}
	if s.used[name] > 1 {
		e.internal = e.old
	}
	return e
}

// generation stands between a name and its number in internal names. It is a
// letter to Go, and hardly used by anyone.
const generation = "ʹ"
