// Run-time errors that are recovered: their texts and types.
package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

type parseError struct {
	line int
	err  error
}

func (p *parseError) Error() string { return "line " + strconv.Itoa(p.line) + ": " + p.err.Error() }
func (p *parseError) Unwrap() error { return p.err }

type multi []error

func (m multi) Error() string   { return fmt.Sprint(len(m), " errors: ", []error(m)) }
func (m multi) Unwrap() []error { return m }

func parse(lines ...string) (out []int, err error) {
	var m multi
	defer func() {
		if len(m) > 0 {
			err = m
		}
	}()
	for i, l := range lines {
		n, err := strconv.Atoi(l)
		if err != nil {
			m = append(m, &parseError{i + 1, err})
			continue
		}
		out = append(out, n)
	}
	return out, nil
}

func step(n int) (res string, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("step %d: %w", n, r)
		case string:
			res = "said " + r
		default:
			panic(r)
		}
	}()
	switch n {
	case 0:
		var m map[string]int
		m["a"] = 1
	case 1:
		var p *parseError
		_ = p.line
	case 2:
		panic("hello")
	case 3:
		panic(&parseError{3, os.ErrNotExist})
	case 4:
		x := []int{1}
		i := 5
		_ = x[i]
	case 5:
		var e error
		_ = e.Error()
	case 6:
		var a any = "s"
		_ = a.(int)
	case 7:
		var a any
		_ = a.(fmt.Stringer)
	case 8:
		z := 0
		_ = 1 / z
	case 9:
		panic(7.5)
	case 10:
		_ = make([]int, n-11)
	case 11:
		x := []int{1, 2, 3}
		_ = x[2 : n-10]
	case 12:
		var f func()
		f()
	case 13:
		c := make(chan int)
		close(c)
		close(c)
	case 14:
		var a any = []int{1}
		_ = map[any]int{a: 1}
	case 15:
		_ = [2]int(make([]int, 1))
	}
	return "fine", nil
}

func main() {
	out, err := parse("1", "x", "3", "99999999999999999999")
	fmt.Println(out, err)
	var p *parseError
	var n *strconv.NumError
	fmt.Println(errors.As(err, &p), p.line, errors.As(err, &n), n.Func, errors.Is(err, strconv.ErrRange))
	out, err = parse("4")
	fmt.Println(out, err, err == nil)
	for i := range 17 {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Printf("main recovers %T %v\n", r, r)
				}
			}()
			res, err := step(i)
			fmt.Printf("%d %q %v %T %v\n", i, res, err, errors.Unwrap(err), errors.Is(err, os.ErrNotExist))
		}()
	}
	defer fmt.Println("deferred 1")
	defer func() {
		defer func() { fmt.Println("inner", recover()) }()
		panic(fmt.Sprint("again after ", recover()))
	}()
	panic(multi{err, errors.New("b")})
}
