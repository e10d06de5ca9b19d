package open

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/focal-search/focal/engine/internal/arena"
)

// TestSlackQueue: whatever nodes enter and leave as B rises and falls, the winner is the
// best by Bound.Prefers of those with f <= B, which leave at a fall or when they come up, for costs from a few values to nearly 63 bits, whether many
// nodes share an f or none do, and whether the heap takes all or gives most to the reserve.
func TestSlackQueue(t *testing.T) {
	for seed := range uint64(240) {
		r := rand.New(rand.NewPCG(seed, 2))
		den := 1 + r.Int64N(30)
		num := den + r.Int64N(3*den)
		greatest := Cost(1) << (2 + seed%58) // w is below 4
		levels := 1 + r.Int64N(40)           // of f
		if seed%3 == 0 {
			levels = greatest
		}
		type node struct {
			f, h Cost
			id   uint32
		}
		var in, above []node // with f > B
		best := newSlackQueue(Potential, []int{4, 64, crowded}[seed/2%3])
		absent := map[uint32]bool{}
		best.leaves = func(id uint32) { absent[id] = true }
		fmin, floor := Cost(0), Cost(0)
		move := func(to Cost) {
			fmin = to
			b := NewBound(num, den, fmin)
			hi, lo := bits.Mul64(uint64(num), uint64(fmin))
			quotient, _ := bits.Div64(hi, lo, uint64(den))
			floor = Cost(quotient)
			best.advance(floor, b)
			all := append(in, above...)
			in, above = nil, nil
			for _, n := range all {
				if n.f > floor {
					above = append(above, n)
					continue
				}
				if in = append(in, n); absent[n.id] {
					delete(absent, n.id)
					best.enter(n.id, n.f, n.h, 0)
				}
			}
		}
		move(r.Int64N(greatest))
		for id := range uint32(1500) {
			switch op := r.IntN(20); {
			case op < 10:
				f := r.Int64N(levels) * (floor / levels)
				n := node{f, r.Int64N(f + 1), id}
				if seed >= 120 { // many that are equal but for the fraction of B
					n.f = max(0, floor-r.Int64N(8))
					n.h = min(n.f, 1+r.Int64N(8))
				}
				if r.IntN(8) == 0 {
					n.h = 0
				}
				ask := seed%2 == 1 // else the winner may be not known as others enter
				wins := ask && best.precedes(n.f, n.h, 0)
				in = append(in, n)
				best.enter(n.id, n.f, n.h, 0)
				if ask && wins != (best.winner().id == n.id) {
					t.Fatalf("seed %d: node %+v is said to precede: %v, and does not hold", seed, n, wins)
				}
			case op > 10 && op < 19 && len(in) > 0:
				b := NewBound(num, den, fmin)
				want := slices.MinFunc(in, func(x, y node) int {
					switch {
					case x.f == y.f && x.h == y.h:
						return cmp.Compare(x.id, y.id)
					case b.Prefers(x.f-x.h, x.h, y.f-y.h, y.h):
						return -1
					}
					return 1
				})
				precedes := best.precedes(want.f, want.h, 0)
				got := best.winner()
				if got.id != want.id || got.f != want.f || got.b != want.h || best.next() != want.id || precedes {
					t.Fatalf("seed %d, w %d/%d, fmin %d: %+v wins, want %+v of %d", seed, num, den, fmin, got, want, len(in))
				}
				best.drop()
				in = slices.DeleteFunc(in, func(n node) bool { return n.id == want.id })
				if len(in) == 0 && best.next() != arena.None {
					t.Fatalf("seed %d: node %d wins among none", seed, best.next())
				}
			case op == 19:
				move(max(0, min(fmin+r.Int64N(greatest/8+1)-r.Int64N(greatest/32+1), greatest)))
			case op == 10:
				best.next() // known before others enter
			}
		}
		best.vectors(vector.Free)
	}
}

