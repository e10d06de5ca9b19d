// Graphs and pointers that are generic types of packages: of a package's own states, embedded, behind aliases.
package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/focal-search/focal/engine"
)

type G = engine.Graph[string]

type Maze struct {
	engine.Graph[[2]int]
	walls map[[2]int]bool
}

type State interface{ Key() string }
type at struct{ x int }

func (a at) Key() string { return fmt.Sprint(a.x) }

func Line[S ~int](n S) engine.Graph[S] {
	return engine.Graph[S]{Name: fmt.Sprintf("line%d", n), Goal: func(s S) bool { return s == n }, Successors: func(s S) []engine.Edge[S] {
		return []engine.Edge[S]{{s + 1, 1, ""}, {To: s * 2, Cost: 2}}
	}, H: func(s S) engine.Cost {
		if s > n {
			return 0
		}
		return engine.Cost(n-s) / 100
	}}
}

type Level int

func (l Level) String() string { return "L" + fmt.Sprint(int(l)) }

func solve(p *engine.Problem) {
	r := engine.Solve(context.Background(), p, engine.FS(1.5), engine.MaxExpanded(1000))
	fmt.Println(p.Digest(), r.Status, r.Cost, r.Counters, r.Path, r.Err, r.Warnings)
}

func edges[T any](to ...T) (out []engine.Edge[T]) {
	for _, t := range to {
		out = append(out, engine.Edge[T]{To: t, Cost: 1})
	}
	return
}

func main() {
	g := G{Name: "s", Start: "a", Goal: func(s string) bool { return s == "aaab" }, Successors: func(s string) []engine.Edge[string] {
		if len(s) > 3 {
			return nil
		}
		return []engine.Edge[string]{{s + "a", 1, "a"}, {s + "b", 1, ""}}
	}}
	solve(g.Problem())
	solve(Line(7).Problem())
	solve(Line(Level(9)).Problem())
	m := Maze{walls: map[[2]int]bool{{1, 0}: true}}
	m.Graph = engine.Graph[[2]int]{Name: "maze", Goal: func(s [2]int) bool { return s == [2]int{2, 2} },
		Successors: func(s [2]int) (out []engine.Edge[[2]int]) {
			for _, d := range [][2]int{{1, 0}, {0, 1}} {
				to := [2]int{s[0] + d[0], s[1] + d[1]}
				if !m.walls[to] && to[0] < 3 && to[1] < 3 {
					out = append(out, engine.Edge[[2]int]{To: to, Cost: 1})
				}
			}
			return
		}}
	m.D = func(s [2]int) engine.Cost { return engine.Cost(s[0]) }
	solve(m.Problem())
	fmt.Println(m.Name, m.Graph.Start, m.Unit)
	solve(engine.Graph[State]{Name: "iface", Start: at{0}, Goal: func(s State) bool { return s.Key() == "3" },
		Successors: func(s State) []engine.Edge[State] { return edges[State](at{s.(at).x + 1}, at{5}) }}.Problem())
	var h func(int) engine.Cost = func(x int) engine.Cost { return -1 }
	bad := Line(3)
	bad.H = h
	solve(bad.Problem())
	problem := engine.Graph[int].Problem
	solve(problem(bad))
	mv := bad.Problem
	fmt.Println(mv().Name)
	type pt struct{ X, y int }
	solve(engine.Graph[pt]{Name: "pt", Goal: func(s pt) bool { return s == pt{2, 2} }, Successors: func(s pt) []engine.Edge[pt] { return edges(pt{s.X + 1, s.y}, pt{s.X, s.y + 1}) }, Picture: func(s pt) string { return fmt.Sprintf("%+v", s) }}.Problem())
	for line := range strings.Lines("a\nb\n") {
		fmt.Printf("%q ", line)
	}
	fmt.Println(slices.Collect(strings.SplitSeq("a,b", ",")), slices.Sorted(maps.Keys(map[string]int{"x": 1})))
	e := engine.Edge[Level]{3, 4, "m"}
	fmt.Printf("%v %+v %T %v\n", e, e, e, e == engine.Edge[Level]{Level(3), 4, "m"})
	var p struct{ atomic.Pointer[Level] }
	l := Level(3)
	p.Store(&l)
	fmt.Println(*p.Load(), p.CompareAndSwap(&l, nil), p.Load() == nil)
	ps := map[string]*atomic.Pointer[[]int]{"a": {}}
	ps["a"].Store(&[]int{1})
	fmt.Println(*ps["a"].Load())
}
