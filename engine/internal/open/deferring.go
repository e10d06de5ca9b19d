package open

import (
	"cmp"
	"math"

	"github.com/focal-search/focal/engine/internal/arena"
)

// Deferring is a frontier that has deferred nodes besides: they are in OPEN, and only its
// head selects them. Free and Bytes leave them out: they outlast a change of the frontier.
type Deferring struct {
	Frontier
	Late Frontier             // the deferred nodes, see NewLate
	Head int                  // the number of the last queue
	H    func(id uint32) Cost // to which ties of the head go first; nil: they go to the least id
}

// NewLate makes an empty frontier for deferred nodes: of least f alone, with ties to the least
// h if thenH is set. It takes nodes of any costs.
func NewLate(n *arena.Nodes, thenH bool) Frontier {
	f := newFocalHeaps(n, thenH)
	f.SetThreshold(math.MaxInt64, Bound{})
	return f
}

// ineligible is what a guided queue selects where FOCAL is empty: deferred nodes may be all
// that has the least f.
var ineligible = Selection{ID: arena.None, F: math.MaxInt64, Key: math.MaxInt64}

// deferred marks a selection of a deferred node.
const deferred = 1 << 16

func (d *Deferring) Select(queue int) Selection {
	switch {
	case queue < d.Head && d.Frontier.Focal() == 0:
		return ineligible
	case queue < d.Head:
		return d.Frontier.Select(queue)
	}
	f, any := d.Frontier.Least()
	late, ok := d.Late.Least()
	switch {
	case !ok || any && f < late:
		return d.Frontier.Select(queue)
	case !any || late < f:
		return d.late()
	}
	x, y := d.Frontier.Select(queue), d.late()
	if order := d.ties(x.ID, y.ID); order > 0 {
		return y
	}
	return x
}

// late selects a deferred node.
func (d *Deferring) late() Selection {
	x := d.Late.Select(0)
	x.part += deferred
	return x
}

// ties compares two nodes of the same f.
func (d *Deferring) ties(x, y uint32) int {
	if d.H != nil {
		if c := cmp.Compare(d.H(x), d.H(y)); c != 0 {
			return c
		}
	}
	return cmp.Compare(x, y)
}

func (d *Deferring) Take(x Selection) {
	if x.part >= deferred {
		x.part -= deferred
		d.Late.Take(x)
		return
	}
	d.Frontier.Take(x)
}

func (d *Deferring) Least() (Cost, bool) {
	x, any := d.Frontier.Least()
	if y, ok := d.Late.Least(); ok && (!any || y < x) {
		return y, true
	}
	return x, any
}

func (d *Deferring) Prune(c Cost) {
	d.Frontier.Prune(c)
	d.Late.Prune(c)
}

func (d *Deferring) Open() int64 { return d.Frontier.Open() + d.Late.Open() }

func (d *Deferring) Plateau() (n int64) {
	least, _ := d.Least()
	for _, f := range []Frontier{d.Frontier, d.Late} {
		if x, ok := f.Least(); ok && x == least {
			n += f.Plateau()
		}
	}
	return n
}
