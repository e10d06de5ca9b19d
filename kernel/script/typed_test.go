//go:build unix

package script

import (
	"context"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A typist writes programs that declare types of their own, with methods,
// embedding and generic instances, and statements over values of these types. Expressions
// have no side effects, since Go leaves open in which order variables are read and
// functions are called. What is printed contains no addresses.
type typist struct {
	*rand.Rand
	prefix string
	out    strings.Builder
	depth  int
	method bool    // in a method, which calls no others, so that none calls itself
	key    bool    // in the key of a map that is read, which reads no other map
	types  []*sort // the basic ones first
	vars   []variable
	n      int
}

// A sort is a type with what one can do with its values.
type sort struct {
	name    string // as it is written
	kind    string // int, float, string, bool, struct, slice, array, map, pointer, any, interface, func
	key     *sort
	elem    *sort // of a slice, an array, a map, a pointer; the result of a func
	length  int
	fields  []field
	methods []method
	plain   bool // printed without an address
	equal   bool // comparable, without a panic
}

type field struct {
	name     string
	of       *sort
	embedded bool
}

type method struct {
	name    string
	takes   []*sort
	gives   *sort // nil for none
	pointer bool
}

type variable struct {
	name  string
	of    *sort
	fixed bool // not assigned to: its value decides when a loop ends
}

const typedPrelude = `
type areer interface{ Area() int }
type namer interface{ Name() string }
type both interface {
	areer
	namer
}

type box[T any] struct{ V T }

func (b box[T]) Get() T          { return b.V }
func (b *box[T]) Set(v T)        { b.V = v }
func (b box[T]) With(v T) box[T] { b.V = v; return b }

type couple[K comparable, V any] struct {
	Key K
	box[V]
}

func (c couple[K, V]) First() K { return c.Key }

func at[S ~[]E, E any](s S, i int) (e E) {
	if i >= 0 && i < len(s) {
		return s[i]
	}
	return e
}

func pick[T any](c bool, x, y T) T {
	if c {
		return x
	}
	return y
}

func as[T any](x any, otherwise T) T {
	if v, ok := x.(T); ok {
		return v
	}
	return otherwise
}

func mapped[S ~[]E, E, F any](s S, f func(E) F) []F {
	fs := make([]F, 0, len(s))
	for _, e := range s {
		fs = append(fs, f(e))
	}
	return fs
}

func all[E any](s []E) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i, e := range s {
			if !yield(i, e) {
				return
			}
		}
	}
}

func joined[S ~[]E, E any](s S, more ...E) S {
	if len(s) > 9 {
		return s
	}
	return append(s[:len(s):len(s)], more...)
}

func short(s string) string { return s[:min(len(s), 99)] }

func glued[S ~string](x, y S) S {
	if len(x) > 99 {
		return x
	}
	return x + y
}

func pointer[T any](v T) *T { return &v }

func cut(s string, n int) string { return s[:min(len(s), n&7)] }

func whole(f float64) int {
	if f > -1e9 && f < 1e9 {
		return int(f)
	}
	return -1
}

func tried(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("recovered %T %v\n", r, r)
		}
	}()
	f()
}
`

func (g *typist) line(format string, args ...any) {
	fmt.Fprintf(&g.out, strings.Repeat("\t", g.depth)+format+"\n", args...)
}

func (g *typist) one(of ...string) string { return of[g.IntN(len(of))] }

func basicSort(name, kind string) *sort {
	return &sort{name: name, kind: kind, plain: true, equal: true}
}

// that returns a random type for which a condition holds. There are a struct, a slice and a map in every program.
func (g *typist) that(holds func(*sort) bool) *sort {
	for {
		if s := g.types[g.IntN(len(g.types))]; holds(s) {
			return s
		}
	}
}

func (g *typist) any() *sort          { return g.that(func(*sort) bool { return true }) }
func (g *typist) plain() *sort        { return g.that(func(s *sort) bool { return s.plain }) }
func (g *typist) kind(k string) *sort { return g.that(func(s *sort) bool { return s.kind == k }) }
func (g *typist) named(n string) *sort {
	return g.that(func(s *sort) bool { return s.name == n })
}

// declare declares the program's own types and lists the others that it uses.
func (g *typist) declare() {
	for _, name := range []string{"int", "int", "int8", "uint8", "uint16", "int64"} {
		g.types = append(g.types, basicSort(name, "int"))
	}
	g.types = append(g.types, basicSort("float64", "float"), basicSort("string", "string"), basicSort("bool", "bool"),
		&sort{name: "any", kind: "any", plain: true, equal: false},
		&sort{name: "areer", kind: "interface", methods: []method{{name: "Area", gives: g.types[0]}}},
		&sort{name: "both", kind: "interface", methods: []method{{name: "Area", gives: g.types[0]}, {name: "Name"}}},
	)
	text := g.named("string")
	g.named("both").methods[1].gives = text
	for i := range 3 + g.IntN(4) {
		g.own(fmt.Sprintf("%sT%d", g.prefix, i))
		for range 2 {
			g.compound()
		}
	}
}

// compound adds a type without a name of its own.
func (g *typist) compound() {
	e := g.that(func(s *sort) bool { return s.kind != "func" })
	s := &sort{elem: e, plain: e.plain}
	switch g.IntN(7) {
	case 0, 1:
		s.kind, s.name = "slice", "[]"+e.name
	case 2:
		s.length = 1 + g.IntN(3)
		s.kind, s.name, s.equal = "array", fmt.Sprintf("[%d]%s", s.length, e.name), e.equal
	case 3:
		s.key = g.that(func(s *sort) bool { return s.equal && s.kind != "float" })
		s.kind, s.name = "map", "map["+s.key.name+"]"+e.name
		s.plain = s.plain && s.key.plain && (s.key.kind == "int" || s.key.kind == "string")
	case 4:
		s.kind, s.name, s.plain = "pointer", "*"+e.name, false
		for _, m := range e.methods {
			if e.kind != "interface" && e.kind != "pointer" {
				s.methods = append(s.methods, m)
			}
		}
	case 5:
		s.kind, s.name, s.plain = "func", "func("+g.types[0].name+") "+e.name, false
	case 6:
		if g.IntN(2) == 0 {
			s.kind, s.name, s.equal = "struct", "box["+e.name+"]", e.equal
			s.fields = []field{{name: "V", of: e}}
		} else {
			k := g.that(func(s *sort) bool { return s.equal })
			s.kind, s.name, s.equal, s.plain = "struct", "couple["+k.name+", "+e.name+"]", e.equal, s.plain && k.plain
			b := &sort{name: "box[" + e.name + "]", kind: "struct", elem: e, plain: e.plain, equal: e.equal,
				fields: []field{{name: "V", of: e}}}
			s.fields = []field{{name: "Key", of: k}, {name: "box", of: b, embedded: true}}
			s.methods = append(s.methods, method{name: "First", gives: k})
		}
		s.methods = append(s.methods, method{name: "Get", gives: e}, method{name: "Set", takes: []*sort{e}, pointer: true})
		if strings.HasPrefix(s.name, "box") {
			s.methods = append(s.methods, method{name: "With", takes: []*sort{e}, gives: s})
		}
	}
	g.types = append(g.types, s)
}

// own declares a named type with methods.
func (g *typist) own(name string) {
	s := &sort{name: name}
	switch g.IntN(6) {
	case 0:
		u := g.that(func(s *sort) bool { return slices.Contains([]string{"int", "float", "string", "bool"}, s.kind) })
		s.kind, s.plain, s.equal = u.kind, true, true
		g.line("type %s %s\n", name, g.underlying(u))
	case 1:
		e := g.that(func(s *sort) bool { return s.kind != "func" })
		s.kind, s.elem, s.plain = "slice", e, e.plain
		g.line("type %s []%s\n", name, e.name)
	case 2:
		e := g.that(func(s *sort) bool { return s.kind != "func" })
		s.kind, s.key, s.elem, s.plain = "map", g.named("string"), e, e.plain
		g.line("type %s map[string]%s\n", name, e.name)
	default:
		s.kind, s.plain, s.equal = "struct", true, true
		g.line("type %s struct {", name)
		for i := range 1 + g.IntN(4) {
			of := g.that(func(s *sort) bool { return s.kind != "func" })
			f := field{name: fmt.Sprintf("%s%d", g.one("f", "F"), i), of: of}
			// An embedded type has a name that is no basic type's.
			if i == 0 && g.IntN(3) > 0 {
				if e := g.embeddable(); e != nil {
					f = field{name: e.name, of: e, embedded: true}
					s.promote(e)
				}
			}
			if f.embedded {
				g.line("\t%s", f.name)
			} else {
				g.line("\t%s %s", f.name, f.of.name)
			}
			s.fields = append(s.fields, f)
			s.plain, s.equal = s.plain && f.of.plain, s.equal && f.of.equal
		}
		g.line("}\n")
	}
	g.declareMethods(s)
	g.types = append(g.types, s)
}

func (g *typist) underlying(s *sort) string {
	switch s.kind {
	case "float":
		return "float64"
	case "int":
		return g.one("int", "uint8", "int16")
	}
	return s.kind
}

func (g *typist) embeddable() *sort {
	for range 20 {
		if s := g.any(); strings.HasPrefix(s.name, g.prefix+"T") {
			return s
		}
	}
	return nil
}

// promote gives a struct the methods of an embedded type.
func (s *sort) promote(e *sort) {
	s.methods = append(s.methods, e.methods...)
}

func (s *sort) has(name string) bool {
	return slices.ContainsFunc(s.methods, func(m method) bool { return m.name == name })
}

func (s *sort) implements(i *sort) bool {
	for _, want := range i.methods {
		ok := slices.ContainsFunc(s.methods, func(m method) bool {
			return m.name == want.name && (!m.pointer || s.kind == "pointer")
		})
		if !ok {
			return false
		}
	}
	return true
}

func (g *typist) declareMethods(s *sort) {
	number, text := g.types[0], g.named("string")
	g.method = true
	defer func() { g.method = false }()
	for _, m := range []method{{name: "Area", gives: number}, {name: "Name", gives: text}, {name: "String", gives: text},
		{name: "Error", gives: text}, {name: "Less", takes: []*sort{s}, gives: g.named("bool")}, {name: "Put", takes: []*sort{number}},
		{name: "Twice", gives: s}} {
		if g.IntN(3) > 0 || m.name == "Error" && s.has("String") || m.name == "String" && s.has("Error") {
			continue
		}
		receiver := s.name
		m.pointer = m.name == "Put" || g.IntN(4) == 0 && m.name != "String" && m.name != "Error"
		if m.pointer {
			receiver = "*" + s.name
		}
		takes := ""
		g.vars = nil
		if m.name == "Put" || m.name == "Area" || m.name == "Less" || m.name == "Twice" || s.kind == "struct" {
			of := s
			if m.pointer {
				of = &sort{name: receiver, kind: "pointer", elem: s}
			}
			g.vars = []variable{{name: "r", of: of}}
		}
		if m.takes != nil {
			takes = "x " + m.takes[0].name
			g.vars = append(g.vars, variable{name: "x", of: m.takes[0]})
		}
		result := ""
		if m.gives != nil {
			result = m.gives.name
		}
		g.line("func (r %s) %s(%s) %s {", receiver, m.name, takes, result)
		g.depth++
		switch {
		case m.name == "Put":
			g.change("r", s, true)
		case m.name == "String" || m.name == "Error":
			g.line("return %q", s.name+"/"+strings.ToLower(m.name))
		case m.name == "Name":
			g.line("return %q + %s", s.name, g.expr(text, 1))
		default:
			g.line("return %s", g.expr(m.gives, 2))
		}
		g.depth--
		g.line("}\n")
		// A method of its own hides a promoted one.
		s.methods = slices.DeleteFunc(slices.Clone(s.methods), func(old method) bool { return old.name == m.name })
		s.methods = append(s.methods, m)
	}
	g.vars = nil
}

// change changes the value of a variable, or what it points to.
func (g *typist) change(name string, s *sort, pointed bool) {
	value := name
	if pointed {
		value = "*" + name
	}
	switch s.kind {
	case "struct":
		f := s.fields[g.IntN(len(s.fields))]
		g.line("%s.%s = %s", name, f.name, g.expr(f.of, 1))
	case "slice":
		g.line("if len(%s) < 9 {", value)
		g.line("\t%s = append(%s, %s)", value, value, g.expr(s.elem, 1))
		g.line("}")
	case "map":
		g.line("if %s != nil {", value)
		g.line("\t(%s)[%s] = %s", value, g.expr(s.key, 0), g.expr(s.elem, 1))
		g.line("}")
	case "array":
		g.line("(%s)[%d] = %s", value, g.IntN(s.length), g.expr(s.elem, 1))
	case "int":
		g.line("%s %s= %s", value, g.one("+", "-", "*", "^", "|", "&^"), g.expr(s, 1))
	case "pointer":
		if pointed {
			g.line("%s = %s", value, g.expr(s, 1))
			return
		}
		g.line("*%s = %s", name, g.expr(s.elem, 1))
	default:
		g.line("%s = %s", value, g.expr(s, 1))
	}
}

// literal is a value of a type without variables.
func (g *typist) literal(s *sort, depth int) string {
	of := s.name
	if depth < -1 {
		switch s.kind {
		case "struct", "slice", "array", "map":
			return of + "{}"
		case "pointer":
			return "new(" + s.elem.name + ")"
		case "any":
			return "any(3)"
		case "interface":
			return of + "(" + g.prefix + "Default{})"
		}
	}
	switch s.kind {
	case "int":
		return fmt.Sprintf("%s(%d)", of, g.IntN(9))
	case "float":
		return fmt.Sprintf("%s(%s)", of, g.one("0.5", "1.25", "-3", "2e3", "7"))
	case "string":
		return fmt.Sprintf("%s(%q)", of, g.one("", "a", "bc", "héllo", "x y"))
	case "bool":
		return of + "(" + g.one("true", "false") + ")"
	case "struct":
		var parts []string
		keyed := g.IntN(2) == 0
		for _, f := range s.fields {
			switch {
			case !keyed:
				parts = append(parts, g.expr(f.of, depth-1))
			case g.IntN(4) > 0:
				parts = append(parts, f.name+": "+g.expr(f.of, depth-1))
			}
		}
		return of + "{" + strings.Join(parts, ", ") + "}"
	case "slice", "array":
		n := g.IntN(4)
		if s.kind == "array" {
			n = min(n, s.length)
		}
		var parts []string
		for range n {
			parts = append(parts, g.element(s.elem, depth-1))
		}
		return of + "{" + strings.Join(parts, ", ") + "}"
	case "map":
		parts := map[string]string{}
		for range g.IntN(3) {
			parts[g.literal(s.key, 0)] = g.element(s.elem, depth-1)
		}
		var all []string
		for k, v := range parts {
			all = append(all, k+": "+v)
		}
		slices.Sort(all)
		return of + "{" + strings.Join(all, ", ") + "}"
	case "pointer":
		if s.elem.kind == "struct" && g.IntN(2) == 0 {
			return "&" + g.literal(s.elem, depth)
		}
		return "pointer[" + s.elem.name + "](" + g.expr(s.elem, depth-1) + ")"
	case "any":
		return "any(" + g.expr(g.that(func(s *sort) bool { return s.plain && s.equal }), depth-1) + ")"
	case "interface":
		for range 40 {
			if c := g.any(); c.kind != "interface" && c.implements(s) {
				return of + "(" + g.expr(c, depth-1) + ")"
			}
			if c := g.any(); c.kind == "struct" && (&sort{kind: "pointer", methods: c.methods}).implements(s) {
				return of + "(&" + g.literal(c, depth-1) + ")"
			}
		}
		return of + "(" + g.prefix + "Default{})"
	case "func":
		g.vars = append(g.vars, variable{name: "a", of: g.types[0]})
		body := g.expr(s.elem, depth-1)
		g.vars = g.vars[:len(g.vars)-1]
		return fmt.Sprintf("%s { return %s }", strings.Replace(of, "func(", "func(a ", 1), body)
	}
	panic(s.kind)
}

// element is an element of a composite literal, whose type may be left out.
func (g *typist) element(s *sort, depth int) string {
	e := g.expr(s, depth)
	if slices.Contains([]string{"struct", "slice", "map", "array"}, s.kind) && g.IntN(2) == 0 {
		if rest, ok := strings.CutPrefix(e, s.name+"{"); ok && strings.Count(rest, "}") == 1 {
			return "{" + rest
		}
	}
	return e
}

// places are expressions of a type that read a variable or a part of one.
func (g *typist) places(s *sort) (found []string) {
	for _, v := range g.vars {
		switch {
		case v.of.name == s.name:
			found = append(found, v.name)
		case v.of.kind == "pointer" && v.of.elem.name == s.name:
			found = append(found, "*"+v.name)
		case v.of.kind == "slice" && v.of.elem.name == s.name:
			found = append(found, fmt.Sprintf("at(%s, %d)", v.name, g.IntN(3)))
		case v.of.kind == "array" && v.of.elem.name == s.name:
			found = append(found, fmt.Sprintf("%s[%d]", v.name, g.IntN(v.of.length)))
		case v.of.kind == "map" && v.of.elem.name == s.name && !g.key:
			g.key = true
			found = append(found, fmt.Sprintf("%s[%s]", v.name, g.literal(v.of.key, 0)))
			g.key = false
		case v.of.kind == "func" && v.of.elem.name == s.name && !v.fixed:
			found = append(found, fmt.Sprintf("%s(%d)", v.name, g.IntN(5)))
		}
		of := v.of
		if of.kind == "pointer" {
			of = of.elem
		}
		for _, f := range of.fields {
			if f.of.name == s.name {
				found = append(found, v.name+"."+f.name)
			}
			if f.embedded {
				for _, inner := range f.of.fields {
					hidden := slices.ContainsFunc(of.fields, func(o field) bool { return o.name == inner.name })
					if inner.of.name == s.name && !hidden {
						found = append(found, v.name+"."+inner.name)
					}
				}
			}
		}
		for _, m := range v.of.methods {
			if m.gives != nil && m.gives.name == s.name && len(m.takes) == 0 && !g.method {
				found = append(found, v.name+"."+m.name+"()")
			}
		}
	}
	return found
}

// expr is an expression of a type.
func (g *typist) expr(s *sort, depth int) string {
	if found := g.places(s); len(found) > 0 && (depth <= 0 || g.IntN(3) > 0) {
		return found[g.IntN(len(found))]
	}
	if depth <= 0 {
		return g.literal(s, depth)
	}
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("pick[%s](%s, %s, %s)", s.name, g.expr(g.named("bool"), depth-1), g.expr(s, depth-1), g.expr(s, depth-1))
	case 1:
		return fmt.Sprintf("as[%s](%s, %s)", s.name, g.expr(g.named("any"), depth-1), g.expr(s, depth-1))
	case 2:
		return fmt.Sprintf("func() %s { return %s }()", s.name, g.expr(s, depth-1))
	case 3:
		if s.kind != "interface" && s.kind != "func" {
			return fmt.Sprintf("box[%s]{%s}.Get()", s.name, g.expr(s, depth-1))
		}
	}
	x := func() string { return g.expr(s, depth-1) }
	switch s.kind {
	case "int":
		other := g.kind("int")
		switch g.IntN(8) {
		case 0:
			return fmt.Sprintf("(%s %s %s)", x(), g.one("+", "-", "*", "&", "|", "^", "&^"), x())
		case 1:
			return fmt.Sprintf("(%s %s (%s | 1))", x(), g.one("/", "%"), x())
		case 2:
			return fmt.Sprintf("(%s %s (uint(%s) & 15))", x(), g.one("<<", ">>"), g.expr(other, depth-1))
		case 3:
			return fmt.Sprintf("%s(%s)", s.name, g.expr(other, depth-1))
		case 4:
			return fmt.Sprintf("%s(len(%s))", s.name, g.expr(g.that(func(s *sort) bool {
				return slices.Contains([]string{"slice", "map", "string"}, s.kind)
			}), depth-1))
		case 5:
			return fmt.Sprintf("%s(%s, %s)", g.one("min", "max"), x(), x())
		case 6:
			return fmt.Sprintf("%s(whole(float64(%s)))", s.name, g.expr(g.kind("float"), depth-1))
		case 7:
			return fmt.Sprintf("%s%s", g.one("-", "^"), x())
		}
	case "float":
		if g.IntN(2) == 0 {
			return fmt.Sprintf("%s(%s)", s.name, g.expr(g.kind("int"), depth-1))
		}
		return fmt.Sprintf("(%s %s %s)", x(), g.one("+", "-", "*"), x())
	case "string":
		switch g.IntN(4) {
		case 0:
			return fmt.Sprintf("glued(%s, %s)", x(), x())
		case 1:
			return fmt.Sprintf("%s(short(fmt.Sprint(%s)))", s.name, g.expr(g.plain(), depth-1))
		case 2:
			return fmt.Sprintf("%s(cut(string(%s), int(%s)))", s.name, x(), g.expr(g.types[0], depth-1))
		case 3:
			return fmt.Sprintf("%s(short(fmt.Sprintf(\"%%v|%%T\", %s, %s)))", s.name, g.expr(g.plain(), depth-1),
				g.expr(g.plain(), depth-1))
		}
	case "bool":
		o := g.that(func(s *sort) bool { return s.equal })
		switch g.IntN(4) {
		case 0:
			return fmt.Sprintf("%s(%s %s %s)", s.name, g.expr(o, depth-1), g.one("==", "!="), g.expr(o, depth-1))
		case 1:
			o = g.that(func(s *sort) bool { return s.kind == "int" || s.kind == "string" })
			return fmt.Sprintf("%s(%s %s %s)", s.name, g.expr(o, depth-1), g.one("<", ">="), g.expr(o, depth-1))
		case 2:
			return fmt.Sprintf("(%s %s %s)", x(), g.one("&&", "||"), x())
		case 3:
			e := g.that(func(s *sort) bool { return s.plain && s.equal })
			return fmt.Sprintf("%s(any(%s) == any(%s))", s.name, g.expr(e, depth-1), g.expr(g.that(func(s *sort) bool {
				return s.plain && s.equal
			}), depth-1))
		}
	case "slice":
		switch g.IntN(3) {
		case 0:
			return fmt.Sprintf("joined(%s, %s)", x(), g.expr(s.elem, depth-1))
		case 1:
			if from := g.kind("slice"); s.name[0] == '[' {
				g.vars = append(g.vars, variable{name: "e", of: from.elem})
				body := g.expr(s.elem, depth-1)
				g.vars = g.vars[:len(g.vars)-1]
				return fmt.Sprintf("mapped(%s, func(e %s) %s { return %s })", g.expr(from, depth-1), from.elem.name, s.elem.name,
					body)
			}
		}
	case "pointer":
		return fmt.Sprintf("pointer[%s](%s)", s.elem.name, g.expr(s.elem, depth-1))
	}
	return g.literal(s, depth)
}

