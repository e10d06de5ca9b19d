package instant

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/kernel/script"
)

// A session is an interpreter and what the cells have declared so far.
//
// Yaegi's package main holds all declarations. A name that is declared again
// gets an internal name of its own (xʹ2), so that types can be redefined,
// variables can change their type, and a cell that does not compile changes
// nothing. Functions and types that used the old declaration are compiled
// again, as if they had been declared in the new cell.
type session struct {
	in        *script.Interpreter
	grace     func() time.Duration // how long an interrupted cell may go on
	notes     io.Writer            // for what is worth saying but no error
	names     map[string]*entity   // what is declared now
	fragments []*fragment          // declarations that are compiled again when what they use is redeclared
	used      map[string]int       // how often a name has been declared to yaegi
	dotted    bool                 // something was imported with a dot
	hidden    int                  // number of internal variables made
	docs      *documentation
}

// An entity is what a name stands for.
type entity struct {
	kind     kind
	internal string // the name in yaegi
	path     string // of an imported package
	typ      string // of a variable: the type that a cell has declared, "" for others
}

type kind string

const (
	anImport kind = "import"
	aType    kind = "type"
	aConst   kind = "const"
	aVar     kind = "var"
	aFunc    kind = "func"
)

func newSession(stdout, stderr io.Writer) *session {
	return &session{
		in:    script.NewInterpreter(stdout, stderr),
		grace: func() time.Duration { return 0 },
		notes: stderr,
		names: map[string]*entity{},
		docs:  newDocumentation(),
		// Yaegi would run a main by itself, with every later cell.
		used: map[string]int{"main": 1, "init": 1},
	}
}

// cellName is the name of a cell's source. Yaegi keeps imports by its base.
func cellName(count int) string { return fmt.Sprintf("%d/cell.go", count) }

// run compiles a whole cell and then executes it. The value is that of its last
// statement, if that is an expression with one value, else the zero Value.
func (s *session) run(ctx context.Context, count int, src string) (reflect.Value, error) {
	p, err := s.compile(cellName(count), src)
	if err != nil {
		return reflect.Value{}, err
	}
	for _, prog := range p.programs {
		if _, err := s.in.Execute(ctx, s.grace, prog); err != nil {
			return reflect.Value{}, err
		}
	}
	if p.result == "" || !s.in.Completed() {
		return reflect.Value{}, nil
	}
	return s.take(p.result), nil
}

// take reads an internal variable and empties it, so that it keeps nothing alive.
func (s *session) take(variable string) reflect.Value {
	v := s.in.Globals()[variable]
	value := reflect.New(v.Type()).Elem()
	value.Set(v)
	if v.CanSet() { // yaegi replaces some variables by bare values
		v.SetZero()
	}
	return value
}

// compile compiles a cell, together with the older declarations that use what
// it redeclares. Those that do not fit what is new stay as they were.
func (s *session) compile(name, src string) (*plan, error) {
	s.in.AddSource(name, src)
	unfit := map[*fragment]error{}
	for {
		p, err := s.newPlan(name, src)
		if err != nil {
			return nil, err
		}
		if err = p.compile(s.stale(p.declared, unfit)); err == nil {
			p.commit()
			s.tell(unfit)
			return p, nil
		}
		f := blamed(err, p.stale)
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

// tell notes which declarations do not fit what a cell has redeclared, once for each.
func (s *session) tell(unfit map[*fragment]error) {
	for _, f := range s.fragments {
		if err := unfit[f]; err != nil && !f.told {
			f.told = true
			why := failureOf(err)
			fmt.Fprintf(s.notes, "note: %s of an earlier cell does not fit the new declarations and keeps using the old ones: %s\n%s\n",
				strings.Join(f.declares, ", "), why.Value, strings.Join(why.Traceback[1:], "\n"))
		}
	}
}

// stale are the fragments that use one of the names, directly or by way of
// others, and are not declared anew themselves, but for those known not to fit.
func (s *session) stale(declared map[string]kind, unfit map[*fragment]error) []*fragment {
	touched := map[string]bool{}
	for name := range declared {
		if s.names[name] != nil {
			touched[name] = true
		}
	}
	// A type whose method is replaced becomes a new type.
	for _, f := range s.fragments {
		if _, anew := declared[f.declares[0]]; anew && f.receiver != "" {
			touched[f.receiver] = true
		}
	}
	var stale []*fragment
	chosen := map[*fragment]bool{}
	for changed := true; changed; {
		changed = false
		for _, f := range s.fragments {
			if chosen[f] || unfit[f] != nil || f.redeclaredIn(declared) || !f.concerns(touched) {
				continue
			}
			chosen[f], changed = true, true
			stale = append(stale, f)
			for _, name := range f.declares {
				touched[name] = true
			}
		}
	}
	return stale
}

// isCollection says whether a type of an earlier cell is a map, slice or array.
func (s *session) isCollection(name string) bool {
	return slices.ContainsFunc(s.fragments, func(f *fragment) bool { return slices.Contains(f.collections, name) })
}

// scope is what a cell can use of what is declared elsewhere: imports are those
// of its own, names all that it mentions, declared what it declares but variables.
func (s *session) scope(imports map[string]string, names []*ast.Ident, declared map[string]kind) script.Scope {
	scope := script.Scope{Imports: imports, Variables: map[string]reflect.Type{}, Cell: true}
	use := func(name string) {
		if e := s.names[name]; e != nil && e.kind != anImport {
			return
		} else if e != nil && imports[name] == "" {
			imports[name] = e.path
		} else if path := wellKnown[name]; path != "" && imports[name] == "" {
			imports[name] = path
		}
	}
	for _, id := range names {
		use(id.Name)
	}
	for _, f := range s.fragments {
		if !f.redeclaredIn(declared) && f.outline != nil {
			scope.Declarations = append(scope.Declarations, f.outline)
			for name := range f.uses {
				use(name)
			}
		}
	}
	globals := s.in.Globals()
	for name, e := range s.names {
		_, anew := declared[name]
		if v := globals[e.internal]; e.kind == aVar && v.IsValid() && !anew {
			scope.Variables[name] = v.Type()
		}
	}
	return scope
}

// fresh is an internal name for a new declaration.
func (s *session) fresh(name string) string {
	s.used[name]++
	if n := s.used[name]; n > 1 {
		return fmt.Sprintf("%s%s%d", name, generation, n)
	}
	return name
}

// generation stands between a name and its number in internal names. It is a
// letter to Go, and hardly used by anyone.
const generation = "ʹ"

// variable is the name of a new internal variable.
func (s *session) variable() string {
	s.hidden++
	return fmt.Sprintf("%sv%d", generation, s.hidden)
}
