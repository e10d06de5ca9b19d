package script

import (
	"context"
	"fmt"
	"go/ast"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"

	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/script/symbols"
	"github.com/focal-search/focal/kernel/show"
)

// RunSandboxed is Run for a script that one has not read. It can compute, search,
// read its arguments and standard input, and print. It can import the packages in
// sandboxed alone, none of which hands out a file, a connection, a process, or
// the means of reflect and unsafe to get hold of one. Problems that domains
// brings along are read from the data folder as everywhere; readers of other
// files are left out, and so are batches, stores of results and exports. A chart
// says in words what it shows, and is not written to a file. So it stays in this
// process: what the script has started in goroutines goes on after its end.
//
// The interpreter itself is what keeps a script in. Against one that looks for
// mistakes in the interpreter, or eats memory and time, only the means of the
// operating system help.
func RunSandboxed(ctx context.Context, path string, args []string, stdout, stderr io.Writer) error {
	show.SetBackend(words{stdout})
	in := newInterpreter(sandbox(), stdout, stderr)
	in.Use(map[string]map[string]reflect.Value{
		// Yaegi adds it to any package flag, and it hands out standard error.
		"flag/flag": {"CommandLine": reflect.ValueOf(nothing{})},
	})
	return in.run(ctx, path, args)
}

type nothing struct{}

// sandboxed lists the packages that a script in a sandbox can import, with the
// names that it does not get: "-Name" for each, or "+Name" where it gets only
// those. What is left out hands out something of package os or reflect, or an
// unsafe pointer, or reads files, or changes how the process shows things.
var sandboxed = map[string]string{
	"bufio": "", "bytes": "", "cmp": "", "container/heap": "", "container/list": "", "container/ring": "", "context": "",
	"crypto/md5": "", "crypto/sha1": "", "crypto/sha256": "", "crypto/sha512": "",
	"encoding/base64": "", "encoding/binary": "", "encoding/csv": "", "encoding/hex": "",
	"encoding/json": "-MarshalerError -UnmarshalTypeError -InvalidUnmarshalError -UnmarshalFieldError -UnsupportedTypeError -UnsupportedValueError",
	"errors":        "",
	"flag": "+Arg +Args +Bool +BoolVar +Duration +DurationVar +Float64 +Float64Var +Func +Int +Int64 +Int64Var +IntVar " +
		"+NArg +NFlag +Parse +String +StringVar +Uint +Uint64 +Uint64Var +UintVar",
	"fmt": "", "hash": "", "hash/adler32": "", "hash/crc32": "", "hash/crc64": "", "hash/fnv": "", "html": "",
	"index/suffixarray": "", "io": "", "log": "-Default", "maps": "",
	"math": "", "math/big": "", "math/bits": "", "math/cmplx": "", "math/rand": "", "math/rand/v2": "", "path": "",
	"regexp": "", "regexp/syntax": "",
	"runtime": "+GC +GOARCH +GOMAXPROCS +GOOS +MemStats +NumCPU +NumGoroutine +ReadMemStats +Version",
	"slices":  "", "sort": "", "strconv": "", "strings": "", "sync": "",
	"sync/atomic":    "-CompareAndSwapPointer -LoadPointer -StorePointer -SwapPointer",
	"text/tabwriter": "", "time": "-LoadLocation",
	"unicode": "", "unicode/utf16": "", "unicode/utf8": "",

	module + "engine": "", module + "engine/report": "", module + "engine/stats": "",
	module + "domains": "", module + "domains/npuzzle": "", module + "domains/pancake": "", module + "domains/tsp": "",
	module + "domains/gctsp": "-Open", module + "domains/tsplib": "-Open",
	module + "kernel/plot": "-Document -Report",
	module + "kernel/show": "-DrawProblems -SetBackend -SetCell",
}

const module = "github.com/focal-search/focal/"

// sandbox is the library of scripts in a sandbox.
func sandbox() library {
	l := library{{}}
	for _, table := range []interp.Exports{stdlib.Symbols, symbols.Symbols} {
		for key, members := range table {
			importPath := key[:strings.LastIndexByte(key, '/')+1]
			if names, ok := sandboxed[strings.TrimSuffix(importPath, "/")]; ok {
				l[0][key] = permitted(members, strings.Fields(names))
			}
		}
	}
	l[0]["."] = stdlib.Symbols["."]
	words := l[0][module+"kernel/plot/plot"]
	for name, v := range words {
		words[name] = wordsOnly(v)
	}
	words["Chart"] = reflect.ValueOf((*Chart)(nil))
	return l
}

// permitted are the members of a package that a sandbox has.
func permitted(members map[string]reflect.Value, names []string) map[string]reflect.Value {
	only := len(names) > 0 && names[0][0] == '+'
	kept := map[string]reflect.Value{}
	for name, v := range members {
		listed := slices.ContainsFunc(names, func(n string) bool { return n[1:] == name })
		if listed == only || !ast.IsExported(name) { // what is not exported is yaegi's
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

// Bundle is the chart in words.
func (c *Chart) Bundle() show.Bundle { return show.Bundle{show.Plain: c.String()} }

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

func (w words) Display(b show.Bundle, id string) {
	if text, ok := b[show.Plain].(string); ok && id == "" {
		fmt.Fprintln(w.out, strings.TrimRight(text, "\n"))
	}
}

func (words) Update(show.Bundle, string) {}