// TestSlackExact: in both stores each order of slack selects by (x - f)/b as a big rational, then
// by the smaller b, f and id, for costs from a few values to nearly 60 bits, and whether all nodes
// with costs of any size are near or most are in the reserve.
func TestSlackExact(t *testing.T) {
	type node struct {
		f, b Cost
		id   uint32
	}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 12))
		o := []Order{Potential, OptimisticPotential, SlackPerStep}[seed%3]
		den := 1 + r.Int64N(30)*r.Int64N(2)
		num := 2*den - r.Int64N(den)
		bits := []int{6, 9, 20, 28, 36, 57}[seed/3%6]
		fmin := Cost(1)<<bits + r.Int64N(1<<bits)
		any := newSlackQueue(o, []int{4, 64, crowded}[seed/18%3])
		others := []order{any} // which all select the same
		nodes := arena.New(1, true)
		for range 400 { // all are live
			if err := nodes.Reserve(1); err != nil {
				t.Fatal(err)
			}
			nodes.Add([]uint64{0}, 0, arena.None, arena.NoMove)
		}
		newTable := func() table {
			return table{byD: true, firsts: true, ties: Weight{1, 1}, slacks: []contest{newContest(o)}}
		}
		table := newTable()
		threshold := func() Cost {
			x := new(big.Int).Mul(big.NewInt(num), big.NewInt(fmin))
			return x.Quo(x, big.NewInt(den)).Int64()
		}
		old := Cost(-1)
		advance := func() {
			for _, q := range others {
				q.advance(threshold(), NewBound(num, den, fmin))
			}
			table.advance(old, threshold(), NewBound(num, den, fmin))
			old = threshold()
		}
		before := func(x, y node) int {
			at := new(big.Rat).SetFrac64(num, den) // x of the order
			if o.optimistic {
				at.Add(at, at).Sub(at, big.NewRat(1, 1))
			}
			at.Mul(at, new(big.Rat).SetInt64(fmin))
			slack := func(n node) *big.Rat {
				s := new(big.Rat).Sub(at, new(big.Rat).SetInt64(n.f))
				return s.Quo(s, new(big.Rat).SetInt64(n.b))
			}
			c := cmp.Compare(min(x.b, 1), min(y.b, 1)) // infinite before finite
			if c == 0 && x.b > 0 {
				c = slack(y).Cmp(slack(x))
			}
			return cmp.Or(c, cmp.Compare(x.b, y.b), cmp.Compare(x.f, y.f), cmp.Compare(x.id, y.id))
		}
		greatest := Cost(1) << min([]int{bits, bits + 3, 10, 40}[r.IntN(4)], 60) // of b
		if o.by == byD && greatest <= maxSteps {
			others = append(others, &steps{best: newContest(o), nodes: &nodes})
		}
		small := bits < 10 && greatest <= 1<<7
		advance()
		var in []node
		for id := range uint32(400) {
			switch {
			case r.IntN(3) > 0:
				n := node{fmin + r.Int64N(threshold()-fmin+1), r.Int64N(greatest), id}
				if k := 1 + r.Int64N(3); len(in) > 0 && r.IntN(3) == 0 { // about as good as another
					x := any.floor
					m := slices.MinFunc(in, before)
					if f := x - k*(x-m.f); f >= 0 && m.b < 1<<58 {
						n.f, n.b = f, max(0, k*m.b-1+r.Int64N(3))
					}
				}
				if o.by == byH {
					n.b = min(n.b, n.f)
				}
				in = append(in, n)
				for i, q := range others {
					leads := i > 0 && q.precedes(n.f, n.b, n.b)
					q.enter(id, n.f, n.b, n.b)
					if i > 0 && leads != (slices.MinFunc(in, before).id == id) {
						t.Fatalf("seed %d: %+v is said to precede: %v, and does not hold", seed, n, leads)
					}
				}
				if small && !table.add(id, n.f, n.b, old) {
					t.Fatalf("seed %d: the table does not take %+v", seed, n)
				}
			case r.IntN(4) == 0:
				fmin += r.Int64N(fmin/64 + 2)
				in = slices.DeleteFunc(in, func(n node) bool { return n.f < fmin && r.IntN(2) == 0 })
				kept := func(id uint32, _, _ Cost) bool {
					return slices.ContainsFunc(in, func(n node) bool { return n.id == id })
				}
				for _, q := range others {
					q.keep(kept)
				}
				if small {
					table = newTable() // it has no test of single nodes
					for _, n := range in {
						table.add(n.id, n.f, n.b, threshold())
					}
					old = -1
				}
				advance()
			case len(in) > 0:
				want := slices.MinFunc(in, before)
				for _, q := range others {
					got := q.first()
					if got.ID != want.id || got.F != want.f || got.Key != want.b || q.next() != want.id {
						t.Fatalf("seed %d: of any costs %+v is first, want %+v of %d", seed, got, want, len(in))
					}
					q.drop()
				}
				if small {
					row := table.slacks[0].winner()
					col := int(table.rows[row].first)
					if id := table.columns[col].head(row); id != want.id {
						t.Fatalf("seed %d: in a table %d is first, want %+v of %d", seed, id, want, len(in))
					}
					table.remove(row, col, old)
				}
				in = slices.DeleteFunc(in, func(n node) bool { return n.id == want.id })
			}
		}
		for _, q := range others {
			q.vectors(vector.Free)
		}
		nodes.Free()
	}
}

