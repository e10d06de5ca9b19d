package engine

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// A Graph is a user-defined problem: a state graph given by functions. States are
// values of any comparable type: numbers, strings, arrays, or structs of these.
//
//	p := engine.Graph[[2]int]{
//		Name:  "knight",
//		Start: [2]int{0, 0},
//		Goal:  func(s [2]int) bool { return s == [2]int{7, 7} },
//		Successors: func(s [2]int) []engine.Edge[[2]int] { ... },
//		H:     func(s [2]int) engine.Cost { ... },
//	}.Problem()
//
// The problem supports everything that the built-in ones do: all algorithms, limits,
// traces and verification. Each run stores every state once in a table of its own,
// which counts towards no memory limit. Successors may leave out states from which no goal
// can be reached; an H of 2^63 - 1 for them is an error. A graph whose states are of several
// types is an AnyGraph.
type Graph[S comparable] struct {
	Name       string
	Start      S
	Goal       func(S) bool
	Successors func(S) []Edge[S]
	H          func(S) Cost   // admissible: never above the cheapest cost to a goal; nil is 0 everywhere
	D          func(S) Cost   // secondary heuristic, used by FS and others; nil is H
	Picture    func(S) string // optional: draws a state as text, for display; nil is fmt's %v
	Draw       func(S) string // optional: draws a state as SVG; see Problem.Draw
	Unit       int64          // costs are integers in 1/Unit; 0 is 1
	Optimal    Cost           // the optimal cost, for checks; 0 if it is not known
}

// An Edge leads from one state to another.
type Edge[S any] struct {
	To   S
	Cost Cost   // >= 0
	Move string // name of the edge; "" is "to" and the state
}

// AnyGraph is Graph for states in interfaces, which may be of several types.
type AnyGraph struct {
	Name       string
	Start      any
	Goal       func(any) bool
	Successors func(any) []AnyEdge
	H          func(any) Cost
	D          func(any) Cost
	Picture    func(any) string
	Draw       func(any) string
	Unit       int64
	Optimal    Cost
}

// AnyEdge is an Edge of an AnyGraph.
type AnyEdge struct {
	To   any
	Cost Cost
	Move string
}

// Problem makes the problem to be solved. See Graph.Problem.
func (g AnyGraph) Problem() *Problem {
	var successors func(any) []Edge[any]
	if g.Successors != nil {
		successors = func(s any) []Edge[any] {
			edges := g.Successors(s)
			out := make([]Edge[any], len(edges))
			for i, e := range edges {
				out[i] = Edge[any](e)
			}
			return out
		}
	}
	return Graph[any]{g.Name, g.Start, g.Goal, successors, g.H, g.D, g.Picture, g.Draw, g.Unit, g.Optimal}.Problem()
}

// Problem makes the problem to be solved. A missing field is reported in its Err.
// Errors of the functions appear during the search: a negative cost or heuristic value,
// a goal with h > 0 or a state that cannot be compared ends the run with an error that
// names the state. An h that proves inconsistent is a warning in the result; one that proves
// inadmissible is its status, [Refuted].
func (g Graph[S]) Problem() *Problem {
	p := &Problem{
		Name: g.Name, Unit: max(g.Unit, 1), Optimal: -1,
		NewSpace: func() Space { return newGraphSpace(&g) },
		Replay:   g.replay,
		Path:     g.path,
		Picture:  g.picture,
		Draw:     g.draw,
	}
	if g.Optimal > 0 {
		p.Optimal = g.Optimal
	}
	switch {
	case g.Goal == nil:
		p.Err = fmt.Errorf("graph %s: Goal is missing: a function that says whether a state is a goal", g.Name)
	case g.Successors == nil:
		p.Err = fmt.Errorf("graph %s: Successors is missing: a function that lists the edges out of a state", g.Name)
	case g.Unit < 0:
		p.Err = fmt.Errorf("graph %s: Unit is %d: want how many units of cost are 1 in what is shown, at least 1", g.Name, g.Unit)
	case g.Optimal < 0:
		p.Err = fmt.Errorf("graph %s: Optimal is %d: want the optimal cost, or 0 if it is not known", g.Name, g.Optimal)
	default:
		p.Err = g.comparable(g.Start)
	}
	if p.Err == nil {
		if g.Name == "" {
			p.Err = errNoName
		}
		unit := p.Unit
		p.graph = true
		p.Sample(func(yield func(string) bool) error {
			g.sample(func(near []byte) bool {
				return yield(fmt.Sprintf("graph %s unit %d start %v near it %x", g.Name, unit, g.Start, near))
			})
			return nil
		})
	}
	return p
}

