package sas

import (
	"math"
	"slices"

	"github.com/focal-search/focal/engine"
)

// A relaxed is a task without deletions: facts, once reached, stay. Its last two facts are one that
// always holds, the precondition of operators that have none, and one that the last operator
// makes of the goal.
type relaxed struct {
	first   []int32 // the fact of each variable's first value
	facts   int
	pre     [][]int32 // by operator
	effect  [][]int32
	cost    []engine.Cost
	needing [][]int32 // operators, by precondition
	adding  [][]int32 // operators, by effect
}

func newRelaxed(t *Task) *relaxed {
	r := new(relaxed)
	for _, v := range t.Variables {
		r.first = append(r.first, int32(r.facts))
		r.facts += len(v.Values)
	}
	always, goal := int32(r.facts), int32(r.facts+1)
	r.facts += 2
	r.needing, r.adding = make([][]int32, r.facts), make([][]int32, r.facts)
	add := func(pre []Fact, effect []int32, cost engine.Cost) {
		o := int32(len(r.cost))
		var needs []int32
		for _, f := range pre {
			needs = append(needs, r.fact(f))
		}
		if needs == nil {
			needs = []int32{always}
		}
		for _, f := range needs {
			r.needing[f] = append(r.needing[f], o)
		}
		for _, f := range effect {
			r.adding[f] = append(r.adding[f], o)
		}
		r.pre, r.effect, r.cost = append(r.pre, needs), append(r.effect, effect), append(r.cost, cost)
	}
	for _, o := range t.Operators {
		var effect []int32
		for _, f := range o.Effect {
			effect = append(effect, r.fact(f))
		}
		add(o.Pre, effect, o.Cost)
	}
	add(t.Goal, []int32{goal}, 0)
	return r
}

func (r *relaxed) fact(f Fact) int32 { return r.first[f.Variable] + int32(f.Value) }

func (r *relaxed) goal() int32 { return int32(r.facts - 1) }

// A search explores a relaxed task from a state on.
type search struct {
	*relaxed
	state []int32       // its facts, and the one that always holds
	left  []engine.Cost // costs, of which LM-cut subtracts

	value   []engine.Cost // of facts; unreached where no operators lead to them
	by      []int32       // the operator by which a fact has its value
	missing []int32       // preconditions of an operator that have not been reached
	last    []int32       // of an operator: the one reached last, of greatest value
	sum     []engine.Cost // of an operator: the values of its preconditions
	queue   []entry

	zone     []bool // facts from which operators of cost 0 lead to the goal
	seen     []bool
	todo     []int32
	selected []bool // operators of a relaxed plan, or of a cut
}

const (
	unreached = math.MaxInt64
	// capped bounds sums, which grow exponentially.
	capped = 1 << 50
)

func (r *relaxed) search() *search {
	return &search{
		relaxed: r,
		value:   make([]engine.Cost, r.facts), by: make([]int32, r.facts),
		zone: make([]bool, r.facts), seen: make([]bool, r.facts),
		left: make([]engine.Cost, len(r.cost)), missing: make([]int32, len(r.cost)), last: make([]int32, len(r.cost)),
		sum: make([]engine.Cost, len(r.cost)), selected: make([]bool, len(r.cost)),
	}
}

// begin sets the state.
func (s *search) begin(facts func(yield func(fact int32))) {
	s.state = s.state[:0]
	facts(func(f int32) { s.state = append(s.state, f) })
	s.state = append(s.state, s.goal()-1)
}

// explore computes the value of each fact: that of an operator by which it is reached, at the
// least. An operator's value is its cost plus the greatest value of its preconditions, or if
// they are added the sum of these, where each operator costs 1.
func (s *search) explore(added bool) {
	for f := range s.value {
		s.value[f] = unreached
	}
	for o := range s.missing {
		s.missing[o], s.sum[o] = int32(len(s.pre[o])), 0
	}
	s.queue = s.queue[:0]
	for _, f := range s.state {
		s.value[f] = 0
		s.push(entry{0, f})
	}
	for len(s.queue) > 0 {
		e := s.pop()
		if s.value[e.fact] < e.value {
			continue
		}
		for _, o := range s.needing[e.fact] {
			s.sum[o] = min(s.sum[o]+e.value, capped)
			if s.missing[o]--; s.missing[o] > 0 {
				continue
			}
			s.last[o] = e.fact
			value := e.value + s.left[o]
			if added {
				value = s.sum[o] + 1
			}
			for _, f := range s.effect[o] {
				if value < s.value[f] {
					s.value[f], s.by[f] = value, o
					s.push(entry{value, f})
				}
			}
		}
	}
}

