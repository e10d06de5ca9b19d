package script

import (
	"context"
	"fmt"
	"go/ast"
	"io"
	"reflect"
	"strings"
	"sync"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/standard"
	"github.com/focal-search/focal/kernel/script/symbols"
	"github.com/focal-search/focal/kernel/show"
)

// RunSandboxed is Run for an untrusted script. It can compute, search, read its
// arguments and standard input, and print. It can name only the symbols that
// sandbox.txt lists with reasons: none of them opens a file, a connection or a
// process, or gives access to one by reflect or unsafe. Problems that come with
// domains are read from the data folder as usual; a name such as tsp/file/my.tsp,
// which opens any file, is refused. A chart is described in words, and is not
// written to a file. Goroutines of the script go on after its end.
//
// An interpreter alone is no security boundary. focal script --sandbox runs the
// script in its own process and confines it by means of the operating system as
// well: see package confine, under kernel/internal.
func RunSandboxed(ctx context.Context, path string, args []string, stdout, stderr io.Writer) error {
	src, err := ReadSource(path)
	if err != nil {
		return err
	}
	return RunSourceSandboxed(ctx, path, src, args, stdout, stderr)
}

// RunSourceSandboxed is RunSandboxed for a script that has been read already; path
// is its name in errors and in its os.Args.
func RunSourceSandboxed(ctx context.Context, path, src string, args []string, stdout, stderr io.Writer) error {
	confine(stdout)
	usual := collectLater()
	defer usual()
	in := newInterpreter(sandbox(), stdout, stderr)
	in.begins = usual
	in.Use(map[string]map[string]reflect.Value{
		// Yaegi adds it to every package flag, and it gives access to standard error.
		"flag/flag": {"CommandLine": reflect.ValueOf(nothing{})},
	})
	return in.runSource(ctx, path, src, args)
}

// confine makes this process show everything in words, and open no files named by
// the name of a problem.
func confine(stdout io.Writer) {
	show.SetBackend(words{stdout})
	data.Confine(true)
}

type nothing struct{}

// sandboxed holds, by import path, the symbols of a package that a script in a
// sandbox can name, as sandbox.txt lists them.
var sandboxed = sync.OnceValue(func() map[string]map[string]bool {
	listed := map[string]map[string]bool{}
	var names map[string]bool
	for line := range strings.Lines(sandboxList) {
		switch head, _, _ := strings.Cut(line, ":"); {
		case line[0] == '\t':
			for _, name := range strings.Fields(line) {
				names[name] = true
			}
		case line[0] != '#' && line[0] != ' ' && head != line:
			names = map[string]bool{}
			if top, _, _ := strings.Cut(head, "/"); top == "engine" || top == "domains" || top == "kernel" {
				head = module + head
			}
			listed[head] = names
		}
	}
	return listed
})

const module = "github.com/focal-search/focal/"

// sandbox returns the library of scripts in a sandbox.
func sandbox() library {
	l := library{{}}
	for _, table := range []machine.Table{standard.Tables()[0], symbols.Symbols} {
		for key, members := range table {
			if names, ok := sandboxed()[key[:max(strings.LastIndexByte(key, '/'), 0)]]; ok {
				l[0][key] = permitted(members, names)
			}
		}
	}
	l[0]["."] = standard.Tables()[0]["."]
	words := l[0][module+"kernel/plot/plot"]
	for name, v := range words {
		words[name] = wordsOnly(v)
	}
	words["Chart"] = reflect.ValueOf((*Chart)(nil))
	return l
}

// permitted returns the members of a package that a sandbox has: those that are listed,
// and yaegi's wrappers of interfaces, which scripts cannot name.
func permitted(members map[string]reflect.Value, names map[string]bool) map[string]reflect.Value {
	kept := map[string]reflect.Value{}
	for name, v := range members {
		if names[name] || !ast.IsExported(name) {
			kept[name] = v
		}
	}
	return kept
}

// A Chart replaces plot.Chart, which can be saved to any file, in a sandbox.
type Chart struct{ chart *plot.Chart }

// Show prints the chart in words.
func (c *Chart) Show() { show.Value(c) }

// MIME returns the chart in words.
func (c *Chart) MIME() show.MIME { return show.MIME{show.Plain: c.String()} }

// String returns the chart in words, in lines of text.
func (c *Chart) String() string { return c.chart.String() }

// Err returns the reason why the chart shows nothing, or nil.
func (c *Chart) Err() error { return c.chart.Err() }

// SVG returns the chart as a picture.
func (c *Chart) SVG() (string, error) { return c.chart.SVG() }

// HTML returns a page with the live chart.
func (c *Chart) HTML() string { return c.chart.HTML() }

// wordsOnly wraps a function that returns a *plot.Chart in one that returns a
// *Chart; it returns other symbols unchanged.
func wordsOnly(v reflect.Value) reflect.Value {
	t := v.Type()
	if t.Kind() != reflect.Func || t.NumOut() != 1 || t.Out(0) != reflect.TypeFor[*plot.Chart]() {
		return v
	}
	var in []reflect.Type
	for i := range t.NumIn() {
		in = append(in, t.In(i))
	}
	made := reflect.FuncOf(in, []reflect.Type{reflect.TypeFor[*Chart]()}, t.IsVariadic())
	return reflect.MakeFunc(made, func(args []reflect.Value) []reflect.Value {
		call := v.Call
		if t.IsVariadic() {
			call = v.CallSlice
		}
		return []reflect.Value{reflect.ValueOf(&Chart{call(args)[0].Interface().(*plot.Chart)})}
	})
}

// words is a backend that prints everything as text, except live displays.
type words struct{ out io.Writer }

func (w words) Display(b show.MIME, id string) {
	if text, ok := b[show.Plain].(string); ok && id == "" {
		fmt.Fprintln(w.out, strings.TrimRight(text, "\n"))
	}
}

func (words) Update(show.MIME, string) {}