func (g *typist) show(what string, s *sort) {
	switch {
	case s.plain && s.kind != "any":
		g.line("fmt.Printf(\"%s %%%s %%T\\n\", %s, %s)", g.one("v", "w"), g.one("v", "v", "+v"), what, what)
	case s.plain:
		g.line("fmt.Println(%s)", what)
	case s.kind == "interface":
		g.line("fmt.Printf(\"%%T %%v\\n\", %s, %s.Area())", what, what)
	case s.kind == "slice" || s.kind == "map":
		g.line("fmt.Printf(\"%%d %%T\\n\", len(%s), %s)", what, what)
	case s.kind == "pointer" && s.elem.plain:
		g.line("fmt.Printf(\"%%v %%T\\n\", *%s, %s)", what, what)
	default:
		g.line("fmt.Printf(\"%%T\\n\", %s)", what)
	}
}

func (g *typist) fresh() string {
	g.n++
	return fmt.Sprintf("v%d", g.n)
}

func (g *typist) define() variable {
	v := variable{name: g.fresh(), of: g.any()}
	switch g.IntN(3) {
	case 0:
		g.line("var %s %s = %s", v.name, v.of.name, g.expr(v.of, 2))
	default:
		g.line("%s := %s", v.name, g.expr(v.of, 2))
	}
	g.line("_ = %s", v.name)
	// A variable that := declares of an expression of another type does not occur: all
	// expressions have the type that they are asked for.
	g.vars = append(g.vars, v)
	return v
}

