package engine

import (
	"github.com/focal-search/focal/engine/internal/memory"
	"github.com/focal-search/focal/engine/internal/open"
)

// A Queue is an order from which a search selects: over the eligible nodes (f <=
// w·fmin) or over all of OPEN. A node is in every queue of its algorithm and leaves all
// of them when it is selected. Use one of the queues below, or define one with a Key.
type Queue struct {
	Name string
	// Key is what a user-defined order sorts nodes by: least first, ties to the node
	// inserted first. It is computed once, when the node enters OPEN.
	Key func(Values) Cost
	// All makes a user-defined order contain all of OPEN, not only the eligible nodes.
	// A node that is not eligible is still not selected: the next queue is asked.
	All bool

	order order
	deep  bool // ties go to the greater g
}

// Values are what a user-defined order may depend on, in the problem's unit.
type Values struct {
	G, H, F Cost
	D       Cost
	Depth   int64 // moves from the start
}

type order int

const (
	own order = iota
	leastD
	greatestPotential
	slackPerStep
	optimisticPotential
	leastF
	leastFThenH
	leastFHat
	leastDHat
	leastEffort
)

// The queues of the built-in algorithms.
var (
	// LeastD is the queue of FS: least d among the eligible nodes.
	LeastD = Queue{Name: "least d", order: leastD}
	// GreatestPotential is the queue of DPS: greatest (w·fmin - g)/h among the eligible
	// nodes, ties to the smaller h.
	GreatestPotential = Queue{Name: "greatest potential", order: greatestPotential}
	// SlackPerStep is greatest ((2w-1)·fmin - f)/d among the eligible nodes: what is left under
	// the optimistic bound 2w - 1, for each step to the goal. d = 0 is infinite. Ties go to the
	// smaller d, then the smaller f.
	SlackPerStep = Queue{Name: "slack per step", order: slackPerStep}
	// OptimisticPotential is greatest ((2w-1)·fmin - g)/h among the eligible nodes: the
	// potential of the optimistic bound, with the ties of GreatestPotential.
	OptimisticPotential = Queue{Name: "optimistic potential", order: optimisticPotential}
	// LeastF is OPEN's head: least f. It is always eligible.
	LeastF = Queue{Name: "least f", order: leastF}
	// LeastFThenH is OPEN's head as A* sorts OPEN: least f, ties to the smaller h. It can
	// be last in place of LeastF.
	LeastFThenH = Queue{Name: "least f, then h", order: leastFThenH}
	// LeastFHat is a queue of RR-d: least f̂ = g + ĥ among the eligible nodes, see EES.
	LeastFHat = Queue{Name: "least f̂", order: leastFHat}
	// LeastDHat is a queue of RR-d: least d̂ among the eligible nodes.
	LeastDHat = Queue{Name: "least d̂", order: leastDHat}
	// LeastEffort is the queue of DXES: least expected effort among the eligible nodes.
	LeastEffort = Queue{Name: "least effort", order: leastEffort}
	// OpenFHat is a queue of EES: least f̂ in all of OPEN.
	OpenFHat = Queue{Name: "least f̂ in OPEN", order: leastFHat, All: true}
	// PromisingDHat is a queue of EES: least d̂ among the nodes of OPEN with f̂ at most
	// w times the least f̂.
	PromisingDHat = Queue{Name: "least d̂ of the promising", order: leastDHat, All: true}
)

// deepFirst is a queue by an estimate whose ties go to the greater g.
func (q Queue) deepFirst() Queue {
	q.deep = true
	return q
}

// isHead reports whether the queue is OPEN's head, which is always eligible.
func (q Queue) isHead() bool { return q.order == leastF || q.order == leastFThenH }

// tiesByH reports whether ties of OPEN's head go to the smaller h, beside other queues.
func (s *search) tiesByH() bool { return s.Queues[s.last()].order == leastFThenH }

// newOpen makes an empty OPEN and FOCAL for the algorithm's queues.
func (s *search) newOpen() open.List {
	var orders []open.Order
	for _, q := range s.Queues[:s.last()] {
		orders = append(orders, s.newOrder(q))
	}
	switch {
	case s.ranking != nil:
		orders = append(orders, s.ranking.order(s.w))
	case s.tiesByH() || len(orders) == 0:
		orders = append(orders, open.LeastFThenH)
	default:
		orders = append(orders, open.LeastF)
	}
	return open.New(&s.nodes, s.costs, orders...)
}

// newOrder is the order of a queue that is not OPEN's head.
func (s *search) newOrder(q Queue) open.Order {
	of := func(key open.Key) open.Order {
		o := open.ByKey(key)
		if q.deep {
			o = o.DeepFirst()
		}
		if q.All {
			o = o.OfOpen()
		}
		return o
	}
	switch q.order {
	case leastD:
		return open.LeastD
	case greatestPotential:
		return open.Potential
	case slackPerStep:
		return open.SlackPerStep
	case optimisticPotential:
		return open.OptimisticPotential
	case leastFHat:
		return of(s.model.fHat)
	case leastDHat:
		if q.All {
			return open.Promising(func() open.Weight { return open.Weight(s.w) }, s.model.fHat, s.model.dHat)
		}
		return of(s.model.dHat)
	case leastEffort:
		return of(s.model.effort)
	case leastF:
		return open.LeastF
	}
	key := func(id uint32, f, h, d Cost) Cost {
		return q.Key(Values{G: f - h, H: h, F: f, D: d, Depth: s.depth(id)})
	}
	if q.All {
		return of(key)
	}
	return open.ByOwnKey(key)
}

// depth is the number of moves to a node. Nodes do not store it, so a table is made
// when an order first needs it.
func (s *search) depth(id uint32) int64 {
	for next := uint32(len(s.depths.Items)); next <= id; next++ {
		depth := int64(0)
		if next > 0 {
			depth = s.depths.Items[s.nodes.Parent(next)] + 1
		}
		s.depths.Push(depth)
	}
	return s.depths.Items[id]
}

// depths is the table of depth.
type depths = memory.Vector[int64]
