package instant

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
)

// A candidate is a completion of a word.
type candidate struct {
	Text      string
	Type      string // as IPython calls it: function, class, instance, module, keyword, property, or text within a string
	Signature string // of functions: parameters and results

	sign func() string // makes the signature; nil without one
}

// complete lists the completions of the word before the cursor. In a string they
// are the values that the called function accepts: the names of problems, algorithms,
// columns and, in an import, packages.
func (s *session) complete(code string, cursor int) report {
	s.relay.Checking.Lock()
	defer s.relay.Checking.Unlock()
	start, all := s.candidates(code[:cursor])
	r := report{Op: "completed", From: start, To: cursor}
	for _, c := range all {
		if !strings.HasPrefix(c.Text, code[start:cursor]) {
			continue
		}
		if c.sign != nil {
			c.Signature = strings.TrimPrefix(c.sign(), "func")
		}
		r.Matches = append(r.Matches, c)
	}
	return r
}

// candidates returns the completions of the word at the end of code, and where that
// word begins.
func (s *session) candidates(code string) (start int, all []candidate) {
	if start, ok := openString(code); ok {
		return s.texts(code, start)
	}
	start = wordStart(code, len(code))
	if base, ok := operand(code, start); ok {
		return start, sorted(s.members(base))
	}
	if before, tok := enclosing(code[:start]); tok == token.LBRACE && strings.ContainsAny(lastOf(code[:start]), "{,") {
		return start, append(sorted(s.fieldsOf(before)), sorted(s.words())...)
	}
	return start, sorted(s.words())
}

// fieldsOf returns the fields of the struct type that stands at the end of code.
func (s *session) fieldsOf(code string) (all []candidate) {
	start := nameStart(code)
	if start == len(code) {
		return nil
	}
	t := s.typeOf("*new(" + code[start:] + ")")
	if t == nil {
		return nil
	}
	if u, ok := t.Underlying().(*types.Struct); ok {
		for f := range u.Fields() {
			if f.Exported() || f.Pkg().Path() == "main" {
				all = append(all, candidate{Text: f.Name(), Type: objectWord(f)})
			}
		}
	}
	return all
}

// enclosing returns the code before the innermost bracket that is open at the end of code, and which it is.
func enclosing(code string) (before string, bracket token.Token) {
	type place struct {
		offset int
		tok    token.Token
	}
	var open []place
	scan(code, func(offset int, tok token.Token, _ string) {
		switch nesting(tok) {
		case 1:
			open = append(open, place{offset, tok})
		case -1:
			open = open[:max(len(open)-1, 0)]
		}
	})
	if len(open) == 0 {
		return "", token.ILLEGAL
	}
	last := open[len(open)-1]
	return code[:last.offset], last.tok
}

// lastOf returns the last character of code that is not space, if any.
func lastOf(code string) string {
	code = strings.TrimRightFunc(code, unicode.IsSpace)
	return code[max(len(code)-1, 0):]
}

// nameStart returns where the name at the end of code begins, with what stands before its dots.
func nameStart(code string) int {
	start := wordStart(code, len(code))
	if base, ok := operand(code, start); ok {
		start -= len(base) + 1
	}
	return start
}

// sorted sorts candidates by name and removes duplicates.
func sorted(all []candidate) []candidate {
	slices.SortStableFunc(all, func(a, b candidate) int { return strings.Compare(a.Text, b.Text) })
	return slices.CompactFunc(all, func(a, b candidate) bool { return a.Text == b.Text })
}

// words returns the names that can begin an expression or a statement.
func (s *session) words() (all []candidate) {
	for tok := token.BREAK; tok <= token.VAR; tok++ {
		all = append(all, candidate{Text: tok.String(), Type: "keyword"})
	}
	for name, e := range s.names {
		c := candidate{Text: name, Type: kindWords[e.kind]}
		if e.kind == aFunc {
			c.sign = func() string { return typeText(s.typeOf(name)) }
		}
		all = append(all, c)
	}
	for name := range wellKnown {
		all = append(all, candidate{Text: name, Type: "module"})
	}
	for _, name := range types.Universe.Names() {
		all = append(all, candidate{Text: name, Type: objectWord(types.Universe.Lookup(name))})
	}
	return all
}

