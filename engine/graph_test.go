package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// graph is an explicit problem for tests: state i has the edges edges[i], and the start
// is state 0.
type graph struct {
	edges [][]edge
	h, d  []Cost
	goal  []bool
	shape Shape
	salt  uint64 // part of the packed states

	expanded []int          // states in the order in which Expand was called
	states   map[uint64]int // by first word
}

type edge struct {
	to   int
	cost Cost
}

func (g *graph) problem() *Problem {
	return &Problem{
		Name: "graph", Unit: 1, Optimal: -1,
		Content:  fmt.Sprint(g.edges, g.h, g.d, g.goal),
		NewSpace: func() Space { return g },
		Replay:   g.replay,
		MoveName: func(m Move) string { return fmt.Sprint(m) },
	}
}

// Move m of a state is its edge number m.
func (g *graph) replay(moves []Move) (Cost, error) {
	at, total := 0, Cost(0)
	for _, m := range moves {
		total += g.edges[at][m].cost
		at = g.edges[at][m].to
	}
	if !g.goal[at] {
		return 0, fmt.Errorf("state %d is not a goal", at)
	}
	return total, nil
}

func (g *graph) Shape() Shape                { return g.shape }
func (g *graph) Start(state []uint64)        { g.expanded = nil; g.pack(0, state) }
func (g *graph) Evaluate(n Node) (h, d Cost) { i := g.unpack(n.State); return g.h[i], g.d[i] }
func (g *graph) IsGoal(n Node) bool          { return g.goal[g.unpack(n.State)] }

func (g *graph) Expand(n Node, out *Successors) {
	i := g.unpack(n.State)
	g.expanded = append(g.expanded, i)
	for m, e := range g.edges[i] {
		g.pack(e.to, out.Add(Successor{Cost: e.cost, H: g.h[e.to], D: g.d[e.to], Move: Move(m)}))
	}
}

// pack spreads a state's number over the words, so that all of them matter.
func (g *graph) pack(i int, state []uint64) {
	for w := range state {
		state[w] = (uint64(i) ^ g.salt) * (0x9e3779b97f4a7c15 + 2*uint64(w))
	}
}

func (g *graph) unpack(state []uint64) int { return g.states[state[0]] }

// number prepares unpack.
func (g *graph) number() {
	g.states = map[uint64]int{}
	for i := range g.edges {
		g.states[(uint64(i)^g.salt)*0x9e3779b97f4a7c15] = i
	}
}

// distances returns the least cost from each state to a goal, or -1 if there is no path.
// It is the oracle, and shares no code with the search.
func (g *graph) distances() []Cost {
	n := len(g.edges)
	dist := make([]Cost, n)
	for i := range dist {
		dist[i] = math.MaxInt64
		if g.goal[i] {
			dist[i] = 0
		}
	}
	for changed := true; changed; { // the rounds of Bellman and Ford: too simple to be wrong
		changed = false
		for i := range n {
			for _, e := range g.edges[i] {
				if dist[e.to] != math.MaxInt64 && e.cost+dist[e.to] < dist[i] {
					dist[i] = e.cost + dist[e.to]
					changed = true
				}
			}
		}
	}
	for i := range dist {
		if dist[i] == math.MaxInt64 {
			dist[i] = -1
		}
	}
	return dist
}

// graphOptions describes the graphs that randomGraph draws.
type graphOptions struct {
	states, goals int
	maxCost       Cost
	consistent    bool
	same          int // per cent of the states with d = h
}

// randomGraph draws a graph with zero-cost edges, parallel edges, loops, dead ends, one
// to several goals (sometimes unreachable), and an admissible h: consistent, or a random
// fraction of the true distance for each state.
func randomGraph(r *rand.Rand, o graphOptions) *graph {
	g := &graph{
		edges: make([][]edge, o.states), h: make([]Cost, o.states), d: make([]Cost, o.states),
		goal: make([]bool, o.states),
	}
	degree := 0
	for i := range g.edges {
		for range r.IntN(5) {
			cost := r.Int64N(o.maxCost + 1)
			if r.IntN(8) == 0 {
				cost = 0
			}
			g.edges[i] = append(g.edges[i], edge{r.IntN(o.states), cost})
		}
		if i+1 < o.states && r.IntN(3) > 0 {
			g.edges[i] = append(g.edges[i], edge{i + 1, r.Int64N(o.maxCost + 1)})
		}
		degree = max(degree, len(g.edges[i]))
	}
	for range o.goals {
		g.goal[r.IntN(o.states)] = true
	}
	dist := g.distances()
	for i, c := range dist {
		g.d[i] = r.Int64N(8)
		switch {
		case c < 0:
			g.h[i] = r.Int64N(o.maxCost + 1) // any value is admissible if no goal can be reached
		case o.consistent:
			g.h[i] = c * 3 / 4
		default:
			g.h[i] = r.Int64N(c + 1)
		}
		if g.goal[i] {
			g.h[i], g.d[i] = 0, 0
		}
	}
	if o.consistent {
		// Rounding in floor(3/4 of the distance) can break h(a) <= c + h(b), and so can dead
		// ends: lower h until it holds everywhere.
		for changed := true; changed; {
			changed = false
			for i := range g.edges {
				for _, e := range g.edges[i] {
					if g.h[i] > e.cost+g.h[e.to] {
						g.h[i] = e.cost + g.h[e.to]
						changed = true
					}
				}
			}
		}
	}
	for i := range g.d {
		if o.same > 0 && r.IntN(100) < o.same {
			g.d[i] = g.h[i]
		}
	}
	g.shape = Shape{Words: 1, Key: 1, Successors: max(degree, 1), SmallCosts: true}
	g.number()
	return g
}

// with returns the same graph for a space of another shape.
func (g *graph) with(change func(*Shape)) *graph {
	c := *g
	change(&c.shape)
	return &c
}

// relabelled returns the graph with other packed states.
func (g *graph) relabelled(salt uint64) *graph {
	c := *g
	c.salt = salt
	c.number()
	return &c
}

// reordered returns the graph with the edges of each state in another order.
func (g *graph) reordered(r *rand.Rand) *graph {
	c := *g
	c.edges = nil
	for _, es := range g.edges {
		es = slices.Clone(es)
		r.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
		c.edges = append(c.edges, es)
	}
	return &c
}

// scaled returns the graph with all costs and h multiplied by k.
func (g *graph) scaled(k Cost) *graph {
	c := *g
	c.edges = nil
	for _, es := range g.edges {
		es = slices.Clone(es)
		for i := range es {
			es[i].cost *= k
		}
		c.edges = append(c.edges, es)
	}
	c.h = slices.Clone(g.h)
	for i := range c.h {
		c.h[i] *= k
	}
	return &c
}
