// Values that functions of fmt write to, whose types have methods String or Error.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

type text struct{ lines []string }

func (t *text) Write(p []byte) (int, error) {
	t.lines = append(t.lines, strings.TrimRight(string(p), "\n"))
	return len(p), nil
}
func (t *text) String() string { return strings.Join(t.lines, "|") }

type failing struct{ n *int }

func (f failing) Write(p []byte) (int, error) { *f.n += len(p); return 0, f }
func (f failing) Error() string               { return fmt.Sprint("failed after ", *f.n) }

type both struct {
	io.Writer
	name string
}

func (b both) String() string { return b.name }

type embedded struct {
	*bytes.Buffer
	n int
}

type out []byte

func (o *out) Write(p []byte) (int, error) { *o = append(*o, p...); return len(p), nil }
func (o out) String() string               { return "out " + string(o) }

func main() {
	t := &text{}
	fmt.Fprintln(t, "a", 1, t)
	fmt.Fprintf(t, "%s %v", "b", t)
	fmt.Fprint(t, "c")
	defer func() { fmt.Println(t, len(t.lines)) }()
	defer fmt.Fprintln(t, "deferred")
	n := 0
	_, err := fmt.Fprintln(failing{&n}, "hello")
	fmt.Println(err)
	var own failing
	fmt.Println(errors.As(err, &own))
	b := both{t, "name"}
	fmt.Fprintln(b, b)
	var w io.Writer = b
	fmt.Fprintf(w, "%v\n", b)
	e := embedded{&bytes.Buffer{}, 3}
	fmt.Fprintf(e, "x%dy", e.n)
	fmt.Println(e.Len(), e.Buffer.String())
	var o out
	fmt.Fprintf(&o, "%d", 7)
	fmt.Println(o, &o)
	args := []any{1, o, t}
	fmt.Fprintln(&o, args...)
	fmt.Println(o)
	done := make(chan bool)
	go func() { fmt.Fprintf(&o, "go"); done <- true }()
	<-done
	fmt.Println(o)
}