// errNoName is the error of a graph without a name, which a [Family] gives it.
var errNoName = errors.New("a graph needs a Name, under which its results are kept")

// sampled is the number of states that identify a graph.
const sampled = 200

// sample yields a hash of the functions' values on the states nearest to the start: on the first 1, 2, 4 and so on
// that it expands, and on all.
// Functions cannot be compared, and a study must not reuse stored runs of a graph whose
// costs have since been changed in a cell.
func (g *Graph[S]) sample(yield func(near []byte) bool) {
	sum, more := sha256.New(), true
	defer func() {
		recover() // errors of the functions appear in the search
		if more {
			yield(sum.Sum(nil))
		}
	}()
	seen := map[S]bool{g.Start: true}
	queue := []S{g.Start}
	for n := 0; len(queue) > 0 && len(seen) < sampled; n++ {
		if n > 0 && n&(n-1) == 0 {
			if more = yield(sum.Sum(nil)); !more {
				return
			}
		}
		s := queue[0]
		queue = queue[1:]
		fmt.Fprintf(sum, "%v goal %v", s, g.Goal(s))
		for i, f := range []func(S) Cost{g.H, g.D} {
			if f != nil {
				fmt.Fprintf(sum, " %c %d", "hd"[i], f(s))
			}
		}
		for _, e := range g.Successors(s) {
			fmt.Fprintf(sum, " to %v cost %d", e.To, e.Cost)
			if !seen[e.To] {
				seen[e.To] = true
				queue = append(queue, e.To)
			}
		}
		fmt.Fprintln(sum)
	}
}

// comparable explains why a state cannot be compared with others. The compiler ensures
// that it can, except for interfaces; but a NaN is not equal to itself.
func (g *Graph[S]) comparable(s S) error {
	if v := reflect.ValueOf(&s).Elem(); !v.Comparable() {
		return fmt.Errorf("graph %s: the state %v of type %T cannot be compared: use a number, a string, an array or a struct of such (not a slice or a map)", g.Name, s, s)
	}
	if same := s; s != same {
		return fmt.Errorf("graph %s: the state %v is not equal to itself, as it contains a NaN: no search could find it again", g.Name, s)
	}
	return nil
}

// walk follows moves from the start; a move is the number of an edge.
func (g *Graph[S]) walk(moves []Move) (last S, total Cost, err error) {
	err = g.along(moves, func(s S, cost Cost) { last, total = s, cost })
	return last, total, err
}

// along visits the states along moves from the start, the start included, with the cost
// of each from there.
func (g *Graph[S]) along(moves []Move, visit func(s S, cost Cost)) error {
	s, total := g.Start, Cost(0)
	visit(s, total)
	for i, m := range moves {
		edges := g.Successors(s)
		if int(m) >= len(edges) {
			return fmt.Errorf("move %d: the state %v has no edge number %d", i+1, s, m)
		}
		s, total = edges[m].To, total+edges[m].Cost
		visit(s, total)
	}
	return nil
}

func (g *Graph[S]) replay(moves []Move) (Cost, error) {
	s, total, err := g.walk(moves)
	if err == nil && !g.Goal(s) {
		err = fmt.Errorf("the moves do not end at a goal but at %s", g.name(s))
	}
	return total, err
}

// picture draws the state after the moves as text.
func (g *Graph[S]) picture(moves []Move) string {
	s, _, err := g.walk(moves)
	if err != nil {
		return err.Error()
	}
	return g.text(s)
}

// name is a state in a line of text: its picture where that is short.
func (g *Graph[S]) name(s S) string {
	const longest = 120
	if g.Picture != nil {
		if text := strings.Join(strings.Fields(g.Picture(s)), " "); text != "" && len(text) <= longest {
			return text
		}
	}
	return fmt.Sprint(s)
}

