//go:build unix

package script

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/kernel/show"
)

// sandboxedRun runs a script in a sandbox and returns all that it printed.
func sandboxedRun(t *testing.T, src string, args ...string) (string, error) {
	t.Helper()
	t.Cleanup(func() { show.SetBackend(nil); data.Confine(false) }) // later tests are not in the sandbox
	stdout, stderr, err := runs(RunSandboxed, t.Context(), write(t, src), args...)
	return stdout + stderr, err
}

// No symbol that a script in a sandbox can name leads, by parameters, results,
// methods and exported fields, to a type that could let it out.
func TestSandboxReachesNothing(t *testing.T) {
	walk := reach{from: map[reflect.Type]string{}}
	for key, members := range sandbox()[0] {
		for name, v := range members {
			if _, isConst := v.Interface().(constant.Value); isConst || key == "." ||
				strings.HasPrefix(name, "_") { // yaegi's own
				continue
			}
			walk.value(v, strings.TrimPrefix(key, module)+"."+name)
		}
	}
	if len(walk.from) < 500 {
		t.Errorf("%d types can be reached: that cannot be all", len(walk.from))
	}
	for typ, by := range walk.from {
		if typ.Kind() == reflect.UnsafePointer {
			t.Errorf("an unsafe pointer is reached by %s", by)
		}
		for _, prefix := range []string{"os", "net", "syscall", "reflect", "unsafe", "plugin", "internal", "testing", "go",
			"text/template",
			"html/template", "io/ioutil", "archive", "path/filepath", "runtime/debug", "runtime/pprof", "embed", "debug",
			"database",
			"github.com/traefik/yaegi/interp", module + "engine/study", module + "engine/store", module + "kernel/plot.Chart"} {
			if full := typ.PkgPath() + "." + typ.Name(); full == prefix || strings.HasPrefix(full, prefix+".") ||
				strings.HasPrefix(full, prefix+"/") {
				t.Errorf("%s is reached by %s", typ, by)
			}
		}
	}
}

// reach walks types.
type reach struct {
	from map[reflect.Type]string // how each type was reached
}

func (w *reach) value(v reflect.Value, by string) {
	w.typ(v.Type(), by)
	if v.Kind() == reflect.Interface && !v.IsNil() { // a variable
		w.typ(v.Elem().Type(), by)
	}
}

func (w *reach) typ(t reflect.Type, by string) {
	if w.from[t] != "" || strings.HasPrefix(t.PkgPath(), "github.com/traefik/yaegi/") && strings.HasPrefix(t.Name(), "_") {
		return
	}
	w.from[t] = by
	switch t.Kind() {
	case reflect.Func:
		for i := range t.NumIn() {
			w.typ(t.In(i), by)
		}
		for i := range t.NumOut() {
			w.typ(t.Out(i), by)
		}
	case reflect.Map:
		w.typ(t.Key(), by)
		w.typ(t.Elem(), by)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		w.typ(t.Elem(), by)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				w.typ(f.Type, by+"."+f.Name)
			}
		}
	}
	of := t
	if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		of = reflect.PointerTo(t)
	}
	for i := range of.NumMethod() {
		m := of.Method(i)
		for k := range m.Type.NumIn() {
			if k > 0 || t.Kind() == reflect.Interface {
				w.typ(m.Type.In(k), by+"."+m.Name)
			}
		}
		for k := range m.Type.NumOut() {
			w.typ(m.Type.Out(k), by+"."+m.Name)
		}
	}
}

// Every package of the standard library and of the project that is not listed is
// refused, under any name.
func TestSandboxImports(t *testing.T) {
	var refused []string
	for _, table := range everything {
		for key := range table {
			path := key[:max(strings.LastIndexByte(key, '/'), 0)]
			if _, ok := sandboxed()[path]; !ok && path != "" && !slices.Contains(refused, path) {
				refused = append(refused, path)
			}
		}
	}
	for _, want := range []string{"os", "os/exec", "os/signal", "os/user", "net", "net/http", "syscall", "reflect",
		"runtime/debug", "io/ioutil", "path/filepath",
		"text/template", "html/template", "go/parser", "go/build", "archive/zip", "database/sql", "testing", "log/syslog",
		"debug/elf", "encoding/gob",
		"github.com/traefik/yaegi/stdlib", "github.com/traefik/yaegi/stdlib/unrestricted", module + "engine/study", module +
			"engine/store"} {
		if !slices.Contains(refused, want) {
			t.Errorf("%s is not among what is refused", want)
		}
	}
	refused = append(refused, "unsafe", "plugin", "C", "embed", "focal/compiled", "github.com/traefik/yaegi/interp",
		"golang.org/x/sys/unix",
		module+"domains/data/fetch", module+"kernel/script", module+"kernel/script/symbols", "./evil", "../evil", "/etc",
		".", "")
	for i, path := range refused {
		name := []string{"", "_", ".", "fmt", "hidden"}[i%5]
		_, err := sandboxedRun(t, fmt.Sprintf("package main\n\nimport %s %q\n\nfunc main() {}\n", name, path))
		var e *Error
		if !errors.As(err, &e) || e.Line != 3 || e.Column < 8 {
			t.Errorf("import %s %q: %v", name, path, err)
		}
	}
}

