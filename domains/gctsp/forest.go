package gctsp

import (
	"math"

	"github.com/focal-search/focal/engine"
)

// forest weighs the cheapest forests of given numbers of edges among a set of
// vertices, the members, by Kruskal's algorithm: take the edges in order of
// weight except those whose ends are already joined. The first e edges taken are
// the cheapest forest of e edges.
//
// Without some of its members a set has the same cheapest forest of e edges as
// long as none of the first e edges taken ends in one of them: the edges passed over
// so far join members that are already joined. So one forest, grown as far as needed,
// serves nearly all children of a state.
type forest struct {
	*packed
	member []bool
	absent []bool // members left out for the time being
	edges  []edge // those among members that have been looked at, by weight
	seen   int    // edges that have been looked at
	taken  int    // edges
	first  []int  // by vertex: which edge taken, from 1, was the first that ends in it

	// By number of edges taken.
	weight []engine.Cost
	next   []int    // of edges: the one to look at next
	roots  []vertex // row by row, and one row more for the edge to be taken next

	others []vertex // roots, for a forest that is not that of all members
}

const never = math.MaxInt

func newForest(p *packed) forest {
	f := forest{
		packed: p, member: make([]bool, p.n), absent: make([]bool, p.n), first: make([]int, p.n),
		weight: make([]engine.Cost, p.n+1), next: make([]int, p.n+1), roots: make([]vertex, (p.n+2)*p.n),
		others: make([]vertex, p.n),
	}
	for v := range f.rootsOf(0) { // every vertex its own root
		f.roots[v] = vertex(v)
	}
	return f
}

// rootsOf is the roots after a number of edges.
func (f *forest) rootsOf(taken int) []vertex { return f.roots[taken*f.n:][:f.n] }

// plant begins the forest of the depot and other members.
func (f *forest) plant(members []vertex) {
	clear(f.member)
	f.member[0] = true
	for _, v := range members {
		f.member[v] = true
	}
	for v := range f.first {
		f.first[v] = never
	}
	copy(f.rootsOf(1), f.rootsOf(0))
	f.edges = f.edges[:0]
	f.seen, f.taken = 0, 0
}

// edge is the edge number i among members by weight. There must be one.
func (f *forest) edge(i int) edge {
	for i >= len(f.edges) {
		e := f.packed.edges[f.seen]
		f.seen++
		if f.member[e.u] && f.member[e.v] {
			f.edges = append(f.edges, e)
		}
	}
	return f.edges[i]
}

// grow takes edges until there are e.
func (f *forest) grow(e int) {
	for next := f.next[f.taken]; f.taken < e; {
		edge := f.edge(next)
		next++
		if !join(f.rootsOf(f.taken+1), edge) {
			continue
		}
		f.taken++
		f.weight[f.taken] = f.weight[f.taken-1] + edge.weight
		f.next[f.taken] = next
		copy(f.rootsOf(f.taken+1), f.rootsOf(f.taken))
		for _, v := range [2]vertex{edge.u, edge.v} {
			f.first[v] = min(f.first[v], f.taken)
		}
	}
}

// cheapest is the weight of the cheapest forest of e edges among all members
// but some.
func (f *forest) cheapest(e int, without []vertex) engine.Cost {
	if f.taken < e {
		f.grow(e)
	}
	first := never
	for _, v := range without {
		first = min(first, f.first[v])
	}
	if first <= e {
		return f.without(e, first-1, without)
	}
	return f.weight[e]
}

// without grows the forest of e edges from as many as end in none of those left out.
func (f *forest) without(e, taken int, without []vertex) engine.Cost {
	for _, v := range without {
		f.absent[v] = true
	}
	copy(f.others, f.rootsOf(taken))
	weight := f.weight[taken]
	for i := f.next[taken]; taken < e; i++ {
		edge := f.edge(i)
		if !f.absent[edge.u] && !f.absent[edge.v] && join(f.others, edge) {
			weight += edge.weight
			taken++
		}
	}
	for _, v := range without {
		f.absent[v] = false
	}
	return weight
}

// join joins the trees of an edge's ends, and says whether there were two.
func join(roots []vertex, e edge) bool {
	u, v := root(roots, e.u), root(roots, e.v)
	roots[u] = v
	return u != v
}

func root(roots []vertex, v vertex) vertex {
	for roots[v] != v {
		roots[v] = roots[roots[v]]
		v = roots[v]
	}
	return v
}
