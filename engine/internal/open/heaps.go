package open

import "github.com/focal-search/focal/engine/internal/arena"

// heaps is OPEN for costs of any size: by f the nodes that are eligible, and
// apart from them those that are not yet, from which a rise of fmin pops exactly
// the newly eligible.
type heaps struct {
	census
	nodes   *arena.Nodes
	byF     queue // f <= threshold; the value is d or h, where it is kept
	waiting queue // f > threshold; the value is d, where it is kept

	level   Cost // of f, where plateau was counted; -1 for none
	plateau int64
}

func newHeaps(n *arena.Nodes) heaps {
	p := new(pool)
	return heaps{
		nodes: n, census: census{threshold: -1}, level: -1,
		byF: queue{pool: p}, waiting: queue{pool: p},
	}
}

// enter and leave keep the count of the plateau, if there is one.
func (q *heaps) enter(f Cost) {
	q.census.enter(f)
	if f == q.level {
		q.plateau++
	}
}

func (q *heaps) leave(f Cost) {
	q.census.leave(f)
	if f == q.level {
		q.plateau--
	}
}

// Plateau counts the nodes of least f when that has changed. They are the top of
// the heap, so that each is looked at once for each time that fmin comes to its f.
func (q *heaps) Plateau() int64 {
	least, ok := q.Least()
	if ok && least != q.level {
		q.level = least
		q.plateau = q.byF.near.count(0, least, q.nodes) + q.waiting.near.count(0, least, q.nodes)
	}
	if !ok {
		return 0
	}
	return q.plateau
}

func (q *heaps) Left(f Cost) { q.leave(f) }

func (q *heaps) Least() (Cost, bool) {
	if q.open == 0 {
		return 0, false
	}
	e, ok := q.byF.top(q.nodes)
	if !ok {
		e, ok = q.waiting.top(q.nodes)
	}
	return e.key, ok
}

// Next returns the head of a heap; none where it has to be refilled first.
func (q *heaps) Next(int) (next, second uint32) { return q.byF.near.first(), q.byF.near.second() }

// Precedes goes by f, and by h where that breaks ties: a new node is the last among equals.
func (q *heaps) Precedes(_ int, f, h, d Cost) bool {
	if q.byF.near.len() == 0 {
		return true
	}
	first := &q.byF.near.Items[0]
	return f < first.key || f == first.key && q.byF.near.ties.Den != 0 && h < first.value
}

func (q *heaps) head() Selection {
	e, _ := q.byF.top(q.nodes)
	return Selection{ID: e.id, F: e.key, Key: e.value}
}

func (q *heaps) Take(s Selection) {
	q.leave(s.F)
	if q.byF.near.first() == s.ID {
		q.byF.drop()
	}
}

// admit raises the threshold and hands over the nodes that become eligible. It
// returns how many they were.
func (q *heaps) admit(t Cost, enter func(entry)) (admitted int64) {
	q.threshold = t
	for {
		e, ok := q.waiting.pop(t)
		q.nodes.Prefetch(q.waiting.near.first()) // the next one, now or at the next rise of fmin
		if !ok {
			q.focal += admitted
			return admitted
		}
		if q.nodes.Live(e.id) {
			enter(e)
			admitted++
		}
	}
}

// pruneOpen removes every node with f >= c, except those kept in FOCAL.
func (q *heaps) pruneOpen(c Cost) {
	below := func(e entry) bool {
		live := q.nodes.Live(e.id)
		if live && e.key >= c {
			q.leave(e.key)
			return false
		}
		return live
	}
	q.byF.keep(q.nodes, below)
	q.waiting.keep(q.nodes, below)
}

func (q *heaps) Bytes() int64 {
	return q.byF.near.Bytes() + q.waiting.near.Bytes() + q.byF.blocks.Bytes() // which are of both
}

func (q *heaps) Free() {
	q.byF.near.Free()
	q.waiting.near.Free()
	q.byF.blocks.Free()
}
