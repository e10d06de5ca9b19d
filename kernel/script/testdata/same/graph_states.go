// The states of a graph are of types of the program, which differ though their structure does not.
package main

import (
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

type A int

func (a A) String() string { return fmt.Sprint("A", int(a)) }

type B int

func (b B) String() string { return fmt.Sprint("B", int(b)) }

type C int
type D int

type P struct{ x int }
type Q struct{ x int }

func main() {
	solve := func(p *engine.Problem) {
		r := engine.Solve(show.Context(), p, engine.AStar())
		fmt.Println(r.Status, r.Cost, r.Expanded, r.Generated, r.Path, r.Err)
	}
	solve(engine.AnyGraph{Name: "ab", Start: A(0), Goal: func(s any) bool { return s == B(3) },
		Successors: func(s any) []engine.AnyEdge {
			switch s := s.(type) {
			case A:
				return []engine.AnyEdge{{To: s + 1, Cost: 1}, {To: B(s), Cost: 1}}
			case B:
				return []engine.AnyEdge{{To: s + 1, Cost: 1}}
			}
			return nil
		}, H: func(s any) engine.Cost { return 0 }}.Problem())
	solve(engine.AnyGraph{Name: "cd", Start: C(0), Goal: func(s any) bool { return s == D(3) },
		Successors: func(s any) []engine.AnyEdge {
			switch s := s.(type) {
			case C:
				return []engine.AnyEdge{{To: s + 1, Cost: 1}, {To: D(s), Cost: 1}}
			case D:
				return []engine.AnyEdge{{To: s + 1, Cost: 1}}
			}
			return nil
		}}.Problem())
	solve(engine.AnyGraph{Name: "pq", Start: P{0}, Goal: func(s any) bool { return s == Q{3} },
		Successors: func(s any) []engine.AnyEdge {
			switch s := s.(type) {
			case P:
				return []engine.AnyEdge{{To: P{s.x + 1}, Cost: 1}, {To: Q{s.x}, Cost: 1}}
			case Q:
				e := engine.AnyEdge{Cost: 1}
				e.To = Q{s.x + 1}
				return []engine.AnyEdge{e}
			}
			return nil
		}}.Problem())
}
