package engine

import (
	"math/bits"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
)

// MaxSamples bounds the number of samples in a trace, however long the run.
const MaxSamples = 4096

// A Trace is the course of a run: samples taken at selections, evenly spaced and
// thinned by halving, together with exact histograms.
type Trace struct {
	// Stride is the number of expansions between samples, a power of two. The first
	// sample is at 0 expansions; the last is the run's last selection.
	Stride  int64    `json:"stride"`
	Samples []Sample `json:"samples"`
	// Plateaus counts the intervals between rises of fmin by their length in
	// expansions, including the last one, which the end of the run cuts off.
	Plateaus Histogram `json:"plateaus"`
	// Admissions counts the rises of fmin by the number of nodes that became eligible
	// for FOCAL.
	Admissions Histogram `json:"admissions"`
	// Crossings[i][j] counts the selections by queue j of nodes that an expansion by
	// queue i inserted; see Description.Queues. The start is not counted. It is empty
	// if there is only one queue.
	Crossings [][]int64 `json:"crossings,omitempty"`
}

// A Sample is the state of the search when a node has been selected and not yet
// expanded. The threshold of FOCAL is w·FMin.
type Sample struct {
	Expanded int64 `json:"expanded"` // expansions before this selection
	FMin     Cost  `json:"fmin"`     // -1 for WA*, which computes it only at the end
	Open     int64 `json:"open"`     // |OPEN|, the selected node included
	Focal    int64 `json:"focal"`    // |FOCAL|, the selected node included
	F        Cost  `json:"f"`        // of the selected node
	D        Cost  `json:"d"`        // of the selected node
	Guided   bool  `json:"guided"`
	// Queue is the number of the queue that selected, in an algorithm with more
	// than two; see Description.Queues.
	Queue int `json:"queue,omitempty"`
}

// A Histogram counts values in doubling bins: bin 0 holds the value 0, bin i > 0
// the values from 2^(i-1) to 2^i - 1. Counts, sum and maximum are exact.
type Histogram struct {
	Bins  []int64 `json:"bins"`
	Count int64   `json:"count"`
	Sum   int64   `json:"sum"`
	Max   int64   `json:"max"`
}

func (h *Histogram) add(v int64) {
	bin := bits.Len64(uint64(v))
	for len(h.Bins) <= bin {
		h.Bins = append(h.Bins, 0)
	}
	h.Bins[bin]++
	h.Count++
	h.Sum += v
	h.Max = max(h.Max, v)
}

// Mean returns the mean of all values, 0 if there are none.
func (h *Histogram) Mean() float64 {
	if h.Count == 0 {
		return 0
	}
	return float64(h.Sum) / float64(h.Count)
}

// tracer records a Trace; a nil one records nothing.
type tracer struct {
	Trace
	lastRise int64   // number of expansions at the last rise of fmin
	last     Sample  // the latest selection, with g for f and without d
	node     uint32  // selected there
	queues   []uint8 // by node: which queue selected it
}

func newTracer(queues int) *tracer {
	t := &tracer{Trace: Trace{Stride: 1}}
	if queues > 1 {
		for range queues {
			t.Crossings = append(t.Crossings, make([]int64, queues))
		}
	}
	return t
}

// take is called at every selection.
func (t *tracer) take(s *search) {
	if t == nil {
		return
	}
	t.node = s.selected.ID
	t.last = Sample{
		Expanded: s.Expanded, FMin: s.fmin, Open: s.frontier.Open(), Focal: s.frontier.Focal(),
		F: s.nodes.G(t.node), Guided: s.queue < s.last(),
	}
	if len(s.Queues) > 2 {
		t.last.Queue = s.queue
	}
	t.cross(s)
	if s.Expanded&(t.Stride-1) == 0 {
		t.add(s)
	}
}

// cross records which queue's expansion inserted the selected node.
func (t *tracer) cross(s *search) {
	if t.Crossings == nil {
		return
	}
	if missing := int(t.node) + 1 - len(t.queues); missing > 0 {
		t.queues = append(t.queues, make([]uint8, missing)...)
	}
	t.queues[t.node] = uint8(s.queue)
	if parent := s.nodes.Parent(t.node); parent != arena.None {
		t.Crossings[t.queues[parent]][s.queue]++
	}
}

// rose is called at every rise of fmin.
func (t *tracer) rose(expanded, admitted int64) {
	if t == nil {
		return
	}
	if expanded > 0 { // the start's fmin is no rise
		t.Plateaus.add(expanded - t.lastRise)
		t.Admissions.add(admitted)
	}
	t.lastRise = expanded
}

// sofar is the trace so far, including the last selection.
func (t *tracer) sofar(s *search) *Trace {
	if t == nil {
		return nil
	}
	copied := *t
	copied.Samples = slices.Clone(t.Samples)
	copied.Plateaus.Bins = slices.Clone(t.Plateaus.Bins)
	copied.Admissions.Bins = slices.Clone(t.Admissions.Bins)
	copied.Crossings = nil
	for _, row := range t.Crossings {
		copied.Crossings = append(copied.Crossings, slices.Clone(row))
	}
	copied.Plateaus.add(s.Expanded - t.lastRise)
	if n := len(t.Samples); n == 0 || t.Samples[n-1].Expanded != t.last.Expanded {
		copied.add(s)
	}
	return &copied.Trace
}

// add appends the latest selection. A full trace is first thinned to every second
// sample, so that the samples that remain depend only on their number.
func (t *tracer) add(s *search) {
	if len(t.Samples) == MaxSamples {
		half := t.Samples[:0]
		for i := 0; i < len(t.Samples); i += 2 {
			half = append(half, t.Samples[i])
		}
		t.Samples = half
		t.Stride *= 2
	}
	x := t.last
	h, d := s.space.Evaluate(s.node(t.node))
	x.F, x.D = x.F+h, d
	t.Samples = append(t.Samples, x)
}
