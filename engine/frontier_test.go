package engine

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// scan is OPEN and FOCAL as their definitions say, by linear scans: the oracle
// of every frontier.
type scan struct {
	guidance guidance
	weight   Ratio
	nodes    []scanned
	w        Ratio
	fmin     Cost
}

type scanned struct {
	f, h, d Cost
	in      bool
}

// open is the live nodes, by id.
func (s *scan) open() (ids []uint32) {
	for id, n := range s.nodes {
		if n.in {
			ids = append(ids, uint32(id))
		}
	}
	return ids
}

// focal is {n in OPEN : f(n) <= w·fmin}.
func (s *scan) focal() (ids []uint32) {
	for _, id := range s.open() {
		if s.slack(s.nodes[id].f).Sign() >= 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// slack is w·fmin - x.
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

// best is the first of some nodes by an order; ties go to the least id.
func (s *scan) best(ids []uint32, before func(a, b scanned) bool) uint32 {
	best := ids[0]
	for _, id := range ids[1:] {
		if before(s.nodes[id], s.nodes[best]) {
			best = id
		}
	}
	return best
}

func (s *scan) head() uint32 {
	return s.best(s.open(), func(a, b scanned) bool {
		if a.f != b.f || s.guidance != unguided {
			return a.f < b.f
		}
		return s.weight.before(a.h, b.h)
	})
}

func (s *scan) guided() uint32 {
	return s.best(s.focal(), func(a, b scanned) bool {
		switch {
		case s.guidance == leastD:
			return a.d < b.d
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

// TestFrontiers has every frontier do what searches do with one, in any order:
// fmin rises and falls as nodes enter, leave and are superseded, w changes as in
// anytime search, and an incumbent prunes.
func TestFrontiers(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 9))
		for _, g := range []guidance{unguided, leastD, greatestPotential} {
			if err := playFrontiers(r, g); err != nil {
				t.Fatalf("seed %d, guidance %q: %v", seed, g, err)
			}
		}
	}
}

// playFrontiers compares the two frontiers of a guidance with a scan.
func playFrontiers(r *rand.Rand, g guidance) error {
	want := &scan{guidance: g, weight: one, w: one, fmin: -1}
	if g == unguided && r.IntN(2) == 0 {
		want.weight = Ratio{5, 4}
	}
	nodes := newNodes(Shape{Words: 1, Key: 1, WideCosts: true})
	defer nodes.free()
	if err := nodes.reserve(1000); err != nil {
		return err
	}
	frontiers := []frontier{newFrontier(g, want.weight, true, &nodes), newFrontier(g, want.weight, false, &nodes)}
	maxF, maxD := []Cost{3, 20, 100, 1000}[r.IntN(4)], []Cost{0, 2, 30}[r.IntN(3)]

	insert := func(n int) {
		for range n {
			x := scanned{f: r.Int64N(maxF + 1), d: r.Int64N(maxD + 1), in: true}
			x.h = r.Int64N(x.f + 1)
			want.nodes = append(want.nodes, x)
			id := nodes.add([]uint64{0}, x.f-x.h, noNode)
			for _, q := range frontiers {
				q.insert(id, x.f, x.h, x.d)
			}
		}
	}
	remove := func(id uint32, fate uint64) {
		nodes.setFate(id, fate)
		want.nodes[id].in = false
	}
	// fit is what follows each change: fmin and FOCAL are computed anew.
	fit := func(w Ratio) error {
		before, fmin := len(want.focal()), want.least()
		for _, q := range frontiers {
			if got, ok := q.least(); ok != (fmin >= 0) || ok && got != fmin {
				return fmt.Errorf("%T: least f %d %v, want %d", q, got, ok, fmin)
			}
			if q.open() != int64(len(want.open())) {
				return fmt.Errorf("%T: %d in OPEN, want %d", q, q.open(), len(want.open()))
			}
		}
		if fmin < 0 {
			return nil
		}
		want.w, want.fmin = w, fmin
		for _, q := range frontiers {
			if g == unguided {
				continue
			}
			admitted := q.setThreshold(w.Floor(fmin), newBound(w, fmin))
			focal := len(want.focal())
			if q.focal() != int64(focal) || focal >= before && admitted != int64(focal-before) {
				return fmt.Errorf("%T: %d in FOCAL, %d of them admitted; want %d, were %d", q, q.focal(), admitted, focal, before)
			}
		}
		return nil
	}
	expand := func() error {
		guided := g != unguided && r.IntN(2) == 0
		id := want.head()
		if guided {
			id = want.guided()
		}
		var picked [2]selection
		for i, q := range frontiers {
			if picked[i] = q.head(); guided {
				picked[i] = q.guided()
			}
			if picked[i].id != id || picked[i].f != want.nodes[id].f {
				return fmt.Errorf("%T: %+v is selected, guided %v; want %d %+v", q, picked[i], guided, id, want.nodes[id])
			}
		}
		remove(id, expanded)
		for i, q := range frontiers {
			q.take(picked[i])
		}
		return nil
	}

	insert(1)
	w := Ratio{3, 2}
	for range 100 {
		if err := fit(w); err != nil {
			return err
		}
		switch open := want.open(); r.IntN(10) {
		case 0:
			w = []Ratio{one, {21, 20}, {3, 2}, {3, 1}}[r.IntN(4)]
		case 1:
			c := r.Int64N(maxF + 1)
			for _, q := range frontiers {
				q.prune(c)
			}
			for i := range want.nodes {
				want.nodes[i].in = want.nodes[i].in && want.nodes[i].f < c
			}
		case 2, 3:
			if len(open) > 0 {
				id := open[r.IntN(len(open))]
				for _, q := range frontiers {
					q.left(want.nodes[id].f)
				}
				remove(id, superseded)
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
