// Package pancake implements the pancake puzzle: sort a stack of n pancakes of
// different sizes, the smallest on top, by reversing prefixes. A flip of m turns over
// the m topmost pancakes and costs 1.
//
// Both h and d are the GAP heuristic (Helmert 2010): the number of places where
// two neighbours in the stack are not neighbours in size, the plate below the
// stack counting as pancake n+1. It is consistent, since a flip changes one such
// place. Successors come in the order of flips 2, 3, ..., n.
//
// The variant heavy (Gilon, Felner & Stern, SoCS 2016) has flips that cost the greater of the
// two pancakes that they separate, the plate counting as n+1, and an h of the lesser pancake
// of each gap. The variants gap-1 to gap-4 leave the gaps of pancakes 1 to k out of h. d is
// GAP in all of them, and h stays consistent: a flip removes one gap, whose lesser pancake is
// at most what it costs.
//
// A stored state takes 16 bytes whatever n is: see space.
package pancake

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/domains/text"
	"github.com/focal-search/focal/engine"
)

// sizes are those of the seeded sets, of setCount instances each.
var sizes = []int{40, 60, 80, 101}

const setCount = 100

// seeded begins the names of the sets that have an instance for each seed.
const seeded = "random-"

func init() {
	d := &engine.Domain{
		Name:    "pancake",
		Doc:     "sorting a stack of pancakes by turning over the topmost ones; unit costs or heavy, GAP heuristic",
		Problem: problem,
	}
	for _, n := range sizes {
		d.Sets = append(d.Sets, engine.Set{
			Name:  strconv.Itoa(n),
			Doc:   fmt.Sprintf("%d pancakes, uniform random", n),
			Count: setCount,
			Title: fmt.Sprintf("Pancake-%d", n), Families: []string{"Pancake"}, Variants: variants,
		})
	}
	for _, n := range sizes {
		d.Sets = append(d.Sets, engine.Set{
			Name: seeded + strconv.Itoa(n),
			Doc:  fmt.Sprintf("%d pancakes, uniform random, by seed; 1-%d are those of pancake/%d", n, setCount, n), Variants: variants,
		})
	}
	d.Sets = append(d.Sets, stacks,
		data.OwnSet("a stack in a text file: its sizes from the topmost pancake down", "stack.txt", "", variants, readFile))
	engine.Register(d)
}

// A Stack lists the sizes of the pancakes, 1 to n, from the top down.
type Stack []int

// The numbers of pancakes that a stack may have.
const (
	minSize = 2
	maxSize = 255
)

// Validate returns an error if the stack is invalid.
func (s Stack) Validate() error {
	_, err := s.fault()
	return err
}

// fault is what is wrong with a stack, and with which pancake, -1 if it concerns the
// whole stack.
func (s Stack) fault() (at int, err error) {
	if len(s) < minSize || len(s) > maxSize {
		return -1, fmt.Errorf("a stack has %d to %d pancakes, not %d", minSize, maxSize, len(s))
	}
	seen := make([]int, len(s)+1)
	for i, p := range s {
		switch {
		case p < 1 || p > len(s):
			return i, fmt.Errorf("pancake %d at position %d: a stack of %d has the sizes 1 to %d", p, i+1, len(s), len(s))
		case seen[p] > 0:
			return i, fmt.Errorf("pancake %d is at position %d and again at position %d", p, seen[p], i+1)
		}
		seen[p] = i + 1
	}
	return 0, nil
}

// Read reads a stack from text: the sizes from the topmost pancake down, separated by
// spaces, commas or new lines. A # begins a comment. The file's name is for errors,
// which give line and column.
func Read(in io.Reader, file string) (Stack, error) {
	numbers, err := text.Read(in, file, maxSize)
	if err != nil {
		return nil, err
	}
	s := Stack(numbers.Values)
	if at, err := s.fault(); err != nil {
		return nil, numbers.Locate(at, err)
	}
	return s, nil
}

