package engine

import (
	"fmt"
	"math/big"
	"math/rand/v2"
)

// naive is the specification read literally, for tests alone: maps, linear
// scans and big rationals, and no line in common with the search.
type naive struct {
	g     *graph
	alg   Algorithm
	nodes map[int]*naiveNode
	seq   int
	w     *big.Rat

	status                                                Status
	expandedStates                                        []int
	expanded, generated, inserted, reopened, guided, head int64
	cost, fmin, bound                                     Cost
	incumbents                                            []Incumbent
	limit                                                 int64 // on expansions; 0 for none
}

type naiveNode struct {
	state   int
	g       Cost
	seq     int
	open    bool
	closed  bool // has been expanded since it was last put into OPEN
	removed bool // an accepted goal
}

func runNaive(g *graph, alg Algorithm, seed uint64, limit int64) *naive {
	n := &naive{
		g: g, alg: alg, limit: limit, nodes: map[int]*naiveNode{0: {open: true}}, cost: -1,
		w: big.NewRat(alg.W.Num, alg.W.Den),
	}
	pcg := rand.NewPCG(seed, 0)
	selections := int64(0)
	for {
		open := n.open()
		if len(open) == 0 {
			n.status = Unsolvable
			if n.cost >= 0 {
				n.status, n.bound = Optimal, n.cost
			}
			return n
		}
		n.fmin = n.f(open[0])
		for _, x := range open {
			n.fmin = min(n.fmin, n.f(x))
		}
		n.bound = max(n.bound, n.fmin)
		if s := alg.Schedule; s != nil && s.UntilProved && n.cost >= 0 && n.atMost(n.cost, s.Stop, n.fmin) {
			n.status = BoundReached
			return n
		}

		guided := true
		switch alg.Name {
		case "astar", "wastar":
			guided = false
		case "pfs", "pdps", "apfs", "apdps":
			if alg.P < 1 {
				guided = float64(pcg.Uint64()<<11>>11)/(1<<53) < alg.P
			}
		case "altfs", "altdps":
			// After i selections floor(i·(1-p)) were of OPEN's head.
			p, _ := new(big.Rat).SetString(fmt.Sprint(alg.P))
			head := new(big.Rat).Sub(big.NewRat(1, 1), p)
			due := func(i int64) *big.Int {
				x := new(big.Rat).Mul(head, big.NewRat(i, 1))
				return new(big.Int).Div(x.Num(), x.Denom())
			}
			guided = due(selections).Cmp(due(selections+1)) == 0
			selections++
		}
		best := open[0]
		for _, x := range open[1:] {
			if n.before(x, best, guided) {
				best = x
			}
		}
		if g.goal[best.state] {
			n.cost = best.g
			n.incumbents = append(n.incumbents, Incumbent{Cost: n.cost, FMin: n.fmin})
			if alg.Schedule == nil {
				n.status = Solved
				return n
			}
			best.open, best.removed = false, true
			if len(n.open()) == 0 {
				continue // optimal
			}
			if n.fmin == 0 {
				continue
			}
			w := new(big.Rat).Sub(big.NewRat(n.cost, n.fmin), big.NewRat(alg.Schedule.Step.Num, alg.Schedule.Step.Den))
			stop := big.NewRat(alg.Schedule.Stop.Num, alg.Schedule.Stop.Den)
			if w.Cmp(stop) <= 0 {
				if !alg.Schedule.UntilProved {
					n.status = BoundReached
					return n
				}
				w = stop
			}
			n.w = w
			continue
		}
		if n.limit > 0 && n.expanded >= n.limit {
			n.status = LimitExpanded
			return n
		}
		n.expand(best, guided)
	}
}

// open is OPEN: without the nodes that cannot beat the incumbent.
func (n *naive) open() (open []*naiveNode) {
	for state := range n.g.edges { // in a fixed order
		if x := n.nodes[state]; x != nil && x.open && (n.cost < 0 || n.f(x) < n.cost) {
			open = append(open, x)
		}
	}
	return open
}

func (n *naive) f(x *naiveNode) Cost { return x.g + n.g.h[x.state] }

// atMost is c <= r·x.
func (n *naive) atMost(c Cost, r Ratio, x Cost) bool {
	return big.NewRat(c, 1).Cmp(new(big.Rat).Mul(big.NewRat(r.Num, r.Den), big.NewRat(x, 1))) <= 0
}

// threshold is w·fmin.
func (n *naive) threshold() *big.Rat { return new(big.Rat).Mul(n.w, big.NewRat(n.fmin, 1)) }

// before says whether x is selected rather than y.
func (n *naive) before(x, y *naiveNode, guided bool) bool {
	hx, hy := n.g.h[x.state], n.g.h[y.state]
	if !guided {
		switch n.alg.Name {
		case "astar":
			return first(n.f(x)-n.f(y), hx-hy, Cost(x.seq-y.seq))
		case "wastar":
			kx := new(big.Rat).Add(big.NewRat(x.g, 1), new(big.Rat).Mul(n.w, big.NewRat(hx, 1)))
			ky := new(big.Rat).Add(big.NewRat(y.g, 1), new(big.Rat).Mul(n.w, big.NewRat(hy, 1)))
			return first(Cost(kx.Cmp(ky)), hx-hy, Cost(x.seq-y.seq))
		}
		return first(n.f(x)-n.f(y), Cost(x.seq-y.seq))
	}
	inX := big.NewRat(n.f(x), 1).Cmp(n.threshold()) <= 0
	inY := big.NewRat(n.f(y), 1).Cmp(n.threshold()) <= 0
	if inX != inY {
		return inX
	}
	switch n.alg.Name {
	case "fs", "pfs", "altfs", "afs", "apfs":
		return first(n.g.d[x.state]-n.g.d[y.state], Cost(x.seq-y.seq))
	}
	return first(Cost(n.potential(y, x)), hx-hy, x.g-y.g, Cost(x.seq-y.seq))
}

// potential compares the potentials of x and y, both in FOCAL.
func (n *naive) potential(x, y *naiveNode) int {
	hx, hy := n.g.h[x.state], n.g.h[y.state]
	switch { // +inf at h = 0
	case hx == 0 && hy == 0:
		return 0
	case hx == 0:
		return 1
	case hy == 0:
		return -1
	}
	ux := new(big.Rat).Quo(new(big.Rat).Sub(n.threshold(), big.NewRat(x.g, 1)), big.NewRat(hx, 1))
	uy := new(big.Rat).Quo(new(big.Rat).Sub(n.threshold(), big.NewRat(y.g, 1)), big.NewRat(hy, 1))
	return ux.Cmp(uy)
}

// first decides by the first difference that is not 0.
func first(differences ...Cost) bool {
	for _, d := range differences {
		if d != 0 {
			return d < 0
		}
	}
	return false
}

func (n *naive) expand(x *naiveNode, guided bool) {
	x.open, x.closed = false, true
	n.expandedStates = append(n.expandedStates, x.state)
	n.expanded++
	if guided {
		n.guided++
	} else {
		n.head++
	}
	for _, e := range n.g.edges[x.state] {
		n.generated++
		g := x.g + e.cost
		if n.cost >= 0 && g+n.g.h[e.to] >= n.cost {
			continue
		}
		y := n.nodes[e.to]
		if y != nil && y.g <= g {
			continue
		}
		if y == nil {
			y = &naiveNode{state: e.to}
			n.nodes[e.to] = y
		} else if y.closed {
			n.reopened++
		}
		n.seq++
		n.inserted++
		y.g, y.seq, y.open, y.closed, y.removed = g, n.seq, true, false, false
	}
}
