package gctsp

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/focal-search/focal/domains/tsp"
	"github.com/focal-search/focal/engine"
)

// This file implements the definition of the problem and of its bound on plain sets and
// matrices. It shares no code with the space.

// A state is a node and the covered customers, bit c of word c/64 for customer c.
type state struct {
	at      int
	covered [4]uint64
}

func (s state) has(c int) bool { return s.covered[c/64]>>(c%64)&1 == 1 }

func (s state) covers() (n int) {
	for _, w := range s.covered {
		n += bits.OnesCount64(w)
	}
	return n
}

// goTo visits a node.
func (s state) goTo(in *Instance, node int) state {
	s.at = node
	for _, c := range in.Covers[node] {
		s.covered[c/64] |= 1 << (c % 64)
	}
	return s
}

func startOf(in *Instance) state { return state{}.goTo(in, in.Depot) }

// gain returns C_v.
func (s state) gain(in *Instance, node int) (n int) {
	for _, c := range in.Covers[node] {
		if !s.has(c) {
			n++
		}
	}
	return n
}

// deficit returns R.
func (s state) deficit(in *Instance) int { return max(0, in.Quota-s.covers()) }

// successors returns the nodes that moves go to, in order.
func (s state) successors(in *Instance, v Variant) (nodes []int) {
	if s.deficit(in) == 0 {
		if s.at != in.Depot {
			nodes = append(nodes, in.Depot)
		}
		return nodes
	}
	for node, covers := range in.Covers {
		vertex := node == in.Depot || len(covers) > 0
		if node != s.at && vertex && (v == All || s.gain(in, node) > 0) {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// bound returns QKF.
func (s state) bound(in *Instance) (total engine.Cost) {
	r := s.deficit(in)
	if r == 0 {
		if s.at == in.Depot {
			return 0
		}
		return in.Distances[s.at][in.Depot]
	}
	graph := []int{in.Depot}
	if s.at != in.Depot {
		graph = append(graph, s.at)
	}
	var gains []int
	for node := range in.Covers {
		if gain := s.gain(in, node); gain > 0 && node != s.at && node != in.Depot {
			gains = append(gains, gain)
			graph = append(graph, node)
		}
	}
	slices.SortFunc(gains, func(a, b int) int { return cmp.Compare(b, a) })
	edges := 0
	for ; r > 0; edges++ {
		r -= gains[edges]
	}
	if s.at != in.Depot {
		edges++
	}
	return cheapestForest(in, graph, edges)
}

// cheapestForest is Kruskal's algorithm, on components by name.
func cheapestForest(in *Instance, graph []int, edges int) (total engine.Cost) {
	type pair struct{ u, v int }
	var pairs []pair
	component := map[int]int{}
	for i, u := range graph {
		component[u] = u
		for _, v := range graph[:i] {
			pairs = append(pairs, pair{u, v})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(in.Distances[a.u][a.v], in.Distances[b.u][b.v]) })
	for _, p := range pairs {
		from, to := component[p.u], component[p.v]
		if edges == 0 || from == to {
			continue
		}
		total += in.Distances[p.u][p.v]
		edges--
		for node, c := range component {
			if c == from {
				component[node] = to
			}
		}
	}
	return total
}

// subsetForest returns the weight of the cheapest acyclic set of a number of edges, by
// enumeration.
func subsetForest(in *Instance, graph []int, edges int) engine.Cost {
	var pairs [][2]int
	for i := range graph {
		for j := range i {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	best := engine.Cost(math.MaxInt64)
	for set := range 1 << len(pairs) {
		if bits.OnesCount(uint(set)) != edges {
			continue
		}
		total, component, cyclic := engine.Cost(0), make([]int, len(graph)), false
		for i := range component {
			component[i] = i
		}
		for i, p := range pairs {
			if set>>i&1 == 1 {
				total += in.Distances[graph[p[0]]][graph[p[1]]]
				from, to := component[p[0]], component[p[1]]
				cyclic = cyclic || from == to
				for j, c := range component {
					if c == from {
						component[j] = to
					}
				}
			}
		}
		if !cyclic {
			best = min(best, total)
		}
	}
	return best
}

// completions returns the costs of the best completions of all reachable states. It
// relaxes every move until nothing changes.
func completions(in *Instance, v Variant) map[state]engine.Cost {
	best := map[state]engine.Cost{}
	order := []state{startOf(in)}
	best[order[0]] = math.MaxInt64
	for i := 0; i < len(order); i++ {
		for _, node := range order[i].successors(in, v) {
			if next := order[i].goTo(in, node); best[next] == 0 {
				best[next] = math.MaxInt64
				order = append(order, next)
			}
		}
	}
	for _, s := range order {
		if s.at == in.Depot && s.deficit(in) == 0 {
			best[s] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range slices.Backward(order) {
			for _, node := range s.successors(in, v) {
				rest := best[s.goTo(in, node)]
				if rest < math.MaxInt64 && in.Distances[s.at][node]+rest < best[s] {
					best[s] = in.Distances[s.at][node] + rest
					changed = true
				}
			}
		}
	}
	return best
}

// pack returns a state in the form that the space's documentation gives.
func pack(in *Instance, s state) []uint64 {
	facilities := 0
	for node, covers := range in.Covers {
		if node != in.Depot && len(covers) > 0 {
			facilities++
		}
	}
	low := bits.Len(uint(facilities))
	words := make([]uint64, max(1, (low+facilities+63)/64))
	at := low
	for node, covers := range in.Covers {
		if node == in.Depot || len(covers) == 0 {
			continue
		}
		if s.gain(in, node) > 0 {
			words[at/64] |= 1 << (at % 64)
		}
		if at++; node == s.at {
			words[0] += uint64(at - low)
		}
	}
	return words
}

// The kinds of random metrics: Euclidean, with many ties, and of shortest paths.
var kinds = map[string]func(r *rand.Rand, n int) [][]engine.Cost{
	"euclidean": func(r *rand.Rand, n int) [][]engine.Cost { return tsp.Euclidean(tsp.Random(n, r.Uint64())) },
	"grid": func(r *rand.Rand, n int) [][]engine.Cost {
		points := make([]tsp.Point, n)
		for i := range points {
			points[i] = tsp.Point{X: r.Int64N(4), Y: r.Int64N(4)}
		}
		return tsp.Euclidean(points)
	},
	"paths": func(r *rand.Rand, n int) [][]engine.Cost {
		d := make([][]engine.Cost, n)
		for i := range d {
			d[i] = make([]engine.Cost, n)
			for j := range i {
				d[i][j] = r.Int64N(20)
				d[j][i] = d[i][j]
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					d[i][j] = min(d[i][j], d[i][k]+d[k][j])
				}
			}
		}
		return d
	},
}

var kindNames = slices.Sorted(maps.Keys(kinds))

// randomInstance has the given numbers of facilities and customers, a node or two that is
// neither depot nor facility, a depot anywhere that may cover customers, and any
// reachable quota.
func randomInstance(r *rand.Rand, metric func(*rand.Rand, int) [][]engine.Cost, facilities, customers int) *Instance {
	n := facilities + 1 + r.IntN(3)
	in := &Instance{Distances: metric(r, n), Unit: 1, Covers: make([][]int, n), Customers: customers}
	order := r.Perm(n)
	in.Depot = order[0]
	for _, node := range order[1 : 1+facilities] {
		in.Covers[node] = r.Perm(customers)[:1+r.IntN(min(5, customers))]
	}
	if r.IntN(4) == 0 {
		in.Covers[in.Depot] = r.Perm(customers)[:r.IntN(customers)]
	}
	in.Quota = in.Coverable()
	if r.IntN(2) == 0 {
		in.Quota = r.IntN(in.Quota + 1)
	}
	return in
}
