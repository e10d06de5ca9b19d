package engine

import (
	"math"
	"math/big"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// iterations says how a search by priorities continues when it has found a solution.
type iterations int

const (
	once     iterations = iota // it ends
	restarts                   // from the start, with the paths already known (RWA*)
	repairs                    // with the same OPEN, and nodes expanded at most once in each (ARA*)
	proves                     // from the start by f, until the solution is proved (IOS)
)

// iteration is the state of a search that continues in iterations.
type iteration struct {
	number     uint32
	first      uint32                // node of this iteration, if it began from the start
	expandedIn memory.Vector[uint32] // the iteration in which a node was expanded last, from 1
	deferred   memory.Vector[uint32] // nodes that wait for the next iteration, by rising id (ARA*'s INCONS)

	candidate uint32 // the solution that IOS proves
	asked     Ratio  // the bound that it proves
}

// begun reports whether IOS has a solution to prove.
func (i *iteration) begun() bool { return i.number > 0 }

func (s *search) noteExpanded(id uint32) {
	e := &s.iteration.expandedIn
	for uint32(len(e.Items)) <= id {
		e.Push(0)
	}
	e.Items[id] = s.iteration.number + 1
}

// waits reports whether a node has to wait for the next iteration, because it is
// reached more cheaply after it was expanded in this one or while it is already
// waiting.
func (s *search) waits(old uint32) bool {
	i := &s.iteration
	switch s.nodes.Fate(old) {
	case arena.Expanded:
		return int(old) < len(i.expandedIn.Items) && i.expandedIn.Items[old] == i.number+1
	case arena.Live:
		return s.isDeferred(old)
	}
	return false
}

// isDeferred reports whether a node is among those that wait.
func (s *search) isDeferred(id uint32) bool {
	ids := s.iteration.deferred.Items
	low, high := 0, len(ids)
	for low < high {
		if middle := (low + high) / 2; ids[middle] < id {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low < len(ids) && ids[low] == id
}

// repair begins further iterations of ARA* while no node in OPEN leads to a better
// solution at the current weight.
func (s *search) repair() (Status, error) {
	for s.goal != arena.None {
		if least, ok := s.frontier.Least(); ok && least < s.cost {
			break
		}
		fmin := s.leastLive()
		if fmin >= s.cost {
			return Optimal, nil
		}
		if status, err := s.lower(fmin); status != "" || err != nil {
			return status, err
		}
		if err := s.iterate(); err != nil {
			return Failed, err
		}
	}
	return "", nil
}

// lower reduces the weight of ARA* if no better solution was found.
func (s *search) lower(fmin Cost) (Status, error) {
	s.fmin, s.bound = fmin, max(s.bound, fmin)
	if s.proved() != "" {
		return s.proved(), nil
	}
	x := new(big.Rat).Sub(big.NewRat(s.w.Num, s.w.Den), big.NewRat(s.schedule.Step.Num, s.schedule.Step.Den))
	if fmin > 0 {
		w, ends := s.schedule.next(s.cost, fmin)
		if ends {
			return BoundReached, nil
		}
		if next := big.NewRat(w.Num, w.Den); next.Cmp(x) < 0 {
			x = next
		}
	}
	if x.Cmp(big.NewRat(1, 1)) < 0 {
		x.SetInt64(1)
	}
	s.w = atMost(x)
	return "", nil
}

// leastLive is the least f in OPEN and among the nodes that wait, at most the
// incumbent's cost.
func (s *search) leastLive() Cost {
	least := s.cost
	for id := s.iteration.first; id < s.nodes.Len(); id++ {
		if s.nodes.Live(id) {
			h, _ := s.space.Evaluate(s.node(id))
			least = min(least, s.nodes.G(id)+h)
		}
	}
	return least
}

// iterate begins the next iteration, with the current weight.
func (s *search) iterate() error {
	i := &s.iteration
	i.number++
	i.deferred.Items = i.deferred.Items[:0]
	if s.iterates != repairs {
		return s.restart()
	}
	s.refill(s.nodes.Len())
	s.advance()
	return nil
}

// fill puts the nodes of OPEN before end into an empty frontier, and reports whether
// they fit.
func (s *search) fill(end uint32) bool {
	for id := s.iteration.first; id < end; id++ {
		if !s.nodes.Live(id) || s.isDeferred(id) {
			continue
		}
		h, d := s.space.Evaluate(s.node(id))
		g := s.nodes.G(id)
		if g+h < s.cost && !s.frontier.Insert(id, s.rank(g, h), h, d) {
			return false
		}
	}
	return true
}

// restart empties OPEN and inserts the start again. Nodes of earlier iterations stay in
// the table: a cheaper path that they know is used when their state comes up again.
func (s *search) restart() error {
	for id := s.iteration.first; id < s.nodes.Len(); id++ {
		if s.nodes.Live(id) {
			s.nodes.SetFate(id, arena.Superseded)
		}
	}
	s.nodes.SetFate(s.iteration.first, arena.Superseded) // the start, by its next node
	s.frontier.Free()
	s.frontier = s.newFrontier()
	s.iteration.first = s.nodes.Len()
	s.at.N = 0
	copy(s.at.Add(Successor{}), s.nodes.State(0))
	err := s.start()
	s.advance()
	return err
}

// prove makes a goal that IOS selected its solution. The first one has to be proved:
// the search begins anew, by f. A goal found then is optimal.
func (s *search) prove(id uint32, g Cost) (Status, error) {
	i := &s.iteration
	first := !i.begun()
	i.candidate, s.cost = id, g
	s.nodes.SetFate(id, arena.Accepted)
	if !first {
		return s.conclude(g), nil
	}
	s.priority, s.w = weighted, one
	if err := s.iterate(); err != nil {
		return Failed, err
	}
	return s.proved(), nil
}

// conclude ends IOS with its solution, which is within the bound of fmin.
func (s *search) conclude(fmin Cost) Status {
	if s.goal == arena.None {
		s.goal, s.w = s.iteration.candidate, s.iteration.asked
		s.fmin, s.bound = fmin, fmin
		s.report()
	}
	return Solved
}

// lowerBound is what an unfinished search in iterations has proved.
func (s *search) lowerBound() Cost {
	if s.iterates == proves && !s.iteration.begun() { // which reopens nothing
		h, _ := s.space.Evaluate(s.node(0))
		return h
	}
	if least := s.leastLive(); least < math.MaxInt64 {
		return max(s.bound, least)
	}
	return 0 // OPEN is empty and nothing is claimed
}
