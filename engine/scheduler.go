package engine

import (
	"fmt"
	"math"
	"strings"
)

// A Scheduler is asked before each selection which queue makes it, by its number
// in the algorithm's order, from 0. If that queue's best node is not eligible,
// the next queue is asked; the last one is least f in OPEN, whose head always is.
// So whatever a scheduler answers, a solution costs at most w·C*.
type Scheduler func(*Observation) int

// An Observation is what a Scheduler may know of a search before a selection:
// exact integers, in the problem's unit where they are costs.
type Observation struct {
	FMin      Cost    // least f in OPEN
	Threshold Cost    // floor(w·fmin): nodes with f above are not eligible
	Expanded  int64   // expansions so far
	By        []int64 // expansions by the queue that selected, not to be changed
	SinceRise []int64 // the same since fmin last rose (or the search began)
	Admitted  int64   // nodes that became eligible when fmin last rose
	Last      int     // queue of the last selection; -1 before the first
	LastF     Cost    // f of the node selected last
	LastKey   Cost    // by which it was its queue's best: d of LeastD, h of GreatestPotential
	Cost      Cost    // of the incumbent of an anytime search; -1 if there is none

	search *search
}

// Open is the number of nodes in OPEN.
func (o *Observation) Open() int64 { return o.search.frontier.Open() }

// Focal is the number of eligible nodes; 0 in an algorithm with no guided queue.
func (o *Observation) Focal() int64 { return o.search.frontier.Focal() }

// Plateau is the number of nodes in OPEN with f = fmin. Where costs are small it
// is at hand; else the nodes are counted once for each time that fmin changes.
func (o *Observation) Plateau() int64 { return o.search.frontier.Plateau() }

// Best is f and key of the node that a queue would select: of LeastD the key is
// FOCAL's least d, of GreatestPotential the node's h.
func (o *Observation) Best(queue int) (f, key Cost) {
	if queue < 0 || queue > o.search.last() {
		return -1, -1
	}
	n := o.search.frontier.Select(queue)
	return n.F, n.Key
}

// Uint64 draws 64 bits from the run's generator. Only an algorithm that Draws may.
func (o *Observation) Uint64() uint64 {
	if o.search.coin.pcg == nil {
		o.search.fault = fmt.Errorf("the scheduler of %s draws random numbers: set Draws in its Custom", o.search.Name)
		return 0
	}
	return o.search.coin.pcg.Uint64()
}

// Chance draws true with probability p, as PFS draws its guided selections.
func (o *Observation) Chance(p float64) bool {
	return o.Uint64()&(1<<53-1) < uint64(math.Ceil(p*(1<<53)))
}

// A Custom is an algorithm of one's own: queues and a scheduler.
//
//	mine := engine.Custom{
//		Name:   "mine",
//		Queues: []engine.Queue{engine.LeastD, engine.LeastF},
//		Scheduler: func() engine.Scheduler {
//			return func(o *engine.Observation) int {
//				if o.SinceRise[1]+o.Plateau() <= o.SinceRise[0] {
//					return 1 // the plateau costs no more than guidance has
//				}
//				return 0
//			}
//		},
//	}.Algorithm(1.25)
//
// It runs as the algorithms here do: with limits, traces and verification, and
// with a Schedule (see Algorithm.With) as an anytime algorithm.
type Custom struct {
	Name    string
	Version string // change it with the code, so that results are told apart; "" is "1"
	// Queues are asked in this order. LeastF is last; it is added where it is missing.
	Queues []Queue
	// Scheduler makes the scheduler of one run, with state of its own. nil always
	// names queue 0.
	Scheduler func() Scheduler
	// Draws says that the scheduler draws random numbers, so that the seed matters.
	Draws bool
}

// Algorithm is the algorithm at the bound w, of an anytime search the first one.
// What is wrong comes back in its Err.
func (c Custom) Algorithm(w float64) Algorithm {
	a := newAlgorithm(c.Name, w, 1)
	a.Version = c.Version
	if a.Version == "" {
		a.Version = "1"
	}
	queues := make([]Queue, 0, len(c.Queues)+1)
	queues = append(queues, c.Queues...)
	if n := len(queues); n == 0 || queues[n-1].order != leastF {
		queues = append(queues, LeastF)
	}
	a.custom = &Description{
		Name: c.Name, Title: c.Name, Guidance: queues[0].Name, Queues: queues, TakesW: true, draws: c.Draws,
		scheduler: func(Algorithm) Scheduler { return firstQueue },
	}
	if c.Scheduler != nil {
		a.custom.scheduler = func(Algorithm) Scheduler { return c.Scheduler() }
	}
	if len(queues) == 1 {
		a.custom.Guidance = ""
	}
	a.err = c.check()
	if a.err == nil {
		_, a.err = newWeight(w)
	}
	return a
}

func (c Custom) check() error {
	if c.Name == "" {
		return fmt.Errorf("an algorithm of one's own needs a Name, under which its results are kept")
	}
	if strings.ContainsAny(c.Name+c.Version, ownSeparators) {
		return fmt.Errorf("%s, version %s: names and versions have no %s", c.Name, c.Version, strings.Join(strings.Split(ownSeparators, ""), " and no "))
	}
	if d, taken := Describe(c.Name); taken {
		return fmt.Errorf("the name %q is that of %s: choose another for an algorithm of one's own", c.Name, d.Title)
	}
	for i, q := range c.Queues {
		if q.order == own && q.Key == nil {
			return fmt.Errorf("%s: queue %d has no Key: want a function of a node's values, or one of LeastD, GreatestPotential, LeastF, ...", c.Name, i)
		}
	}
	return nil
}
