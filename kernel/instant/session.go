package instant

import (
	"context"
	"errors"
	"fmt"
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
	grace     time.Duration
	notes     io.Writer          // for what is worth saying but no error
	names     map[string]*entity // what is declared now
	fragments []*fragment        // declarations that are compiled again when what they use is redeclared
	used      map[string]int     // how often a name has been declared to yaegi
	dotted    bool               // something was imported with a dot
	hidden    int                // number of internal variables made
}

// An entity is what a name stands for.
type entity struct {
	kind     kind
	internal string // the name in yaegi
	path     string // of an imported package
}

type kind string

const (
	anImport kind = "import"
	aType    kind = "type"
	aConst   kind = "const"
	aVar     kind = "var"
	aFunc    kind = "func"
)

func newSession(stdout, stderr io.Writer, grace time.Duration) *session {
	return &session{
		in:    script.NewInterpreter(stdout, stderr),
		grace: grace,
		notes: stderr,
		names: map[string]*entity{},
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
// it redeclares. If those do not fit what is new, they stay as they were.
func (s *session) compile(name, src string) (*plan, error) {
	s.in.AddSource(name, src)
	p, err := s.newPlan(name, src)
	if err != nil {
		return nil, err
	}
	err = p.compile(s.stale(p.declared))
	var located *script.Error
	if len(p.stale) > 0 && errors.As(err, &located) && located.File != name {
		unfit := located
		if p, err = s.newPlan(name, src); err == nil {
			err = p.compile(nil)
		}
		if err == nil {
			fmt.Fprintf(s.notes, "note: declarations of earlier cells do not fit the new ones and keep using the old:\n%v\n", unfit)
		}
	}
	if err != nil {
		return nil, err
	}
	p.commit()
	return p, nil
}

// stale are the fragments that use one of the names, directly or by way of
// others, and are not declared anew themselves.
func (s *session) stale(declared map[string]kind) []*fragment {
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
			if chosen[f] || f.redeclaredIn(declared) || !f.concerns(touched) {
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

// simpleVariables are the types of variables of earlier cells, if they have no
// type of a package.
func (s *session) simpleVariables() map[string]string {
	found := map[string]string{}
	globals := s.in.Globals()
	for name, e := range s.names {
		if v := globals[e.internal]; e.kind == aVar && v.IsValid() {
			if t := v.Type().String(); !strings.ContainsAny(t, ".{") {
				found[name] = t
			}
		}
	}
	return found
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
