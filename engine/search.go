package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// search is the state of one run of the paper's Algorithm 1, Probabilistic Focal
// Search, of which Focal Search is the case p = 1.
type search struct {
	space     Space
	algorithm Algorithm
	coin      coin
	limits    limiter

	nodes    nodes    // every insertion into OPEN
	index    *index   // from states to their nodes, OPEN and CLOSED
	frontier frontier // OPEN and FOCAL
	succ     *Successors

	fmin      Cost // least f in OPEN
	threshold Cost // floor(w·fmin): FOCAL is {n in OPEN : f(n) <= threshold}
	bound     Cost // greatest fmin seen
	Counters

	trace *tracer
}

// run searches until a goal is accepted, OPEN is exhausted or a limit is
// reached. goal is the accepted node.
func (s *search) run() (status Status, goal uint32, err error) {
	if err := s.begin(); err != nil {
		return Failed, 0, err
	}
	for s.frontier.open() > 0 {
		// Draw Z ~ Bernoulli(p); select by guidance in FOCAL, or OPEN's head.
		guided := s.coin.draw()
		var n selection
		if guided {
			n = s.frontier.guided()
		} else {
			n = s.frontier.head()
		}
		s.trace.selected(s, n, guided)

		// Goal test, at selection. h is f - g.
		g := s.nodes.g(n.id)
		node := s.node(n.id)
		if n.f == g && s.space.IsGoal(node) {
			if g > s.threshold {
				return Failed, 0, fmt.Errorf("internal error: goal node %d with g = %d selected above w·fmin = %d", n.id, g, s.threshold)
			}
			return Solved, n.id, nil
		}
		if status := s.limits.reached(s); status != "" {
			return status, 0, nil
		}

		// Expand.
		s.nodes.close(n.id)
		s.frontier.take(n)
		s.succ.N = 0
		s.space.Expand(node, s.succ)
		s.count(guided)

		// Relax.
		if err := s.relax(n.id, g); err != nil {
			return Failed, 0, err
		}
		// Advance fmin: the newly eligible nodes enter FOCAL.
		s.advance()
	}
	return Unsolvable, 0, nil
}

// begin puts the start into OPEN.
func (s *search) begin() error {
	if err := s.nodes.reserve(1); err != nil {
		return err
	}
	s.space.Start(s.succ.state(0))
	id := s.nodes.add(s.succ.state(0), 0, noParent)
	h, d := s.space.Evaluate(s.node(id))
	if h < 0 || d < 0 {
		return fmt.Errorf("the start has h = %d, d = %d: a heuristic value must not be negative", h, d)
	}
	s.succ.N = 1
	s.index.touch(s.succ)
	slot, _, _ := s.index.find(0, s.succ.state(0))
	s.index.put(slot, 0, id)
	s.insert(id, h, d)
	s.fmin = -1
	s.advance()
	return nil
}

func (s *search) count(guided bool) {
	s.Expanded++
	s.Generated += int64(s.succ.N)
	if guided {
		s.Guided++
	} else {
		s.Head++
	}
}

// relax considers every successor of a node: a new state enters OPEN, a cheaper
// path updates a state in OPEN or reopens it from CLOSED, any other path is
// dropped.
func (s *search) relax(parent uint32, g Cost) error {
	s.index.touch(s.succ)
	for i := range s.succ.N {
		c := &s.succ.Items[i]
		childG := g + c.Cost
		f := childG + c.H
		if c.Cost|c.H|c.D|childG|f < 0 || childG > s.nodes.maxG() {
			return s.badValue(parent, g, c)
		}
		state := s.succ.state(i)
		slot, old, known := s.index.find(i, state)
		if known {
			oldG := s.nodes.g(old)
			if oldG <= childG {
				continue
			}
			if s.nodes.closed(old) {
				s.Reopened++
			} else {
				s.frontier.superseded(oldG + c.H)
			}
			s.nodes.supersede(old)
		}
		id := s.nodes.add(state, childG, parent)
		s.index.put(slot, i, id)
		s.insert(id, f, c.D)
		s.Inserted++
	}
	return nil
}

// insert puts a node into OPEN, and into FOCAL if it is eligible.
func (s *search) insert(id uint32, f, d Cost) {
	if !s.frontier.insert(id, f, d) {
		s.frontier = s.widened()
		s.frontier.insert(id, f, d)
	}
}

// advance recomputes fmin; if it has changed, FOCAL is fitted to it.
func (s *search) advance() {
	fmin, ok := s.frontier.least()
	if !ok || fmin == s.fmin {
		return
	}
	rose := fmin > s.fmin
	s.fmin, s.bound = fmin, max(s.bound, fmin)
	s.threshold = s.algorithm.W.Floor(fmin)
	admitted := s.frontier.setThreshold(s.threshold)
	if rose {
		s.trace.rose(s.Expanded, admitted)
	}
}

func (s *search) node(id uint32) Node { return Node{id, s.nodes.state(id), &s.nodes} }

// coin decides between the guided branch and OPEN's head with the run's own
// generator. Where p is 1 it draws nothing.
type coin struct {
	pcg    *rand.PCG
	heads  uint64 // guided when the low 53 bits are below
	always bool
}

func newCoin(p float64, seed uint64) coin {
	return coin{rand.NewPCG(seed, 0), uint64(math.Ceil(p * (1 << 53))), p == 1}
}

func (c *coin) draw() (guided bool) {
	return c.always || c.pcg.Uint64()&(1<<53-1) < c.heads
}
