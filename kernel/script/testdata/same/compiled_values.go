// Values of compiled types, and structs that embed some, asserted to interfaces of the program.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

type seconds interface{ Seconds() float64 }
type lener interface {
	Len() int
	String() string
}
type unwrapper interface{ Unwrap() error }

func f(x any) {
	s, ok := x.(seconds)
	fmt.Println(ok)
	if ok {
		fmt.Println(s.Seconds())
	}
	l, ok := x.(lener)
	fmt.Println(ok)
	if ok {
		fmt.Println(l.Len(), l.String())
	}
	u, ok := x.(unwrapper)
	fmt.Println(ok)
	if ok {
		fmt.Println(u.Unwrap())
	}
}

func main() {
	f(time.Second)
	f(bytes.NewBufferString("abc"))
	f(fmt.Errorf("a %w", io.EOF))
	f(errors.New("x"))
	var r io.Reader = bytes.NewBufferString("abc")
	l, ok := r.(lener)
	fmt.Println(ok)
	fmt.Println(l.Len())
	var err error = fmt.Errorf("b %w", io.EOF)
	_, ok = err.(unwrapper)
	fmt.Println(ok)
	var st fmt.Stringer = &strings.Builder{}
	_, ok = st.(lener)
	fmt.Println(ok)
	f(&strings.Builder{})
	switch y := r.(type) {
	case seconds:
		fmt.Println("s", y)
	case lener:
		fmt.Println("l", y.Len())
	}
}