// kindWords are the types of candidates that cells declare.
var kindWords = map[kind]string{aVar: "instance", aFunc: "function", aType: "class", aConst: "instance",
	anImport: "module"}

// objectWord returns the type of a candidate for an object of go/types.
func objectWord(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.TypeName:
		return "class"
	case *types.Builtin, *types.Func:
		return "function"
	case *types.Var:
		if obj.IsField() {
			return "property"
		}
	}
	return "instance"
}

// members returns the names that can follow an operand and a dot.
func (s *session) members(base string) (all []candidate) {
	add := func(obj types.Object) {
		if !obj.Exported() && obj.Pkg().Path() != "main" {
			return
		}
		c := candidate{Text: obj.Name(), Type: objectWord(obj)}
		if _, ok := obj.(*types.Func); ok {
			c.sign = func() string { return typeText(obj.Type()) }
		}
		all = append(all, c)
	}
	if path := s.packagePath(base); path != "" {
		for _, obj := range s.in.Members(path) {
			add(obj)
		}
		return all
	}
	t := s.typeOf(base)
	if t == nil {
		return nil
	}
	seen := map[types.Type]bool{}
	var fields func(t types.Type)
	fields = func(t types.Type) {
		t = pointee(t)
		u, ok := t.Underlying().(*types.Struct)
		if !ok || seen[t] {
			return
		}
		seen[t] = true
		for f := range u.Fields() {
			if add(f); f.Embedded() {
				fields(f.Type())
			}
		}
	}
	fields(t)
	for _, m := range typeutil.IntuitiveMethodSet(t, nil) {
		add(m.Obj())
	}
	return all
}

// packagePath returns the import path of the package that a name denotes.
func (s *session) packagePath(name string) string {
	if e := s.names[name]; e != nil {
		return e.path
	}
	return wellKnown[name]
}

// typeOf returns the type of an expression in the session, nil if it has none. Nothing is
// executed.
func (s *session) typeOf(expr string) types.Type {
	p, err := s.newPlan("completion/cell.go", expr)
	if err != nil || len(p.stmts) != 1 || p.result == nil {
		return nil
	}
	v := p.view(false, []ast.Decl{p.body()})
	if v.check() != nil {
		return nil
	}
	return v.info.Types[p.result.X].Type
}

// wordStart returns where the word that ends at the cursor begins.
func wordStart(code string, cursor int) int { return len(strings.TrimRightFunc(code[:cursor], isWord)) }

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// operand returns the expression before the dot that ends at an offset: names joined
// by dots, with calls and indices. False if there is no dot.
func operand(code string, end int) (string, bool) {
	if end == 0 || code[end-1] != '.' {
		return "", false
	}
	end--
	start := end
	for start > 0 {
		switch c := code[start-1]; {
		case c == ')' || c == ']':
			start = opening(code, start-1)
			continue
		case c == '.':
			start--
			continue
		}
		word := wordStart(code, start)
		if word == start {
			break
		}
		start = word
		if start == 0 || code[start-1] != '.' {
			break
		}
	}
	return code[start:end], true
}

