// The first argument of errors.As is a value of the program; its target is nil.
package main

import (
	"errors"
	"fmt"
	"strconv"
)

type codeErr struct{ code int }

func (c codeErr) Error() string { return fmt.Sprint("code ", c.code) }

type I interface {
	error
	M()
}

func (c codeErr) M() {}

type wr struct{ s error }

func (m wr) Error() string { return fmt.Sprint(m.s) }
func (m wr) Unwrap() error { return m.s }

var c codeErr

func two() (error, *codeErr)                 { return wr{codeErr{3}}, &c }
func two2() (wr, *codeErr)                   { return wr{codeErr{3}}, &c }
func two3() (wr, any)                        { return wr{codeErr{4}}, &c }
func gen[E error](err E) bool                { return errors.As(err, &c) }
func gen2[E error](err error) (e E, ok bool) { ok = errors.As(err, &e); return }

type empty struct{}

func (empty) Error() string   { return "empty" }
func (e empty) Unwrap() error { return codeErr{77} }

type multi []error

func (m multi) Error() string   { return fmt.Sprint(len(m)) }
func (m multi) Unwrap() []error { return m }

func main() {
	fmt.Println(errors.As(two()))
	fmt.Println(errors.As(two2()), c)
	fmt.Println(errors.As(nil, &c))
	fmt.Println(errors.As(empty{}, &c), c.code)
	var i I = codeErr{8}
	fmt.Println(errors.As(i, &c), c.code, gen(wr{i}), c.code, gen(i), gen(empty{}))
	fmt.Println(gen2[codeErr](wr{codeErr{5}}))
	fmt.Println(gen2[*codeErr](wr{codeErr{5}}))
	var e empty
	fmt.Println(errors.As(wr{e}, &e))
	mu := multi{codeErr{5}, fmt.Errorf("x")}
	fmt.Println(errors.As(mu, &c), c.code)

	var w wr
	fmt.Println(errors.As(fmt.Errorf("x %w", wr{e}), &w), w)
	var ne *strconv.NumError
	_, err := strconv.Atoi("x")
	fmt.Println(errors.As(wr{err}, &ne), ne)
	defer func() { fmt.Println(recover()) }()
	var np *codeErr
	fmt.Println(errors.As(wr{err}, np))
}
