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
	roots  []vertex
	taken  int           // edges
	next   int           // of edges: the one to look at next
	weight []engine.Cost // by number of edges taken
	first  []int         // by vertex: which edge taken, from 1, was the first that ends in it

	others []vertex // roots, for a forest that is not that of all members
	self   []vertex // every vertex its own root
}

const never = math.MaxInt

func newForest(p *packed) forest {
	f := forest{
		packed: p, member: make([]bool, p.n), absent: make([]bool, p.n), roots: make([]vertex, p.n),
		weight: make([]engine.Cost, p.n+1),
		first:  make([]int, p.n), others: make([]vertex, p.n), self: make([]vertex, p.n),
	}
	for v := range f.self {
		f.self[v] = vertex(v)
	}
	return f
}

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
	copy(f.roots, f.self)
	f.edges = f.edges[:0]
	f.seen, f.next, f.taken = 0, 0, 0
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
	for f.taken < e {
		edge := f.edge(f.next)
		f.next++
		if !join(f.roots, edge) {
			continue
		}
		f.taken++
		f.weight[f.taken] = f.weight[f.taken-1] + edge.weight
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
	for _, v := range without {
		if f.first[v] <= e {
			return f.without(e, without)
		}
	}
	return f.weight[e]
}

func (f *forest) without(e int, without []vertex) (weight engine.Cost) {
	for _, v := range without {
		f.absent[v] = true
	}
	copy(f.others, f.self)
	for i := 0; e > 0; i++ {
		edge := f.edge(i)
		if !f.absent[edge.u] && !f.absent[edge.v] && join(f.others, edge) {
			weight += edge.weight
			e--
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