// hMax is the greatest lower bound by single facts; -1 at a dead end.
func (s *search) hMax() engine.Cost {
	copy(s.left, s.cost)
	if s.explore(false); s.value[s.goal()] == unreached {
		return -1
	}
	return s.value[s.goal()]
}

// lmCut is the sum of the least costs of disjunctive action landmarks; -1 at a dead end. Of each
// operator the precondition of greatest value counts. A cut is the operators that lead into the
// zone of facts from which operators of cost 0 lead to the goal. Its least cost is subtracted
// from the costs of all of them, until the goal costs nothing.
func (s *search) lmCut() engine.Cost {
	total := s.hMax()
	if total < 0 {
		return -1
	}
	for total = 0; s.value[s.goal()] > 0; s.explore(false) {
		cut := s.cut()
		least := s.left[slices.MinFunc(cut, func(a, b int32) int { return int(min(1, max(-1, s.left[a]-s.left[b]))) })]
		for _, o := range cut {
			s.left[o] -= least
		}
		total += least
	}
	return total
}

// cut is the operators that lead from facts that are reached outside the zone into it.
func (s *search) cut() (cut []int32) {
	clear(s.zone)
	clear(s.seen)
	visit := func(seen []bool, f int32) {
		if !seen[f] {
			seen[f] = true
			s.todo = append(s.todo, f)
		}
	}
	next := func() int32 {
		f := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		return f
	}
	for visit(s.zone, s.goal()); len(s.todo) > 0; {
		for _, o := range s.adding[next()] {
			if s.left[o] == 0 && s.missing[o] == 0 {
				visit(s.zone, s.last[o])
			}
		}
	}
	for _, f := range s.state {
		visit(s.seen, f)
	}
	for len(s.todo) > 0 {
		f := next()
		for _, o := range s.needing[f] {
			if s.missing[o] > 0 || s.last[o] != f {
				continue
			}
			if slices.ContainsFunc(s.effect[o], func(f int32) bool { return s.zone[f] }) {
				cut = append(cut, o)
				continue
			}
			for _, to := range s.effect[o] {
				visit(s.seen, to)
			}
		}
	}
	return cut
}

// relaxedPlan is the number of operators in a plan of the relaxed task; -1 at a dead end.
func (s *search) relaxedPlan() (operators engine.Cost) {
	if s.explore(true); s.value[s.goal()] == unreached {
		return -1
	}
	clear(s.selected)
	for s.todo = append(s.todo, s.goal()); len(s.todo) > 0; {
		f := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if s.value[f] == 0 || s.selected[s.by[f]] {
			continue
		}
		s.selected[s.by[f]] = true
		operators++
		s.todo = append(s.todo, s.pre[s.by[f]]...)
	}
	return operators - 1 // without that of the goal
}

// An entry is a fact in the queue, a binary heap by value, then by number.
type entry struct {
	value engine.Cost
	fact  int32
}

func (e entry) before(f entry) bool {
	return e.value < f.value || e.value == f.value && e.fact < f.fact
}

func (s *search) push(e entry) {
	s.queue = append(s.queue, e)
	i := len(s.queue) - 1
	for ; i > 0 && e.before(s.queue[(i-1)/2]); i = (i - 1) / 2 {
		s.queue[i] = s.queue[(i-1)/2]
	}
	s.queue[i] = e
}

func (s *search) pop() entry {
	top, e := s.queue[0], s.queue[len(s.queue)-1]
	s.queue = s.queue[:len(s.queue)-1]
	if len(s.queue) == 0 {
		return top
	}
	i := 0
	for {
		c := 2*i + 1
		if c+1 < len(s.queue) && s.queue[c+1].before(s.queue[c]) {
			c++
		}
		if c >= len(s.queue) || !s.queue[c].before(e) {
			break
		}
		s.queue[i] = s.queue[c]
		i = c
	}
	s.queue[i] = e
	return top
}
