package open

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/internal/arena"
)

var one = Weight{1, 1}

// scan implements OPEN and FOCAL by their definitions, with linear scans. It is the
// oracle of every frontier.
type scan struct {
	kind   kind
	weight Weight
	nodes  []scanned
	w      Weight
	fmin   Cost
}

// A kind of frontier: its guided queues, whether ties of the head go to the least h, and
// whether d = h in all nodes.
type kind struct {
	guided string
	thenH  bool
	same   bool
}

// Guided queues, each of a letter.
const (
	leastD    = 'd'
	potential = 'u'
	ownKey    = 'k' // only for costs of any size
)

// key is the own key.
func key(f, h, d Cost) Cost { return f + 2*h - d }

// make makes the frontiers of a kind for small costs and for any.
func (k kind) make(w Weight, n *arena.Nodes) []Frontier {
	switch k {
	case kind{"", true, false}:
		return []Frontier{Best(n, Small, w), Best(n, Any, w)}
	case kind{"d", false, false}:
		return []Frontier{Focal(n, Small, ByD), Focal(n, Any, ByD)}
	case kind{"u", false, false}:
		return []Frontier{Focal(n, Small, ByPotential), Focal(n, Any, ByPotential)}
	}
	var queues []any
	for _, q := range k.guided {
		queues = append(queues, map[rune]Guidance{leastD: ByD, potential: ByPotential,
			ownKey: ByOwnKey(func(_ uint32, f, h, d Cost) Cost { return key(f, h, d) })}[q])
	}
	all := []Frontier{NewSeveral(n, Any, k.thenH, queues...)}
	if !strings.ContainsRune(k.guided, ownKey) {
		all = append(all, NewSeveral(n, Small, k.thenH, queues...))
	}
	if k.same {
		all = append(all, NewSeveral(n, Same, k.thenH, queues...))
	}
	return all
}

type scanned struct {
	f, h, d Cost
	in      bool
}

// open returns the live nodes, by id.
func (s *scan) open() (ids []uint32) {
	for id, n := range s.nodes {
		if n.in {
			ids = append(ids, uint32(id))
		}
	}
	return ids
}

// focal returns {n in OPEN : f(n) <= w·fmin}.
func (s *scan) focal() (ids []uint32) {
	for _, id := range s.open() {
		if s.slack(s.nodes[id].f).Sign() >= 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// slack returns w·fmin - x.
func (s *scan) slack(x Cost) *big.Rat {
	b := new(big.Rat).Mul(big.NewRat(s.w.Num, s.w.Den), new(big.Rat).SetInt64(s.fmin))
	return b.Sub(b, new(big.Rat).SetInt64(x))
}

func (s *scan) least() Cost {
	least := Cost(-1)
	for _, id := range s.open() {
		if f := s.nodes[id].f; least < 0 || f < least {
			least = f
		}
	}
	return least
}

// best returns the first of some nodes in an order; ties are broken by the least id.
func (s *scan) first(ids []uint32, before func(a, b scanned) bool) uint32 {
	first := ids[0]
	for _, id := range ids[1:] {
		if before(s.nodes[id], s.nodes[first]) {
			first = id
		}
	}
	return first
}

func (s *scan) head() uint32 {
	return s.first(s.open(), func(a, b scanned) bool {
		if a.f != b.f || !s.kind.thenH {
			return a.f < b.f
		}
		return s.weight.Before(a.h, b.h)
	})
}

func (s *scan) guided(queue byte) uint32 {
	return s.first(s.focal(), func(a, b scanned) bool {
		switch {
		case queue == leastD:
			return a.d < b.d
		case queue == ownKey:
			return key(a.f, a.h, a.d) < key(b.f, b.h, b.d)
		case a.h == 0 || b.h == 0: // infinite potential
			return a.h < b.h || a.h == b.h && a.f < b.f
		}
		ua := new(big.Rat).Quo(s.slack(a.f-a.h), new(big.Rat).SetInt64(a.h))
		ub := new(big.Rat).Quo(s.slack(b.f-b.h), new(big.Rat).SetInt64(b.h))
		if c := ua.Cmp(ub); c != 0 {
			return c > 0
		}
		return a.h < b.h || a.h == b.h && a.f < b.f
	})
}

// TestFrontiers applies to every frontier the operations of searches, in random order:
// fmin rises and falls as nodes enter, leave and are superseded, w changes as in anytime
// search, and an incumbent prunes.
func TestFrontiers(t *testing.T) {
	seeds := uint64(500)
	if testing.Short() {
		seeds = 100
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 9))
		for _, k := range []kind{{"", true, false}, {"d", false, false}, {"u", false, false}, {"d", true, false},
			{"u", true, false}, {"ud", false, false}, {"ud", true, false}, {"du", true, false}, {"k", false, false},
			{"ukd", true, false}, {"dk", false, false}, {"d", true, true}, {"ud", false, true}, {"du", true, true}} {
			if err := playFrontiers(r, k); err != nil {
				t.Fatalf("seed %d, %v: %v", seed, k, err)
			}
		}
	}
}

