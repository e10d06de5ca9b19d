// Package sas implements planning tasks in SAS+, as the translator of Fast Downward writes them
// (Helmert, JAIR 2006): sas/file/output.sas. A state has a value for each variable. Successors
// come in the order of the file's operators, at their costs, or at cost 1 if the task has no
// metric. Of states from which the goal cannot be reached even without deletions there are
// none.
//
// h is LM-cut (Helmert and Domshlak, ICAPS 2009), which is admissible and not consistent; hmax,
// which is both; or for the variant blind the least cost of an operator, 0 at the goal. d is the
// number of operators in FF's relaxed plan (Hoffmann and Nebel, JAIR 2001), from the supporters
// that are best by h_add with costs of 1.
package sas

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/engine"
)

// variants are those of all sets.
var variants = []engine.Choice{{Words: []string{lmCut, hMax, blind}, Plain: true}}

const (
	lmCut = "lmcut"
	hMax  = "hmax"
	blind = "blind"
)

func init() {
	engine.Register(&engine.Domain{
		Name: "sas",
		Doc:  "planning tasks in SAS+; heuristic lmcut, hmax or blind",
		Problem: func(_ string, id int, variant string) (*engine.Problem, error) {
			balls := 2*id + 2
			p, err := New(Gripper(balls), variant)
			if err == nil {
				p.Optimal = engine.Cost(3*balls - 1) // two balls a way, and no way back from the last
			}
			return p, err
		},
		Sets: []engine.Set{
			{Name: "gripper", Title: "Gripper", Families: []string{"Planning"}, Count: 20, Variants: variants,
				Doc: "2·ID + 2 balls are carried to another room, as in the planning competition of 1998"},
			data.OwnSet("a task in a file of Fast Downward's translator", "output.sas", ".sas", variants,
				func(in io.Reader, file, variant string) (*engine.Problem, error) {
					t, err := Read(in, file)
					if err != nil {
						return nil, err
					}
					return New(t, variant)
				}),
		},
	})
}

// maxWords bounds the size of states, in words.
const maxWords = 64

// New makes the problem of a task. The variant is "lmcut", which "" is too, "hmax" or "blind".
func New(t *Task, variant string) (*engine.Problem, error) {
	if variant == "" {
		variant = lmCut
	}
	if !slices.Contains(variants[0].Words, variant) {
		return nil, &engine.VariantError{Word: variant, Known: variants[0].Words}
	}
	b := newBoard(t, variant)
	if b.shape.Words > maxWords {
		return nil, fmt.Errorf("the task's states have %d words: want at most %d", b.shape.Words, maxWords)
	}
	start := make([]uint64, b.shape.Words)
	s := b.space()
	s.Start(start)
	if h, _ := s.values(start); h < 0 {
		return nil, fmt.Errorf("%w: not even if operators deleted nothing", engine.ErrUnsolvable)
	}
	content, view := t.content(variant), t.view()
	return &engine.Problem{
		Name: content, Content: content, Unit: 1, Optimal: -1,
		NewSpace: func() engine.Space { return b.space() },
		Replay:   t.replay,
		MoveName: func(m engine.Move) string {
			if int(m) >= len(t.Operators) {
				return fmt.Sprintf("operator %d", m)
			}
			return "(" + t.Operators[m].Name + ")" // as in plan files
		},
		Picture: func(moves []engine.Move) string {
			state, _, err := view.Along(moves, func(State, engine.Cost) {})
			if err != nil {
				return err.Error()
			}
			return t.picture(state)
		},
		Draw: func(moves []engine.Move) (pictures []string, err error) {
			_, _, err = view.Along(moves, func(state State, _ engine.Cost) { pictures = append(pictures, t.picture(state)) })
			return pictures, err
		},
		View: view,
	}, nil
}

// content is the task in a canonical text, without names.
func (t *Task) content(variant string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "sas+ %s values", variant)
	for _, v := range t.Variables {
		fmt.Fprintf(&b, " %d", len(v.Values))
	}
	fmt.Fprintf(&b, " init %v goal %v", t.Init, t.Goal)
	for _, o := range t.Operators {
		fmt.Fprintf(&b, " operator %v %v %d", o.Pre, o.Effect, o.Cost)
	}
	return b.String()
}

// replay is the cost of a plan that reaches all goals.
func (t *Task) replay(moves []engine.Move) (engine.Cost, error) {
	last, cost, err := t.view().Along(moves, func(State, engine.Cost) {})
	if err != nil {
		return 0, err
	}
	for _, f := range t.Goal {
		if last[f.Variable] != f.Value {
			err = errors.Join(err, fmt.Errorf("the plan does not reach %s", t.Variables[f.Variable].Values[f.Value]))
		}
	}
	return cost, err
}

// picture lists the atoms of a state.
func (t *Task) picture(state []int) string {
	var b strings.Builder
	for v, value := range state {
		if atom, ok := strings.CutPrefix(t.Variables[v].Values[value], "Atom "); ok {
			b.WriteString(atom + "\n")
		}
	}
	return b.String()
}
