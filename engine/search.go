package engine

// search is one run of the paper's Algorithm 1, Probabilistic Focal Search. FS is
// the case p = 1; DPS guides by potential instead of d; A* and WA* always take
// OPEN's head; the anytime algorithms go on after a solution.
type search struct {
	kind
	space    Space
	coin     coin
	w        Ratio
	schedule *Schedule
	limits   limiter

	nodes    nodes    // every insertion into OPEN
	index    *index   // from states to their nodes, OPEN and CLOSED
	frontier frontier // OPEN and FOCAL
	succ     *Successors

	selected selection // the last one
	guided   bool      // made by the guided branch
	pending  bool      // it waits for its goal test and expansion

	fmin      Cost // least f in OPEN
	threshold Cost // floor(w·fmin): FOCAL is {n in OPEN : f(n) <= threshold}
	bound     Cost // greatest fmin seen
	Counters

	goal       uint32 // the incumbent
	cost       Cost   // its cost: nodes with f >= cost count nowhere
	incumbents []Incumbent

	trace *tracer
}

// run searches until a goal is accepted, OPEN is exhausted or a limit is reached.
// The status "" says that an anytime search has an incumbent and may go on.
func (s *search) run() (Status, error) {
	for s.frontier.open() > 0 {
		// Draw Z ~ Bernoulli(p), and select by guidance in FOCAL or OPEN's head.
		// After a limit the selection is still there.
		if !s.pending {
			s.check()
			s.guided = s.coin.draw()
			s.selected = s.pick(s.guided)
			s.pending = true
			s.trace.take(s)
		}
		n := s.selected

		// Goal test, at selection. A goal's h is 0.
		g := s.nodes.g(n.id)
		node := s.node(n.id)
		if n.f == s.priority(g, 0) && s.space.IsGoal(node) {
			return s.accept(n, g)
		}
		if status := s.limits.reached(s); status != "" {
			return status, nil
		}

		// Expand.
		s.pending = false
		s.nodes.setFate(n.id, expanded)
		s.frontier.take(n)
		s.succ.N = 0
		s.space.Expand(node, s.succ)
		s.count()

		// Relax.
		if err := s.relax(n.id, g); err != nil {
			return Failed, err
		}
		// Advance fmin: the newly eligible nodes enter FOCAL.
		if s.advance(); s.proved() != "" {
			return s.proved(), nil
		}
	}
	return s.exhausted(), nil
}

func (s *search) pick(guided bool) selection {
	if guided {
		return s.frontier.guided()
	}
	return s.frontier.head()
}

func (s *search) count() {
	s.Expanded++
	s.Generated += int64(s.succ.N)
	if s.guided {
		s.Guided++
	} else {
		s.Head++
	}
}

// relax considers every successor of a node: a new state enters OPEN, a cheaper
// path updates a state in OPEN or reopens it from CLOSED, any other path is
// dropped.
func (s *search) relax(parent uint32, g Cost) error {
	if err := s.fits(); err != nil {
		return err
	}
	s.index.touch(s.succ, s.frontier.next())
	for i := range s.succ.N {
		c := &s.succ.Items[i]
		childG := g + c.Cost
		f := s.priority(childG, c.H)
		if c.Cost|c.H|c.D|childG|f < 0 || childG > s.nodes.maxG() {
			return s.badValue(parent, g, c)
		}
		if f >= s.cost {
			continue
		}
		state := s.succ.state(i)
		slot, old, known := s.index.find(i, state)
		if known {
			oldG := s.nodes.g(old)
			if oldG <= childG {
				continue
			}
			switch s.nodes.fate(old) {
			case expanded:
				s.Reopened++
			case 0:
				if oldF := s.priority(oldG, c.H); oldF < s.cost {
					s.frontier.left(oldF)
				}
			}
			s.nodes.setFate(old, superseded)
		}
		id := s.nodes.add(state, childG, parent)
		s.index.put(slot, i, id)
		s.insert(id, f, c.H, c.D)
		s.Inserted++
	}
	return nil
}

// insert puts a node into OPEN, and into FOCAL if it is eligible.
func (s *search) insert(id uint32, f, h, d Cost) {
	if !s.frontier.insert(id, f, h, d) {
		s.widen()
		s.frontier.insert(id, f, h, d)
	}
}

// advance recomputes fmin; if it has changed, FOCAL is fitted to it.
func (s *search) advance() {
	fmin, ok := s.frontier.least()
	if !ok || fmin == s.fmin || s.weighted {
		return
	}
	rose := fmin > s.fmin
	s.fmin, s.bound = fmin, max(s.bound, fmin)
	if admitted := s.refit(); rose {
		s.trace.rose(s.Expanded, admitted)
	}
}

// refit fits FOCAL to w and fmin.
func (s *search) refit() (admitted int64) {
	s.threshold = s.w.Floor(s.fmin)
	if s.guidance == unguided {
		return 0
	}
	return s.frontier.setThreshold(s.threshold, newBound(s.w, s.fmin))
}

func (s *search) node(id uint32) Node { return Node{id, s.nodes.state(id), &s.nodes} }
