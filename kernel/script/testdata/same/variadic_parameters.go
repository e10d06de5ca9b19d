// Interfaces and functions beside a variable number of arguments.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

type W struct{ sb strings.Builder }

func (w *W) Write(p []byte) (int, error) { return w.sb.Write(p) }

type C int

func (c C) String() string { return fmt.Sprint("c", int(c)) }

func out(w io.Writer, xs ...int)    { fmt.Fprintln(w, xs) }
func str(s fmt.Stringer, xs ...int) { fmt.Println(s, s.String(), xs) }

func an(x any, xs ...int)           { _, ok := x.(C); fmt.Println(x, ok, xs) }
func fn(f func(int) int, xs ...int) { fmt.Println(f(2), xs) }
func fnc(f func(C) C, xs ...C) (cs []C) {
	for _, x := range xs {
		cs = append(cs, f(x))
	}
	return
}
func an2(x any, y int, z io.Writer, xs ...any) { fmt.Fprintln(z, x, y, xs) }

type m struct{}

func (m) do(w io.Writer, xs ...string) { fmt.Fprintln(w, strings.Join(xs, "+")) }
func (*m) do2(e any, xs ...any)        { fmt.Println(e, xs) }

func mk() (*W, int) { return &W{}, 1 }
func mk2() C        { return 5 }

func main() {
	w := &W{}
	out(w, 1, 2)
	out(w)
	out(os.Stdout, 3)
	str(C(1), 1)

	str(mk2())
	an(C(3), 1)
	an(mk2(), 1)
	fn(func(x int) int { return x * x }, 4)
	fn(dbl, 4)
	fmt.Println(fnc(func(c C) C { return c + 1 }, 1, 2))
	an2(C(1), 2, w, C(2), "x", nil)
	m{}.do(w, "a", "b")
	new(m).do2(C(4), C(5), 6)
	f := out
	f(w, 9)
	g := func(w io.Writer, s ...string) { fmt.Fprint(w, s, "\n") }
	g(w, "p")
	fs := map[string]func(fmt.Stringer, ...int){"s": str}
	fs["s"](C(7), 7)
	defer out(w, 10)
	go func() {}()
	func() {
		defer str(C(8), 1, 2)
		defer g(w, "deferred")
	}()
	func() { out(mk()) }()
	fmt.Print(w.sb.String())
}
func dbl(x int) int { return 2 * x }
