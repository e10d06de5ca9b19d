package open

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/internal/arena"
)

var one = Weight{1, 1}

// scan implements OPEN and FOCAL by their definitions, with linear scans. It is the
// oracle of every List.
type scan struct {
	kind   queues
	weight Weight
	nodes  []scanned
	w      Weight
	fmin   Cost
}

// queues are those of a List: the guided ones, whether ties of the head go to the least h, and
// whether d = h in all nodes.
type queues struct {
	guided string
	thenH  bool
	same   bool
}

// Guided queues, each of a letter.
const (
	leastD     = 'd'
	potential  = 'u'
	optimistic = 'v'
	perStep    = 's'
	ownKey     = 'k' // only for costs of any size
	ofOpen     = 'o' // the same over all of OPEN
)

// key is the own key.
func key(f, h, d Cost) Cost { return f + 2*h - d }

// make makes a List for each range of costs.
func (k queues) make(w Weight, n *arena.Nodes) (all []*List) {
	own := func(_ uint32, f, h, d Cost) Cost { return key(f, h, d) }
	orders := map[rune]Order{leastD: LeastD, potential: Potential, optimistic: OptimisticPotential,
		perStep: SlackPerStep, ownKey: ByOwnKey(own), ofOpen: ByKey(own).OfOpen()}
	var of []Order
	for _, q := range k.guided {
		of = append(of, orders[q])
	}
	switch {
	case k.guided == "":
		of = append(of, Weighted(w))
	case k.thenH:
		of = append(of, LeastFThenH)
	default:
		of = append(of, LeastF)
	}
	ranges := []Range{Any, Steps}
	if !strings.ContainsRune(k.guided, ownKey) {
		ranges = append(ranges, Small)
	}
	if k.same {
		ranges = append(ranges, Same)
	}
	for _, r := range ranges {
		l := New(n, r, of...)
		all = append(all, &l)
	}
	return all
}

