// Package topspin implements the TopSpin puzzle (n, k): a ring of n tokens is to be brought
// into order by reversing k neighbours at a time. A move costs 1; rotating the ring is free, so
// a state lists the tokens from token 1 on. Move i, from 0 to n-1, reverses the k tokens from
// place i on, and successors come in this order.
//
// h and d are the same: the greatest value of a pattern database over several patterns. A
// pattern is 5 tokens that are neighbours in the goal, where all others are alike. As the goal
// looks the same from each token, one database serves all patterns. It is made by a
// breadth-first search back from the goal, the first time that a ring of its size is needed.
// The distances of abstractions are admissible and consistent.
package topspin

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/pdb"
	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/engine"
)

// sizes are those of the seeded sets: n and k.
var sizes = [][2]int{{12, 4}, {14, 4}, {16, 4}}

// The sizes that a ring may have.
const (
	minTokens = 6
	maxTokens = 16
)

func init() {
	d := &engine.Domain{
		Name: "topspin",
		Doc:  "a ring of tokens, brought into order by reversing some neighbours; pattern databases",
		Problem: func(set string, id int, variant string) (*engine.Problem, error) {
			if variant != "" {
				return nil, &engine.VariantError{Word: variant}
			}
			n, k, _ := strings.Cut(set, "-")
			tokens, _ := strconv.Atoi(n)
			turned, _ := strconv.Atoi(k)
			return New(Random(tokens, turned, uint64(id)), turned)
		},
	}
	for _, s := range sizes {
		d.Sets = append(d.Sets, engine.Set{
			Name: fmt.Sprintf("%d-%d", s[0], s[1]), Title: fmt.Sprintf("TopSpin (%d, %d)", s[0], s[1]),
			Families: []string{"TopSpin"},
			Doc:      fmt.Sprintf("%d tokens, %d turned by a move, at random, by seed", s[0], s[1]),
		})
	}
	engine.Register(d)
}

// A Ring lists the tokens, 1 to n, around the ring.
type Ring []int

// Validate returns an error if the ring is invalid.
func (r Ring) Validate() error {
	if len(r) < minTokens || len(r) > maxTokens {
		return fmt.Errorf("a ring has %d to %d tokens, not %d", minTokens, maxTokens, len(r))
	}
	if sorted := slices.Sorted(slices.Values(r)); !slices.Equal(sorted, ordered(len(r))) {
		return fmt.Errorf("the tokens of %v are not 1 to %d, each once", []int(r), len(r))
	}
	return nil
}

// ordered is the goal.
func ordered(n int) Ring {
	r := make(Ring, n)
	for i := range r {
		r[i] = i + 1
	}
	return r
}

// Random makes ring i of a set: the one that 1,000 random moves from the goal lead to, drawn
// from NewPCG(n, i).
func Random(n, k int, i uint64) Ring {
	random := rand.New(rand.NewPCG(uint64(n), i))
	r := ordered(n)
	for range 1000 {
		r.turn(random.IntN(n), k)
	}
	return r.normal()
}

// turn reverses the k tokens from a place on.
func (r Ring) turn(place, k int) {
	for i, j := place, place+k-1; i < j; i, j = i+1, j-1 {
		a, b := i%len(r), j%len(r)
		r[a], r[b] = r[b], r[a]
	}
}

// normal is the ring from token 1 on.
func (r Ring) normal() Ring {
	i := slices.Index(r, 1)
	return slices.Concat(r[i:], r[:i])
}

// New makes the problem of ordering a ring, where a move reverses k neighbours.
func New(r Ring, k int) (*engine.Problem, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if k < 2 || k > len(r)-2 {
		return nil, fmt.Errorf("%d of %d tokens are turned by a move: want 2 to %d", k, len(r), len(r)-2)
	}
	r = r.normal()
	// Turning k tokens makes k(k-1)/2 transpositions, and rotating n tokens by one n-1.
	if len(r)%2 == 1 && k*(k-1)/2%2 == 0 && r.odd() {
		return nil, fmt.Errorf("%w: no turns of %d tokens in a ring of %d make an odd permutation", engine.ErrUnsolvable, k,
			len(r))
	}
	view := r.view(k)
	content := fmt.Sprintf("topspin %d %d ring %v patterns %d", len(r), k, []int(r), pattern)
	return &engine.Problem{
		Name: content, Content: content, Unit: 1, Optimal: -1,
		NewSpace: func() engine.Space { return newSpace(r, k) },
		Replay:   view.Replay,
		MoveName: func(m engine.Move) string { return fmt.Sprintf("turn %d", m+1) },
		Picture:  func(moves []engine.Move) string { return picture(view, moves) },
		Draw:     func(moves []engine.Move) ([]string, error) { return draw(view, moves) },
		View:     view,
	}, nil
}

// odd reports whether an odd number of transpositions makes the permutation.
func (r Ring) odd() (odd bool) {
	for i := range r {
		for j := range i {
			odd = odd != (r[j] > r[i])
		}
	}
	return odd
}

