package tsp

import (
	"math"

	"github.com/focal-search/focal/engine"
)

// forest computes the weights of the minimum spanning trees of a set of cities
// less one of them, for each of them, from one tree of the whole set. A leaf
// just falls off. Any other city leaves as many components as it has edges; its
// bridges are the cheapest edges that join these again, one less than it has
// edges. By the cut property the cheapest edge out of a component is one of them,
// so the smallest component is joined to another until one is left. A city's
// neighbours are tried nearest first, and no farther than the best edge found.
//
// When a city leaves the set for good, its bridges take its edges' place, and
// most other cities keep the bridges that they have: see shrink.
type forest struct {
	*instance
	tree
	was tree // with the city that has left

	total  engine.Cost   // weight of the tree
	less   []engine.Cost // by place: weight of the tree without that city
	lowest []engine.Cost // by place: the cheapest edge there; by the cut property that to the nearest city

	// Prim's algorithm: the cities outside the tree, their distances from it
	// and the cities that these are to.
	outside []uint8
	gap     []engine.Cost
	link    []uint8

	// The edges that are put into preorder, and the ends of edges in a list for
	// each city: number 2e and 2e+1 are those of edge e.
	edges   []pair
	head    []uint16 // by city: its first end's number, and 1; 0 if there is none
	next    []uint16 // by end: the next one's of the same city, likewise
	waiting []uint16 // cities, and in the upper bits the places above them

	stale []bool // by city: whether its bridges are to be found anew

	// One city's components.
	component []uint8 // by place
	count     [MaxCities]uint8
}

func newForest(in *instance) forest {
	bytes := func() []uint8 { return make([]uint8, in.n) }
	costs := func() []engine.Cost { return make([]engine.Cost, in.n) }
	return forest{
		instance: in, tree: newTree(in.n), was: newTree(in.n), less: costs(), lowest: costs(),
		outside: bytes(), gap: costs(), link: bytes(),
		edges: make([]pair, 0, in.n), head: make([]uint16, in.n), next: make([]uint16, 2*in.n),
		waiting: make([]uint16, 0, in.n),
		stale:   make([]bool, in.n), component: bytes(),
	}
}

// without computes the trees of some cities without one of them.
func (f *forest) without(cities []uint8) {
	f.grow(cities)
	for i := range f.stale {
		f.stale[i] = true
	}
	f.arrange(cities[0])
	f.bridge()
}

// shrink is without for the cities of a record less one of them, of which
// some are left.
//
// A city keeps its bridges if the city that leaves is none of their ends and is not
// joined to it in the tree, and if it does not lie on the way in the tree between the
// ends of a bridge that takes an edge's place. For then that way is in one of its
// components, which stays in one piece without the city that leaves, and the others do
// not change. The edges between them are fewer, but the bridges are among them, so they
// are still the cheapest.
func (f *forest) shrink(record []byte, gone uint8, left []uint8) {
	f.was.load(record, len(left)+1)
	clear(f.stale)
	f.edges = f.edges[:0]
	was := &f.was
	for i, city := range was.node[1:was.k] {
		switch above := was.node[was.up[i+1]]; {
		case city == gone:
			f.stale[above] = true
		case above == gone:
			f.stale[city] = true
		default:
			f.edges = append(f.edges, pair{city, above})
		}
	}
	for _, b := range was.of(was.place[gone]) {
		f.edges = append(f.edges, b)
		p, q := was.place[b[0]], was.place[b[1]]
		for f.stale[b[0]], f.stale[b[1]] = true, true; p != q; f.stale[was.node[p]] = true {
			if p < q {
				p, q = q, p
			}
			p = was.up[p]
		}
	}
	for p, city := range was.node[:was.k] {
		for _, b := range was.of(uint8(p)) {
			if b[0] == gone || b[1] == gone {
				f.stale[city] = true
			}
		}
	}
	f.arrange(left[0])
	f.bridge()
}

// weight is that of the tree of some cities.
func (f *forest) weight(cities []uint8) engine.Cost {
	f.grow(cities)
	return f.total
}

// grow finds the edges of the tree of some cities, by Prim's algorithm.
func (f *forest) grow(cities []uint8) {
	rest := len(cities) - 1
	outside, gap, link := f.outside[:rest], f.gap[:rest], f.link[:rest]
	copy(outside, cities[1:])
	for i := range gap {
		gap[i] = math.MaxInt64
	}
	f.edges, f.total = f.edges[:0], 0
	for city := cities[0]; len(outside) > 0; {
		row := f.from(int(city))
		least, nearest := engine.Cost(math.MaxInt64), 0
		for i, other := range outside {
			d := gap[i]
			if r := row[other]; r < d {
				d = r
				gap[i], link[i] = r, city
			}
			if d < least {
				least, nearest = d, i
			}
		}
		city = outside[nearest]
		f.edges = append(f.edges, pair{city, link[nearest]})
		f.total += least
		last := len(outside) - 1
		outside[nearest], gap[nearest], link[nearest] = outside[last], gap[last], link[last]
		outside, gap, link = outside[:last], gap[:last], link[:last]
	}
}

