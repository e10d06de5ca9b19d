package tsp

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/focal-search/focal/engine"
)

// This file implements the definition of the problem and of its heuristics on plain sets
// and matrices. It shares no code with the space.

// heldKarp returns the cost of the best completion of every state: of being in city c
// with the cities of a set left (bit i for city i), by dynamic programming.
func heldKarp(distances [][]engine.Cost) (best [][]engine.Cost) {
	n := len(distances)
	best = make([][]engine.Cost, 1<<n)
	for left := range best {
		if left&1 == 1 {
			continue // the depot is last
		}
		best[left] = make([]engine.Cost, n)
		for c := range n {
			if left == 0 {
				if c != 0 {
					best[left][c] = distances[c][0]
				}
				continue
			}
			best[left][c] = math.MaxInt64
			for next := 1; next < n; next++ {
				if left>>next&1 == 1 && left>>c&1 == 0 {
					best[left][c] = min(best[left][c], distances[c][next]+best[left&^(1<<next)][next])
				}
			}
		}
	}
	return best
}

// optimal returns the length of the shortest tour.
func optimal(distances [][]engine.Cost) engine.Cost {
	return heldKarp(distances)[1<<len(distances)-2][0]
}

// bound is h by its definition.
func bound(distances [][]engine.Cost, at int, left []int) engine.Cost {
	if len(left) == 0 {
		if at == 0 {
			return 0
		}
		return distances[at][0]
	}
	nearest := func(from int) engine.Cost {
		least := engine.Cost(math.MaxInt64)
		for _, c := range left {
			least = min(least, distances[from][c])
		}
		return least
	}
	return kruskal(distances, left) + nearest(at) + nearest(0)
}

// kruskal returns the weight of a minimum spanning tree.
func kruskal(distances [][]engine.Cost, cities []int) (weight engine.Cost) {
	type edge struct {
		length engine.Cost
		a, b   int
	}
	var edges []edge
	tree := map[int]int{}
	for i, a := range cities {
		tree[a] = a
		for _, b := range cities[:i] {
			edges = append(edges, edge{distances[a][b], a, b})
		}
	}
	slices.SortFunc(edges, func(x, y edge) int { return int(x.length - y.length) })
	for _, e := range edges {
		if from, to := tree[e.a], tree[e.b]; from != to {
			weight += e.length
			for c, t := range tree {
				if t == from {
					tree[c] = to
				}
			}
		}
	}
	return weight
}

// greedy is d by its definition: the nearest-neighbour completion.
func greedy(distances [][]engine.Cost, at int, left []int) (length engine.Cost) {
	left = slices.Clone(left)
	for len(left) > 0 {
		nearest := 0
		for i, c := range left {
			if distances[at][c] < distances[at][left[nearest]] {
				nearest = i
			}
		}
		length += distances[at][left[nearest]]
		at = left[nearest]
		left = slices.Delete(left, nearest, nearest+1)
	}
	if at == 0 {
		return length
	}
	return length + distances[at][0]
}

// secondary returns d for a guidance.
func secondary(g Guidance, distances [][]engine.Cost, at int, left []int) engine.Cost {
	if g == Depth {
		return engine.Cost(len(left))
	}
	return greedy(distances, at, left)
}

// pack returns a state in the form that the package's documentation gives.
func pack(n, at int, left []int) []uint64 {
	state := make([]uint64, (n+7+63)/64)
	state[0] = uint64(at)
	for _, c := range left {
		state[(c+7)/64] |= 1 << ((c + 7) % 64)
	}
	return state
}

// members returns the cities of a set.
func members(set int) (cities []int) {
	for c := 0; set>>c != 0; c++ {
		if set>>c&1 == 1 {
			cities = append(cities, c)
		}
	}
	return cities
}

// The kinds of random distances: Euclidean, many ties, and far from metric.
var kinds = map[string]func(r *rand.Rand, n int) [][]engine.Cost{
	"euclidean": func(r *rand.Rand, n int) [][]engine.Cost { return Euclidean(Random(n, r.Uint64())) },
	"grid": func(r *rand.Rand, n int) [][]engine.Cost {
		points := make([]Point, n)
		for i := range points {
			points[i] = Point{r.Int64N(5), r.Int64N(5)}
		}
		return Euclidean(points)
	},
	"any":   func(r *rand.Rand, n int) [][]engine.Cost { return randomDistances(r, n, 1_000_000) },
	"small": func(r *rand.Rand, n int) [][]engine.Cost { return randomDistances(r, n, 4) },
}

func randomDistances(r *rand.Rand, n int, below int64) [][]engine.Cost {
	distances := make([][]engine.Cost, n)
	for i := range distances {
		distances[i] = make([]engine.Cost, n)
		for j := range i {
			distances[i][j] = r.Int64N(below)
			distances[j][i] = distances[i][j]
		}
	}
	return distances
}
