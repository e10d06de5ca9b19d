// Package hd lets domains show the states of their problems: to user-defined heuristics h and d,
// which are functions of them, and to what verifies and draws solutions. It is for authors of
// domains; users fill in a domain's own type, such as npuzzle.HD.
package hd

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"reflect"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/panics"
)

// Functions are user-defined h and d over the states S of a built-in domain: boards, stacks,
// tours, cells. Each domain gives the type a name of its own, such as npuzzle.HD.
//
// A state is valid only during the call. Values are in the problem's unit: with inverse tile
// costs, for example, in 1/360360, and on octile maps in 2^-20. The same state has the same values.
type Functions[S any] struct {
	Name    string              // a word, which becomes one of the problem's variant
	Version string              // change it with the code, so that results are kept apart; "" is "1"
	H       func(S) engine.Cost // admissible: never above the cost of a cheapest path to a goal; nil: the problem's
	D       func(S) engine.Cost // the secondary heuristic; nil: the problem's
}

// A View is the states of a problem as its definition has them. It is independent of the packed
// states of the search.
type View[S any] struct {
	Start S
	Goal  func(S) bool
	// Copy is a copy of from, which may use the memory of to; nil if an assignment makes one.
	Copy func(to, from S) S
	// Apply makes a move and returns its cost, or says why it cannot be made.
	Apply func(s *S, move engine.Move) (engine.Cost, error)
}

// Along visits the start and the states to which moves lead. It returns the last of them and the
// cost of the moves, of which visit is told that so far. A state is valid only during the visit.
func (v *View[S]) Along(moves []engine.Move, visit func(s S, cost engine.Cost)) (last S, cost engine.Cost, err error) {
	last = v.copy(last, v.Start)
	visit(last, 0)
	for i, m := range moves {
		c, err := v.Apply(&last, m)
		if err != nil {
			return last, 0, fmt.Errorf("move %d: %w", i+1, err)
		}
		cost += c
		visit(last, cost)
	}
	return last, cost, nil
}

// Replay is the cost of moves that lead to a goal: see [engine.Problem].
func (v *View[S]) Replay(moves []engine.Move) (engine.Cost, error) {
	last, cost, err := v.Along(moves, func(S, engine.Cost) {})
	if err == nil && !v.Goal(last) {
		return 0, fmt.Errorf("the moves do not end at a goal but at %v", line(last))
	}
	return cost, err
}

func (v *View[S]) copy(to, from S) S {
	if v.Copy == nil {
		return from
	}
	return v.Copy(to, from)
}

// With returns a problem with user-defined h and d. The functions are tried on the
// states nearest to the start, and an error is in the problem's Err. An error elsewhere
// ends the search and names the state; an h that proves inconsistent is a warning in the
// result, and one that proves inadmissible is its status, engine.Refuted. Stored runs are known by
// Name, Version and the values near the start.
func With[S any](p *engine.Problem, g Functions[S]) *engine.Problem {
	failed := func(err error) *engine.Problem { return &engine.Problem{Name: p.Name, Unit: 1, Optimal: -1, Err: err} }
	if p == nil {
		return &engine.Problem{Unit: 1, Optimal: -1, Err: fmt.Errorf("no problem given: use domains.Get(name)")}
	}
	if p.Err != nil {
		return p
	}
	view, ok := p.View.(*View[S])
	switch {
	case !ok:
		return failed(fmt.Errorf("%s has no states of the type %T, which %s is for", p.Name, *new(S), g.Name))
	case g.check() != nil:
		return failed(g.check())
	}
	made := *p
	sep := ":"
	if _, _, _, variant := engine.SplitName(p.Name); variant != "" {
		sep = "+"
	}
	made.Name = p.Name + sep + g.Name
	made.NewSpace = func() engine.Space { return newGuidedSpace(p.NewSpace(), view, g, nil) }
	err := made.Sample(func(yield func(string) bool) error {
		return try(&made, func(said io.Writer) engine.Space { return newGuidedSpace(p.NewSpace(), view, g, said) },
			func(values []byte) bool {
				return yield(fmt.Sprintf("%s h and d %s version %q near the start %x", p.Content, g.Name,
					cmp.Or(g.Version, "1"), values))
			})
	})
	if err != nil {
		return failed(fmt.Errorf("user-defined h and d, %s: %w", g.Name, err))
	}
	return &made
}

func (g Functions[S]) check() error {
	switch {
	case !engine.IsWord(g.Name):
		return fmt.Errorf("the name of user-defined h and d is %q: want a word of letters, digits, - and _, "+
			"under which its results are kept", g.Name)
	case g.H == nil && g.D == nil:
		return fmt.Errorf("user-defined h and d, %s: there is neither H nor D", g.Name)
	}
	return nil
}

