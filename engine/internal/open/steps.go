package open

import "github.com/focal-search/focal/engine/internal/arena"

// steps is the order of the greatest slack per step with costs of any size and small d. Nodes of
// equal d are by f, and a change of x touches only the first of each.
type steps struct {
	byD   []lazy // the key is f
	pool  pool   // of them all
	best  contest
	nodes *arena.Nodes
}

const maxSteps = 1 << 10

func (q *steps) enter(id uint32, f, h, d Cost) {
	for len(q.byD) <= int(d) {
		q.byD = append(q.byD, lazy{bare: true, pool: &q.pool})
	}
	q.byD[d].push(entry{f, 0, id})
	if was := q.best.of(int(d)); was == noGroup || f < was.f {
		q.best.set(int(d), group{f, d})
	}
}

func (q *steps) first() Selection {
	d := q.best.winner()
	q.byD[d].front()
	e := &q.byD[d].near.Items[0]
	return Selection{e.id, fromOther, e.key, Cost(d)}
}

func (q *steps) drop() {
	d := q.best.winner()
	q.byD[d].front()
	q.byD[d].drop()
	q.renew(d)
}

// renew has the first live node of a d compete. Dead ones would cost matches each.
func (q *steps) renew(d int) {
	x := noGroup
	if e, ok := q.byD[d].top(q.nodes); ok {
		x = group{e.key, Cost(d)}
	}
	q.best.change(d, x)
}

// next is the first node where no match has to be played for it.
func (q *steps) next() uint32 {
	if q.best.top < 0 {
		return arena.None
	}
	return q.byD[q.best.top].near.first()
}

func (q *steps) second() uint32 {
	if q.best.top < 0 {
		return arena.None
	}
	return q.byD[q.best.top].near.second()
}

func (q *steps) precedes(f, h, d Cost) bool      { return q.best.leads(group{f, d}) }
func (q *steps) key(_ uint32, _, _, d Cost) Cost { return d }
func (q *steps) advance(_ Cost, x Bound)         { q.best.advance(x) }

func (q *steps) keep(ok func(id uint32, f, b Cost) bool) {
	for d := range q.byD {
		q.byD[d].keep(nil, func(e entry) bool { return ok(e.id, e.key, Cost(d)) })
		q.renew(d)
	}
}

func (q *steps) vectors(of func(vector)) {
	of(&q.pool.blocks)
	for i := range q.byD {
		of(&q.byD[i].near.Vector)
	}
}
