package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
)

type bailout struct{ n int }

type failed struct{ what string }

func (f failed) Error() string { return "failed " + f.what }

type lost struct{ n int }

func (l *lost) Error() string { return fmt.Sprint("lost ", l.n) }

type T struct {
	n int
	p *T
}

// try tells what f panics with.
func try(name string, f func()) {
	defer func() {
		r := recover()
		fmt.Print(name, ": ")
		if s, ok := r.(string); ok {
			fmt.Print("string ", s, " ")
		}
		if e, ok := r.(error); ok {
			fmt.Print("error ", strings.Fields(e.Error())[:2], " ")
		}
		if e, ok := r.(runtime.Error); ok {
			fmt.Print("runtime ", strings.Fields(e.Error())[0], " ")
		}
		if b, ok := r.(bailout); ok {
			fmt.Print("bailout ", b.n, " ")
		}
		if f, ok := r.(failed); ok {
			fmt.Print("failed ", f.what, " ")
		}
		if l, ok := r.(*lost); ok {
			fmt.Print("lost ", l.n, " ")
		}
		switch v := r.(type) {
		case nil:
			fmt.Print("nil")
		case int:
			fmt.Print("int ", v+1)
		case string:
			fmt.Print("a ", v)
		case bailout:
			fmt.Print("b ", v.n)
		case []int:
			fmt.Print("list ", v[0])
		case error:
			fmt.Print("e")
		default:
			fmt.Print("other")
		}
		fmt.Println(r == io.EOF, r != nil)
	}()
	f()
}

func value(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return 0
}

func asError(f func()) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case error:
			err = v
		default:
			err = fmt.Errorf("recovered %v", v)
		}
	}()
	f()
	return nil
}

func again() {
	defer func() {
		if r := recover(); r != nil {
			panic(r)
		}
	}()
	panic(bailout{4})
}

func named() {
	if r := recover(); r != nil {
		fmt.Println("named", r.(string))
	}
}

func main() {
	var none []int
	var m map[string]int
	var p *T
	var x any = "text"
	zero, nothing := 0, error(nil)
	tests := []struct {
		name string
		f    func()
	}{
		{"nothing", func() {}},
		{"a string", func() { panic("text") }},
		{"a number", func() { panic(7) }},
		{"text", func() { panic(fmt.Sprint("a", 1)) }},
		{"an error", func() { panic(errors.New("an error")) }},
		{"EOF", func() { panic(fmt.Errorf("wrapped %w", io.EOF)) }},
		{"bailout", func() { panic(bailout{3}) }},
		{"failed", func() { panic(failed{"x"}) }},
		{"lost", func() { panic(&lost{5}) }},
		{"a list", func() { panic([]int{1}) }},
		{"nil", func() { panic(nil) }},
		{"a nil error", func() { panic(nothing) }},
		{"again", again},
		{"index", func() { none[3]++ }},
		{"slice", func() { fmt.Print(none[1:2]) }},
		{"map", func() { m["a"] = 1 }},
		{"pointer", func() { p.n = 1 }},
		{"pointers", func() { fmt.Print((&T{}).p.n) }},
		{"zero", func() { fmt.Print(1 / zero) }},
		{"assertion", func() { fmt.Print(x.(int)) }},
	}
	for _, test := range tests {
		try(test.name, test.f)
	}
	fmt.Println(value(func() { panic(io.EOF) }) == io.EOF, value(func() {}) == 0, value(func() { panic(2) }) == 2)
	fmt.Println(asError(func() { panic("p") }), asError(func() { panic(io.EOF) }) == io.EOF, asError(func() {}), asError(func() { panic(failed{"y"}) }))
	func() {
		defer named()
		panic("function")
	}()
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		panic("goroutine")
	}()
	fmt.Println((<-done).(string))
	func() {
		defer func() { fmt.Println(recover()) }()
		panic(fmt.Sprint(recover()))
	}()
	func() {
		defer func() { recover() }()
		panic("dropped")
	}()
	if r := recover(); r != nil {
		fmt.Println("no")
	}
	if _, ok := recover().(runtime.Error); ok {
		fmt.Println("no")
	}
	x = strings.NewReader("read")
	if r, ok := x.(io.Reader); ok {
		b := make([]byte, 4)
		r.Read(b)
		fmt.Println(string(b))
	}
	x = 5
	w, ok := x.(io.Writer)
	fmt.Println(w == nil, ok)
}