// arrange puts the tree of the edges into preorder from a city on.
func (f *forest) arrange(root uint8) {
	clear(f.head)
	for i, e := range f.edges {
		for end, city := range e {
			f.next[2*i+end] = f.head[city]
			f.head[city] = uint16(2*i + end + 1)
		}
	}
	for city := range f.place {
		f.place[city] = absent
	}
	f.k, f.total = 0, 0
	f.waiting = append(f.waiting[:0], uint16(root)|absent<<8)
	for len(f.waiting) > 0 {
		last := len(f.waiting) - 1
		city, above := uint8(f.waiting[last]), uint8(f.waiting[last]>>8)
		f.waiting = f.waiting[:last]
		p := uint8(f.k)
		f.k++
		f.node[p], f.up[p], f.place[city], f.size[p] = city, above, p, 1
		degree, around, lowest := uint8(0), engine.Cost(0), engine.Cost(math.MaxInt64)
		row := f.from(int(city))
		for at := f.head[city]; at != 0; at = f.next[at-1] {
			other := f.edges[(at-1)/2][at&1]
			degree++
			around += row[other]
			lowest = min(lowest, row[other])
			if f.place[other] == absent {
				f.waiting = append(f.waiting, uint16(other)|uint16(p)<<8)
			}
		}
		f.degree[p], f.less[p], f.lowest[p] = degree, -around, lowest
		f.total += around
	}
	f.total /= 2 // each edge has been met twice
	for p := f.k - 1; p > 0; p-- {
		f.size[f.up[p]] += f.size[p]
	}
}

// bridge finds the bridges of each city, and what the trees without it weigh.
func (f *forest) bridge() {
	f.bridges = f.bridges[:0]
	for p, city := range f.node[:f.k] {
		from := len(f.bridges)
		f.first[p] = uint8(from)
		switch {
		case f.degree[p] < 2: // nothing falls apart
		case !f.stale[city]:
			f.bridges = append(f.bridges, f.was.of(f.was.place[city])...)
		case f.degree[p] == 2 && p > 0:
			f.bridges = append(f.bridges, f.between(p, p+int(f.size[p])))
		case f.degree[p] == 2:
			f.bridges = append(f.bridges, f.between(0, 1+int(f.size[1])))
		default:
			f.several(p, p+int(f.size[p]))
		}
		less := f.less[p] + f.total
		for _, b := range f.bridges[from:] {
			less += f.from(int(b[0]))[b[1]]
		}
		f.less[p] = less
	}
}

// between is the cheapest edge between the places from p+1 to end and all others
// but p.
func (f *forest) between(p, end int) (bridge pair) {
	least := engine.Cost(math.MaxInt64)
	first, size := uint8(p+1), uint8(end-p-1)
	if 2*int(size) < f.k {
		for _, city := range f.node[p+1 : end] {
			row := f.from(int(city))
			for _, other := range f.neighbours(int(city)) {
				d := row[other]
				if d >= least {
					break
				}
				if at := f.place[other]; at-uint8(p) > size && at != absent {
					least, bridge = d, pair{city, other}
					break
				}
			}
		}
		return bridge
	}
	for _, cities := range [2][]uint8{f.node[:p], f.node[end:f.k]} {
		for _, city := range cities {
			row := f.from(int(city))
			for _, other := range f.neighbours(int(city)) {
				d := row[other]
				if d >= least {
					break
				}
				if f.place[other]-first < size { // which no absent one's is
					least, bridge = d, pair{city, other}
					break
				}
			}
		}
	}
	return bridge
}

// several finds the bridges of the city at place p, whose subtree goes to end,
// where there may be more than one.
func (f *forest) several(p, end int) {
	component := f.component[:f.k]
	n := 0
	if p > 0 {
		clear(component[:p])
		clear(component[end:])
		f.count[0] = uint8(p + f.k - end)
		n = 1
	}
	for child := p + 1; child < end; child += int(f.size[child]) {
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
		bridge, to := f.out(uint8(smallest), component)
		f.bridges = append(f.bridges, bridge)
		if n > 2 {
			f.join(uint8(smallest), to, uint8(n-1), component)
		}
	}
}

// out is the cheapest edge out of a component, and the component it leads to.
func (f *forest) out(c uint8, component []uint8) (bridge pair, to uint8) {
	least := engine.Cost(math.MaxInt64)
	for q, is := range component {
		if is != c {
			continue
		}
		city := f.node[q]
		row := f.from(int(city))
		for _, other := range f.neighbours(int(city)) {
			d := row[other]
			if d >= least {
				break
			}
			at := f.place[other]
			if at == absent {
				continue
			}
			if is := component[at]; is != c && is != absent {
				least, bridge, to = d, pair{city, other}, is
				break
			}
		}
	}
	return bridge, to
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
