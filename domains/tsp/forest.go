package tsp

import (
	"math"

	"github.com/focal-search/focal/engine"
)

// forest computes the weights of the minimum spanning trees of a set of cities
// less one of them, for each of them, from one tree of the whole set. A leaf
// just falls off. Any other city leaves as many components as it has edges; by
// the cut property the cheapest edge out of any component belongs to a minimum
// spanning tree, so the smallest component is joined to another by its cheapest
// edge until one is left. What makes this cheap: a city's neighbours are tried
// nearest first, and no farther than the best edge found.
type forest struct {
	*set
	weights []engine.Cost // by position in the set: of the tree without that city

	// Prim's algorithm: the cities outside the tree, their distances from it
	// and the places in order that these are to.
	outside []uint8
	gap     []engine.Cost
	link    []uint8

	// The tree in the order in which it grew, the first city its root.
	order  []uint8
	parent []uint8
	edges  []engine.Cost // to the parents
	sizes  []uint8       // of the subtrees

	// The tree in preorder, so that a subtree is an interval.
	total engine.Cost
	node  []uint8 // positions in the set
	size  []uint8
	edge  []engine.Cost
	at    []uint8 // by position in the set: that in preorder
	start []uint8 // by place in order: where the next child goes

	// One city's components.
	component []uint8 // by place in preorder
	count     [MaxCities]uint8
}

func newForest(s *set) forest {
	bytes := func() []uint8 { return make([]uint8, s.n) }
	costs := func() []engine.Cost { return make([]engine.Cost, s.n) }
	return forest{
		set: s, weights: costs(),
		outside: bytes(), gap: costs(), link: bytes(),
		order: bytes(), parent: bytes(), edges: costs(), sizes: bytes(),
		node: bytes(), size: bytes(), edge: costs(), at: bytes(), start: bytes(),
		component: bytes(),
	}
}

// without returns the weights of the trees without one city, by position.
func (f *forest) without() []engine.Cost {
	k := len(f.cities)
	f.grow()
	f.arrange()
	for p, node := range f.node[:k] {
		f.weights[node] = f.less(p, k)
	}
	return f.weights[:k]
}

// weight is that of the tree of the whole set.
func (f *forest) weight() engine.Cost {
	f.grow()
	return f.total
}

// grow makes the tree, by Prim's algorithm.
func (f *forest) grow() {
	rest := len(f.cities) - 1
	outside, gap, link := f.outside[:rest], f.gap[:rest], f.link[:rest]
	for i := range outside {
		outside[i], gap[i] = uint8(i+1), math.MaxInt64
	}
	f.order[0], f.edges[0], f.total = 0, 0, 0
	for in := range rest {
		row := f.from(int(f.cities[f.order[in]]))
		least, nearest := engine.Cost(math.MaxInt64), 0
		for i, p := range outside {
			d := gap[i]
			if r := row[f.cities[p]]; r < d {
				d = r
				gap[i], link[i] = r, uint8(in)
			}
			if d < least {
				least, nearest = d, i
			}
		}
		f.order[in+1], f.parent[in+1], f.edges[in+1] = outside[nearest], link[nearest], least
		f.total += least
		last := len(outside) - 1
		outside[nearest], gap[nearest], link[nearest] = outside[last], gap[last], link[last]
		outside, gap, link = outside[:last], gap[:last], link[:last]
	}
}

// arrange puts the tree into preorder.
func (f *forest) arrange() {
	k := len(f.cities)
	for i := range k {
		f.sizes[i] = 1
	}
	for i := k - 1; i > 0; i-- {
		f.sizes[f.parent[i]] += f.sizes[i]
	}
	f.start[0] = 0
	for i := range k {
		p := uint8(0)
		if i > 0 {
			p = f.start[f.parent[i]]
			f.start[f.parent[i]] += f.sizes[i]
		}
		f.start[i] = p + 1
		f.node[p], f.size[p], f.edge[p] = f.order[i], f.sizes[i], f.edges[i]
		f.at[f.order[i]] = p
	}
}

// less is the weight of the tree without the city at place p.
func (f *forest) less(p, k int) engine.Cost {
	weight := f.total - f.edge[p]
	end := p + int(f.size[p])
	component := f.component[:k]
	n := 0
	if p > 0 {
		clear(component[:p])
		clear(component[end:])
		f.count[0] = uint8(p + k - end)
		n = 1
	}
	for child := p + 1; child < end; child += int(f.size[child]) {
		weight -= f.edge[child]
		for q := range f.size[child] {
			component[child+int(q)] = uint8(n)
		}
		f.count[n] = f.size[child]
		n++
	}
	for component[p] = absent; n > 1; n-- {
		smallest := 0
		for c, count := range f.count[:n] {
			if count < f.count[smallest] {
				smallest = c
			}
		}
		edge, to := f.out(uint8(smallest), component)
		weight += edge
		if n > 2 {
			f.join(uint8(smallest), to, uint8(n-1), component)
		}
	}
	return weight
}

// out is the cheapest edge out of a component, and the component it leads to.
func (f *forest) out(c uint8, component []uint8) (least engine.Cost, to uint8) {
	least = math.MaxInt64
	for q, is := range component {
		if is != c {
			continue
		}
		node := int(f.node[q])
		row := f.from(int(f.cities[node]))
		for _, other := range f.nearest(node) {
			d := row[f.cities[other]]
			if d >= least {
				break
			}
			if is := component[f.at[other]]; is != c && is != absent {
				least, to = d, is
				break
			}
		}
	}
	return least, to
}

// join makes component c part of another, and gives its number to the last.
func (f *forest) join(c, to, last uint8, component []uint8) {
	f.count[to] += f.count[c]
	for q, is := range component {
		if is == c {
			component[q] = to
		}
	}
	f.count[c] = f.count[last]
	for q, is := range component {
		if is == last {
			component[q] = c
		}
	}
}