// opening returns the offset of the opening bracket for a closing one.
func opening(code string, closing int) int {
	depth := 0
	for i := closing; i >= 0; i-- {
		switch code[i] {
		case ')', ']':
			depth++
		case '(', '[':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// inspect describes the entity that the name at the cursor denotes, and at level 1 also
// shows its source, if that is available.
func (s *session) inspect(code string, cursor, level int) report {
	s.relay.Checking.Lock()
	defer s.relay.Checking.Unlock()
	return s.described(code, cursor, level)
}

func (s *session) described(code string, cursor, level int) report {
	end := len(code) - len(strings.TrimLeftFunc(code[cursor:], isWord))
	start := wordStart(code, end)
	word := code[start:end]
	if word == "" { // between the parentheses of a call
		if before, tok := enclosing(code[:cursor]); tok == token.LPAREN && nameStart(before) < len(before) {
			return s.described(before, len(before), level)
		}
		return report{Op: "inspected"}
	}
	var text string
	if base, ok := operand(code, start); ok {
		text = s.describeMember(base, word)
		if level > 0 {
			text += s.source(base, word)
		}
	} else {
		text = s.describe(word)
	}
	if text == "" {
		return report{Op: "inspected"}
	}
	data, err := json.Marshal(show.MIME{show.Plain: text})
	return report{Op: "inspected", Found: err == nil, Bundle: data}
}

// describe documents a name of the session.
func (s *session) describe(name string) string {
	if path := s.packagePath(name); path != "" {
		return fmt.Sprintf("package %s // %q\n\n%s", name, path, s.docs.synopsis(path))
	}
	if text := s.declaration(name); text != "" {
		return text
	}
	e := s.names[name]
	if e == nil || e.kind != aVar {
		return ""
	}
	return fmt.Sprintf("var %s %s\n\n%s", name, typeText(s.typeOf(name)),
		shorten(fmt.Sprintf("%+v", s.in.Globals()[e.internal])))
}

// typeText returns a type as a cell writes it.
func typeText(t types.Type) string {
	return plain(types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "main" {
			return ""
		}
		return p.Name()
	}))
}

// declaration returns a cell's declaration of a function, a type, a constant or, as T.m,
// a method, with the comment above it; "" if there is none.
func (s *session) declaration(name string) string {
	for _, f := range s.fragments {
		if slices.Contains(f.declares, name) {
			text := f.src + "\n\n"
			if f.doc != "" {
				text += f.doc + "\n"
			}
			return text + "// " + cellOf(f.cell)
		}
	}
	return ""
}

// describeMember documents a package's member, a field or a method.
func (s *session) describeMember(base, name string) string {
	if path := s.packagePath(base); path != "" {
		return s.describeExported(path, base, name)
	}
	t, obj, owner := s.selected(base, name)
	if obj == nil {
		return ""
	}
	if owner != nil && owner.Pkg().Path() == "main" {
		if text := s.declaration(plain(owner.Name()) + "." + name); text != "" {
			return text
		}
	} else if owner != nil {
		if text := s.docs.selected(owner.Pkg().Path(), owner.Name(), name); text != "" {
			return text
		}
	}
	text := strings.TrimPrefix(typeText(obj.Type()), "func")
	if _, ok := obj.(*types.Func); ok {
		return fmt.Sprintf("func (%s) %s%s", typeText(t), name, text)
	}
	return fmt.Sprintf("%s %s", name, typeText(obj.Type()))
}

// source is the source of a package's member or of a method, "" where it is not there
// or where the description has it, as it has that of what cells declare.
func (s *session) source(base, name string) string {
	var code string
	if path := s.packagePath(base); path != "" {
		code = s.docs.code(path, "", name)
	} else if _, obj, owner := s.selected(base, name); owner != nil && owner.Pkg().Path() != "main" {
		if _, ok := obj.(*types.Func); ok {
			code = s.docs.code(owner.Pkg().Path(), owner.Name(), name)
		}
	}
	if code == "" {
		return ""
	}
	return "\nSource:\n\n" + code
}

// selected returns the type of an expression, its field or method of a name, and the type
// that declares that; nil if there is none.
func (s *session) selected(base, name string) (t types.Type, obj types.Object, owner *types.TypeName) {
	if t = s.typeOf(base); t == nil {
		return nil, nil, nil
	}
	obj, index, _ := types.LookupFieldOrMethod(t, true, types.NewPackage("main", "main"), name)
	if obj != nil {
		owner = ownerOf(t, obj, index)
	}
	return t, obj, owner
}

// ownerOf returns the type that declares a field or a method, which may be promoted; nil if
// the type has no name or no package.
func ownerOf(t types.Type, member types.Object, index []int) *types.TypeName {
	if f, ok := member.(*types.Func); ok {
		t = f.Signature().Recv().Type()
	} else {
		for _, i := range index[:len(index)-1] {
			t = pointee(t).Underlying().(*types.Struct).Field(i).Type()
		}
	}
	if n, ok := types.Unalias(pointee(t)).(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj()
	}
	return nil
}

// pointee returns what a pointer points to, and any other type itself.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// describeExported documents an exported name of a package: by its declaration and doc
// comment, or by the compiled symbol if there is no source.
func (s *session) describeExported(path, base, name string) string {
	members := s.in.Members(path)
	at := slices.IndexFunc(members, func(obj types.Object) bool { return obj.Name() == name })
	if at < 0 {
		return ""
	}
	if text := s.docs.member(path, name); text != "" {
		return text
	}
	v, ok := script.Members(path)[name]
	switch {
	case !ok: // it is generic
		return types.ObjectString(members[at], (*types.Package).Name)
	case v.Kind() == reflect.Func:
		return fmt.Sprintf("func %s%s", name, strings.TrimPrefix(v.Type().String(), "func"))
	case v.Kind() == reflect.Pointer && v.IsNil():
		return fmt.Sprintf("type %s %s", name, outline(v.Type().Elem()))
	}
	return fmt.Sprintf("%s.%s %s = %v", base, name, v.Type(), v)
}

func methodNames(t reflect.Type) (names []string) {
	if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		t = reflect.PointerTo(t)
	}
	for i := range t.NumMethod() {
		if m := t.Method(i); m.IsExported() {
			names = append(names, m.Name)
		}
	}
	return names
}

