package script

import (
	"context"
	_ "embed"
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

// RunSandboxed is Run for a script that one has not read. It can compute, search,
// read its arguments and standard input, and print. It can name only what
// sandbox.txt lists and says why: nothing there opens a file, a connection or a
// process, or hands out the means of reflect and unsafe to get hold of one.
// Problems that domains brings along are read from the data folder as everywhere;
// a name such as tsp/file/my.tsp, which opens a file of one's own, is refused.
// A chart says in words what it shows, and is not written to a file. What the
// script has started in goroutines goes on after its end.
//
// This is one wall, and an interpreter is no border. focal script --sandbox has a
// process of its own for the script and puts a second wall around it, the
// operating system's: see package confine, under kernel/internal.
func RunSandboxed(ctx context.Context, path string, args []string, stdout, stderr io.Writer) error {
	src, err := ReadSource(path)
	if err != nil {
		return err
	}
	return RunSourceSandboxed(ctx, path, src, args, stdout, stderr)
}

// RunSourceSandboxed is RunSandboxed for a script that has been read already; path
// is how it is called in errors and in its os.Args.
func RunSourceSandboxed(ctx context.Context, path, src string, args []string, stdout, stderr io.Writer) error {
	confine(stdout)
	usual := collectLater()
	defer usual()
	in := newInterpreter(sandbox(), stdout, stderr)
	in.begins = usual
	in.Use(map[string]map[string]reflect.Value{
		// Yaegi adds it to any package flag, and it hands out standard error.
		"flag/flag": {"CommandLine": reflect.ValueOf(nothing{})},
	})
	return in.runSource(ctx, path, src, args)
}

// confine has this process show things in words only, and open no files that a
// problem's name names.
func confine(stdout io.Writer) {
	show.SetBackend(words{stdout})
	data.Confine(true)
}

type nothing struct{}

//go:embed sandbox.txt
var sandboxList string

// sandboxed holds, by import path, the names that a script in a sandbox gets of a
// package, as sandbox.txt lists them. All else is out.
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

// sandbox is the library of scripts in a sandbox.
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

// permitted are the members of a package that a sandbox has: those that are listed,
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

// A Chart is what a script in a sandbox has in the place of plot.Chart, which
// can be saved to any file.
type Chart struct{ chart *plot.Chart }

// Show prints what the chart says.
func (c *Chart) Show() { show.Value(c) }

// MIME is the chart in words.
func (c *Chart) MIME() show.MIME { return show.MIME{show.Plain: c.String()} }

// String is what the chart says, in lines of text.
func (c *Chart) String() string { return c.chart.String() }

// Err says why there is nothing to see; nil if there is.
func (c *Chart) Err() error { return c.chart.Err() }

// SVG is the chart as a picture.
func (c *Chart) SVG() (string, error) { return c.chart.SVG() }

// HTML is a page with the live chart.
func (c *Chart) HTML() string { return c.chart.HTML() }

// wordsOnly is a function that returns a Chart where the given one returns a
// plot.Chart; other symbols stay as they are.
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

// words shows everything as text, and live displays not at all.
type words struct{ out io.Writer }

func (w words) Display(b show.MIME, id string) {
	if text, ok := b[show.Plain].(string); ok && id == "" {
		fmt.Fprintln(w.out, strings.TrimRight(text, "\n"))
	}
}

func (words) Update(show.MIME, string) {}