// TestSlackQueueWork: of many nodes whose potentials are close, few enter the heap that do not
// win soon, whether B rises seldom or with every fourth selection.
func TestSlackQueueWork(t *testing.T) {
	for _, every := range []int{1000, 30, 4} {
		r := rand.New(rand.NewPCG(11, 11))
		best := newSlackQueue(Potential, crowded)
		const selections, children, greatest = 60_000, 6, Cost(1 << 20)
		fmin, id, work := greatest, uint32(0), 0
		advance := func() {
			work += best.work
			b := NewBound(5, 4, fmin)
			best.advance(fmin*5/4, b)
		}
		advance()
		enter := func(f, h Cost) {
			best.enter(id, f, h, 0)
			id++
		}
		enter(fmin, fmin)
		for i := range selections {
			w := *best.winner()
			best.drop()
			for range children { // mostly a little worse than it
				h := max(1, w.b-r.Int64N(w.b/64+1)+r.Int64N(w.b/20+1))
				f := min(w.f+r.Int64N(w.f/500+2), fmin*5/4)
				enter(f, min(h, f))
			}
			if i%every == every-1 {
				fmin += 1 + fmin/(8*selections)
				advance()
			}
		}
		work += best.work
		if limit := 4 * selections; work > limit {
			t.Errorf("B rises with every %d: %d nodes come to the heap or leave it, want %d at most", every, work, limit)
		}
		best.vectors(vector.Free)
	}
}

// TestSlackRank: where keys differ, they go by Bound.Prefers, and where they decide, they
// differ unless potentials are equal.
func TestSlackRank(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	decided := 0
	for range 300_000 {
		num := 1 + r.Int64N(1<<(1+r.IntN(30)))
		den := 1 + r.Int64N(num)
		fmin := r.Int64N(1 << (1 + r.IntN(32)))
		q := newSlackQueue(Potential, crowded)
		b := NewBound(num, den, fmin)
		q.advance(Cost(b.lo/b.den), b)
		if b.hi > 0 || q.floor == 0 {
			continue
		}
		node := func() contender {
			f := r.Int64N(q.floor + 1)
			if r.IntN(2) == 0 {
				f = q.floor - r.Int64N(min(q.floor, 3)+1)
			}
			e := contender{f: f, b: min(f, r.Int64N(1<<r.IntN(32)))}
			e.key = q.rank(e.f, e.b)
			return e
		}
		x, y := node(), node()
		if r.IntN(4) == 0 { // a multiple of x, whose potential is equal
			y = contender{f: 2*x.f - q.floor, b: 2 * x.b}
			if y.b > y.f || q.near.x.den*uint64(q.floor) != q.near.x.lo {
				continue
			}
			y.key = q.rank(y.f, y.b)
		}
		if x.f == y.f && x.b == y.b {
			continue
		}
		before := b.Prefers(x.f-x.b, x.b, y.f-y.b, y.b)
		if x.key != y.key && (x.key < y.key) != before {
			t.Fatalf("B %d/%d: the keys of %+v and %+v are in the wrong order", b.lo, b.den, x, y)
		}
		if !q.near.inexact {
			decided++
			if (x.ahead(&y) == 1) != before {
				t.Fatalf("B %d/%d: %+v is ahead of %+v: %v", b.lo, b.den, x, y, !before)
			}
		}
	}
	if decided < 1000 {
		t.Errorf("keys decide %d times", decided)
	}
}

