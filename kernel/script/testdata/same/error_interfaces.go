// Errors of types of the program, asserted to interfaces of the program.
package main

import (
	"errors"
	"fmt"
	"io"
)

type temporary interface{ Temporary() bool }

type coded interface {
	error
	Code() int
}

type down struct{ msg string }

func (d *down) Error() string   { return d.msg }
func (d *down) Temporary() bool { return d.msg == "x" }
func (d *down) Code() int       { return len(d.msg) }

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }
func (c code) Code() int     { return int(c) }

type none struct{}

func (none) Error() string { return "none" }
func (none) Code() int     { return -1 }

type list []error

func (l list) Error() string   { return fmt.Sprint(len(l), " errors") }
func (l list) Temporary() bool { return len(l) > 1 }

type wrapped struct {
	coded
	at string
}

func (w wrapped) Unwrap() error { return w.coded }

func give(i int) error {
	switch i {
	case 0:
		return &down{"x"}
	case 1:
		return code(7)
	case 2:
		return none{}
	case 3:
		return list{io.EOF, code(1)}
	case 4:
		return wrapped{code(3), "here"}
	case 5:
		return &wrapped{&down{"yy"}, "there"}
	case 6:
		return io.EOF
	case 7:
		return fmt.Errorf("wrapped: %w", code(9))
	case 8:
		return (*down)(nil)
	}
	return nil
}

func main() {
	for i := range 10 {
		err := give(i)
		t, ok := err.(temporary)
		c, is := err.(coded)
		fmt.Println(i, err != nil, t != nil, ok, c != nil, is)
		if is && i != 8 {
			fmt.Println(c.Code(), c.Error(), c, c == err)
		}
		switch e := err.(type) {
		case coded:
			fmt.Println("coded", i == 8 || e.Code() > -5)
		case temporary:
			fmt.Println("temporary", e.Temporary())
		case interface{ Unwrap() error }:
			fmt.Println("wraps", e.Unwrap())
		case nil:
			fmt.Println("nil")
		default:
			fmt.Println("other", e)
		}
		var x any = err
		if u, ok := x.(interface{ Unwrap() error }); ok {
			fmt.Println("unwraps", u.Unwrap())
		}
		func() {
			defer func() { fmt.Println(recover()) }()
			for _, e := range []error{err, err} {
				fmt.Println(e.(temporary).Temporary())
			}
		}()
		_, s := err.(fmt.Stringer)
		fmt.Println(s)
	}
	var c coded = &down{"zzz"}
	var err error = c
	fmt.Println(errors.Is(err, c), err == c, err.(coded) == c, err.(*down) == c)
}
