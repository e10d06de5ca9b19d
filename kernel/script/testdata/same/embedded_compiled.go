// Structs that embed compiled types, asserted to interfaces of the program.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
)

type lener interface{ Len() int }
type solver interface{ Solved() bool }
type grower interface {
	lener
	Grow(int)
	Mine() string
}
type locker interface {
	Lock()
	Unlock()
}

type one struct{ *bytes.Buffer }
type two struct {
	*strings.Builder
	n int
}
type three struct {
	strings.Builder
	n int
}

func (t *three) Mine() string { return fmt.Sprint("three ", t.n) }

type guarded struct {
	sync.Mutex
	m map[string]int
}

type res struct {
	*engine.Result
	tag string
}
type when struct{ time.Time }
type whens struct {
	time.Time
	n int
}

type nothing struct{}

func (nothing) Len() int { return 42 }

func main() {
	for i, x := range []any{one{bytes.NewBufferString("a")}, &one{bytes.NewBufferString("bb")}, two{&strings.Builder{}, 1}, &two{&strings.Builder{}, 1},
		three{}, &three{n: 3}, &guarded{}, guarded{}, res{&engine.Result{}, "t"}, &res{&engine.Result{}, "t"}, when{}, whens{}, nothing{}, &nothing{}} {
		l, ok := x.(lener)
		fmt.Print(i, ok, " ")
		if ok {
			fmt.Print(l.Len(), " ")
		}
		g, ok := x.(grower)
		fmt.Print(ok, " ")
		if ok {
			g.Grow(5)
			fmt.Print(g.Mine(), " ")
		}
		s, ok := x.(solver)
		fmt.Print(ok, " ")
		if ok {
			fmt.Print(s.Solved(), " ")
		}
		k, ok := x.(locker)
		fmt.Print(ok, " ")
		if ok {
			k.Lock()
			k.Unlock()
		}
		y, ok := x.(interface{ Year() int })
		fmt.Print(ok, " ")
		if ok {
			fmt.Print(y.Year(), " ")
		}
		fmt.Println()
	}
	var l lener = one{bytes.NewBufferString("abc")}
	fmt.Println(l.Len())
	l = two{&strings.Builder{}, 1}
	fmt.Println(l.Len())
	var w io.Writer = two{&strings.Builder{}, 1}
	fmt.Fprintf(w, "xyz")
}