// TestFixed: nodes come out by key, then by id, if keys are small, large or negative.
func TestFixed(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		nodes := arena.New(1, true)
		if err := nodes.Reserve(600); err != nil {
			t.Fatal(err)
		}
		from, values := []Cost{0, maxColumn - 3, 1 << 40, -5}[seed%4], 1+r.Int64N(20)
		keys := map[uint32]Cost{}
		c := fixed{Order: ByKey(func(id uint32, _, _, _ Cost) Cost { return keys[id] }), nodes: &nodes}
		var want []Selection
		order := func(x, y Selection) int { return cmp.Or(cmp.Compare(x.Key, y.Key), cmp.Compare(x.ID, y.ID)) }
		var late []Selection // nodes that enter after younger ones, as when fmin rises
		enter := func(s Selection) {
			keys[s.ID] = s.Key
			c.enter(s.ID, s.F, 0, 0)
			want = append(want, s)
			slices.SortFunc(want, order)
		}
		for range 600 {
			switch op := r.IntN(20); {
			case op < 10:
				id := nodes.Add([]uint64{0}, 0, arena.None, arena.NoMove)
				s := Selection{ID: id, F: r.Int64N(100), Key: from + r.Int64N(values)}
				if r.IntN(3) == 0 {
					late = append(late, s)
				} else {
					enter(s)
				}
			case op < 12:
				for _, s := range late {
					enter(s)
				}
				late = nil
			case op < 14 && len(want) > 1:
				i := r.IntN(len(want))
				nodes.SetFate(want[i].ID, arena.Superseded)
				want = slices.Delete(want, i, i+1)
			case op == 14:
				most := r.Int64N(150)
				c.keep(func(id uint32, f, _ Cost) bool { return f <= most && nodes.Live(id) })
				want = slices.DeleteFunc(want, func(s Selection) bool { return s.F > most })
			case len(want) > 0:
				for !nodes.Live(c.first().ID) {
					c.drop()
				}
				want[0].from = fromOther
				if c.first() != want[0] || c.next() != want[0].ID {
					t.Fatalf("seed %d: the first is %+v, want %+v", seed, c.first(), want[0])
				}
				c.drop()
				want = want[1:]
			}
		}
		c.vectors(vector.Free)
		nodes.Free()
	}
}

// TestLeastOfFour: it is the one that no other is less than, also where keys are negative
// or the greatest and the least there are.
func TestLeastOfFour(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	keys := []Cost{math.MinInt64, -2, -1, 0, 1, 2, math.MaxInt64}
	for range 100_000 {
		var c [4]entry
		for i, id := range r.Perm(9)[:4] {
			c[i] = entry{key: keys[r.IntN(len(keys))], id: uint32(id)}
		}
		least := leastOfFour(&c)
		for i := range c {
			if (&heap{}).less(&c[i], &c[least]) {
				t.Fatalf("of %+v the least is said to be number %d", c, least)
			}
		}
	}
}

// TestReserveColumns: each h is in the column whose least h is at most that, and at
// least 32/33 of it, and the columns are in the order of h.
func TestReserveColumns(t *testing.T) {
	last, top := -1, 0
	check := func(h Cost) {
		x := columnOf(h)
		least := leastOf(x)
		if least > h || columnOf(least) != x || least > 0 && columnOf(least-1) != x-1 || (h-least)*32 > least {
			t.Errorf("h %d is in column %d, whose least is %d", h, x, least)
		}
		if x < last {
			t.Errorf("h %d is in column %d after %d", h, x, last)
		}
		last, top = x, max(top, x)
	}
	for h := range Cost(5000) {
		check(h)
	}
	r := rand.New(rand.NewPCG(5, 5))
	for bit := 13; bit < 63; bit++ {
		check(1<<bit - 1)
		check(1 << bit)
		check(1<<bit + r.Int64N(1<<bit))
	}
	if top >= 2048 {
		t.Errorf("%d columns", top)
	}
}