func (g *Graph[S]) text(s S) string {
	if g.Picture != nil {
		return g.Picture(s)
	}
	return fmt.Sprintln(s)
}

// draw draws the states along moves, as text if there is no Draw.
func (g *Graph[S]) draw(moves []Move) (pictures []string, err error) {
	one := g.Draw
	if one == nil {
		one = g.text
	}
	err = g.along(moves, func(s S, _ Cost) { pictures = append(pictures, one(s)) })
	return pictures, err
}

// path returns the names of the moves.
func (g *Graph[S]) path(moves []Move) []string {
	var names []string
	s := g.Start
	for _, m := range moves {
		e := g.Successors(s)[m]
		if e.Move == "" {
			e.Move = fmt.Sprintf("to %v", e.To)
		}
		names = append(names, e.Move)
		s = e.To
	}
	return names
}

// graphSpace numbers the states in the order in which they appear; a packed state is
// its number.
type graphSpace[S comparable] struct {
	*Graph[S]
	numbers  map[S]uint64
	states   []graphState[S]
	warnings []string
	err      error // of the start
}

type graphState[S comparable] struct {
	state S
	h, d  Cost
	goal  bool
}

func newGraphSpace[S comparable](g *Graph[S]) *graphSpace[S] {
	return &graphSpace[S]{Graph: g, numbers: map[S]uint64{}}
}

func (s *graphSpace[S]) Shape() Shape {
	return Shape{Words: 1, Key: 1, Successors: 16, WideCosts: true, SmallCosts: true}
}

// number returns the state's number; a new state is evaluated and checked.
func (s *graphSpace[S]) number(state S) (i uint64, err error) {
	if err := s.comparable(state); err != nil {
		return 0, err
	}
	if i, known := s.numbers[state]; known {
		return i, nil
	}
	x := graphState[S]{state: state, goal: s.Goal(state)}
	if s.H != nil {
		x.h = s.H(state)
	}
	x.d = x.h
	if s.D != nil {
		x.d = s.D(state)
	}
	switch {
	case x.h < 0 || x.d < 0:
		err = fmt.Errorf("the state %s has h = %d, d = %d: heuristic values must not be negative", s.name(state), x.h, x.d)
	case x.goal && x.h != 0:
		err = fmt.Errorf("the goal %s has h = %d: an admissible h is 0 at every goal", s.name(state), x.h)
	}
	i = uint64(len(s.states))
	s.numbers[state] = i
	s.states = append(s.states, x)
	return i, err
}

func (s *graphSpace[S]) Start(state []uint64) { state[0], s.err = s.number(s.Graph.Start) }

func (s *graphSpace[S]) Evaluate(n Node) (h, d Cost) {
	x := &s.states[n.State[0]]
	return x.h, x.d
}

func (s *graphSpace[S]) IsGoal(n Node) bool { return s.states[n.State[0]].goal }

func (s *graphSpace[S]) Expand(n Node, out *Successors) {
	if out.Err = s.err; s.err != nil {
		return
	}
	from := s.states[n.State[0]]
	for m, e := range s.Graph.Successors(from.state) {
		if out.Stopped() {
			return
		}
		to, err := s.number(e.To)
		if e.Cost < 0 {
			err = fmt.Errorf("the edge from %s to %s costs %d: costs must not be negative", s.name(from.state), s.name(e.To), e.Cost)
		}
		if err != nil {
			out.Err = err
			return
		}
		x := &s.states[to]
		if from.h > e.Cost && from.h-e.Cost > x.h && len(s.warnings) == 0 {
			s.warnings = append(s.warnings, fmt.Sprintf(
				"h is inconsistent: h(%s) = %d, but an edge of cost %d leads to %s with h = %d "+
					"(bounds still hold if h is admissible)",
				s.name(from.state), from.h, e.Cost, s.name(e.To), x.h))
		}
		out.Add(Successor{Cost: e.Cost, H: x.h, D: x.d, Move: Move(m)})[0] = to
	}
}

// Warnings reports an h that proved inconsistent.
func (s *graphSpace[S]) Warnings() []string { return s.warnings }