// outline returns a type's definition: a struct's exported fields, and methods.
func outline(t reflect.Type) string {
	var b strings.Builder
	if t.Kind() == reflect.Struct {
		b.WriteString("struct {\n")
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				fmt.Fprintf(&b, "\t%s %s\n", f.Name, f.Type)
			}
		}
		b.WriteString("}")
	} else {
		b.WriteString(t.Kind().String())
	}
	if methods := methodNames(t); len(methods) > 0 {
		b.WriteString("\n\nmethods: " + strings.Join(methods, ", "))
	}
	return b.String()
}

// shorten truncates a long text.
func shorten(s string) string {
	const most = 400
	if chars := []rune(s); len(chars) > most {
		return string(chars[:most]) + "…"
	}
	return s
}

// completeness reports whether a cell is complete, incomplete or invalid, and for
// an incomplete one the indentation of the next line.
func completeness(code string) (status, indent string) {
	depth, open := 0, false // open: the last line goes on
	unterminated := scan(code, func(_ int, tok token.Token, _ string) {
		depth += nesting(tok)
		if tok != token.COMMENT {
			open = tok != token.SEMICOLON
		}
	})
	switch {
	case depth > 0 || open || unterminated:
		return "incomplete", strings.Repeat("\t", max(depth, 0))
	case parses(code), asked.MatchString(code):
		return "complete", ""
	}
	return "invalid", ""
}

// asked is a cell that asks for the documentation of a name, as engine.Solve?
var asked = regexp.MustCompile(`^\s*([\w.]+)\?\s*$`)

func parses(code string) bool {
	text, err := split(code)
	if err != nil {
		return false
	}
	fset := token.NewFileSet()
	_, declErr := parser.ParseFile(fset, "", "package main\n"+text.decls, 0)
	_, bodyErr := parser.ParseFile(fset, "", "package main\nfunc _() {\n"+text.stmts+"\n}", 0)
	return declErr == nil && bodyErr == nil
}
