package engine

import (
	"fmt"
	"math"
)

// widen makes OPEN anew for a run whose values are beyond its range.
func (s *search) widen() {
	s.costs--
	s.refill(s.nodes.Len() - 1) // the last node is the one that did not fit
}

// refill makes OPEN anew, with the nodes of OPEN before end, for the narrowest range
// of values into which they fit.
func (s *search) refill(end uint32) {
	for {
		s.frontier.Free()
		s.frontier = s.newOpen()
		if s.fmin >= 0 && !s.LateBound {
			_, x, _ := s.focal()
			s.frontier.SetThreshold(s.threshold, x)
		}
		if s.fill(end) {
			return
		}
		s.costs--
	}
}

// fill puts the nodes of OPEN before end into the empty List, and reports whether
// they fit.
func (s *search) fill(end uint32) bool {
	for id := s.first; id < end; id++ {
		if !s.nodes.Live(id) {
			continue
		}
		insert := s.frontier.Insert
		if s.held(id) {
			if !s.defers {
				continue
			}
			insert = s.frontier.Defer
		}
		h, d := s.space.Evaluate(s.node(id))
		g := s.nodes.G(id)
		if g+h < s.cost && !insert(id, s.rank(g, h), h, d) {
			return false
		}
	}
	return true
}

// reserve makes room for the successors of one expansion, if the domain states their
// number. It returns false if memory or its limit is exhausted.
func (s *search) reserve() bool {
	s.room = len(s.at.Items)
	return s.table.Reserve(s.room) == nil && s.nodes.Reserve(s.room) == nil
}

// fits checks that the present successors can be stored, and makes room if there are
// more than the domain stated.
func (s *search) fits() error {
	if s.at.Err != nil {
		return s.at.Err
	}
	if s.at.N > s.room {
		if err := s.table.Reserve(s.at.N); err != nil {
			return err
		}
		return s.nodes.Reserve(s.at.N)
	}
	return nil
}

// badValue explains why a successor cannot be stored.
func (s *search) badValue(parent uint32, g Cost, c *Successor) error {
	switch {
	case c.Cost < 0:
		return fmt.Errorf("move %d from node %d costs %d: costs must not be negative", c.Move, parent, c.Cost)
	case c.H < 0 || c.D < 0:
		return fmt.Errorf("move %d from node %d leads to a state with h = %d, d = %d: heuristic values must not be negative",
			c.Move, parent, c.H, c.D)
	case g+c.Cost >= 0 && g+c.Cost > s.nodes.MaxG() && !s.nodes.Wide():
		return fmt.Errorf("path cost %d + %d is above %d, the greatest where the domain does not declare Shape.WideCosts", g,
			c.Cost, s.nodes.MaxG())
	}
	if g+c.Cost+c.H == math.MaxInt64 {
		return fmt.Errorf("path cost %d + %d with h = %d makes f = 2^63 - 1: f must be below that", g, c.Cost, c.H)
	}
	advice := ""
	if c.H >= math.MaxInt64/2 {
		advice = "; states from which there is no path to a goal are left out of the successors"
	}
	return fmt.Errorf("path cost %d + %d with h = %d %s%s", g, c.Cost, c.H, s.overflows(g+c.Cost < 0 || g+c.Cost+c.H < 0), advice)
}

// overflows says what overflows: f, or else the algorithm's priority.
func (s *search) overflows(f bool) string {
	switch {
	case f || s.ranking == nil:
		return "overflows 64 bits"
	case s.ranking.scale == nil:
		return "overflows 64 bits in w·h"
	}
	return fmt.Sprintf("overflows 64 bits in the priority of %s at w = %s: costs that are not greater than %d fit, and w of fewer digits",
		s.Title, s.w, (int64(1)<<59-1)/s.ranking.scale(s.w))
}

// bytes is the memory of the search's own structures and of the space's tables.
func (s *search) bytes() int64 {
	bytes := s.nodes.Bytes() + s.table.Bytes() + s.frontier.Bytes() + s.depths.Bytes()
	if s.model != nil {
		bytes += s.model.bytes()
	}
	if s.reentry != nil {
		bytes += s.reentry.bytes()
	}
	if space, ok := s.space.(Sized); ok {
		bytes += space.Bytes()
	}
	return bytes
}

// free releases the search's memory.
func (s *search) free() {
	s.nodes.Free()
	s.frontier.Free()
	s.depths.Free()
	if s.model != nil {
		s.model.free()
	}
	if s.reentry != nil {
		s.reentry.free()
	}
	if s.table != nil {
		s.table.Free()
	}
}