// gap reports whether pancake i, from the top, and what is below it, pancake or
// plate, are not neighbours in size.
func (s Stack) gap(i int) bool {
	below := len(s) + 1
	if i+1 < len(s) {
		below = s[i+1]
	}
	return below != s[i]-1 && below != s[i]+1
}

// String draws the stack on its plate, with a mark between two neighbours that
// make a gap.
func (s Stack) String() string {
	var b strings.Builder
	for i, p := range s {
		mark := ""
		if s.gap(i) {
			mark = " <"
		}
		fmt.Fprintf(&b, "%3d %s%s%s\n", p, strings.Repeat(" ", (len(s)-p)/2+1), strings.Repeat("█", p), mark)
	}
	fmt.Fprintf(&b, "    %s\n", strings.Repeat("▔", len(s)+2))
	return b.String()
}

// Random returns a uniform random stack of n pancakes, drawn from NewPCG(n, seed).
func Random(n int, seed uint64) Stack {
	s := make(Stack, n)
	for i := range s {
		s[i] = i + 1
	}
	rand.New(rand.NewPCG(uint64(n), seed)).Shuffle(n, func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

// A model is what flips cost, and which gaps h counts.
type model struct {
	heavy bool
	least int // the gaps of pancakes below are left out of h
}

// variants are the models' words.
var variants = []engine.Choice{
	{Words: []string{"unit", "heavy"}, Costs: true, Plain: true},
	{Words: []string{"gap", "gap-1", "gap-2", "gap-3", "gap-4"}},
}

// modelOf is the model of a variant, and its words that are not the usual ones.
func modelOf(variant string) (m model, others string, err error) {
	var chosen [2]string
	for word := range strings.FieldsFuncSeq(variant, func(r rune) bool { return r == '+' }) {
		i := slices.IndexFunc(variants, func(c engine.Choice) bool { return slices.Contains(c.Words, word) })
		switch {
		case i < 0:
			return m, "", &engine.VariantError{Word: word, Known: slices.Concat(variants[0].Words, variants[1].Words)}
		case chosen[i] != "":
			return m, "", fmt.Errorf("variant %q: %s and %s exclude each other", variant, chosen[i], word)
		}
		if chosen[i] = word; word != variants[i].Words[0] {
			others += " " + word
		}
	}
	m.heavy = chosen[0] == "heavy"
	k, _ := strconv.Atoi(strings.TrimPrefix(chosen[1], "gap-"))
	m.least = k + 1
	return m, others, nil
}

// New makes the problem of sorting a stack, with unit costs and GAP.
func New(stack Stack) (*engine.Problem, error) { return NewVariant(stack, "") }

// NewVariant makes the problem of sorting a stack. The variant has words joined with "+": "unit"
// or "heavy", "gap" or "gap-1" to "gap-4".
func NewVariant(stack Stack, variant string) (*engine.Problem, error) {
	m, others, err := modelOf(variant)
	if err != nil {
		return nil, err
	}
	if err := stack.Validate(); err != nil {
		return nil, err
	}
	stack = slices.Clone(stack)
	view := view(stack, m.heavy)
	content := fmt.Sprintf("pancake %d stack %v heuristic gap%s", len(stack), []int(stack), others)
	return &engine.Problem{
		Name:     content,
		Content:  content,
		Unit:     1,
		Optimal:  -1,
		NewSpace: func() engine.Space { return newSpace(stack, m) },
		Replay:   view.Replay,
		MoveName: func(m engine.Move) string { return fmt.Sprintf("flip %d", m) },
		Picture:  func(moves []engine.Move) string { return picture(view, moves) },
		Draw:     func(moves []engine.Move) ([]string, error) { return draw(view, moves) },
		View:     view,
	}, nil
}

// problem makes a registered instance from the parts of its name.
func problem(set string, id int, variant string) (*engine.Problem, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(set, seeded))
	if err != nil {
		return nil, err
	}
	return NewVariant(Random(n, uint64(id)), variant)
}