func picture(v *hd.View[Ring], moves []engine.Move) string {
	last, _, err := v.Along(moves, func(Ring, engine.Cost) {})
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintln([]int(last))
}

// draw draws the ring after each move: the tokens around a circle, token 1 at the top.
func draw(v *hd.View[Ring], moves []engine.Move) (pictures []string, err error) {
	const size, middle, radius = 320, 160, 125
	turns := circle(len(v.Start))
	_, _, err = v.Along(moves, func(r Ring, _ engine.Cost) {
		pic := svg.New(size, size, fmt.Sprintf("a ring of %d tokens: %v", len(r), []int(r)))
		pic.Printf(`<circle data-key="ring" cx="%d" cy="%d" r="%d" fill="none" stroke="%s" stroke-opacity=".3"/>`, middle,
			middle, radius, palette.Ink)
		for i, token := range r {
			x, y := middle+radius*turns[i][0], middle+radius*turns[i][1]
			pic.Printf(`<g data-key="token%d" transform="translate(%.5g %.5g)"><circle r="16" fill="%s"/>`+
				`<text text-anchor="middle" dy=".35em" font-size="14" fill="#fff">%d</text></g>`, token, x, y, palette.Blue, token)
		}
		pictures = append(pictures, pic.String())
	})
	return pictures, err
}

// pattern is the number of tokens of a pattern.
const pattern = 5

// patternOf is the pattern of a size. The places of its tokens are seen from the first of them.
func patternOf(n, k int) *pdb.Pattern {
	p := &pdb.Pattern{Name: fmt.Sprintf("topspin (%d, %d)", n, k), Places: n - 1}
	for place := range pattern - 1 {
		p.Goal = append(p.Goal, uint8(place)) // after the first token's
	}
	p.Moves = func(at []uint8, _ uint64, visit func(at []uint8, blanks uint64)) {
		var turned [pattern]int
		var seen [pattern - 1]uint8
		for i := range n {
			for j := range turned {
				p := 0
				if j > 0 {
					p = int(at[j-1]) + 1
				}
				turned[j] = p
				if at := (p - i + n) % n; at < k { // within the part that is turned
					turned[j] = (i + k - 1 - at) % n
				}
			}
			for j := range seen {
				seen[j] = uint8((turned[j+1]-turned[0]+n)%n - 1)
			}
			visit(seen[:], 1)
		}
	}
	return p
}

// A space is the state graph of one run. A state is a word of 4 bits for each token: the
// tokens but the first, less 1, in the order of the ring.
type space struct {
	*pdb.Database
	n, k  int
	start Ring
	shift []int // the first tokens of the patterns, from 0
}

func newSpace(r Ring, k int) *space {
	databases, err := pdb.Get(context.Background(), patternOf(len(r), k))
	if err != nil {
		panic(err) // it is small
	}
	s := &space{Database: databases[0], n: len(r), k: k, start: r}
	for at := 0; at < len(r); at += pattern - 1 {
		s.shift = append(s.shift, at)
	}
	return s
}

func (s *space) Shape() engine.Shape {
	return engine.Shape{Words: 1, Key: 1, Successors: s.n, SmallCosts: true}
}

func (s *space) Start(state []uint64) {
	for i, token := range s.start {
		state[0] |= uint64(token-1) << (4 * i)
	}
}

// h is the greatest distance of a pattern.
func (s *space) h(state uint64) (h engine.Cost) {
	var place [maxTokens]int
	for i := range s.n {
		place[state>>(4*i)&15] = i
	}
	for _, at := range s.shift {
		var places [pattern - 1]uint8
		for j := range places {
			token := at + j + 1
			if token >= s.n {
				token -= s.n
			}
			after := place[token] - place[at]
			if after < 0 {
				after += s.n
			}
			places[j] = uint8(after - 1)
		}
		h = max(h, engine.Cost(s.Distance(places[:])))
	}
	return h
}

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	h = s.h(n.State[0])
	return h, h
}

// IsGoal: the tokens are in order.
func (s *space) IsGoal(n engine.Node) bool {
	return n.State[0] == 0xfedcba9876543210&(1<<(4*s.n)-1)
}

// Pure: successors depend on the state alone.
func (s *space) Pure() {}

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	var ring [2 * maxTokens]uint8
	for i := range s.n {
		ring[i] = uint8(n.State[0] >> (4 * i) & 15)
	}
	for i := range s.n {
		turned := ring
		for j := range s.k {
			from, to := i+s.k-1-j, i+j
			if from >= s.n {
				from -= s.n
			}
			if to >= s.n {
				to -= s.n
			}
			turned[to] = ring[from]
		}
		first := 0
		for turned[first] != 0 {
			first++
		}
		state := uint64(0)
		for j := range s.n {
			at := first + j
			if at >= s.n {
				at -= s.n
			}
			state |= uint64(turned[at]) << (4 * j)
		}
		h := s.h(state)
		out.Add(engine.Successor{Cost: 1, H: h, D: h, Move: engine.Move(i)})[0] = state
	}
}
