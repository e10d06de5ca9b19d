package pancake

import (
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// An HD is h and d of one's own over stacks; see [hd.Functions].
type HD struct {
	Name    string                  // a word, under which results are kept
	Version string                  // change it with the code; "" is "1"
	H       func(Stack) engine.Cost // admissible; nil: the problem's
	D       func(Stack) engine.Cost // nil: the problem's
}

// WithHD is a problem of this domain with h and d of one's own; see
// [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[Stack](own))
}

// RegisterHD makes h and d of one's own known by their name, as in pancake/40/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("pancake", hd.Functions[Stack](own)) }

func view(start Stack) *hd.View[Stack] {
	return &hd.View[Stack]{
		Start: start,
		Copy:  func(to, from Stack) Stack { return append(to[:0], from...) },
		Apply: func(s *Stack, m engine.Move) engine.Cost {
			if s.flip(m) != nil {
				return -1 // which is no cost
			}
			return 1
		},
		Goal: func(s Stack) bool { return slices.IsSorted(s) },
	}
}
