package engine

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Scheduler is called before each selection and returns the number of the queue that
// makes it, in the algorithm's order from 0. If that queue's best node is not eligible,
// the next queue is asked; the last one is least f in OPEN, whose head is always
// eligible. So a solution costs at most w·C* whatever a scheduler returns.
type Scheduler func(*Observation) int

// An Observation is what a Scheduler may know of a search before a selection: exact
// integers, costs in the problem's unit.
type Observation struct {
	FMin      Cost    // least f in OPEN
	Threshold Cost    // floor(w·fmin): nodes with f above are not eligible
	Expanded  int64   // expansions so far
	By        []int64 // expansions by the queue that selected, not to be changed
	SinceRise []int64 // the same since fmin last rose (or the search began)
	Admitted  int64   // nodes that became eligible when fmin last rose
	Last      int     // queue of the last selection; -1 before the first
	LastF     Cost    // f of the node selected last
	// LastKey is the key of the node selected last: d in LeastD and SlackPerStep, h in
	// GreatestPotential, OptimisticPotential and LeastFThenH. In LeastF it is the key that the
	// first queue over the eligible nodes gives the node; f if there is none.
	LastKey Cost
	Cost    Cost // of an anytime search's incumbent; -1 if there is none

	search *search
}

func newObservation(s *search) Observation {
	return Observation{
		By: make([]int64, len(s.Queues)), SinceRise: make([]int64, len(s.Queues)), Last: -1, Cost: -1, search: s,
	}
}

// Open returns the number of nodes in OPEN.
func (o *Observation) Open() int64 { return o.search.frontier.Open() }

// Focal returns the number of eligible nodes; 0 in an algorithm with no guided queue.
func (o *Observation) Focal() int64 { return o.search.frontier.Focal() }

// Plateau returns the number of nodes in OPEN with f = fmin. With small costs it is
// available directly; otherwise the nodes are counted once for each value of fmin.
func (o *Observation) Plateau() int64 { return o.search.frontier.Plateau() }

// Best returns f and key of the node that a queue would select: for LeastD the key is
// FOCAL's least d, for GreatestPotential the node's h.
func (o *Observation) Best(queue int) (f, key Cost) {
	if queue < 0 || queue > o.search.last() {
		return -1, -1
	}
	n := o.search.frontier.Select(queue)
	return n.F, n.Key
}

// Uint64 draws 64 bits from the run's generator. Only an algorithm with Draws set may
// call it.
func (o *Observation) Uint64() uint64 {
	if o.search.coin.pcg == nil {
		o.search.fault = fmt.Errorf("the scheduler of %s draws random numbers: set Draws in its Custom", o.search.Name)
		return 0
	}
	return o.search.coin.pcg.Uint64()
}

// Chance returns true with probability p, as PFS decides on guided selections.
func (o *Observation) Chance(p float64) bool {
	return o.Uint64()&(1<<53-1) < uint64(math.Ceil(p*(1<<53)))
}

// A Custom is a user-defined algorithm: queues and a scheduler.
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
// It runs like a built-in algorithm: with limits, traces and verification, and, given a
// Schedule (see Algorithm.With), as an anytime algorithm.
type Custom struct {
	Name    string
	Version string // change it with the code, to distinguish results; "" is "1"
	// Queues are asked in this order. LeastF or LeastFThenH is last; without either,
	// LeastF is added.
	Queues []Queue
	// Scheduler makes the scheduler for one run, with its own state. nil always names
	// queue 0.
	Scheduler func() Scheduler
	// Draws states that the scheduler draws random numbers, so that the seed matters.
	Draws bool
	// Origin, if set, says how it was made, as Problem.Origin does. The algorithm has it if Made reports that
	// nothing has been changed since.
	Origin interface{ Made(Custom) bool }
}

// Algorithm returns the algorithm with the bound w, which is the first bound of an
// anytime search. Errors are returned in its Err.
func (c Custom) Algorithm(w float64) Algorithm {
	a := Algorithm{Name: c.Name, Version: c.Version, P: 1}
	if a.Version == "" && retiredCode(c.Name) == "" { // else it has the identity of the published one
		a.Version = "1"
	}
	queues := make([]Queue, 0, len(c.Queues)+1)
	queues = append(queues, c.Queues...)
	if n := len(queues); n == 0 || !queues[n-1].isHead() {
		queues = append(queues, LeastF)
	}
	a.custom = &Description{
		Name: c.Name, Title: c.Name, Guidance: queues[0].Name, Queues: queues, TakesW: true, draws: c.Draws,
		scheduler: func() Scheduler { return firstQueue },
	}
	if c.Scheduler != nil {
		a.custom.scheduler = c.Scheduler
	}
	if c.Origin != nil && c.Origin.Made(c) {
		a.custom.origin = c.Origin
	}
	if len(queues) == 1 {
		a.custom.Guidance = ""
	}
	if a.W, a.err = newWeight(w); a.err == nil || c.Name == "" {
		a.err = c.check()
	}
	return a
}

// Swept returns the algorithm without a w: a study makes it with each of its own, see
// [Named].
func (c Custom) Swept() Algorithm {
	a := c.Algorithm(1)
	err := a.err
	a = a.opened()
	a.err = err
	return a
}

func (c Custom) check() error {
	if c.Name == "" {
		return fmt.Errorf("a user-defined algorithm needs a Name, under which its results are stored")
	}
	if strings.ContainsAny(c.Name+c.Version, ownSeparators) {
		return fmt.Errorf("%s, version %s: names and versions must not contain %s", c.Name, c.Version,
			strings.Join(strings.Split(ownSeparators, ""), " or "))
	}
	if text := c.Name + c.Version; !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("%q, version %q: names and versions must be text on one line", c.Name, c.Version)
	}
	// Reports go by titles, and studies look names up whatever their case.
	owner, _ := compose(strings.ToLower(c.Name))
	for _, d := range Descriptions() {
		if strings.EqualFold(c.Name, d.Title) {
			owner = d
		}
	}
	switch {
	case owner.retired && c.Name == owner.Name && c.Version != "":
		return fmt.Errorf("%s, version %s: the name belongs to a published algorithm; leave the version out, or choose another name",
			c.Name, c.Version)
	case owner.Name != "" && !(owner.retired && c.Name == owner.Name):
		return fmt.Errorf("the name %q belongs to %s: choose another for a user-defined algorithm", c.Name, owner.Title)
	}
	for i, q := range c.Queues {
		if q.order == leastFThenH && i != len(c.Queues)-1 {
			return fmt.Errorf("%s: queue %d is LeastFThenH, which can only be the last queue", c.Name, i)
		}
		if q.order == own && q.Key == nil {
			return fmt.Errorf("%s: queue %d has no Key: want a function of a node's values, or one of LeastD, GreatestPotential, LeastF, ...", c.Name, i)
		}
	}
	return nil
}
