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
// nearest first, and no farther than the best edge found; and most cities leave
// two components at most, which are intervals of the tree's preorder.
type forest struct {
	*instance
	weights []engine.Cost // by place: of the tree without that city

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
	start  []uint8       // by place in order: where the next child goes

	// The tree in preorder, so that a subtree is an interval.
	total engine.Cost
	node  []uint8 // cities
	size  []uint8
	edge  []engine.Cost
	place []uint8 // by city: where it is in preorder, absent if it is not in the tree

	// One city's components.
	component []uint8 // by place
	count     [MaxCities]uint8
}

// absent is the place of a city that is not in the tree.
const absent = 255

func newForest(in *instance) forest {
	bytes := func() []uint8 { return make([]uint8, in.n) }
	costs := func() []engine.Cost { return make([]engine.Cost, in.n) }
	return forest{
		instance: in, weights: costs(),
		outside: bytes(), gap: costs(), link: bytes(),
		order: bytes(), parent: bytes(), edges: costs(), sizes: bytes(), start: bytes(),
		node: bytes(), size: bytes(), edge: costs(), place: bytes(),
		component: bytes(),
	}
}

// without returns the weights of the trees of some cities without one of them,
// by place.
func (f *forest) without(cities []uint8) []engine.Cost {
	k := len(cities)
	f.grow(cities)
	f.arrange(k)
	for p := range f.weights[:k] {
		f.weights[p] = f.less(p, k)
	}
	return f.weights[:k]
}

// weight is that of the tree of some cities.
func (f *forest) weight(cities []uint8) engine.Cost {
	f.grow(cities)
	return f.total
}

// grow makes the tree, by Prim's algorithm.
func (f *forest) grow(cities []uint8) {
	rest := len(cities) - 1
	outside, gap, link := f.outside[:rest], f.gap[:rest], f.link[:rest]
	copy(outside, cities[1:])
	for i := range gap {
		gap[i] = math.MaxInt64
	}
	f.order[0], f.edges[0], f.total = cities[0], 0, 0
	for in := range rest {
		row := f.from(int(f.order[in]))
		least, nearest := engine.Cost(math.MaxInt64), 0
		for i, city := range outside {
			d := gap[i]
			if r := row[city]; r < d {
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

// arrange puts the tree of k cities into preorder.
func (f *forest) arrange(k int) {
	for i := range k {
		f.sizes[i] = 1
	}
	for i := k - 1; i > 0; i-- {
		f.sizes[f.parent[i]] += f.sizes[i]
	}
	for city := range f.place {
		f.place[city] = absent
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
		f.place[f.order[i]] = p
	}
}

// less is the weight of the tree of k cities without the one at place p.
func (f *forest) less(p, k int) engine.Cost {
	end := p + int(f.size[p])
	weight := f.total - f.edge[p]
	if end == p+1 {
		return weight // a leaf, or all there is
	}
	first := p + 1 + int(f.size[p+1]) // where the first child's subtree ends
	switch weight -= f.edge[p+1]; {
	case p == 0 && first == end:
		return weight // a leaf too
	case first == end:
		return weight + f.between(p, end, k)
	case p == 0 && first+int(f.size[first]) == end:
		return weight - f.edge[first] + f.between(p, first, k)
	}
	return weight + f.several(p, end, k)
}

// between is the cheapest edge between the places from p+1 to end and all others
// but p.
func (f *forest) between(p, end, k int) engine.Cost {
	least := engine.Cost(math.MaxInt64)
	first, size := uint8(p+1), uint8(end-p-1)
	if 2*int(size) < k {
		for _, city := range f.node[p+1 : end] {
			row := f.from(int(city))
			for _, other := range f.neighbours(int(city)) {
				d := row[other]
				if d >= least {
					break
				}
				if at := f.place[other]; at-uint8(p) > size && at != absent {
					least = d
					break
				}
			}
		}
		return least
	}
	for _, cities := range [2][]uint8{f.node[:p], f.node[end:k]} {
		for _, city := range cities {
			row := f.from(int(city))
			for _, other := range f.neighbours(int(city)) {
				d := row[other]
				if d >= least {
					break
				}
				if f.place[other]-first < size { // which no absent one's is
					least = d
					break
				}
			}
		}
	}
	return least
}

// several joins the components that the city at place p leaves, up to the first
// child's edge, and returns what that adds to the tree without the city.
func (f *forest) several(p, end, k int) (weight engine.Cost) {
	component := f.component[:k]
	n := 0
	if p > 0 {
		clear(component[:p])
		clear(component[end:])
		f.count[0] = uint8(p + k - end)
		n = 1
	}
	for child := p + 1; child < end; child += int(f.size[child]) {
		if child > p+1 {
			weight -= f.edge[child]
		}
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
		city := int(f.node[q])
		row := f.from(city)
		for _, other := range f.neighbours(city) {
			d := row[other]
			if d >= least {
				break
			}
			at := f.place[other]
			if at == absent {
				continue
			}
			if is := component[at]; is != c && is != absent {
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