type scanned struct {
	f, h, d Cost
	in      bool
	late    bool // deferred
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

// focal returns {n in OPEN : f(n) <= w·fmin}, without what is deferred.
func (s *scan) focal() (ids []uint32) {
	for _, id := range s.open() {
		if n := s.nodes[id]; !n.late && s.slack(n.f).Sign() >= 0 {
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

// selected is what a guided queue selects; ok is false if FOCAL is empty.
func (s *scan) selected(queue byte) (id uint32, ok bool) {
	ids := s.focal()
	if len(ids) == 0 {
		return 0, false
	}
	if queue == ofOpen {
		ids = slices.DeleteFunc(s.open(), func(id uint32) bool { return s.nodes[id].late })
	}
	return s.first(ids, func(a, b scanned) bool {
		switch queue {
		case leastD:
			return a.d < b.d
		case ownKey, ofOpen:
			return key(a.f, a.h, a.d) < key(b.f, b.h, b.d)
		}
		ab, bb := a.h, b.h
		if queue == perStep {
			ab, bb = a.d, b.d
		}
		if ab == 0 || bb == 0 { // infinite
			return ab < bb || ab == bb && a.f < b.f
		}
		x := s.slack(0) // w·fmin
		if queue != potential {
			x.Add(x, x).Sub(x, big.NewRat(s.fmin, 1))
		}
		of := func(f, b Cost) *big.Rat {
			slack := new(big.Rat).Sub(x, big.NewRat(f, 1))
			return slack.Quo(slack, big.NewRat(b, 1))
		}
		if c := of(a.f, ab).Cmp(of(b.f, bb)); c != 0 {
			return c > 0
		}
		return ab < bb || ab == bb && a.f < b.f
	}), true
}

// TestList applies to Lists of all kinds the operations of searches, in random order: fmin rises
// and falls as nodes enter, leave and are superseded, w changes as in anytime search, nodes are
// deferred, and an incumbent prunes.
func TestList(t *testing.T) {
	seeds := uint64(100)
	if os.Getenv("FOCAL_RELEASE") == "1" {
		seeds = 1000
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 9))
		for _, k := range []queues{{"", true, false}, {"d", false, false}, {"u", false, false}, {"d", true, false},
			{"u", true, false}, {"ud", false, false}, {"ud", true, false}, {"du", true, false}, {"k", false, false},
			{"ukd", true, false}, {"dk", false, false}, {"d", true, true}, {"ud", false, true}, {"du", true, true},
			{"s", false, false}, {"v", true, false}, {"sud", true, false}, {"uvs", false, true}, {"dvus", true, true},
			{"o", false, false}, {"ous", true, false}} {
			if err := playList(r, k); err != nil {
				t.Fatalf("seed %d, %v: %v", seed, k, err)
			}
		}
	}
}

// playList compares Lists of some queues with a scan.
func playList(r *rand.Rand, k queues) error {
	want := &scan{kind: k, weight: one, w: one, fmin: -1}
	if k.guided == "" && r.IntN(2) == 0 {
		want.weight = Weight{5, 4}
	}
	nodes := arena.New(1, true)
	defer nodes.Free()
	if err := nodes.Reserve(1000); err != nil {
		return err
	}
	lists := k.make(want.weight, &nodes)
	for _, l := range lists {
		defer l.Free()
	}
	maxF, maxD := []Cost{3, 20, 100, 1000}[r.IntN(4)], []Cost{0, 2, 30}[r.IntN(3)]
	defers := k.guided != "" && r.IntN(2) == 0

	insert := func(n int) error {
		for range n {
			x := scanned{f: r.Int64N(maxF + 1), d: r.Int64N(maxD + 1), in: true}
			if x.h = r.Int64N(x.f + 1); k.same {
				x.d = x.h
			}
			x.late = defers && r.IntN(4) == 0
			want.nodes = append(want.nodes, x)
			id := nodes.Add([]uint64{0}, x.f-x.h, arena.None, arena.NoMove)
			for i, l := range lists {
				enter := l.Insert
				if x.late {
					enter = l.Defer
				}
				if !enter(id, x.f, x.h, x.d) {
					return fmt.Errorf("list %d does not take %+v", i, x)
				}
			}
		}
		return nil
	}
	remove := func(id uint32, fate arena.Fate) {
		nodes.SetFate(id, fate)
		want.nodes[id].in = false
	}
	// fit follows each change: it computes fmin and FOCAL again.
	fit := func(w Weight) error {
		before, fmin, plateau := len(want.focal()), want.least(), int64(0)
		for _, id := range want.open() {
			if want.nodes[id].f == fmin {
				plateau++
			}
		}
		for i, l := range lists {
			if got, ok := l.Least(); ok != (fmin >= 0) || ok && got != fmin {
				return fmt.Errorf("list %d: least f %d %v, want %d", i, got, ok, fmin)
			}
			if l.Open() != int64(len(want.open())) {
				return fmt.Errorf("list %d: %d in OPEN, want %d", i, l.Open(), len(want.open()))
			}
			if r.IntN(2) == 0 && l.Plateau() != plateau {
				return fmt.Errorf("list %d: %d nodes of the least f, want %d", i, l.Plateau(), plateau)
			}
		}
		if fmin < 0 {
			return nil
		}
		want.w, want.fmin = w, fmin
		for i, l := range lists {
			if k.guided == "" {
				continue
			}
			admitted := l.SetThreshold(fmin*w.Num/w.Den, NewBound(w.Num, w.Den, fmin))
			focal := len(want.focal())
			if l.Focal() != int64(focal) || focal >= before && admitted != int64(focal-before) {
				return fmt.Errorf("list %d: %d in FOCAL, %d of them admitted; want %d, were %d", i, l.Focal(), admitted,
					focal, before)
			}
		}
		return nil
	}
	expand := func() error {
		queue := r.IntN(len(k.guided) + 1)
		id, ok := want.head(), true
		if queue < len(k.guided) {
			id, ok = want.selected(k.guided[queue])
		}
		if !ok {
			for i, l := range lists {
				if x := l.Select(queue); x != ineligible && len(want.open()) > 0 && defers {
					return fmt.Errorf("list %d: queue %d selects %+v, and FOCAL is empty", i, queue, x)
				}
			}
			return nil
		}
		picked := make([]Selection, len(lists))
		for i, l := range lists {
			if picked[i] = l.Select(queue); picked[i].ID != id || picked[i].F != want.nodes[id].f {
				return fmt.Errorf("list %d: queue %d selects %+v, want %d %+v", i, queue, picked[i], id, want.nodes[id])
			}
		}
		remove(id, arena.Expanded)
		for i, l := range lists {
			l.Take(picked[i])
			if len(want.open()) > 0 {
				l.Least()
				l.Ahead(queue, r.Int64N(maxF+1), 0, 0)
			}
		}
		return nil
	}

	if err := insert(1); err != nil {
		return err
	}
	w := Weight{3, 2}
	for range 100 {
		if err := fit(w); err != nil {
			return err
		}
		var err error
		switch open := want.open(); r.IntN(10) {
		case 0:
			w = []Weight{one, {21, 20}, {3, 2}, {3, 1}}[r.IntN(4)]
		case 1:
			c := r.Int64N(maxF + 1)
			for _, l := range lists {
				l.Prune(c)
			}
			for i := range want.nodes {
				want.nodes[i].in = want.nodes[i].in && want.nodes[i].f < c
			}
		case 2, 3:
			if len(open) > 0 {
				id := open[r.IntN(len(open))]
				for _, l := range lists {
					if want.nodes[id].late {
						l.DeferredLeft(want.nodes[id].f)
					} else {
						l.Left(want.nodes[id].f)
					}
				}
				remove(id, arena.Superseded)
			}
			err = insert(1)
		case 4:
			err = insert(1 + r.IntN(8))
		default:
			if len(open) > 0 {
				err = expand()
			}
			if err == nil {
				err = insert(r.IntN(3))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestGivenUp: a table is given up where most of its rows stay empty, and not where as many nodes lie close together,
// also if fmin falls and rises with each node.
func TestGivenUp(t *testing.T) {
	for _, k := range []struct {
		apart, every Cost
		takes        bool
	}{{1, 10_000, true}, {500, 10_000, false}, {1, 1, true}} {
		nodes := arena.New(1, true)
		l := New(&nodes, Small, Potential, LeastFThenH)
		r := rand.New(rand.NewPCG(1, 13))
		took := true
		for id := Cost(0); id < 10_000 && took; id++ {
			if id%k.every == 0 {
				fmin := k.apart * (90 + id/k.every%2)
				l.SetThreshold(2*fmin, NewBound(2, 1, fmin))
			}
			took = l.Insert(uint32(id), k.apart*(90+r.Int64N(100)), r.Int64N(40), 0)
		}
		if took != k.takes {
			t.Errorf("%+v: the table takes all nodes: %v", k, took)
		}
		l.Free()
	}
}
