package engine

import (
	"math"
	"math/bits"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
	"github.com/focal-search/focal/engine/internal/open"
)

// estimates corrects h and d by the mean one-step errors of the expansions so far
// (Thayer, Dionne, Ruml 2011, "global average"). With p an expanded node and b its
// best child, which is the one of least f, then least d, then the first,
//
//	ε_h = c(p,b) + h(b) - h(p)    ε_d = 1 + d(b) - d(p)
//
// and with N expansions that had a child and the sums S of their errors
//
//	d̂ = d / (1 - S_d/N) = d·N / (N - S_d)    ĥ = h + d̂·S_h/N = h + d·S_h / (N - S_d)
//
// While N - S_d <= 0 (as at the start) d is not corrected: d̂ = d and ĥ = h + d·S_h/N,
// which is h if N = 0. A negative S_h, which needs an inconsistent h, counts as 0. A
// node's values are computed when it enters OPEN, after the expansion that produced it
// has been counted, and do not change. They are fixed-point numbers in units of 2^-16,
// rounded down at each division, and saturate at 2^62: estimates only guide, and no
// bound depends on them.
type estimates struct {
	n, sumH, sumD   int64
	perStep, scaleD int64                   // S_h/(N - S_d) and N/(N - S_d) in units of 2^-16
	values          memory.Vector[estimate] // of every node, by id
	belief          *belief                 // for a queue by effort, else nil
}

// estimate holds a node's d, and its d̂, f̂ = g + ĥ and effort d̂/P when it entered
// OPEN.
type estimate struct{ d, dHat, fHat, effort Cost }

const (
	estimateBits = 16
	estimateMax  = 1 << 62
)

// newModel makes the estimates that queues need, nil if they need none.
func newModel(queues []Queue, n *arena.Nodes) *estimates {
	uses := func(orders ...order) bool {
		return slices.ContainsFunc(queues, func(q Queue) bool { return slices.Contains(orders, q.order) })
	}
	if !uses(leastFHat, leastDHat, leastEffort) {
		return nil
	}
	e := &estimates{scaleD: 1 << estimateBits}
	if uses(leastEffort) {
		e.belief = &belief{open: open.NewKeyed(n, e.fHat)}
	}
	return e
}

// expanding is called before an expansion.
func (e *estimates) expanding(w Ratio) {
	if e.belief != nil {
		e.belief.sample(w)
	}
}

// enter estimates a node that enters OPEN.
func (e *estimates) enter(id uint32, f, h, d Cost) {
	x := estimate{d: d, dHat: times(d, e.scaleD), fHat: saturated(scaled(f), times(d, e.perStep))}
	if e.belief != nil {
		x.effort = e.belief.effort(f, x.fHat, x.dHat)
	}
	e.values.Push(x)
	if e.belief != nil {
		e.belief.open.Insert(id, f)
	}
}

// fHat, dHat and effort are keys for queues.
func (e *estimates) fHat(id uint32, f, h, d Cost) Cost   { return e.values.Items[id].fHat }
func (e *estimates) dHat(id uint32, f, h, d Cost) Cost   { return e.values.Items[id].dHat }
func (e *estimates) effort(id uint32, f, h, d Cost) Cost { return e.values.Items[id].effort }

// scaled converts a cost to the units of f̂.
func scaled(c Cost) Cost { return times(c, 1<<estimateBits) }

// expanded records an expansion of a node of this h, and its successors.
func (e *estimates) expanded(id uint32, h Cost, succ *Successors) {
	if succ.N == 0 {
		return
	}
	best := &succ.Items[0]
	for i := 1; i < succ.N; i++ {
		c := &succ.Items[i]
		if f, least := c.Cost+c.H, best.Cost+best.H; f < least || f == least && c.D < best.D {
			best = c
		}
	}
	e.n++
	e.sumH = saturated(e.sumH, best.Cost+best.H-h)
	e.sumD = saturated(e.sumD, 1+best.D-e.values.Items[id].d)
	den := e.n
	e.scaleD = 1 << estimateBits
	if rest := saturated(e.n, -e.sumD); rest > 0 {
		den = rest
		e.scaleD = fixed(e.n, den)
	}
	e.perStep = fixed(max(e.sumH, 0), den)
}

// fixed is floor(a/b·2^16) for a >= 0 and b > 0, saturated.
func fixed(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), 1<<estimateBits)
	if hi >= uint64(b) {
		return estimateMax
	}
	q, _ := bits.Div64(hi, lo, uint64(b))
	return int64(min(q, estimateMax))
}

// times is a·b for non-negative values, saturated.
func times(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi > 0 || lo > estimateMax {
		return estimateMax
	}
	return int64(lo)
}

// saturated is a + b, saturated.
func saturated(a, b int64) int64 {
	sum := a + b
	if a > 0 && b > 0 && sum < 0 {
		sum = math.MaxInt64
	}
	if a < 0 && b < 0 && sum >= 0 {
		sum = math.MinInt64
	}
	return max(-estimateMax, min(sum, estimateMax))
}

// admits reports whether a node's f̂ is at most w·fmin.
func (e *estimates) admits(id uint32, w Ratio, fmin Cost) bool {
	return open.NewBound(w.Num, w.Den, scaled(fmin)).Admits(e.values.Items[id].fHat)
}

// prune removes nodes with f >= c from those over which f̂min is taken.
func (e *estimates) prune(c Cost) {
	if e.belief != nil {
		e.belief.open.Prune(c)
	}
}

func (e *estimates) bytes() int64 {
	bytes := e.values.Bytes()
	if e.belief != nil {
		bytes += e.belief.open.Bytes()
	}
	return bytes
}

func (e *estimates) free() {
	e.values.Free()
	if e.belief != nil {
		e.belief.open.Free()
	}
}