// TestReserve: whatever bars there are one after the other, from a trillionth to a billion,
// the nodes that reach one are released with their own f and h, none that is below it by more
// than the rounding is, and those that are kept are below it.
func TestReserve(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		var far reserve
		defer far.vectors(vector.Free)
		kept := map[uint32]entry{}
		ceiling, greatest := 1+r.Int64N(1<<(4+r.IntN(37))), Cost(1)<<(1+r.IntN(50))
		magnitude := r.Float64()*21 - 12
		for id := range uint32(3000) {
			switch r.IntN(100) {
			case 0:
				magnitude = r.Float64()*21 - 12 // far away
				fallthrough
			case 1, 2, 3:
				magnitude += r.Float64()*.2 - .1
				h := 1 + r.Int64N(greatest)
				slack := math.Pow(10, magnitude) * float64(h)
				far.set(ratio{Cost(min(slack, 1<<60)), h})
			case 4, 5:
				ceiling += r.Int64N(min(ceiling/8+1, 1<<60-ceiling))
			default:
				e := entry{r.Int64N(ceiling), 1 + r.Int64N(greatest), id}
				if far.bar != noBar && !far.reaches(ceiling, e.key, e.value) {
					far.hold(ceiling, e.key, e.value, e.id)
					kept[id] = e
				}
				continue
			}
			if far.bar == noBar {
				continue
			}
			bar := big.NewRat(far.bar.slack, far.bar.b)
			need := func(e entry) *big.Rat { return new(big.Rat).Mul(bar, new(big.Rat).SetInt64(e.value)) }
			far.release(ceiling, func(f, h Cost, id uint32) {
				e := entry{f, h, id}
				if kept[id] != e {
					t.Errorf("seed %d: releases %+v, which came as %+v", seed, e, kept[e.id])
				}
				delete(kept, e.id)
				least := new(big.Rat).Mul(need(e), big.NewRat(1<<31-1, 1<<31)) // of 32 bits, the first is 1
				least.Sub(least, big.NewRat(1, 1))
				if least.Cmp(new(big.Rat).SetInt64(ceiling-e.key)) > 0 {
					t.Errorf("seed %d: releases %+v, which is below the bar %+v at %d", seed, e, far.bar, ceiling)
				}
			})
			for _, e := range kept {
				if need(e).Cmp(new(big.Rat).SetInt64(ceiling-e.key)) <= 0 {
					t.Fatalf("seed %d: keeps %+v, which reaches the bar %+v at %d", seed, e, far.bar, ceiling)
				}
			}
		}
		in := 0
		far.set(noBar)
		far.release(ceiling, func(Cost, Cost, uint32) { in++ })
		if in != len(kept) {
			t.Errorf("seed %d: keeps %d nodes, want %d", seed, in, len(kept))
		}
	}
}

// TestReserveSwings: where a bar goes up and down and few nodes reach it each time, a column
// is not made anew at each swing.
func TestReserveSwings(t *testing.T) {
	var far reserve
	defer far.vectors(vector.Free)
	const nodes, swings, ceiling, h = 10_000, 1000, Cost(1) << 40, Cost(1) << 20
	bar := func(thousandths Cost) { far.set(ratio{thousandths << 20, h}) }
	id := uint32(0)
	hold := func(thousandths Cost) {
		id++
		f, h := ceiling-thousandths<<20, h+h/64
		if far.reaches(ceiling, f, h) {
			t.Fatalf("node %d of potential %d is not to be held", id, thousandths)
		}
		far.hold(ceiling, f, h, id)
	}
	bar(1000)
	for range nodes {
		hold(300)
	}
	moved, released := 0, 0
	release := func(ceiling Cost) {
		x := far.columns[columnOf(h)]
		was := *x
		far.release(ceiling, func(Cost, Cost, uint32) { released++ })
		if x.bar != was.bar {
			moved += was.n
		}
	}
	for range swings {
		bar(700)
		hold(705)
		bar(680)
		release(ceiling)
		bar(1000)
		hold(900)
		release(ceiling + 150<<20) // all potentials are greater by 150
	}
	if released < 2*swings || moved > 3*nodes {
		t.Errorf("%d entries are moved, %d released", moved, released)
	}
}
