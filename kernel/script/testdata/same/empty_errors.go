// Errors without fields, which an interpreter keeps otherwise than other values.
package main

import (
	"errors"
	"fmt"
)

type Tmp struct{}

func (Tmp) Error() string { return "tmp" }

type sentinel string

func (s sentinel) Error() string { return string(s) }
func try(f func())               { defer func() { fmt.Println(recover()) }(); f() }

type wrap struct{ error }

func (w wrap) Unwrap() error { return w.error }

type retry struct{}

func (retry) Error() string { return "retry" }
func (retry) Times() int    { return 4 }

func begin() error { return retry{} }

func main() {
	if r, ok := begin().(retry); ok {
		fmt.Println(r.Times(), r)
	}
	t, ok := begin().(interface{ Times() int })
	fmt.Println(ok, t.Times())

	w := wrap{Tmp{}}
	try(func() { fmt.Println(errors.Unwrap(w) == Tmp{}) })
	try(func() { fmt.Println(errors.Unwrap(w) == error(Tmp{})) })
	try(func() {
		switch err := errors.Unwrap(w).(type) {
		case Tmp, sentinel:
			fmt.Println(err == Tmp{})
		}
	})
	try(func() {
		switch err := errors.Unwrap(w).(type) {
		case Tmp, sentinel:
			fmt.Println(err)
		}
	})
	try(func() {
		switch err := errors.Unwrap(w).(type) {
		case Tmp:
			fmt.Println(err)
		}
	})
	try(func() {
		var e error = Tmp{}
		switch err := e.(type) {
		case Tmp, sentinel:
			fmt.Println(err == Tmp{})
		}
	})
	try(func() { err := errors.Unwrap(w); fmt.Println(err) })
	try(func() { err := errors.Unwrap(w); fmt.Println(err == Tmp{}) })
	try(func() { err := errors.Unwrap(w); x, ok := err.(Tmp); fmt.Println(x, ok) })
	try(func() { err := errors.Unwrap(w); x, ok := err.(sentinel); fmt.Println(x, ok) })
	try(func() {
		err := errors.Unwrap(w)
		switch err.(type) {
		case *sentinel:
		case Tmp, sentinel:
			fmt.Println("t")
		}
	})
	try(func() {
		err := errors.Unwrap(w)
		switch err {
		case Tmp{}:
			fmt.Println("t")
		}
	})
	try(func() {
		err := fmt.Errorf("a %w", Tmp{})
		e := errors.Unwrap(err)
		fmt.Println(e == Tmp{}, e.(Tmp) == Tmp{})
	})
	try(func() {
		err := fmt.Errorf("a %w", Tmp{})
		e := errors.Unwrap(err)
		var x any = e
		fmt.Println(x == e, x, x.(Tmp), x.(error))
	})
	try(func() {
		var t Tmp
		err := fmt.Errorf("a %w", &t)
		e := errors.Unwrap(err)
		x, ok := e.(*Tmp)
		fmt.Println(ok, x == &t, e == &t)
	})
}
