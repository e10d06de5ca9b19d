package sas

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// A State is the value of each of a task's variables. Do not change it.
type State []int

// An HD is a user-defined h and d over states: a Name and a Version, under which results are kept,
// and the functions H and D of a State, of which one may be nil; see [hd.Functions].
type HD hd.Functions[State]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[State](own))
}

// RegisterHD registers a user-defined h and d by name, as in sas/file/output.sas:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("sas", hd.Functions[State](own)) }

func (t *Task) view() *hd.View[State] {
	return &hd.View[State]{
		Start: t.Init,
		Copy:  func(to, from State) State { return append(to[:0], from...) },
		Apply: func(s *State, m engine.Move) (engine.Cost, error) {
			if int(m) >= len(t.Operators) {
				return 0, fmt.Errorf("there is no operator %d", m)
			}
			o := t.Operators[m]
			for _, f := range o.Pre {
				if (*s)[f.Variable] != f.Value {
					return 0, fmt.Errorf("%s needs %s", o.Name, t.Variables[f.Variable].Values[f.Value])
				}
			}
			for _, f := range o.Effect {
				(*s)[f.Variable] = f.Value
			}
			return o.Cost, nil
		},
		Goal: func(s State) bool {
			return !slices.ContainsFunc(t.Goal, func(f Fact) bool { return s[f.Variable] != f.Value })
		},
	}
}