// tried is the expansions of the search that tries h and d.
const tried = 100

// try searches near the start and yields a hash of all values there, after 1, 2, 4 and so on expansions, and after all.
func try(p *engine.Problem, space func(io.Writer) engine.Space, yield func(values []byte) bool) error {
	var said bytes.Buffer
	values := func() []byte {
		sum := sha256.Sum256(said.Bytes())
		return sum[:16]
	}
	q := *p
	q.NewSpace = func() engine.Space { return space(&said) }
	return panics.Call(func() error {
		run := engine.Start(&q, engine.AStar())
		defer run.Close()
		for n := 1; ; n *= 2 {
			run.More(engine.MaxExpanded(int64(min(n, tried))))
			for run.Next(context.Background()) {
			}
			if n >= tried {
				break
			}
			if !yield(values()) {
				return run.Result().Err
			}
		}
		searched := said.Len()
		result := run.Result()
		said.WriteString(said.String()[searched:]) // stored runs are known by the values of a solution's path twice
		yield(values())
		return result.Err
	})
}

// guidedSpace gives the states of another space other values. Beside each state it
// keeps the parent and the move that led to it: by these it follows the domain's view.
type guidedSpace[S any] struct {
	engine.Space
	view  *View[S]
	own   Functions[S]
	words int                // of the other space's states
	out   *engine.Successors // of the other space
	child S
	given S // to the functions
	moves []engine.Move
	// stateOf returns the state of an ancestor.
	stateOf func(id uint32) []uint64
	// known are states of nodes that were expanded, by the lowest bits of their ids.
	known    [1 << 10]known[S]
	said     io.Writer // takes all values; nil for none
	warnings []string
	err      error // of the start
}

type known[S any] struct {
	id    uint32
	there bool
	state S
}

// noParent is the kept word of the start.
const noParent = ^uint64(0)

func newGuidedSpace[S any](space engine.Space, view *View[S], own Functions[S], said io.Writer) engine.Space {
	shape := space.Shape()
	s := &guidedSpace[S]{Space: space, view: view, own: own, words: shape.Words, out: engine.NewSuccessors(shape),
		said: said}
	if spare, ok := space.(engine.Spare); ok && own.D != nil {
		spare.WithoutD()
	}
	if hashed, ok := space.(engine.Hashed); ok {
		return guidedHashed[S]{s, hashed}
	}
	return s
}

func (s *guidedSpace[S]) Shape() engine.Shape {
	shape := s.Space.Shape()
	shape.Words++
	return shape
}

// Link implements engine.Linked, also for the other space.
func (s *guidedSpace[S]) Link(stateOf func(id uint32) []uint64) {
	s.stateOf = stateOf
	if linked, ok := s.Space.(engine.Linked); ok {
		linked.Link(stateOf)
	}
}

func (s *guidedSpace[S]) Start(state []uint64) {
	s.Space.Start(state[:s.words])
	state[s.words] = noParent
}

// inner is a node as the other space knows it.
func (s *guidedSpace[S]) inner(n engine.Node) engine.Node {
	return engine.Node{ID: n.ID, State: n.State[:s.words]}
}

// at is the state of a node. It is not to be changed.
func (s *guidedSpace[S]) at(n engine.Node) S {
	s.moves = s.moves[:0]
	to := &s.known[n.ID%uint32(len(s.known))]
	if to.there && to.id == n.ID {
		return to.state
	}
	id, link := n.ID, n.State[s.words]
	from := s.view.Start
	for link != noParent {
		if k := &s.known[id%uint32(len(s.known))]; k.there && k.id == id {
			from = k.state
			break
		}
		s.moves = append(s.moves, engine.Move(link))
		id = uint32(link >> 32)
		link = s.stateOf(id)[s.words]
	}
	to.state = s.view.copy(to.state, from) // from may be what was there before
	for i := len(s.moves) - 1; i >= 0; i-- {
		s.view.Apply(&to.state, s.moves[i])
	}
	to.id, to.there = n.ID, true
	return to.state
}

// ask calls a user's function, which may change the state that it is given.
func (s *guidedSpace[S]) ask(f func(S) engine.Cost, state S) engine.Cost {
	s.given = s.view.copy(s.given, state)
	return f(s.given)
}

