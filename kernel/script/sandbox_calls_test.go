//go:build unix

package script

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/domains/data"
	walls "github.com/focal-search/focal/kernel/internal/confine"
)

// sandboxCalls is the environment variable with which this test binary runs callAll.
const sandboxCalls = "FOCAL_SANDBOX_CALLS"

// No function or method that a script in a sandbox can name, and that takes a path,
// a name, a reader or a writer, opens a file, starts a process or makes a socket: it
// is called with such values where the first of these system calls ends the process.
func TestSandboxOpensNothing(t *testing.T) {
	if offered := walls.Offered(); !offered.Seccomp {
		t.Skipf("this system has no seccomp to watch by: %+v", offered)
	}
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("15 2 1 the secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for role, texts := range map[string][]string{
		"any": {secret, "secret.txt", "/etc/passwd", "tsp/tsplib/../../secret.txt", "/dev/zero",
			"npuzzle/file/secret.txt", "pancake/file/" + secret, "gctsp/file/*", "secret.tsp"},
		// As focal script --sandbox does first. Afterwards published data are in memory
		// and no file is opened for them either.
		"held": {secret, "tsp/tsplib/burma14", "gctsp/files-small/*"},
	} {
		t.Run(role, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], texts...)
			cmd.Env = append(os.Environ(), sandboxCalls+"="+role)
			out, err := cmd.CombinedOutput()
			text := string(out)
			if err != nil || strings.Contains(text, "the secret") {
				t.Fatalf("%v: ...%s", err, text[max(0, strings.Index(text, "SIGSYS")-200):][:min(len(text), 2000)])
			}
			var functions, calls int
			_, err = fmt.Sscanf(text[strings.LastIndex(text, "called "):], "called %d in %d calls", &functions, &calls)
			if err != nil || functions < 300 {
				t.Errorf("%d functions in %d calls: that cannot be all; %v", functions, calls, err)
			}
			t.Logf("%d functions and methods, %d calls", functions, calls)
		})
	}
}

// endTheScript lists functions that only print and end the process.
var endTheScript = []string{"log.Fatal", "log.Fatalf", "log.Fatalln", "*log.Logger.Fatal", "*log.Logger.Fatalf",
	"*log.Logger.Fatalln"}

// callAll calls, in a process that may open nothing, every function and method
// within reach of a sandbox that takes a string, a reader or a writer, or a name.
func callAll() {
	confine(io.Discard)
	if os.Getenv(sandboxCalls) == "held" {
		data.Hold()
	}
	walk := reach{from: map[reflect.Type]string{}}
	todo := map[string]reflect.Value{}
	for key, members := range sandbox()[0] {
		for name, v := range members {
			if key == "." || strings.HasPrefix(name, "_") {
				continue
			}
			walk.value(v, name)
			if v.Kind() == reflect.Func {
				todo[strings.TrimPrefix(key[:strings.LastIndexByte(key, '/')], module)+"."+name] = v
			}
		}
	}
	for t := range walk.from {
		of := t
		if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
			of = reflect.PointerTo(t)
		}
		if of.Kind() != reflect.Pointer {
			continue // the interface's values are reached too, with their methods
		}
		for i := range of.NumMethod() {
			todo[of.String()+"."+of.Method(i).Name] = of.Method(i).Func
		}
	}
	if _, err := walls.Enter(walls.Bounds{Fatal: true}); err != nil {
		fmt.Println(err)
		os.Exit(9)
	}
	functions, calls := 0, 0
	for name, f := range todo {
		if !takesNames(f.Type()) || slices.Contains(endTheScript, name) {
			continue
		}
		functions++
		for _, text := range os.Args[1:] {
			calls++
			fmt.Println(name, text) // the last one before a crash
			call(f, text)
		}
	}
	fmt.Printf("called %d in %d calls\n", functions, calls)
	os.Exit(0)
}

// takesNames reports whether a function takes what could be a file's name, or a
// reader or writer that could be taken for a file.
func takesNames(t reflect.Type) bool {
	for i := range t.NumIn() {
		in := t.In(i)
		for in.Kind() == reflect.Slice {
			in = in.Elem()
		}
		if in.Kind() == reflect.String || in.Kind() == reflect.Interface {
			return true
		}
	}
	return false
}

// call calls a function with the text for every string. A call that panics or waits
// has opened nothing.
func call(f reflect.Value, text string) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		var args []reflect.Value
		for i := range f.Type().NumIn() {
			in := f.Type().In(i)
			if f.Type().IsVariadic() && i == f.Type().NumIn()-1 {
				args = append(args, argument(in.Elem(), text, 2))
			} else {
				args = append(args, argument(in, text, 2))
			}
		}
		f.Call(args)
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

// argument makes a value of a type.
func argument(t reflect.Type, text string, depth int) reflect.Value {
	file := strings.NewReader(text)
	for _, value := range []any{context.Background(), rand.New(rand.NewPCG(1, 1)), struct {
		io.Reader
		io.Writer
	}{file, io.Discard}, bytes.NewBufferString(text), file, text, fmt.Errorf("%s", text)} {
		if v := reflect.ValueOf(value); v.Type().AssignableTo(t) && t.Kind() != reflect.Struct {
			return v
		}
	}
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Slice:
		if depth > 0 {
			return reflect.Append(v, argument(t.Elem(), text, depth-1))
		}
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(argument(t.Elem(), text, depth-1))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if depth > 0 && t.Field(i).IsExported() {
				v.Field(i).Set(argument(t.Field(i).Type, text, depth-1))
			}
		}
	case reflect.Func:
		return reflect.MakeFunc(t, func([]reflect.Value) (results []reflect.Value) {
			for i := range t.NumOut() {
				results = append(results, reflect.Zero(t.Out(i)))
			}
			return results
		})
	}
	return v
}
