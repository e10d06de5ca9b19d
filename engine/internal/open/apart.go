package open

import (
	"iter"

	"github.com/focal-search/focal/engine/internal/memory"
)

// apart is nodes in no order, with the B at which each is due as the key. Those that are due
// before a horizon come first, so that B can rise many times without a look at the others.
type apart struct {
	memory.Vector[contender]
	soon    int    // nodes that come first
	horizon uint64 // 0 where it is not known which they are
	last    uint64 // the B at which some were asked for last

	raised  bool // the bar has been, and some may be far from due
	settled int  // nodes when that was last not so
}

func (a *apart) push(e contender) {
	a.Push(e)
	if e.key < a.horizon {
		a.first(len(a.Items) - 1)
	}
}

// first puts number i first.
func (a *apart) first(i int) {
	a.Items[i], a.Items[a.soon] = a.Items[a.soon], a.Items[i]
	a.soon++
}

// due removes the nodes that are due by a B.
func (a *apart) due(by uint64) iter.Seq[contender] {
	return func(yield func(contender) bool) {
		if by >= a.horizon {
			a.look(by)
		}
		a.last = by
		for i := 0; i < a.soon; {
			e := &a.Items[i]
			if e.key > by {
				i++
				continue
			}
			found := *e
			a.soon--
			last := len(a.Items) - 1
			*e = a.Items[a.soon]
			a.Items[a.soon] = a.Items[last]
			a.Items = a.Items[:last]
			if !yield(found) {
				return
			}
		}
	}
}

// look moves the horizon to where B is after some more rises like the last.
func (a *apart) look(by uint64) {
	const some = 16
	rise := uint64(1)
	if by > a.last {
		rise = min(by-a.last, never/some/2)
	}
	a.soon, a.horizon = 0, min(by, never/2)+some*rise
	if a.horizon <= by { // B is beyond what costs can be
		a.horizon = never + 1
	}
	for i := range a.Items {
		if a.Items[i].key < a.horizon {
			a.first(i)
		}
	}
}

func (a *apart) clear() {
	a.Items = a.Items[:0]
	a.soon, a.horizon, a.raised = 0, 0, false
}
