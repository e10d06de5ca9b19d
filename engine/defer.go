package engine

import (
	"cmp"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// deferral is deferred re-expansion: see [Deferred]. A deferred node is in OPEN, and so in
// fmin, but only its head selects it. With a consistent h fmin never falls, so the condition
// would only become easier to meet: a node need not be admitted later.
type deferral struct {
	nodes memory.Vector[reopen] // that have been deferred, by rising id
	in    memory.Vector[uint64] // a bit by id says whether a node is one: most that are asked about are not
	gOld  Cost                  // of the node that is about to be held
}

// A reopen is a deferred node with the g of its expansion.
type reopen struct {
	gOld Cost
	id   uint32
}

// reached defers a node if its expansion with g_old was good enough: g_old + (g_old - g) +
// w·h <= w·fmin. A sum of costs that overflows is not.
func (x *deferral) reached(s *search, old uint32, fate arena.Fate, g, h Cost) (v verdict) {
	oldG := s.nodes.G(old)
	x.gOld = oldG
	switch fate {
	case arena.Live:
		i, found := x.find(old)
		if !found {
			return v
		}
		v.held, x.gOld = true, x.nodes.Items[i].gOld
		if oldG+h < s.cost {
			s.frontier.DeferredLeft(oldG + h)
		}
	case arena.Expanded:
	default:
		return v
	}
	sum := x.gOld + (x.gOld - g)
	v.apart = sum >= 0 && h <= s.fmin && sum <= s.w.Floor(s.fmin-h)
	return v
}

func (x *deferral) find(id uint32) (int, bool) {
	if w := int(id / 64); w >= len(x.in.Items) || x.in.Items[w]>>(id%64)&1 == 0 {
		return 0, false
	}
	return slices.BinarySearchFunc(x.nodes.Items, id, func(n reopen, id uint32) int { return cmp.Compare(n.id, id) })
}

func (x *deferral) hold(s *search, id uint32, f, h, d Cost) {
	if s.model != nil {
		s.model.enter(id, f, h, d)
	}
	x.nodes.Push(reopen{x.gOld, id})
	if n := int(id/64) + 1; n > len(x.in.Items) {
		x.in.Resize(n)
	}
	x.in.Items[id/64] |= 1 << (id % 64)
	for !s.frontier.Defer(id, f, h, d) {
		s.widen()
	}
}

func (x *deferral) holds(id uint32) bool {
	_, found := x.find(id)
	return found
}

func (x *deferral) bytes() int64 { return x.nodes.Bytes() + x.in.Bytes() }

func (x *deferral) free() {
	x.nodes.Free()
	x.in.Free()
}
