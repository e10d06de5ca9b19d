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

// isHead reports whether the queue is OPEN's head, which is always eligible.
func (q Queue) isHead() bool { return q.order == leastF || q.order == leastFThenH }

// tiesByH reports whether ties of OPEN's head go to the smaller h, beside other queues.
func (s *search) tiesByH() bool { return s.Queues[s.last()].order == leastFThenH }

// newFrontier makes an OPEN and FOCAL without nodes, but for those that are deferred.
func (s *search) newFrontier() open.Frontier {
	x, ok := s.reentry.(*deferral)
	if !ok {
		return s.emptyFrontier()
	}
	f := &open.Deferring{Frontier: s.emptyFrontier(), Late: x.late, Head: s.last()}
	if s.tiesByH() {
		f.H = func(id uint32) Cost {
			h, _ := s.space.Evaluate(s.node(id))
			return h
		}
	}
	return f
}

// emptyFrontier makes an empty OPEN and FOCAL for the algorithm's queues.
func (s *search) emptyFrontier() open.Frontier {
	guided, thenH := s.Queues[:s.last()], s.tiesByH()
	switch {
	case s.ranking != nil:
		return s.ranking.frontier(&s.nodes, s.costs, s.w)
	case len(guided) == 0:
		return open.Best(&s.nodes, s.costs, open.Weight(one))
	}
	var queues []any
	for _, q := range guided {
		queues = append(queues, s.newQueue(q))
	}
	if g, ok := queues[0].(open.Guidance); ok && len(queues) == 1 && !thenH {
		return open.Focal(&s.nodes, s.costs, g)
	}
	return open.NewSeveral(&s.nodes, s.costs, thenH, queues...)
}

// newQueue makes one of several queues, an open.Guidance or an open.Order.
func (s *search) newQueue(q Queue) any {
	switch q.order {
	case leastD:
		return open.ByD
	case greatestPotential:
		return open.ByPotential
	case slackPerStep:
		return open.BySlackPerStep
	case optimisticPotential:
		return open.ByOptimisticPotential
	case leastFHat:
		if q.All {
			return open.ByKey(&s.nodes, s.model.fHat)
		}
		return open.ByFixedKey(s.model.fHat)
	case leastDHat:
		if q.All {
			return open.Promising(&s.nodes, func() open.Weight { return open.Weight(s.w) }, s.model.fHat, s.model.dHat)
		}
		return open.ByFixedKey(s.model.dHat)
	case leastEffort:
		return open.ByFixedKey(s.model.effort)
	case leastF:
		return open.ByKey(&s.nodes, func(id uint32, f, h, d Cost) Cost { return f })
	}
	key := func(id uint32, f, h, d Cost) Cost {
		return q.Key(Values{G: f - h, H: h, F: f, D: d, Depth: s.depth(id)})
	}
	if q.All {
		return open.ByKey(&s.nodes, key)
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
