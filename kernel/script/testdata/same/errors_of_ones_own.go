// Errors without fields, and interfaces of the program's own that are errors.
package main

import (
	"errors"
	"fmt"
	"io"
)

type gone struct{}
type late struct{}

func (gone) Error() string { return "gone" }
func (gone) Unwrap() error { return io.EOF }
func (late) Error() string { return "late" }

type coded interface {
	error
	Code() int
}
type failed struct{ code int }

func (f *failed) Error() string { return fmt.Sprint("failed with ", f.code) }
func (f *failed) Code() int     { return f.code }

func try() coded { return &failed{4} }

func main() {
	err := fmt.Errorf("%w, %w", gone{}, late{})
	fmt.Println(err, errors.Is(err, gone{}), errors.Is(err, late{}), errors.Is(gone{}, late{}), errors.Is(err, io.EOF))
	var l late
	fmt.Println(errors.As(err, &l), l)
	var c coded = &failed{3}
	err = fmt.Errorf("in: %w", c)
	fmt.Println(err, errors.Is(err, c), errors.Unwrap(err) == c, fmt.Errorf("in: %w", try()))
	var f *failed
	fmt.Println(errors.As(err, &f), f.code)
	var e error = c
	_, ok := e.(coded)
	fmt.Println(e, ok)
}
