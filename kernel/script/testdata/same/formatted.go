package main

import (
	"errors"
	"fmt"
	"log"
	"strings"
)

type C int

func (c C) String() string { return fmt.Sprint("c", int(c)) }

type P struct {
	X int
	y C
	Z C
}
type S string

func logf(format string, args ...any)       { fmt.Printf(format, args...) }
func errf(format string, args ...any) error { return fmt.Errorf(format, args...) }

type E struct{ n int }

func (e E) Error() string { return fmt.Sprint("E", e.n) }
func main() {
	logf("%T %v %d %s|%5T|\n", C(1), C(2), C(3), S("x"), P{})
	logf("%+v %#v %[1]T %[2]v\n", P{1, 2, 3}, P{4, 5, 6})
	f := "%T %v %%T %6.2f %q %T\n"
	fmt.Printf(f, 1, P{1, 2, 3}, 2.5, "a", []S{"b"})
	fmt.Printf("%*d|%-*d|%T\n", 5, C(1), 4, 2, nil)
	err := errf("x: %w %v", E{3}, C(2))
	fmt.Println(err, errors.Is(err, E{3}))
	log.SetFlags(0)
	var logged strings.Builder
	log.SetOutput(&logged)
	log.Println(P{1, 2, 3}, C(1), S("a"), []C{1})
	log.Printf("%v", []any{P{1, 2, 3}, C(1), S("a"), []C{1}})
	fmt.Print(logged.String())
	fmt.Print(S("a"), S("b"), C(1), C(2), 3, 4, "c", any("d"), any(5), any(C(6)), "\n")
	s := fmt.Sprint(S("a"), 1, C(2))
	fmt.Println(s, len(s))
	fmt.Printf("%v %v\n", struct {
		A any
		B []any
	}{C(1), []any{C(2), S("z"), nil}}, map[string]any{"b": C(1), "a": P{}})
	fmt.Printf("%6v|%-6v|%06d|%x|%X|%q\n", C(1), C(2), C(3), C(4), S("hi"), S("q"))
	var np *P
	var nc *C
	fmt.Println(np, nc, (*E)(nil), []*P{nil})
	fmt.Printf("%v %+v %s\n", &P{1, 2, 3}, &P{1, 2, 3}, &P{1, 2, 3})
	var x any = &P{1, 2, 3}
	fmt.Println(x)
	fmt.Printf("%d %s\n", P{1, 2, 3}, P{1, 2, 3})
	fmt.Println(errors.New("a"), []error{E{1}, errors.New("b")}, map[C]string{2: "b", 1: "a"}, [2]C{1, 2})
	type key struct{ a, b int }
	fmt.Println(map[key]int{{2, 1}: 1, {1, 5}: 2})
}
