package lower

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/script/internal/passtest"
)

// library imports packages from source, each once.
var library = importer.ForCompiler(token.NewFileSet(), "source", nil)

// unit parses a program into a unit.
func unit(t *testing.T, src string) *Unit {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	return &Unit{
		Fset: fset, Files: []*ast.File{file}, Importer: library,
		Runtime: "github.com/focal-search/focal/kernel/script/rt", Added: map[string]string{}, Operations: map[string]bool{},
		Recovers: map[string]bool{},
		Methods:  map[string]map[string]bool{}, Types: map[string]types.Type{}, Displays: map[string]string{},
		Presents: func(f *types.Func) bool { return f.Pkg().Path() == "fmt" },
		Hands:    func(path, name string) ([]string, bool) { return nil, true },
		Number:   func() int { n++; return n },
	}
}

func hasErrors(u *Unit) bool {
	return slices.ContainsFunc(u.Errors, func(e types.Error) bool { return !e.Soft })
}

// Each pass rewrites its example as expected, and the output is well typed. The examples
// are files of testdata: the input, a line of dashes, and the output.
func TestPasses(t *testing.T) {
	for _, p := range Passes {
		t.Run(p.Name, func(t *testing.T) {
			before, after := passtest.Example(t, p.Name)
			u := unit(t, "package main\n\n"+before)
			u.Check()
			if hasErrors(u) {
				t.Fatal(u.Errors)
			}
			p.run(u)
			err := u.err
			if strings.HasPrefix(after, "refused: ") {
				if want := strings.TrimSpace(strings.TrimPrefix(after, "refused: ")); err == nil || err.Error() != want {
					t.Errorf("%v, want to be refused: %s", err, want)
				}
				return
			}
			if err == nil {
				u.recheck(p.Name)
				err = u.err
			}
			if err != nil {
				t.Fatal(err)
			}
			if have, want := passtest.Printed(u.Files[0]), passtest.Tidy(after); have != want {
				t.Errorf("it makes\n%s\nwant\n%s", have, want)
			}
		})
	}
}

// All passes together leave only the core language, as the check of the grammar finds.
func TestCore(t *testing.T) {
	u := unit(t, `package main

type number interface{ ~int | ~float64 }

type stack[T any] struct{ items []T }

func (s *stack[T]) push(x T) { s.items = append(s.items, x) }

func sum[T number](xs ...T) (s T) {
	defer func() { recover() }()
	for _, x := range xs {
		s += x
	}
	return s
}

func main() {
	s := &stack[int]{}
	push := s.push
	push(sum(1, 2))
	c := make(chan bool, 1)
	for i := 0; i < 3; i++ {
		go func() { c <- i > 0 }()
	}
	for x := range func(yield func(int) bool) { yield(3) } {
		println(x, <-c && <-c)
	}
}
`)
	if u.Check(); hasErrors(u) {
		t.Fatal(u.Errors)
	}
	if err := u.Lower(); err != nil || hasErrors(u) {
		t.Fatal(err, u.Errors)
	}
}

// refusal is what the first pass refuses.
func refusal(u *Unit) error {
	refusing.run(u)
	return u.err
}

// refuses checks that a program is refused with a text that begins as wanted, or not at all if that is "".
func refuses(t *testing.T, src, want string) {
	t.Helper()
	u := unit(t, src)
	if u.Check(); hasErrors(u) {
		t.Fatal(src, u.Errors)
	}
	if err := refusal(u); (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%s\n%v, want %q", src, err, want)
	}
}

// Comparisons of structs and arrays are refused if an interface in them may hold a value of a type
// with methods, as an interpreter compares the boxes of such values.
func TestRefuseInside(t *testing.T) {
	const refused = "the interpreter does not compare what is in the interfaces of "
	for code, want := range map[string]string{
		"type C int\nfunc (C) M() {}\ntype S struct{ v any }\nfunc f(a, b S) bool { return a == b }": refused + "S;",
		"type C int\nfunc (*C) M() {}\nfunc f(a, b [2]interface{ M() }) bool { return a != b }": refused +
			"[2]interface{M()};",
		"type C int\nfunc (C) M() {}\ntype S struct{ in struct{ err any } }\nvar m map[S]int":                       refused + "S;",
		"type C int\nfunc (C) M() {}\ntype S struct{ err error }\nfunc f(a, b S) bool { return a == b }":            "", // C is none
		"type C int\ntype S struct{ v any }\nfunc f(a, b S) bool { return a == b }":                                 "",
		"type C int\nfunc (C) M() {}\ntype S struct{ v C }\nvar m map[S]int\nfunc f(a, b S) bool { return a == b }": "",
		"type C int\nfunc (C) M() {}\nfunc f(a, b any) bool { return a == b }":                                      "",
	} {
		refuses(t, "package main\n\n"+code, want)
	}
}