// Each script tries to access a file, which holds a secret and must not change.
func TestSandboxHolds(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	secret := filepath.Join(dir, "secret.txt")
	const content = "15 2 1 the secret\n"
	if err := os.WriteFile(secret, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, try := range map[string]struct{ imports, body, want string }{
		"a package that is not imported": {"", `os.Remove("secret.txt")`, "undefined: os"},
		"reading through tsplib": {module + "domains/tsplib", `f, _ := tsplib.Open("secret.txt"); fmt.Println(f)`,
			"tsplib"},
		"reading through gctsp": {module + "domains/gctsp", `gctsp.Open("secret.txt")`,
			"undefined: gctsp.Open (it is not there in a sandbox)"},
		"reading through npuzzle": {module + "domains/npuzzle",
			`_, err := npuzzle.Read(nil, "secret.txt"); panic(err)`, "panic"},
		"a problem's name": {module + "domains", `panic(domains.Get("tsp/tsplib/../../secret.txt").Err)`,
			"want domain/set/id"},
		"a file by a problem's name": {module + "domains", `panic(domains.Get("npuzzle/file/secret.txt").Err)`,
			"a sandbox cannot open your own files"},
		"files by a pattern": {module + "domains",
			`_, err := domains.Match("npuzzle/file/*.txt"); panic(err)`, "a sandbox cannot open your own files"},
		"a file by its ending": {module + "engine", `_, err := engine.Lookup("secret.tsp"); panic(err)`,
			"a sandbox cannot open your own files"},
		"a problem's name with one slash": {module + "domains", `panic(domains.Get("tsp/tsplib/secret.txt").Err)`,
			"no instance"},
		"saving a chart": {module + "kernel/plot", `plot.Trajectory().Save("secret.txt")`,
			"undefined method: Save"},
		"saving a chart by an interface": {module + "kernel/plot",
			`var c any = plot.Trajectory(); s, ok := c.(interface{ Encode(string) ([]byte, error) }); if !ok { panic("no Encode") }; s.Encode("secret")`, "panic: no Encode"},
		"a report's charts": {module + "kernel/plot",
			`plot.Report("headline", nil).Charts()[0].Save("secret.txt")`,
			"undefined: plot.Report (it is not there in a sandbox)"},
		"another back end": {module + "kernel/show", `show.SetBackend(nil)`,
			"undefined: show.SetBackend (it is not there in a sandbox)"},
		"standard error as a file": {"log",
			`f, ok := log.Writer().(interface{ Chmod(uint32) error }); if !ok { panic("no file") }; fmt.Println(f)`,
			"panic: no file"},
		"standard error of log's default": {"log", `log.Default()`,
			"undefined: log.Default (it is not there in a sandbox)"},
		"standard error of a flag set": {"flag", `flag.NewFlagSet("", 0).Output()`,
			"undefined: flag.NewFlagSet (it is not there in a sandbox)"},
		"standard error of the command line": {"flag", `flag.CommandLine.Output()`, "undefined"},
		"unexported fields":                  {"bufio", `r := bufio.NewReader(nil); fmt.Println(r.rd)`, "rd"},
		"a type by a field of an error": {"encoding/json",
			`err := json.Unmarshal([]byte("1"), nil); fmt.Println(err.(*json.InvalidUnmarshalError).Type)`,
			"InvalidUnmarshalError"},
		"atomic pointers": {"sync/atomic", `atomic.LoadPointer(nil)`,
			"undefined: atomic.LoadPointer (it is not there in a sandbox)"},
		"unsafe": {"", `fmt.Println(unsafe.Sizeof(1))`, "undefined: unsafe"},
		"a zone file": {"time", `time.LoadLocation("../secret.txt")`,
			"undefined: time.LoadLocation (it is not there in a sandbox)"},
		"the runtime's profile": {"runtime", `runtime.SetFinalizer(nil, nil)`,
			"undefined: runtime.SetFinalizer (it is not there in a sandbox)"},
	} {
		t.Run(name, func(t *testing.T) {
			src := "package main\n\nimport \"fmt\"\n"
			if try.imports != "" {
				src += fmt.Sprintf("import %q\n", try.imports)
			}
			out, err := sandboxedRun(t, src+"\nfunc main() {\n\tfmt.Print()\n\t"+try.body+"\n}\n")
			if err == nil || !strings.Contains(err.Error(), try.want) {
				t.Errorf("error %v, want %q", err, try.want)
			}
			if strings.Contains(out, "secret") {
				t.Errorf("printed %s", out)
			}
		})
	}
	if _, has := reflect.TypeFor[*Chart]().MethodByName("Save"); has {
		t.Error("a sandbox's chart can be saved")
	}
	for name, src := range map[string]string{
		"a linkname":       "package main\n\nimport _ \"fmt\"\n\n//go:linkname remove os.Remove\nfunc remove(name string) error\n\nfunc main() { remove(\"secret.txt\") }\n",
		"an embedded file": "package main\n\nimport \"fmt\"\n\n//go:embed secret.txt\nvar secret string\n\nfunc main() { fmt.Print(secret) }\n",
		"a line directive": "package main\n\nimport \"fmt\"\n\n//line secret.txt:1\nfunc main() { var m map[int]int; fmt.Print(); m[1] = 1 }\n",
		"a page of one's own": "package main\n\nimport \"" + module + "kernel/show\"\n\ntype page struct{}\n\n" +
			"func (page) Page() (title, html string, err error) { return \"../secret.txt\", \"<script>\", nil }\n\nfunc main() { show.Value(page{}) }\n",
		"a generate line":        "package main\n\n//go:generate rm secret.txt\nfunc main() {}\n",
		"a cgo preamble":         "package main\n\n// #include \"secret.txt\"\nimport \"C\"\n\nfunc main() {}\n",
		"assembly's declaration": "package main\n\nfunc syscall6(num, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2, errno uintptr)\n\nfunc main() { syscall6(87, 0, 0, 0, 0, 0, 0) }\n",
	} {
		t.Run(name, func(t *testing.T) {
			out, err := sandboxedRun(t, src)
			if strings.Contains(out+fmt.Sprint(err), "the secret") {
				t.Errorf("printed %s, error %v", out, err)
			}
		})
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	if have, err := os.ReadFile(secret); err != nil || string(have) != content {
		t.Errorf("the file holds %q, %v", have, err)
	}
}

// A goroutine that outlives the script writes no page either.
func TestSandboxHoldsAfterwards(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := sandboxedRun(t, "package main\n\nfunc main() {}\n"); err != nil {
		t.Fatal(err)
	}
	show.Value(pageOf("owned")) // as such a goroutine would
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 0 {
		t.Errorf("files were written: %v, %v", entries, err)
	}
}

type pageOf string

func (p pageOf) Page() (title, html string, err error) { return string(p), "<script>", nil }

// A sandbox allows all that a useful script needs.
func TestSandboxWorks(t *testing.T) {
	t.Chdir(t.TempDir())
	out, err := sandboxedRun(t, `#!/usr/bin/env -S focal script --sandbox
package main

import (
	"encoding/json"
	"flag"
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	w := flag.Float64("w", 1, "")
	flag.Parse()
	r := engine.Solve(show.Context(), domains.Get("npuzzle/korf/79"), engine.FS(*w), engine.Traced(), engine.OnProgress(show.Search("FS")))
	show.Results(r)
	plot.Trajectory(r).Show()
	svg, err := plot.Trajectory(r).SVG()
	text, _ := json.Marshal(map[string]any{"status": r.Status, "svg": len(svg) > 1000, "err": err})
	fmt.Println(string(text), flag.Args())
}
`, "-w", "1.5", "rest")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"npuzzle/korf/79\n", "FS(w=1.5)", "Trajectory: npuzzle/korf/79\n",
		`{"err":null,"status":"solved","svg":true} [rest]`} {
		if !strings.Contains(out, want) {
			t.Errorf("printed\n%s\nwant %q", out, want)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 0 {
		t.Errorf("files were written: %v, %v", entries, err)
	}
}

// Every symbol that is not listed is undefined in a sandbox, in listed packages
// too, also if it is new.
func TestSandboxDenies(t *testing.T) {
	refused := 0
	have := sandbox()[0]
	for _, table := range everything {
		for key, members := range table {
			slash := strings.LastIndexByte(key, '/')
			for name := range members {
				listed := slash > 0 && sandboxed()[key[:slash]][name]
				if _, there := have[key][name]; there && !listed && ast.IsExported(name) && key != "." {
					t.Errorf("%s.%s is in the sandbox and not listed", key, name)
				} else if !there {
					refused++
				}
			}
		}
	}
	if refused < 2000 {
		t.Errorf("%d symbols are out: that cannot be all", refused)
	}
	for name, body := range map[string]string{
		"tsp.Open":            "_, err := tsp.Open(\"secret.txt\", tsp.Depth); panic(err)",
		"gctsp.Open":          "_, err := gctsp.Open(\"secret.txt\"); panic(err)",
		"tsplib.Open":         "_, err := tsplib.Open(\"secret.txt\"); panic(err)",
		"show.DrawProblems":   "show.DrawProblems(nil)",
		"plot.Document":       "var d plot.Document; d.Charts()",
		"atomic.StorePointer": "atomic.StorePointer(nil, nil)",
	} {
		pkg, _, _ := strings.Cut(name, ".")
		path := map[string]string{"tsp": "domains/tsp", "gctsp": "domains/gctsp", "tsplib": "domains/tsplib",
			"show": "kernel/show", "plot": "kernel/plot"}[pkg]
		if path = module + path; pkg == "atomic" {
			path = "sync/atomic"
		}
		_, err := sandboxedRun(t, fmt.Sprintf("package main\n\nimport %q\n\nfunc main() { %s }\n", path, body))
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "undefined") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
