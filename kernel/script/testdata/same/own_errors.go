package main

import (
	"errors"
	"fmt"
	"io"
)

type E struct {
	code int
	msg  string
}

func (e E) Error() string { return fmt.Sprint("E", e.code, e.msg) }

type PE struct{ code int }

func (e *PE) Error() string { return fmt.Sprint("PE", e.code) }
func (e *PE) Unwrap() error { return errBase }

type IE struct{ n int }

func (e *IE) Error() string     { return fmt.Sprint("IE", e.n) }
func (e *IE) Is(err error) bool { return err == io.EOF }

type No int

func (n No) Error() string { return fmt.Sprint("no", int(n)) }

var errBase = errors.New("base")
var errOwn error = &PE{9}

func try(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, "panics", r)
		}
	}()
	fmt.Print(what, " ")
	f()
}

func get(i int) error {
	switch i {
	case 0:
		return E{3, "x"}
	case 1:
		return &PE{4}
	case 2:
		return No(5)
	case 3:
		return fmt.Errorf("w: %w", &PE{6})
	case 4:
		return fmt.Errorf("w: %w", E{7, "y"})
	case 5:
		return fmt.Errorf("w: %w", No(8))
	case 6:
		return errors.Join(errOwn, io.EOF)
	case 7:
		return &IE{1}
	}
	return nil
}

func main() {
	for i := range 9 {
		err := get(i)
		try("eq", func() { fmt.Println(err == error(E{3, "x"}), err == error(No(5)), err == nil, err == errOwn) })
		try("text", func() { fmt.Printf("%v %+v %s %q\n", err, err, err, err) })
		try("type", func() { fmt.Printf("%T\n", err) })
		try("assert", func() {
			e, ok := err.(E)
			fmt.Println(e.code, e.msg, ok)
			p, ok := err.(*PE)
			fmt.Println(p != nil, ok)
			n, ok := err.(No)
			fmt.Println(int(n), ok)
		})
		try("switch", func() {
			switch e := err.(type) {
			case E:
				fmt.Println("E", e.code)
			case *PE:
				fmt.Println("PE", e.code)
			case No:
				fmt.Println("No", int(e))
			case nil:
				fmt.Println("nil")
			default:
				fmt.Println("other", e)
			}
		})
		try("unwrap", func() { fmt.Println(errors.Unwrap(err) == errBase, errors.Unwrap(err) == nil) })
		try("is", func() {
			fmt.Println(errors.Is(err, errBase), errors.Is(err, errOwn), errors.Is(err, io.EOF), errors.Is(err, E{3, "x"}), errors.Is(err, E{7, "y"}), errors.Is(err, E{7, "z"}), errors.Is(err, No(5)), errors.Is(err, No(8)))
		})
		try("as E", func() { var e E; fmt.Println(errors.As(err, &e), e.code) })
		try("as PE", func() { var e *PE; fmt.Println(errors.As(err, &e), e != nil) })
		try("as No", func() { var e No; fmt.Println(errors.As(err, &e), int(e)) })

	}
}
