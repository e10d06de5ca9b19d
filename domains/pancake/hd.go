package pancake

import (
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// An HD is a user-defined h and d over stacks: a Name and a Version, under which results are kept,
// and the functions H and D of a Stack, of which one may be nil; see [hd.Functions].
type HD hd.Functions[Stack]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[Stack](own))
}

// RegisterHD registers a user-defined h and d by name, as in pancake/40/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("pancake", hd.Functions[Stack](own)) }

func view(start Stack, heavy bool) *hd.View[Stack] {
	return &hd.View[Stack]{
		Start: start,
		Copy:  func(to, from Stack) Stack { return append(to[:0], from...) },
		Apply: func(s *Stack, m engine.Move) (engine.Cost, error) {
			cost, err := s.flip(m)
			if !heavy {
				cost = 1
			}
			return cost, err
		},
		Goal: func(s Stack) bool { return slices.IsSorted(s) },
	}
}
