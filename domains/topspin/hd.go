package topspin

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// An HD is a user-defined h and d over rings: a Name and a Version, under which results are kept,
// and the functions H and D of a Ring, of which one may be nil; see [hd.Functions].
type HD hd.Functions[Ring]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[Ring](own))
}

// RegisterHD registers a user-defined h and d by name, as in topspin/12-4/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("topspin", hd.Functions[Ring](own)) }

func (r Ring) view(k int) *hd.View[Ring] {
	return &hd.View[Ring]{
		Start: r,
		Copy:  func(to, from Ring) Ring { return append(to[:0], from...) },
		Apply: func(r *Ring, m engine.Move) (engine.Cost, error) {
			if int(m) >= len(*r) {
				return 0, fmt.Errorf("there is no place %d in a ring of %d", m+1, len(*r))
			}
			turned := slices.Clone(*r)
			for j := range k {
				turned[(int(m)+j)%len(turned)] = (*r)[(int(m)+k-1-j)%len(turned)]
			}
			*r = turned.normal()
			return 1, nil
		},
		Goal: func(r Ring) bool { return slices.IsSorted(r) },
	}
}
