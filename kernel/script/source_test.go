//go:build unix

package script

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// prepared prepares a script.
func prepared(in *Interpreter, src string) error {
	_, err := in.prepare("script.go", src)
	return err
}

// An array of more than 1 GiB is refused before anything runs; in Go it would end the process.
func TestTooLarge(t *testing.T) {
	for src, wrong := range map[string]bool{
		"var x [1 << 40]int":                                     true,
		"type t [1 << 20]struct{ a, b [1 << 10]byte }":           true,
		"var x = [...]int32{1 << 29: 1}":                         true,
		"var x = [][]int{1 << 28: nil}":                          true,
		"type t[T any] struct{ a [1 << 27]T; b *[1 << 30]t[T] }": true,
		"type t struct{ a [1 << 20]byte; b *t }":                 false,
		"var x [1 << 30]byte":                                    false,
		"var x = []int{1 << 10: 1}":                              false,
	} {
		err := prepared(NewInterpreter(io.Discard, io.Discard), "package main\n"+src+"\nfunc main() {}")
		if have := err != nil && strings.Contains(err.Error(), "no arrays of more than 1 GiB"); have != wrong {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// FuzzSource parses, checks, lowers and compiles any text as a script, without running it:
// the result is a program, or one readable line with a position.
func FuzzSource(f *testing.F) {
	names, err := filepath.Glob("../../scripts/*.go")
	if err != nil || len(names) == 0 {
		f.Fatal("no scripts", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add("package main\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n" + fuzzPrelude + generated(1, "f") + "func main() { f(1) }\n")
	f.Add("//line other.go:70:9\npackage main\nimport . \"math\"\nfunc main() { const x = 1 << 62; _ = [x]int{}; goto L; L: Sqrt(2) }")
	var in *Interpreter // reused until a source is lowered
	f.Fuzz(func(t *testing.T, src string) {
		if in == nil {
			in = NewInterpreter(io.Discard, io.Discard)
		}
		err := prepared(in, src)
		var e *Error
		if errors.As(err, &e); err == nil || e == nil || e.Refused {
			in = nil
		}
		if err == nil {
			return
		}
		if e == nil || e.Line == 0 || e.Message == "" || strings.ContainsAny(e.Message, "\r\n") ||
			strings.Contains(e.Message, "please report it") {
			t.Fatalf("%#v\n%s", err, src)
		}
	})
}