func (g *typist) block(statements int) {
	g.depth++
	outer := len(g.vars)
	for range statements {
		g.statement()
	}
	g.vars = g.vars[:outer]
	g.depth--
}

// settable returns a variable that may be assigned to, if there is one. A function that is assigned might call
// itself.
func (g *typist) settable() (variable, bool) {
	var all []variable
	for _, v := range g.vars {
		if !v.fixed && v.of.kind != "func" {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return variable{}, false
	}
	return all[g.IntN(len(all))], true
}

func (g *typist) statement() {
	v, ok := g.settable()
	if !ok || g.depth > 4 {
		v = g.define()
		g.show(v.name, v.of)
		return
	}
	n := g.fresh()
	number := g.types[0]
	switch g.IntN(31) {
	case 20:
		s := g.plain()
		g.line("%s := func(a int, more ...%s) (n int, last %s) {", n, s.name, s.name)
		g.line("\tdefer func() { n += a }()")
		g.line("\tfor _, m := range more { n++; last = m }")
		g.line("\treturn n, last")
		g.line("}")
		args := []string{"", ", " + g.expr(s, 1), ", " + g.expr(s, 1) + ", " + g.expr(s, 1), ", []" + s.name + "{" + g.expr(s, 1) + "}..."}
		g.line("%sn, %sl := %s(%s%s)", n, n, n, g.expr(number, 1), args[g.IntN(4)])
		g.show(n+"n", number)
		g.show(n+"l", s)
	case 21:
		s := g.plain()
		g.line("var %s []func() %s", n, s.name)
		g.line("for i := range 3 {")
		g.vars = append(g.vars, variable{name: "i", of: number, fixed: true})
		g.line("\tx := %s", g.expr(s, 1))
		g.line("\t_ = i")
		g.line("\t%s = append(%s, func() %s { return x })", n, n, s.name)
		g.vars = g.vars[:len(g.vars)-1]
		g.line("}")
		g.line("for _, f := range %s { fmt.Printf(\"%%v %%T\\n\", f(), f()) }", n)
	case 22:
		s := g.plain()
		g.line("%sc, %sd := make(chan %s), make(chan bool)", n, n, s.name)
		g.line("go func() { defer close(%sd); for x := range %sc { fmt.Printf(\"%%v %%T\\n\", x, x) } }()", n, n)
		g.line("for range 2 { select { case %sc <- %s: case <-%sd: } }", n, g.expr(s, 1), n)
		g.line("close(%sc)", n)
		g.line("<-%sd", n)
	case 23:
		g.line("%s:", n)
		g.line("for i := range 3 { for j := range 3 {")
		g.vars = append(g.vars, variable{name: "i", of: number, fixed: true}, variable{name: "j", of: number, fixed: true})
		g.line("\tif %s { continue %s }", g.expr(g.named("bool"), 2), n)
		g.line("\tif %s { break %s }", g.expr(g.named("bool"), 2), n)
		g.change(v.name, v.of, false)
		g.line("\tfmt.Println(i, j)")
		g.vars = g.vars[:len(g.vars)-2]
		g.line("} }")
		g.show(v.name, v.of)
	case 24:
		m := g.that(func(s *sort) bool { return s.kind == "map" && s.plain })
		g.line("%s := %s", n, g.expr(m, 2))
		g.line("%st := 0", n)
		g.line("for k, e := range %s { _, _ = k, e; %st++ }", n, n)
		g.line("fmt.Println(%st == len(%s), %s)", n, n, n)
	case 25:
		g.line("for i, c := range %s { fmt.Print(i, c, \" \") }", "string("+g.expr(g.kind("string"), 2)+")")
		g.line("fmt.Println()")
	case 26:
		s := g.that(func(s *sort) bool { return s.kind == "slice" && s.plain })
		g.line("%s := %s", n, g.expr(s, 2))
		g.line("%sb := make(%s, 2)", n, s.name)
		g.line("fmt.Println(copy(%sb, %s), len(%s[:min(1, len(%s))]), cap(%sb[:1:1]))", n, n, n, n, n)
		g.line("if len(%s) > 0 { %s[0], %sb[0] = %sb[1], %s[0] }", n, n, n, n, n)
		g.show(n, s)
		g.show(n+"b", s)
	case 27:
		s := g.that(func(s *sort) bool { return len(s.methods) > 0 && s.kind != "interface" && s.kind != "pointer" })
		for _, m := range s.methods {
			if m.gives != nil && len(m.takes) == 0 && !m.pointer {
				g.line("%s := %s.%s", n, "("+s.name+")", m.name)
				g.line("%sr := %s(%s)", n, n, g.expr(s, 2))
				g.show(n+"r", m.gives)
				g.line("_ = %sr", n)
				break
			}
		}
	case 28:
		s := g.that(func(s *sort) bool { return s.kind == "struct" && s.plain })
		g.line("%s := map[string]%s{\"a\": %s}", n, s.name, g.expr(s, 1))
		g.line("%sx := %s[\"a\"]", n, n)
		g.vars = append(g.vars, variable{name: n + "x", of: s})
		g.change(n+"x", s, false)
		g.line("%s[\"b\"] = %sx", n, n)
		g.show(n+"x", s)
		g.line("fmt.Println(%s[\"a\"], %s[\"b\"], %s[\"c\"], len(%s))", n, n, n, n)
	case 29:
		s, o := g.plain(), g.plain()
		g.line("%s := struct { A %s; B []%s }{A: %s}", n, s.name, o.name, g.expr(s, 1))
		g.line("%s.B = append(%s.B, %s)", n, n, g.expr(o, 1))
		g.line("%sc := %s", n, n)
		g.line("%sc.A = %s", n, g.expr(s, 1))
		g.line("fmt.Printf(\"%%v %%+v %%v\\n\", %s, %sc, len(%sc.B))", n, n, n)
	case 30:
		g.line("for %s, %sk := 0, %s; %s < 3; %s++ {", n, n, g.expr(number, 1), n, n)
		g.vars = append(g.vars, variable{name: n, of: number, fixed: true}, variable{name: n + "k", of: number})
		g.line("\tdefer func() { fmt.Println(%s, %sk) }()", n, n)
		g.block(1)
		g.vars = g.vars[:len(g.vars)-2]
		g.line("}")
	case 0, 1, 2:
		w := g.define()
		g.show(w.name, w.of)
	case 3:
		g.line("%s = %s", v.name, g.expr(v.of, 2))
		g.show(v.name, v.of)
	case 4, 5:
		g.change(v.name, v.of, false)
		g.show(v.name, v.of)
	case 6:
		g.line("if %s := (%s); (%s) {", n, g.expr(v.of, 1), g.expr(g.named("bool"), 2))
		g.line("\t_ = %s", n)
		g.block(2)
		g.line("} else {")
		g.block(1)
		g.line("}")
	case 7:
		g.line("for %s := range %d {", n, 1+g.IntN(3))
		g.vars = append(g.vars, variable{name: n, of: number, fixed: true})
		g.block(2)
		g.vars = g.vars[:len(g.vars)-1]
		g.line("\t_ = %s", n)
		g.line("}")
	case 8:
		s := g.kind("slice")
		g.line("for %s, %se := range (%s) {", n, n, g.one(g.expr(s, 2), "all("+g.expr(g.slice(), 2)+")"))
		g.line("\tfmt.Printf(\"%%d %%T\\n\", %s, %se)", n, n)
		if g.IntN(3) == 0 {
			g.line("\tif %s == 1 { break }", n)
		}
		g.line("}")
	case 9:
		x := g.that(func(s *sort) bool { return s.kind == "any" || s.kind == "interface" })
		g.line("switch %s := any(%s).(type) {", n, g.expr(x, 2))
		seen := map[string]bool{}
		for range 1 + g.IntN(4) {
			c := g.that(func(s *sort) bool { return s.kind != "any" })
			if seen[c.name] {
				continue
			}
			seen[c.name] = true
			g.line("case %s:", c.name)
			g.depth++
			g.show(n, c)
			g.depth--
		}
		g.line("default:")
		g.line("\tfmt.Printf(\"other %%T\\n\", %s)", n)
		g.line("}")
	case 10:
		g.line("tried(func() {")
		g.block(2)
		g.line("\tif (%s) { panic(%s) }", g.expr(g.named("bool"), 2), g.expr(g.that(func(s *sort) bool { return s.plain }), 1))
		g.line("})")
	case 11:
		for _, m := range v.of.methods {
			if m.gives != nil || v.of.kind == "interface" {
				continue
			}
			g.line("%s.%s(%s)", v.name, m.name, g.expr(m.takes[0], 1))
			g.show(v.name, v.of)
		}
	case 12:
		for _, m := range v.of.methods {
			if m.gives == nil || len(m.takes) > 0 {
				continue
			}
			g.line("%s := %s.%s", n, v.name, m.name)
			if g.IntN(2) == 0 {
				g.change(v.name, v.of, false)
			}
			g.line("%sr := %s()", n, n)
			g.show(n+"r", m.gives)
			g.line("_ = %sr", n)
			break
		}
	case 13:
		g.line("%s := %s", n, v.name)
		g.change(v.name, v.of, false)
		g.show(n, v.of)
		g.line("_ = %s", n)
	case 14:
		s := g.plain()
		g.line("%s := make(chan %s, 2)", n, s.name)
		g.line("go func() { %s <- %s; close(%s) }()", n, g.expr(s, 1), n)
		g.line("for x := range %s {", n)
		g.line("\tfmt.Printf(\"%%v %%T\\n\", x, x)")
		g.line("}")
	case 15:
		s := g.that(func(s *sort) bool { return s.kind != "func" })
		g.line("%s := func() (a %s, b error) {", n, s.name)
		g.line("\tdefer func() { if a2 := recover(); a2 != nil { b = fmt.Errorf(\"%%v\", a2) } }()")
		g.line("\tif (%s) { panic(%q) }", g.expr(g.named("bool"), 2), "p")
		g.line("\treturn %s, nil", g.expr(s, 2))
		g.line("}")
		g.line("%sa, %sb := %s()", n, n, n)
		g.show(n+"a", s)
		g.line("fmt.Println(%sb)", n)
		g.line("_ = %sa", n)
	case 16:
		g.line("%s := func() { ", n)
		g.change(v.name, v.of, false)
		g.line("}")
		g.line("%s()", n)
		g.line("%s()", n)
		g.show(v.name, v.of)
	case 17:
		a, b := g.expr(v.of, 1), g.expr(v.of, 1)
		g.line("%s, %s := %s, %s", n, n+"b", a, b)
		g.line("%s, %s = %s, %s", n, n+"b", n+"b", n)
		g.show(n, v.of)
		g.show(n+"b", v.of)
		g.line("_, _ = %s, %sb", n, n)
	case 18:
		s := g.that(func(s *sort) bool { return s.kind == "int" || s.kind == "string" })
		g.line("switch %s := (%s); {", n, g.expr(s, 2))
		g.line("case %s < (%s):", n, g.expr(s, 1))
		g.block(1)
		if g.IntN(2) == 0 {
			g.line("\tfallthrough")
		}
		g.line("case %s > %s:", n, g.expr(s, 1))
		g.block(1)
		g.line("default:")
		g.block(1)
		g.line("}")
	case 19:
		m := g.that(func(s *sort) bool { return s.kind == "map" })
		g.line("%s := %s", n, g.expr(m, 2))
		g.line("if %s != nil { %s[%s] = %s; delete(%s, %s) }", n, n, g.expr(m.key, 1), g.expr(m.elem, 1), n, g.expr(m.key, 0))
		g.line("%se, %sok := %s[%s]", n, n, n, g.expr(m.key, 1))
		g.show(n+"e", m.elem)
		g.line("fmt.Println(len(%s), %sok)", n, n)
		g.line("_ = %se", n)
	}
}

// slice is a slice type that is not named.
func (g *typist) slice() *sort {
	return g.that(func(s *sort) bool { return s.kind == "slice" && s.name[0] == '[' })
}

// typedProgram returns the declarations of the program of a seed, and the name of the
// function that runs it.
func typedProgram(seed uint64, prefix string) (source, name string) {
	g := &typist{Rand: rand.New(rand.NewPCG(seed, 11)), prefix: prefix}
	number, text := basicSort("int", "int"), basicSort("string", "string")
	g.types = append(g.types, number, text, &sort{name: "[]int", kind: "slice", elem: number, plain: true},
		&sort{name: "map[string]int", kind: "map", key: text, elem: number, plain: true},
		&sort{name: "box[int]", kind: "struct", plain: true, equal: true, fields: []field{{name: "V", of: number}},
			methods: []method{{name: "Get", gives: number}, {name: "Set", takes: []*sort{number}, pointer: true}}})
	g.line("type %sDefault struct{}\n", prefix)
	g.line("func (%sDefault) Area() int { return 7 }", prefix)
	g.line("func (%sDefault) Name() string { return \"default\" }\n", prefix)
	g.declare()
	g.line("func %srun() {", prefix)
	g.block(10)
	g.line("}\n")
	return g.out.String(), prefix + "run"
}

const typedHeader = "package main\n\nimport (\n\t\"fmt\"\n\t\"iter\"\n)\n" + typedPrelude

// Generated programs with types of their own print the same interpreted and compiled.
// Those that are not valid Go are left out; the others run, or are refused.
func TestGeneratedTypes(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("it needs Go")
	}
	files := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(files, "source", nil)}
	var all, calls strings.Builder
	var seeds []uint64
	single := func(source, run string) string {
		return typedHeader + source + "func main() {\n\ttried(" + run + ")\n}\n"
	}
	for i := range *fuzzPrograms {
		seed := *fuzzSeed + uint64(i)
		source, run := typedProgram(seed, fmt.Sprintf("P%d", seed))
		file, err := parser.ParseFile(files, "p.go", single(source, run), 0)
		if err == nil {
			_, err = config.Check("main", files, []*ast.File{file}, nil)
		}
		if err != nil {
			continue
		}
		seeds = append(seeds, seed)
		all.WriteString(source)
		fmt.Fprintf(&calls, "\ttried(%s)\n\tfmt.Print(\"\\x00\")\n", run)
	}
	t.Logf("%d of %d programs are valid", len(seeds), *fuzzPrograms)
	path := filepath.Join(t.TempDir(), "all.go")
	want := compiledOutputs(t, path, typedHeader+all.String()+"func main() {\n"+calls.String()+"}\n")
	refused := 0
	defer func() { t.Logf("%d of them are refused", refused) }()
	for i, seed := range seeds {
		source, run := typedProgram(seed, fmt.Sprintf("P%d", seed))
		if err := os.WriteFile(path, []byte(single(source, run)), 0o644); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		have, _, err := runs(Run, ctx, path)
		cancel()
		if err != nil && strings.Contains(err.Error(), "the interpreter") {
			refused++
			continue
		}
		if err != nil || have != want[i] {
			t.Errorf("seed %d: %v, prints\n%swant\n%s\n%s", seed, err, have, want[i], source)
		}
	}
}
