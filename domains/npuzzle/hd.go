package npuzzle

import (
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// An HD is a user-defined h and d over boards: a Name and a Version, under which results are kept,
// and the functions H and D of a Board, of which one may be nil; see [hd.Functions].
// A pattern database, for example, is an H that looks a board up.
type HD hd.Functions[Board]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[Board](own))
}

// RegisterHD registers a user-defined h and d by name, as in npuzzle/korf/39:heavy+mine;
// see [hd.Register].
func RegisterHD(own HD) { hd.Register("npuzzle", hd.Functions[Board](own)) }

func (q *instance) view() *hd.View[Board] {
	return &hd.View[Board]{
		Start: q.Start,
		Copy:  func(to, from Board) Board { return append(to[:0], from...) },
		Apply: func(b *Board, m engine.Move) (engine.Cost, error) {
			tile, err := b.slide(m, q.Width)
			return q.prices[tile], err
		},
		Goal: func(b Board) bool { return slices.Equal(b, q.Goal) },
	}
}