// values gives a state its h and d, in the place of those of the other space.
func (s *guidedSpace[S]) values(state S, h, d *engine.Cost) error {
	if s.own.H != nil {
		*h = s.ask(s.own.H, state)
	}
	if s.own.D != nil {
		*d = s.ask(s.own.D, state)
	}
	if s.said != nil {
		fmt.Fprintln(s.said, *h, *d)
	}
	switch {
	case *h < 0 || *d < 0:
		return fmt.Errorf("the state %v has h = %d, d = %d: heuristic values must not be negative", line(state), *h, *d)
	case *h > 0 && s.view.Goal(state):
		return fmt.Errorf("the goal %v has h = %d: an admissible h is 0 at every goal", line(state), *h)
	}
	return nil
}

// line is a state in one line: a list of numbers as such, even if its String is a picture.
func line(state any) string {
	if reflect.TypeOf(state).Kind() == reflect.Slice {
		return fmt.Sprintf("%d", state)
	}
	return fmt.Sprint(state)
}

// Evaluate leaves it to Expand to say what is wrong with the start; other states have been
// seen there.
func (s *guidedSpace[S]) Evaluate(n engine.Node) (h, d engine.Cost) {
	h, d = s.Space.Evaluate(s.inner(n))
	s.err = s.values(s.at(n), &h, &d)
	return h, d
}

// IsGoal is asked where the own h is 0, and the other space wants its own to be.
func (s *guidedSpace[S]) IsGoal(n engine.Node) bool {
	h, _ := s.Space.Evaluate(s.inner(n))
	return h == 0 && s.Space.IsGoal(s.inner(n))
}

func (s *guidedSpace[S]) Expand(n engine.Node, out *engine.Successors) {
	if out.Err = s.err; s.err != nil {
		return
	}
	s.out.N, s.out.Err = 0, nil
	s.Space.Expand(s.inner(n), s.out)
	if out.Err = s.out.Err; out.Err != nil {
		return
	}
	from := s.at(n)
	var fromH engine.Cost
	if s.own.H != nil {
		fromH = s.ask(s.own.H, from)
	}
	for i := range s.out.N {
		if out.Stopped() {
			return
		}
		c := s.out.Items[i]
		s.child = s.view.copy(s.child, from)
		if cost, err := s.view.Apply(&s.child, c.Move); err != nil || cost != c.Cost {
			out.Err = fmt.Errorf("internal error: move %d from %v costs %d, %v in the domain's view, and %d in its space", c.Move,
				line(from), cost, err, c.Cost)
			return
		}
		if out.Err = s.values(s.child, &c.H, &c.D); out.Err != nil {
			return
		}
		if s.own.H != nil && fromH-c.Cost > c.H && len(s.warnings) == 0 {
			s.warnings = append(s.warnings, fmt.Sprintf(
				"h of %s is inconsistent: h(%v) = %d, but a move of cost %d leads to %v with h = %d (bounds "+
					"still hold if h is admissible)",
				s.own.Name, line(from), fromH, c.Cost, line(s.child), c.H))
		}
		state := out.Add(c)
		copy(state, s.out.State[i*s.words:(i+1)*s.words])
		state[s.words] = uint64(n.ID)<<32 | uint64(c.Move)
	}
}

// Inverses are those of the other space, if it has some.
func (s *guidedSpace[S]) Inverses() []engine.Move {
	if r, ok := s.Space.(engine.Reversible); ok {
		return r.Inverses()
	}
	return nil
}

// Bytes are those of the other space.
func (s *guidedSpace[S]) Bytes() int64 {
	if sized, ok := s.Space.(engine.Sized); ok {
		return sized.Bytes()
	}
	return 0
}

// Warnings are what was found about h on the way.
func (s *guidedSpace[S]) Warnings() (all []string) {
	if w, ok := s.Space.(engine.Warner); ok {
		all = w.Warnings()
	}
	return append(all, s.warnings...)
}

// guidedHashed is a guidedSpace over one that is Hashed.
type guidedHashed[S any] struct {
	*guidedSpace[S]
	hashed engine.Hashed
}

func (s guidedHashed[S]) Same(n engine.Node, state []uint64) bool {
	return s.hashed.Same(s.inner(n), state[:s.words])
}

// Register registers user-defined h and d as a word in the variants of a domain's
// problems, as in npuzzle/korf/39:heavy+mine; see [engine.RegisterVariant]. It panics
// if the name is not a word or is already taken.
func Register[S any](domain string, own Functions[S]) {
	if err := own.check(); err != nil {
		panic("hd.Register: " + err.Error())
	}
	engine.RegisterVariant(domain, own.Name, func(p *engine.Problem) *engine.Problem { return With(p, own) })
}
