package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type Counter struct{ n int }

func (c *Counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

type Upper struct{ b *strings.Builder }

func (u Upper) Write(p []byte) (int, error) { return u.b.WriteString(strings.ToUpper(string(p))) }

type R struct{ left int }

func (r *R) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	r.left--
	p[0] = 'r'
	return 1, nil
}

type E struct{ code int }

func (e *E) Error() string { return fmt.Sprint("code ", e.code) }

type VE int

func (e VE) Error() string { return fmt.Sprint("value ", int(e)) }

type Writer interface {
	Write(p []byte) (int, error)
}

func fail() error { return &E{5} }

func main() {
	c := &Counter{}
	var b, plain strings.Builder
	w := io.MultiWriter(c, &plain, Upper{&b})
	n, err := fmt.Fprintf(w, "hello %d", 1)
	fmt.Println(n, err, c.n, b.String(), plain.String())
	var own Writer = c
	fmt.Fprint(io.MultiWriter(own, io.Discard), "abc")
	fmt.Println(c.n)
	text, err := io.ReadAll(io.MultiReader(&R{2}, strings.NewReader("-"), &R{3}))
	fmt.Println(string(text), err)
	joined := errors.Join(&E{1}, io.EOF, nil, VE(3), fail())
	fmt.Println(joined, errors.Is(joined, io.EOF))
	fmt.Println(errors.Join(nil, nil) == nil, errors.Join() == nil)
	var none error
	fmt.Println(errors.Join(none, errors.New("x")))
	ws := []io.Writer{c, &plain}
	fmt.Fprint(io.MultiWriter(ws...), "xyz")
	fmt.Println(c.n, plain.String(), os.Args != nil)
	defer func() { fmt.Println("deferred", c.n) }()
	defer fmt.Fprint(io.MultiWriter(c), "1234")
}
