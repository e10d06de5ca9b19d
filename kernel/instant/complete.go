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
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/show"
)

// complete lists what the word before the cursor may become. In a string that is
// the name of a problem or, where something is imported, of a package.
func (s *session) complete(code string, cursor int) report {
	start, names := s.candidates(code[:cursor])
	r := report{Op: "completed", From: start, To: cursor}
	for _, name := range names {
		if strings.HasPrefix(name, code[start:cursor]) {
			r.Matches = append(r.Matches, name)
		}
	}
	return r
}

// candidates are what the word at the end of code can become, and where that
// word begins.
func (s *session) candidates(code string) (start int, names []string) {
	if start, ok := openString(code); ok && !importing.MatchString(code[:start-1]) {
		return start, problems(code[start:]) // which have an order of their own
	} else if ok {
		return start, sorted(script.Packages())
	}
	start = wordStart(code, len(code))
	if base, ok := operand(code, start); ok {
		return start, sorted(s.members(base))
	}
	return start, sorted(s.words())
}

// sorted sorts names and leaves each once.
func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// openString is where the string begins that code ends within, after its quote.
func openString(code string) (start int, ok bool) {
	scan(code, func(offset int, tok token.Token, lit string) {
		if tok == token.STRING {
			_, err := strconv.Unquote(lit)
			start, ok = offset+1, err != nil && offset+len(lit) == len(code)
		}
	})
	return start, ok
}

// importing is code before the quote of an import's path.
var importing = regexp.MustCompile(`(^|\n)\s*import\s*(\([^)]*|[\w.]*\s*)$`)

// mostInstances is how many instances of a set are listed.
const mostInstances = 1000

// problems lists names of problems that begin with a prefix, up to the next slash
// or colon.
func problems(prefix string) (names []string) {
	domain, rest, inDomain := strings.Cut(prefix, "/")
	set, rest, inSet := strings.Cut(rest, "/")
	id, _, inVariant := strings.Cut(rest, ":")
	for _, d := range domains.List() {
		if !inDomain {
			names = append(names, d.Name+"/")
		}
		for _, s := range d.Sets {
			name := d.Name + "/" + s.Name + "/"
			switch {
			case d.Name != domain || !inDomain:
			case !inSet:
				names = append(names, name)
			case s.Name != set:
			case inVariant:
				for _, v := range s.Words() {
					names = append(names, name+id+":"+v)
				}
			case s.Names != nil:
				for _, n := range s.Names {
					names = append(names, name+n)
				}
			default:
				for i := range min(s.Count, mostInstances) {
					names = append(names, name+strconv.Itoa(i+1))
				}
			}
		}
	}
	return names
}

// words are the names that can begin an expression or a statement.
func (s *session) words() []string {
	words := types.Universe.Names()
	for tok := token.BREAK; tok <= token.VAR; tok++ {
		words = append(words, tok.String())
	}
	for name := range s.names {
		words = append(words, name)
	}
	for name := range wellKnown {
		words = append(words, name)
	}
	return words
}

// members are what can follow an operand and a dot.
func (s *session) members(base string) (names []string) {
	if path := s.packagePath(base); path != "" {
		for name := range script.Members(path) {
			names = append(names, name)
		}
		return names
	}
	t := s.typeOf(base)
	if t == nil {
		return nil
	}
	seen := map[types.Type]bool{}
	add := func(obj types.Object) {
		if obj.Exported() || obj.Pkg().Path() == "main" {
			names = append(names, obj.Name())
		}
	}
	var fields func(t types.Type)
	fields = func(t types.Type) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
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
	return names
}

// packagePath is the import path of the package that a name stands for.
func (s *session) packagePath(name string) string {
	if e := s.names[name]; e != nil {
		return e.path
	}
	return wellKnown[name]
}

// typeOf is the type of an expression over what the session knows, nil where it has none.
// Nothing is executed.
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

// wordStart is where the word that ends at the cursor begins.
func wordStart(code string, cursor int) int {
	for cursor > 0 {
		r, size := utf8.DecodeLastRuneInString(code[:cursor])
		if !isWord(r) {
			break
		}
		cursor -= size
	}
	return cursor
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// operand is the expression before the dot that ends at a place: names joined
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

// opening is where the bracket that is closed at a place was opened.
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

// inspect tells what the name at the cursor stands for.
func (s *session) inspect(code string, cursor int) report {
	end := cursor
	for end < len(code) {
		r, size := utf8.DecodeRuneInString(code[end:])
		if !isWord(r) {
			break
		}
		end += size
	}
	start := wordStart(code, end)
	word := code[start:end]
	var text string
	if base, ok := operand(code, start); ok {
		text = s.describeMember(base, word)
	} else {
		text = s.describe(word)
	}
	if word == "" || text == "" {
		return report{Op: "inspected"}
	}
	data, err := json.Marshal(show.MIME{show.Plain: text})
	return report{Op: "inspected", Found: err == nil, Bundle: data}
}

// describe tells of a name of the session.
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
	return fmt.Sprintf("var %s %s\n\n%s", name, typeText(s.typeOf(name)), shorten(fmt.Sprintf("%+v", s.in.Globals()[e.internal])))
}

// typeText is a type as a cell writes it.
func typeText(t types.Type) string {
	return plain(types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "main" {
			return ""
		}
		return p.Name()
	}))
}

// declaration is how a cell declares a function, a type, a constant or, as T.m, a
// method, with the comment above it; "" if none does.
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

// describeMember tells of a package's member, a field or a method.
func (s *session) describeMember(base, name string) string {
	if path := s.packagePath(base); path != "" {
		return s.describeExported(path, base, name)
	}
	t := s.typeOf(base)
	if t == nil {
		return ""
	}
	obj, index, _ := types.LookupFieldOrMethod(t, true, types.NewPackage("main", "main"), name)
	if obj == nil {
		return ""
	}
	owner := ownerOf(t, obj, index)
	if owner != nil && owner.Pkg() != nil && owner.Pkg().Path() == "main" {
		if text := s.declaration(plain(owner.Name()) + "." + name); text != "" {
			return text
		}
	} else if owner != nil && owner.Pkg() != nil {
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

// ownerOf is the type that has a field or a method itself, of one that may have it by
// embedding; nil where that has no name.
func ownerOf(t types.Type, member types.Object, index []int) *types.TypeName {
	if f, ok := member.(*types.Func); ok {
		t = f.Signature().Recv().Type()
	} else {
		for _, i := range index[:len(index)-1] {
			t = structOf(t).Field(i).Type()
		}
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	} else if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct)
}

// describeExported tells of what a package exports: its declaration and what is
// written above it, or where there is no source what is compiled in.
func (s *session) describeExported(path, base, name string) string {
	v, ok := script.Members(path)[name]
	if !ok {
		return ""
	}
	if text := s.docs.member(path, name); text != "" {
		return text
	}
	switch {
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

// outline writes a type's definition: a struct's exported fields, and methods.
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

// shorten keeps what can be read at a glance.
func shorten(s string) string {
	const most = 400
	if chars := []rune(s); len(chars) > most {
		return string(chars[:most]) + "…"
	}
	return s
}

// completeness says whether a cell is complete, incomplete or invalid, and for
// an incomplete one the indentation of the next line.
func completeness(code string) (status, indent string) {
	depth, open := 0, false // open: the last line goes on
	unterminated := scan(code, func(_ int, tok token.Token, _ string) {
		switch tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		}
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