// playFrontiers compares the frontiers of a kind with a scan.
func playFrontiers(r *rand.Rand, k kind) error {
	want := &scan{kind: k, weight: one, w: one, fmin: -1}
	if k.guided == "" && r.IntN(2) == 0 {
		want.weight = Weight{5, 4}
	}
	nodes := arena.New(1, true)
	defer nodes.Free()
	if err := nodes.Reserve(1000); err != nil {
		return err
	}
	frontiers := k.make(want.weight, &nodes)
	maxF, maxD := []Cost{3, 20, 100, 1000}[r.IntN(4)], []Cost{0, 2, 30}[r.IntN(3)]

	insert := func(n int) {
		for range n {
			x := scanned{f: r.Int64N(maxF + 1), d: r.Int64N(maxD + 1), in: true}
			if x.h = r.Int64N(x.f + 1); k.same {
				x.d = x.h
			}
			want.nodes = append(want.nodes, x)
			id := nodes.Add([]uint64{0}, x.f-x.h, arena.None, arena.NoMove)
			for _, q := range frontiers {
				q.Insert(id, x.f, x.h, x.d)
			}
		}
	}
	remove := func(id uint32, fate arena.Fate) {
		nodes.SetFate(id, fate)
		want.nodes[id].in = false
	}
	// fit follows each change: it computes fmin and FOCAL again.
	fit := func(w Weight) error {
		before, fmin := len(want.focal()), want.least()
		for _, q := range frontiers {
			if got, ok := q.Least(); ok != (fmin >= 0) || ok && got != fmin {
				return fmt.Errorf("%T: least f %d %v, want %d", q, got, ok, fmin)
			}
			if q.Open() != int64(len(want.open())) {
				return fmt.Errorf("%T: %d in OPEN, want %d", q, q.Open(), len(want.open()))
			}
		}
		if fmin < 0 {
			return nil
		}
		want.w, want.fmin = w, fmin
		for _, q := range frontiers {
			if k.guided == "" {
				continue
			}
			admitted := q.SetThreshold(fmin*w.Num/w.Den, NewBound(w.Num, w.Den, fmin))
			focal := len(want.focal())
			if q.Focal() != int64(focal) || focal >= before && admitted != int64(focal-before) {
				return fmt.Errorf("%T: %d in FOCAL, %d of them admitted; want %d, were %d", q, q.Focal(), admitted, focal, before)
			}
		}
		return nil
	}
	expand := func() error {
		queue := r.IntN(len(k.guided) + 1)
		id := want.head()
		if queue < len(k.guided) {
			id = want.guided(k.guided[queue])
		}
		var picked [3]Selection
		for i, q := range frontiers {
			if picked[i] = q.Select(queue); picked[i].ID != id || picked[i].F != want.nodes[id].f {
				return fmt.Errorf("%T: queue %d selects %+v, want %d %+v", q, queue, picked[i], id, want.nodes[id])
			}
		}
		remove(id, arena.Expanded)
		for i, q := range frontiers {
			q.Take(picked[i])
		}
		return nil
	}

	insert(1)
	w := Weight{3, 2}
	for range 100 {
		if err := fit(w); err != nil {
			return err
		}
		switch open := want.open(); r.IntN(10) {
		case 0:
			w = []Weight{one, {21, 20}, {3, 2}, {3, 1}}[r.IntN(4)]
		case 1:
			c := r.Int64N(maxF + 1)
			for _, q := range frontiers {
				q.Prune(c)
			}
			for i := range want.nodes {
				want.nodes[i].in = want.nodes[i].in && want.nodes[i].f < c
			}
		case 2, 3:
			if len(open) > 0 {
				id := open[r.IntN(len(open))]
				for _, q := range frontiers {
					q.Left(want.nodes[id].f)
				}
				remove(id, arena.Superseded)
			}
			insert(1)
		case 4:
			insert(1 + r.IntN(8))
		default:
			if len(open) > 0 {
				if err := expand(); err != nil {
					return err
				}
			}
			insert(r.IntN(3))
		}
	}
	return nil
}
