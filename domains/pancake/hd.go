package pancake

import (
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// An HD is a user-defined h and d over stacks; see [hd.Functions].
type HD struct {
	Name    string                  // a word, under which results are kept
	Version string                  // change it with the code; "" is "1"
	H       func(Stack) engine.Cost // admissible; nil: the problem's
	D       func(Stack) engine.Cost // nil: the problem's
}

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
		Apply: func(s *Stack, m engine.Move) engine.Cost {
			cost, err := s.flip(m)
			if err != nil {
				return -1 // which is no cost
			}
			if !heavy {
				return 1
			}
			return cost
		},
		Goal: func(s Stack) bool { return slices.IsSorted(s) },
	}
}
