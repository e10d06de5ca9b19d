package gctsp

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/focal-search/focal/engine"
)

// packed is an instance in the form that its spaces share. Vertex 0 is the
// depot, the others are the facilities in order of node. Customers that nobody
// or the depot covers are left out.
type packed struct {
	n         int           // vertices
	nodes     []engine.Move // by vertex
	depot     int           // how many facilities' nodes come before the depot's
	distances []engine.Cost // row by row
	quota     int           // of the customers that the depot does not cover
	wide      bool          // a path may cost more than 32 bits hold
	width     int           // bytes that hold the cost of any path, 4 or more
	shift     uint          // bits of it beyond 31; no more than 31, since no path costs 1<<62

	customers int
	words     int      // of a set of customers
	covers    []uint64 // by vertex: a set of customers
	greatest  int      // number of customers that a facility covers
	overlaps  [][]overlap

	edges []edge // between vertices, by weight
}

type vertex = uint16

// An overlap is the customers of a word that two facilities both cover. Those of
// one facility are sorted by the other one.
type overlap struct {
	other vertex
	more  bool // the next overlap is with the same facility
	word  int32
	mask  uint64
}

type edge struct {
	weight engine.Cost
	u, v   vertex
}

func newPacked(in *Instance) *packed {
	vertices := in.vertices()
	p := &packed{n: len(vertices), quota: max(0, in.Quota-len(in.Covers[in.Depot]))}
	p.number(in, vertices)
	longest := engine.Cost(0)
	for i, v := range vertices {
		p.nodes = append(p.nodes, engine.Move(v))
		if i > 0 && v < in.Depot {
			p.depot++
		}
		for j, u := range vertices {
			d := in.Distances[v][u]
			if i == j {
				d = 0
			}
			p.distances = append(p.distances, d)
			if longest = max(longest, d); j < i {
				p.edges = append(p.edges, edge{d, vertex(j), vertex(i)})
			}
		}
	}
	slices.SortFunc(p.edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.u, b.u), cmp.Compare(a.v, b.v))
	})
	most := longest * engine.Cost(p.n+1)
	size := bits.Len64(uint64(most))
	p.wide, p.width, p.shift = most > 1<<32-1, max(4, (size+7)/8), uint(max(0, size-31))
	return p
}

// number gives numbers to the customers that count, and makes the sets.
func (p *packed) number(in *Instance, vertices []int) {
	const none = -1
	numbers := make([]int, in.Customers)
	for c := range numbers {
		numbers[c] = none
	}
	left := func(v int) (customers []int) {
		for _, c := range in.Covers[v] {
			if !slices.Contains(in.Covers[in.Depot], c) {
				customers = append(customers, c)
			}
		}
		return customers
	}
	for _, v := range vertices {
		for _, c := range left(v) {
			if numbers[c] == none {
				numbers[c] = p.customers
				p.customers++
			}
		}
	}
	p.words = (p.customers + 63) / 64
	p.covers = make([]uint64, p.n*p.words)
	for i, v := range vertices {
		customers := left(v)
		p.greatest = max(p.greatest, len(customers))
		for _, c := range customers {
			at := numbers[c]
			p.covers[i*p.words+at>>6] |= 1 << (at & 63)
		}
	}
	p.overlaps = make([][]overlap, p.n)
	for v := range p.overlaps {
		p.overlaps[v] = p.overlap(vertex(v))
	}
}

// overlap finds what a facility has in common with the others.
func (p *packed) overlap(v vertex) (found []overlap) {
	for u := vertex(1); int(u) < p.n; u++ {
		more := false
		for i, w := range p.coverSet(v) {
			if w &= p.coverSet(u)[i]; w == 0 || u == v {
				continue
			}
			if more {
				found[len(found)-1].more = true
			}
			found = append(found, overlap{u, false, int32(i), w})
			more = true
		}
	}
	return found
}

// from is the distances from a vertex.
func (p *packed) from(v vertex) []engine.Cost { return p.distances[int(v)*p.n:][:p.n] }

// covered is the set of customers that a vertex covers.
func (p *packed) coverSet(v vertex) []uint64 { return p.covers[int(v)*p.words:][:p.words] }

// count is the size of a set.
func count(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}
