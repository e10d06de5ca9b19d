package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type Stage int

const (
	Init Stage = iota
	Run
	Done
)

type res struct {
	log  []string
	errs []error
}

func (r *res) closef(name string, fail bool) func() error {
	r.log = append(r.log, "open "+name)
	return func() (err error) {
		r.log = append(r.log, "close "+name)
		if fail {
			err = fmt.Errorf("closing %s: %w", name, os.ErrClosed)
		}
		return
	}
}

func use(r *res, n int) (out string, err error) {
	for i := 0; i < n; i++ {
		c := r.closef(string(rune('a'+i)), i%2 == 1)
		defer func() {
			if e := c(); e != nil {
				err = errors.Join(err, e)
				out += "!"
			}
		}()
		if i == 3 {
			return "early", errors.New("limit")
		}
	}
	defer func() {
		if p := recover(); p != nil {
			out, err = fmt.Sprint("p:", p), errors.Join(err, fmt.Errorf("panic %v", p))
		}
	}()
	if n == 2 {
		panic(fmt.Errorf("n=%d", n))
	}
	return "ok", nil
}

func nested() (s string) {
	defer func() { s += fmt.Sprint(" 4:", recover()) }()
	defer func() {
		defer func() { s += fmt.Sprint(" 3:", recover()) }()
		panic("third")
	}()
	defer func() {
		s += fmt.Sprint(" 2:", recover())
		defer func() { s += " in" }()
	}()
	defer func() { panic("second") }()
	panic("first")
}

func rethrow() (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok && errors.Is(e, os.ErrExist) {
				err = e
				return
			}
			panic(r)
		}
	}()
	func() {
		defer func() {
			r := recover()
			panic(fmt.Errorf("outer %v: %w", r, os.ErrExist))
		}()
		var xs []int
		xs[0]++
	}()
	return
}

type T struct{ n int }

func (t *T) inc() *T      { t.n++; return t }
func (t T) show(s string) { fmt.Print(s, t.n, " ") }

func order() {
	t := &T{}
	defer t.inc().inc().show("d1:")
	defer t.show("d2:")
	t.inc()
	for i := range 3 {
		defer fmt.Print(i, " ")
		if i == 1 {
			continue
		}
		defer func(t T) { t.show("d3:") }(*t)
		t.n += 10
	}
	f := func() { fmt.Print("f1 ") }
	defer f()
	f = func() { fmt.Print("f2 ") }
	f()
}

func loops() (out []string) {
	add := func(xs ...any) { out = append(out, fmt.Sprint(xs...)) }
L1:
	for i := 0; ; i++ {
		switch {
		case i == 1:
			continue
		case i == 5:
			break L1
		default:
			for j := range 4 {
				if j == i {
					continue L1
				}
				if j > 2 {
					break
				}
				add(i, j)
			}
		}
		add("end", i)
	}
	i := 0
back:
	for {
		i++
		if i%2 == 0 {
			goto back
		}
		if i > 6 {
			goto out
		}
	}
out:
	add("i", i)
	var fs []func() int
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fs = append(fs, func() int { i += j; return i })
		if i == 1 {
			i++
		}
	}
	for _, f := range fs {
		add(f(), f())
	}
	for k, v := range map[string]int{"z": 26} {
		defer func() { out = append(out, k, fmt.Sprint(v)) }()
	}
	ch := make(chan func() string, 3)
	for _, s := range strings.Split("a,b,c", ",") {
		ch <- func() string { s += s; return s }
	}
	close(ch)
	for f := range ch {
		f()
		add(f())
	}
	switch x := len(out); x {
	case 0, 1:
		add("few")
	case 2:
		fallthrough
	default:
		if x > 3 {
			break
		}
		add("not")
	}
	select {
	case f, ok := <-ch:
		add(f == nil, ok)
	default:
		add("default")
	}
	var arr [3]func()
	for i := range arr {
		arr[i] = func() { add("arr", i) }
	}
	for _, f := range arr {
		f()
	}
	return out
}

func main() {
	for n := range 6 {
		r := new(res)
		out, err := use(r, n)
		fmt.Println(n, out, strings.ReplaceAll(fmt.Sprint(err), "\n", "|"), r.log, errors.Is(err, os.ErrClosed))
	}
	fmt.Println(nested())
	fmt.Println(rethrow())
	order()
	fmt.Println()
	fmt.Println(strings.Join(loops(), ","))
	var st Stage
	for ; st <= Done; st++ {
		switch st {
		case Init:
			fmt.Print("init ")
			fallthrough
		case Run:
			fmt.Print("run ")
		case Done:
			defer fmt.Println("deferred", st)
		}
	}
	fmt.Println(st)
	x := 5
	p := &x
	defer func(v int) { fmt.Println("last", v, *p) }(*p)
	*p = 7
	if x := x * 2; x > 10 {
		x := fmt.Sprint(x)
		fmt.Println(x)
	} else if y := x; y > 0 {
		fmt.Println(y)
	}
	var e error
	if _, err := use(new(res), 2); err != nil {
		e = err
	}
	fmt.Println(strings.Count(e.Error(), "\n"))

}
