package open

import "github.com/focal-search/focal/engine/internal/arena"

// steps is the order of the greatest slack per step with costs of any size. There are few small d,
// so nodes of equal d are by f, and a change of x touches only the first of each.
type steps struct {
	slackQueue        // nodes of greater d
	wide       bool   // there have been some
	small      []heap // by d: the key is f
	best       contest
	nodes      *arena.Nodes
}

// maxSteps is a d from which on nodes are compared by themselves.
const maxSteps = 1 << 10

func newSteps(n *arena.Nodes, o Order) *steps {
	return &steps{slackQueue: *newSlackQueue(o, crowded), best: newContest(o), nodes: n}
}

func (q *steps) enter(id uint32, f, h, d Cost) {
	if d >= maxSteps {
		q.wide = true
		q.slackQueue.enter(id, f, h, d)
		return
	}
	for len(q.small) <= int(d) {
		q.small = append(q.small, heap{})
	}
	q.small[d].push(entry{f, 0, id})
	if was := q.best.of(int(d)); was == noGroup || f < was.f {
		q.best.set(int(d), group{f, d})
	}
}

// column is the d whose first node is the best of all, -1 where another node is or there is none.
func (q *steps) column() int {
	d := q.best.winner()
	if !q.wide {
		return d
	}
	if e := q.slackQueue.winner(); e != nil && (d < 0 || q.beats(group{e.f, e.b}, q.best.best)) {
		return -1
	}
	return d
}

// beats compares any nodes.
func (q *steps) beats(x, y group) bool {
	return q.best.bound.Prefers(x.f-x.b, x.b, y.f-y.b, y.b)
}

func (q *steps) first() Selection {
	d := q.column()
	if d < 0 {
		return q.slackQueue.first()
	}
	e := &q.small[d].Items[0]
	return Selection{e.id, fromOther, e.key, Cost(d)}
}

func (q *steps) drop() {
	d := q.column()
	if d < 0 {
		q.slackQueue.drop()
		return
	}
	q.small[d].pop()
	q.renew(d)
}

// renew has the first live node of a d compete. Dead ones would cost matches each.
func (q *steps) renew(d int) {
	c, x := &q.small[d], noGroup
	for c.len() > 0 && x == noGroup {
		if e := &c.Items[0]; q.nodes.Live(e.id) {
			x = group{e.key, Cost(d)}
		} else {
			c.pop()
		}
	}
	if x != q.best.of(d) {
		q.best.set(d, x)
	}
}

func (q *steps) next() uint32 {
	if q.best.top < 0 && q.best.best != noGroup {
		return arena.None // matches are to be played
	}
	if d := q.column(); d >= 0 {
		return q.small[d].first()
	}
	return q.slackQueue.next()
}

func (q *steps) second() uint32 {
	if q.best.top < 0 {
		return arena.None
	}
	return q.small[q.best.top].second()
}

func (q *steps) precedes(f, h, d Cost) bool {
	x := group{f, d}
	if d >= maxSteps || q.wide {
		return (q.best.winner() < 0 || q.beats(x, q.best.best)) && q.slackQueue.precedes(f, h, d)
	}
	return q.best.leads(x)
}

func (q *steps) advance(t Cost, x Bound) {
	q.slackQueue.advance(t, x)
	q.best.advance(x)
}

func (q *steps) keep(ok func(id uint32, f, b Cost) bool) {
	q.slackQueue.keep(ok)
	for d := range q.small {
		q.small[d].keep(nil, func(e entry) bool { return ok(e.id, e.key, Cost(d)) })
		q.renew(d)
	}
}

func (q *steps) vectors(of func(vector)) {
	q.slackQueue.vectors(of)
	for i := range q.small {
		of(&q.small[i].Vector)
	}
}