// An assertion to an interface of a package is refused if a pointer implements it by methods with
// value receivers.
func TestRefusePointer(t *testing.T) {
	const program = "import \"fmt\"\ntype P struct{}\nfunc (P) String() string { return \"P\" }\n" +
		"func f(x any) bool { _, ok := x.(fmt.Stringer); return ok }\nfunc g(x any) { switch x.(type) { case fmt.Stringer: } }\n"
	for code, refused := range map[string]bool{"var x any = P{}": false, "var x any = &P{}": true} {
		u := unit(t, "package main\n\n"+program+code)
		if u.Check(); hasErrors(u) {
			t.Fatal(u.Errors)
		}
		const want = "the interpreter does not find the methods of P in a *P; assert the pointer itself"
		if err := refusal(u); refused != (err != nil) || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// Values that a template does not see as in Go are refused, and so are keys with methods for a sync.Map or a context.
func TestRefuseTemplate(t *testing.T) {
	const program = "import (\"context\"; \"os\"; \"sync\"; \"text/template\")\nvar t *template.Template\n" +
		"var m sync.Map\nvar c context.Context\n"
	const template, key = "a template sees neither methods", "the interpreter does not keep the type of a key with methods in a "
	for code, want := range map[string]string{
		"type R struct{ N int; L []int }\nvar err = t.Execute(os.Stdout, []R{{1, nil}})":                 "",
		"type R struct{ N int }\nfunc (R) M() {}\nvar err = t.Execute(os.Stdout, []R{{1}})":              template,
		"type R struct{ N int }\nfunc (R) M() {}\nvar err = t.Execute(os.Stdout, map[string]any{})":      template,
		"type R struct{ N int }\nfunc (R) M() {}\nvar err = t.Execute(os.Stdout, map[string]int{})":      "",
		"type B struct{ N int }\ntype R struct{ B }\nvar err = t.ExecuteTemplate(os.Stdout, \"\", &R{})": template,
		"type R struct{ n int }\nvar err = t.Execute(os.Stdout, R{1})":                                   template,
		"type R struct{ N *R }\nvar err = t.Execute(os.Stdout, R{})":                                     "",
		"type K int\nfunc (K) M() {}\nvar v, ok = m.Load(K(1))":                                          key + "sync.Map",
		"type K int\nvar v, ok = m.Load(K(1))":                                                           "",
		"type K int\nfunc (K) M() {}\nvar v, ok = m.Load(1)":                                             "",
		"type K int\nfunc (K) M() {}\nvar d = context.WithValue(c, any(K(1)), 2)":                        key + "context",
		"type K struct{}\nfunc (*K) M() {}\nvar v = c.Value(&K{})":                                       "",
		"type K struct{}\nvar v = c.Value(K{})":                                                          "",
		"type K int\nfunc (K) M() {}\nfunc f() { m.Range(func(k, v any) bool { return true }) }":         "",
		"type K int\nfunc (K) M() {}\nfunc f(k any) { m.Delete(k) }":                                     key + "sync.Map",
	} {
		refuses(t, "package main\n\n"+program+code+"\nvar _ = os.Stdout", want)
	}
}

// An assertion to an interface of a package that a type of the program implements is refused, except
// for error and fmt.Stringer.
func TestRefuseImplementing(t *testing.T) {
	const program = "import (\"fmt\"; \"io\"; \"sort\"; \"runtime\")\ntype C struct{}\nfunc (*C) Close() error { return nil }\n" +
		"func (*C) String() string { return \"\" }\ntype G[T any] []T\nfunc (g G[T]) Len() int { return 0 }\n" +
		"func (g G[T]) Less(i, j int) bool { return false }\nfunc (g G[T]) Swap(i, j int) {}\n"
	for code, refused := range map[string]bool{
		"func f(x any) io.Closer { return x.(io.Closer) }":                          true,
		"func f(x any) { if c, ok := x.(io.Closer); ok { c.Close() } }":             true,
		"func f(x any) { switch x.(type) { case nil: case io.Closer: } }":           true,
		"func f(x io.Reader) io.Closer { return x.(io.Closer) }":                    true,
		"func f(x any) { sort.Sort(x.(sort.Interface)) }":                           true,
		"func f(x error) fmt.Stringer { return x.(fmt.Stringer) }":                  true,
		"func f(x any) io.Writer { return x.(io.Writer) }":                          false,
		"func f(x any) error { return x.(runtime.Error) }":                          false,
		"func f(x any) error { return x.(error) }":                                  false,
		"type own interface{ Close() error }\nfunc f(x any) own { return x.(own) }": false,
	} {
		u := unit(t, "package main\n\n"+program+code+"\nvar _ fmt.State\nvar _ io.Reader\nvar _ sort.Interface\nvar _ runtime.Error")
		if u.Check(); hasErrors(u) {
			t.Fatal(u.Errors)
		}
		err := refusal(u)
		if refused != (err != nil) || err != nil && !strings.Contains(err.Error(), "that is asserted") {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// Values of the program in an interface of a package cannot be compared or shown, also as parts of others.
func TestRefuseParts(t *testing.T) {
	const program = "import (\"container/list\"; \"fmt\"; \"io\"; \"reflect\")\ntype W struct{ n int }\n" +
		"func (W) Write([]byte) (int, error) { return 0, nil }\nfunc (W) Is() {}\ntype H struct{ w io.Writer }\n" +
		"type S struct{ H }\nfunc (S) String() string { return \"\" }\ntype own interface{ Is() }\n" +
		"var a, b io.Writer; var r, q io.ReadSeeker; var h H; var o, e own; var l list.List\n"
	const compared, shown = "the interpreter does not compare the program's own values in ", "the interpreter does not show "
	for code, want := range map[string]string{
		"var _ = a == b":                                                compared + "io.Writer",
		"var _ = a != W{}":                                              compared + "io.Writer",
		"var _ = a == nil || nil != b":                                  "",
		"var _ = r == q || o == e":                                      "",
		"func f() { switch a { case b: } }":                             compared,
		"func f() { switch { case a == nil: } }":                        "",
		"var _ map[io.Writer]int":                                       compared,
		"var _ map[io.Reader]int":                                       "",
		"var _ = fmt.Sprint(h)":                                         shown,
		"var _ = fmt.Sprint(1, []io.Writer{a})":                         shown,
		"var _ = fmt.Sprint(map[string]*H{})":                           shown,
		"var _ = fmt.Sprint(&struct{ x [2]H }{})":                       shown,
		"var _ = reflect.DeepEqual(h, H{})":                             "reflect.DeepEqual does not know the types",
		"var _ = fmt.Sprint(S{}, []io.Reader{r}, h.w == nil, []own{o})": "",
		"var _ = l.PushBack(h)":                                         "",
		"func f() { fmt.Fprint(h.w, 1) }":                               "",
	} {
		refuses(t, "package main\n\n"+program+code+"\nvar _, _ = fmt.Sprint(), reflect.TypeOf(1)", want)
	}
}

// Arguments that functions would not see as in Go by reflection are refused.
func TestRefuseLooking(t *testing.T) {
	const program = "import (\"encoding/gob\"; \"encoding/json\"; \"encoding/xml\"; \"flag\"; \"io\"; \"log/slog\"; \"reflect\"; \"text/template\")\n" +
		"type P struct{ N int }\ntype X struct{ XMLName xml.Name; L []P }\ntype T int\n" +
		"func (T) MarshalText() ([]byte, error) { return nil, nil }\nfunc (*T) UnmarshalText([]byte) error { return nil }\n" +
		"type own interface{ MarshalText() ([]byte, error) }\ntype B struct{ P; M int }\ntype E struct{ XMLName xml.Name; B }\n" +
		"type O struct{ O own }\ntype M int\nfunc (M) MarshalJSON() ([]byte, error) { return nil, nil }\nvar ms []M\n" +
		"var e *gob.Encoder; var d *gob.Decoder; var x *xml.Encoder; var l *slog.Logger; var v T; var err error\n"
	for code, want := range map[string]string{
		"var _ = e.Encode(P{})":                                        "encoding/gob does not know",
		"var _ = d.Decode(&[]P{})":                                     "encoding/gob does not know",
		"var _ = e.Encode([]int{1})":                                   "",
		"func f(p P) any { return p }\nvar _ = e.Encode([]any{1})":     "encoding/gob does not know",
		"var _ = e.Encode([]any{1})":                                   "",
		"var _ = x.Encode(X{})":                                        "",
		"var _ = x.Encode([]*X{})":                                     "",
		"var _ = x.Encode([]P{})":                                      "encoding/xml does not know",
		"var _ = x.Encode(v)":                                          "encoding/xml does not know",
		"var _ = x.Encode(E{})":                                        "encoding/xml does not know",
		"func f() { l.Info(\"\", \"p\", P{}) }":                        "log/slog does not know",
		"func f() { l.Info(\"\", \"p\", err, \"n\", 1) }":              "",
		"func f() { flag.TextVar(&v, \"\", &v, \"\") }":                "the interpreter does not find the methods of the program's own types for flag.TextVar",
		"var _ = template.FuncMap{\"p\": func() E { return E{} }}":     "a template sees neither methods",
		"var _ = template.FuncMap{\"p\": func() []P { return nil }}":   "",
		"var marshal = json.Marshal":                                   "json.Marshal looks at",
		"var _, _ = json.Marshal(O{})":                                 "encoding/json does not see what is in an interface with methods",
		"var _, _ = json.Marshal([]P{})":                               "",
		"var _, _ = json.Marshal(v)":                                   "",
		"var _, _ = json.Marshal([]T{})":                               "encoding/json does not see the method MarshalText of T",
		"var _ = json.Unmarshal(nil, &v)":                              "encoding/json does not see the method UnmarshalText of T",
		"var _ = json.Unmarshal(nil, &ms)":                             "",
		"var _ = reflect.DeepEqual([]P{}, []P{})":                      "",
		"var _ = reflect.DeepEqual(O{}, O{})":                          "reflect.DeepEqual does not know the types",
		"var a any = P{}\nvar _ = reflect.DeepEqual([]any{}, []any{})": "reflect.DeepEqual does not know the types",
		"var _ = reflect.DeepEqual([]any{}, []any{})":                  "",
	} {
		refuses(t, "package main\n\n"+program+code+
			"\nvar _ io.Reader\nvar _ flag.Value\nvar _ json.Marshaler\nvar _ reflect.Kind\nvar _ template.Template", want)
	}
}

// Functions and constants that reveal the interpreter are refused, those beside them are not.
func TestRefuseIntrospection(t *testing.T) {
	for code, want := range map[string]string{
		"import \"log\"\nfunc f() { log.SetFlags(log.LstdFlags | log.Lshortfile) }": "log.Lshortfile would tell of the interpreter's source",
		"import \"log\"\nconst flags = log.Llongfile":                               "log.Llongfile would tell of the interpreter's source",
		"import \"log\"\nfunc f() { log.SetFlags(log.Lmsgprefix) }":                 "",
		"import \"runtime\"\nvar f = runtime.NumGoroutine":                          "runtime.NumGoroutine would tell of the interpreter's goroutines",
		"import \"runtime\"\nvar n = runtime.NumCPU()":                              "",
	} {
		refuses(t, "package main\n\n"+code, want)
	}
}

// An assertion from an interface of a package to a type of the program is refused.
func TestRefuseOwn(t *testing.T) {
	const program = "import \"fmt\"\ntype P struct{}\nfunc (P) String() string { return \"P\" }\n" +
		"func (P) Error() string { return \"P\" }\ntype own interface{ String() string }\n"
	for code, refused := range map[string]bool{
		"func f(x fmt.Stringer) bool { _, ok := x.(P); return ok }":                                                       true,
		"func f(x fmt.Stringer) bool { _, ok := x.(*P); return ok }":                                                      true,
		"func f(x fmt.Stringer) { switch y := x.(type) { case *P: _ = y } }":                                              true,
		"func f(x own) bool { _, ok := x.(P); return ok }":                                                                false,
		"func f(x error) bool { _, ok := x.(P); return ok }":                                                              false,
		"func f(x any) { switch x.(type) { case P: } }":                                                                   false,
		"func f(x fmt.Stringer) bool { _, ok := x.(own); return ok }":                                                     false,
		"func f(x fmt.Stringer) any { return x }":                                                                         true,
		"func f(x fmt.Stringer) bool { return any(x) == any(P{}) }":                                                       true,
		"func f(x fmt.Stringer) { var y own = x; _ = y }":                                                                 true,
		"func f(x fmt.Stringer) { y := []any{x}; _ = y }":                                                                 true,
		"func f(x fmt.Stringer) string { return fmt.Sprint(x) }":                                                          false,
		"func f(x fmt.Stringer) string { return fmt.Sprintf(\"%-9v %s\", x, 1) }":                                         false,
		"func f(x fmt.Stringer) string { return fmt.Sprintf(\"%v %T\", x, x) }":                                           true,
		"func f(x fmt.Stringer) string { return fmt.Sprintf(\"%#v\", x) }":                                                true,
		"func f(x fmt.Stringer, s string) string { return fmt.Sprintf(s, x) }":                                            true,
		"type W int; func (W) GoString() string { return \"\" }; func f(x fmt.GoStringer) { fmt.Println(x) }":             true,
		"func f(x fmt.Formatter) any { return x }":                                                                        false,
		"type G[T any] struct{ v T }\nfunc (g G[T]) Format(fmt.State, rune) {}\nfunc f(x fmt.Formatter) any { return x }": true,
		"func f(x error) any { return x }":                                                                                false,
	} {
		u := unit(t, "package main\n\n"+program+code+"\nvar _ fmt.State")
		if u.Check(); hasErrors(u) {
			t.Fatal(u.Errors)
		}
		want := "the interpreter does not find a "
		if strings.Contains(code, "any") || strings.Contains(code, "= x;") || strings.Contains(code, "fmt.Sprint") ||
			strings.Contains(code, "fmt.Print") {
			want = "the interpreter loses the type of a value"
		}
		if err := refusal(u); refused != (err != nil) || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// Declarations that an interpreter takes for Go's own, or does not call, are refused.
func TestRefuseDeclared(t *testing.T) {
	for code, want := range map[string]string{
		"type error interface{ Code() int }":                                  "the interpreter takes a type called error",
		"func f() { type error int; var e error; _ = e }":                     "",
		"func (E) As(target any) bool { return false }":                       "the interpreter's errors.As does not call",
		"func (E) As(of string) bool { return false }":                        "",
		"type F int\nfunc (F) As(target any) bool { return false }":           "",
		"type lock sync.Mutex":                                                "the interpreter cannot declare a type of the structure of sync.Mutex",
		"type lock struct{ sync.Mutex }\ntype names = lock\ntype words names": "",
		"type seconds time.Duration":                                          "",
	} {
		u := unit(t, "package main\n\nimport (\"sync\"; \"time\")\ntype E int\nfunc (E) Error() string { return \"\" }\n"+code+
			"\nvar _ sync.Mutex\nvar _ time.Time")
		if u.Check(); hasErrors(u) {
			t.Fatal(code, u.Errors)
		}
		err := refusal(u)
		if err == nil {
			identities.run(u)
			err = u.err
		}
		if (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", code, err, want)
		}
	}
}

// Each rule of the grammar is broken by its example, and the check says so.
func TestGrammar(t *testing.T) {
	examples := map[string]string{
		"names":         "func f(x int) { if x := x; x > 0 { println(x) } }",
		"generics":      "func f[T any](x T) {}",
		"defines":       "func f(x int) { x, y := 1, 2; _, _ = x, y }",
		"constants":     "var x = 1 + 2",
		"statements":    "func f() { go f() }",
		"builtins":      "func f(x int) int { return min(x, 3) }",
		"inits":         "func f(x int) { if y := x; y > 0 { f(y) } }",
		"tuples":        "func f(x, y int) (int, int) { return f(f(x, y)) }",
		"ranges":        "func f(c func() chan int) { d := []chan int{nil}; for range d[0] { } }",
		"literals":      "func f(x int) { g := func() int { return x }; _ = g }",
		"operands":      "func f(c chan bool, x bool) { _ = x && <-c }",
		"method values": "type T int\nfunc (T) M() {}\nfunc f(t T) { g := t.M; _ = g }",
		"variadic":      "func f(xs ...int) { f(1, 2) }",
		"clauses":       "func f(x int) { switch x { case 1: } }",
		"calls":         "func f() (func() int, error) { return nil, nil }\nfunc g(h func() func() int) int { return 1 + h()() }",
	}
	for _, r := range Grammar {
		u := unit(t, "package main\n\n"+examples[r.Name])
		u.Check()
		if hasErrors(u) {
			t.Fatal(r.Name, u.Errors)
		}
		broken := false
		var around []ast.Node
		ast.Inspect(u.Files[0], func(n ast.Node) bool {
			if n == nil {
				around = around[:len(around)-1]
				return true
			}
			broken = broken || r.breaks(u, n, around)
			around = append(around, n)
			return true
		})
		if u.check(); !broken || u.err == nil {
			t.Errorf("%s: %v, %v; want %q to be refused", r.Name, broken, u.err, examples[r.Name])
		}
	}
}
