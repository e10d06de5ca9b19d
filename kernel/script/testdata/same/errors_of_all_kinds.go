// Errors of all kinds of types: asserted, wrapped, looked for, compared.
package main

import (
	"errors"
	"fmt"
	"io"
)

type EF func() string

func (f EF) Error() string { return "EF " + f() }

type EC chan int

func (c EC) Error() string { return fmt.Sprint("EC", len(c)) }

type EM map[string]error

func (m EM) Error() string { return fmt.Sprint("EM", len(m)) }

type EA [2]error

func (a EA) Error() string { return fmt.Sprint("EA", a[0]) }

type EZ [0]int

func (EZ) Error() string { return "EZ" }

type EB bool

func (b EB) Error() string { return fmt.Sprint("EB", bool(b)) }

type EI struct{ error }
type EP struct {
	*EI
	n int
}
type EV struct{}

func (*EV) Error() string { return "EV" }

type EG[T any] struct{ v T }

func (e EG[T]) Error() string { return fmt.Sprint("EG", e.v) }

type EN interface {
	error
	Code() int
}
type EC2 int

func (e EC2) Error() string { return "EC2" }
func (e EC2) Code() int     { return int(e) }

type ES []error

func (e ES) Error() string   { return fmt.Sprint("ES", len(e)) }
func (e ES) Unwrap() []error { return e }
func name(e error) string {
	switch x := e.(type) {
	case nil:
		return "nil"
	case EF:
		return "EF" + x()
	case EC:
		return fmt.Sprint("EC", cap(x))
	case EM:
		return fmt.Sprint("EM", x["a"])
	case EA:
		return fmt.Sprint("EA", x[1])
	case EZ:
		return fmt.Sprint("EZ", len(x))
	case EB:
		return fmt.Sprint(!x)
	case *EI:
		return "*EI" + name(x.error)
	case EI:
		return "EI" + name(x.error)
	case EP:
		return fmt.Sprint("EP", x.n, x.EI != nil)
	case *EV:
		return fmt.Sprint("EV", x == nil)
	case EG[int]:
		return fmt.Sprint("EGi", x.v+1)
	case EG[string]:
		return "EGs" + x.v
	case EN:
		return fmt.Sprint("EN", x.Code())
	case ES:
		return fmt.Sprint("ES", len(x))
	}
	return "other"
}
func main() {
	all := []error{nil, EF(func() string { return "f" }), make(EC, 2), EM{"a": io.EOF}, EA{io.EOF, nil}, EZ{}, EB(true), EI{EB(false)}, &EI{io.EOF}, EP{&EI{EZ{}}, 1}, &EV{}, (*EV)(nil), EG[int]{1}, EG[string]{"s"}, EG[bool]{}, EC2(4), ES{EC2(5), EZ{}}, io.EOF}
	for _, e := range all {
		w := fmt.Errorf("w %w", e)
		if e == nil {
			continue
		}
		fmt.Println(name(e), e, name(errors.Unwrap(w)), w, errors.Is(w, io.EOF))
		var a EZ
		var b EB
		var c EG[int]
		var d EC2
		var f EF
		var p *EV
		var q *EI
		var r EP
		var s EI
		var t EM
		var u EA
		fmt.Println(errors.As(w, &a), errors.As(w, &b), errors.As(w, &c), errors.As(w, &d), errors.As(w, &f), errors.As(w, &p), errors.As(w, &q), errors.As(w, &r), errors.As(w, &s), errors.As(w, &t), errors.As(w, &u), b, c, d, f != nil, p, q != nil, r.n, s.error != nil, len(t), u[0])
	}
	eq := func(a, b error) (s string) {
		defer func() {
			if r := recover(); r != nil {
				s = fmt.Sprint(r)
			}
		}()
		return fmt.Sprint(a == b)
	}
	for i, e := range all {
		fmt.Print(eq(e, all[i]), " ")
	}
	fmt.Println(eq(EZ{}, EZ{}), eq(EG[int]{1}, EG[int]{1}), eq(EG[any]{1}, EG[any]{1}), eq(&EV{}, (*EV)(nil)), eq(EA{}, EA{}), eq(EI{EZ{}}, EI{EZ{}}))
	func() { defer func() { fmt.Println(name(recover().(error))) }(); panic(EZ{}) }()
	func() { defer func() { e, ok := recover().(EG[int]); fmt.Println(e.v, ok) }(); panic(EG[int]{9}) }()
	func() { defer func() { fmt.Println(recover()) }(); _ = all[5].(EB) }()
	func() { defer func() { fmt.Println(recover()) }(); _ = all[12].(EG[string]) }()
	func() { defer func() { fmt.Println(recover()) }(); _ = all[5].(EN) }()
}
