package open

import (
	"cmp"
	"math"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
)

// A List is OPEN and FOCAL: the nodes to be expanded, in one or more queues. A node is in all of
// them and leaves them at once. With small costs it is in one table or two, one for the queues
// by h and one for those by d, or in one for both where d = h; else it is in heaps.
//
// Deferred nodes are in OPEN, and only its head, the last queue, selects them.
type List struct {
	nodes     *arena.Nodes
	open      int64 // live nodes, without the deferred ones
	focal     int64 // of them those with f <= threshold
	threshold Cost  // -1 at first, and if there is no FOCAL

	low     int // no live node in a row of the tables below
	tables  [2]table
	used    int     // tables in use
	same    bool    // nodes have d = h, else they are beyond the range
	several bool    // a node is not in the first table alone, or in heaps alone
	heaps   *heaps  // nil with small costs
	all     []order // of all of OPEN

	queues []queue
	head   Order
	costs  Range
	late   *List // the deferred nodes; nil as long as there have been none
}

// A queue says where the nodes of a queue are.
type queue struct {
	kind   kind
	table  int32 // the number of its table
	number int32 // its own among those of its kind in the table, the heaps or the List
}

type kind int32

const (
	headOfTable kind = iota
	leastOfTable
	slackOfTable
	headOfHeaps
	focalOfHeaps
	allOfOpen
)

// New makes an empty OPEN of some queues. The last one is the head: LeastF, LeastFThenH, or
// alone also Weighted or Exactly.
func New(n *arena.Nodes, r Range, queues ...Order) List {
	guided, head := queues[:len(queues)-1], queues[len(queues)-1]
	l := List{nodes: n, threshold: -1, head: head, costs: r}
	var focal []Order
	for _, o := range guided {
		if !o.ofOpen() {
			focal = append(focal, o)
		}
	}
	if r <= Steps || head.exact != nil || len(focal) == 0 && len(guided) > 0 {
		l.heaps = newHeaps(n, r, head, len(guided) == 0, focal)
	} else {
		l.divide(append(focal, head))
	}
	number := int32(0)
	for _, o := range guided {
		switch {
		case o.ofOpen():
			l.queues = append(l.queues, queue{allOfOpen, 0, int32(len(l.all))})
			l.all = append(l.all, o.queue(n, r))
		case l.heaps != nil:
			l.queues = append(l.queues, queue{focalOfHeaps, 0, number})
			number++
		default:
			l.queues = append(l.queues, l.inTable(o))
		}
	}
	if l.heaps != nil {
		l.queues = append(l.queues, queue{kind: headOfHeaps})
	} else {
		l.queues = append(l.queues, l.inTable(head))
	}
	l.several = l.used == 2 || l.same || l.all != nil
	return l
}

// divide decides what the tables are by. The first order is in the first one.
func (l *List) divide(orders []Order) {
	byBoth := slices.ContainsFunc(orders, func(o Order) bool { return o.byH() }) &&
		slices.ContainsFunc(orders, func(o Order) bool { return o.by == byD })
	l.same, l.used = byBoth && l.costs == Same, 1
	if byBoth && !l.same {
		l.used = 2
	}
	l.tables[0].byD = orders[0].by == byD
	l.tables[1].byD = !l.tables[0].byD
}

// inTable puts an order into the table of what it is by.
func (l *List) inTable(o Order) (q queue) {
	if l.used == 2 && (o.by == byD && !l.tables[0].byD || o.byH() && l.tables[0].byD) {
		q.table = 1
	}
	t := &l.tables[q.table]
	switch {
	case o.slack:
		q.kind, q.number = slackOfTable, int32(len(t.slacks))
		t.slacks = append(t.slacks, newContest(o))
		t.firsts, t.ties = true, Weight{1, 1}
	case o.by == byD:
		q.kind = leastOfTable
		t.least = true
	case o.ties.Den != 0:
		t.firsts, t.ties, t.head = true, o.ties, true
	}
	return q
}

// Insert adds a new node, whose id is greater than any before. It reports false if the values
// are beyond the range; the List is then of no more use.
func (l *List) Insert(id uint32, f, h, d Cost) bool {
	l.enter(f)
	switch {
	case l.several:
		return l.insertMore(id, f, h, d)
	case l.heaps != nil:
		return l.heaps.insert(id, f, h, d, l.threshold)
	}
	if l.tables[0].byD {
		h = d
	}
	return l.tables[0].add(id, f, h, l.threshold)
}

// enter counts a new node.
func (l *List) enter(f Cost) {
	l.open++
	if f <= l.threshold {
		l.focal++
	}
	l.low = min(l.low, int(f))
}

// insertMore is the rest of Insert where a node is not in the first table alone, or in heaps alone.
func (l *List) insertMore(id uint32, f, h, d Cost) bool {
	for _, o := range l.all {
		o.enter(id, f, h, d)
	}
	switch {
	case l.heaps != nil:
		return l.heaps.insert(id, f, h, d, l.threshold)
	case l.same && d != h:
		return false
	case l.used == 2 && !l.tables[1].add(id, f, l.tables[1].key(h, d), l.threshold):
		return false
	}
	return l.tables[0].add(id, f, l.tables[0].key(h, d), l.threshold)
}

// Defer adds a new node that only the head selects, as Insert does.
func (l *List) Defer(id uint32, f, h, d Cost) bool {
	if l.late == nil {
		late := New(l.nodes, l.costs, l.head)
		l.late = &late
	}
	return l.late.Insert(id, f, h, d)
}

// Left says that a node of this f, in OPEN and never selected, has been superseded.
func (l *List) Left(f Cost) {
	l.open--
	if f <= l.threshold {
		l.focal--
	}
	if l.heaps == nil {
		l.tables[0].rows[f].live--
	} else {
		l.heaps.left(f)
	}
}

// DeferredLeft is the same for a deferred node.
func (l *List) DeferredLeft(f Cost) { l.late.Left(f) }

// lowest is the first row with live nodes, -1 if there is none.
func (l *List) lowest() int {
	if l.open == 0 {
		return -1
	}
	row, rows := l.low, l.tables[0].rows
	for rows[row].live == 0 {
		row++
	}
	return row
}

// Least is the least f in OPEN; false if OPEN is empty. It is called after each change of OPEN
// and before the next selection.
func (l *List) Least() (least Cost, ok bool) {
	if l.heaps == nil {
		row := l.lowest()
		if least, ok = Cost(row), row >= 0; ok {
			l.low = row
		}
	} else {
		least, ok = l.heaps.least(l.open)
	}
	if l.late != nil {
		if late, any := l.late.Least(); any && (!ok || late < least) {
			return late, true
		}
	}
	return least, ok
}

// SetThreshold makes FOCAL {f <= t}, where w·fmin is b, and returns how many nodes became
// eligible.
func (l *List) SetThreshold(t Cost, b Bound) (admitted int64) {
	old := l.threshold
	switch {
	case len(l.queues) == 1: // there is no FOCAL
		return 0
	case l.heaps != nil:
		var left int64
		left, admitted = l.heaps.advance(old, t, b)
		l.focal -= left
	default:
		first := &l.tables[0]
		for row := first.highest(old) + 1; row <= first.highest(t); row++ {
			admitted += first.rows[row].live
		}
		for row := first.highest(t) + 1; row <= first.highest(old); row++ {
			l.focal -= first.rows[row].live
		}
		for i := range l.tables[:l.used] {
			l.tables[i].advance(old, t, b)
		}
	}
	l.threshold = t
	l.focal += admitted
	return admitted
}

// ineligible is what a queue selects if FOCAL is empty: deferred nodes may be all that has the
// least f.
var ineligible = Selection{ID: arena.None, F: math.MaxInt64, Key: math.MaxInt64}

// Select is the first live node of a queue: of the head the one of OPEN with the least f, of
// another the eligible one that its order prefers.
func (l *List) Select(queue int) Selection {
	q := &l.queues[queue]
	switch {
	case l.late != nil:
		return l.selectBeside(queue)
	case l.heaps != nil:
		return l.firstOther(q)
	}
	return l.first(q)
}

// first is the first live node of a queue. Dead ones before it are dropped. There must be one.
func (l *List) first(q *queue) Selection {
	t := &l.tables[q.table]
	for {
		var row, col int
		switch q.kind {
		case headOfTable:
			row = l.low
			col = t.headColumn(row)
		case leastOfTable:
			col = t.used.first()
			row = t.columns[col].bestRow
		case slackOfTable:
			row = t.slacks[q.number].winner()
			col = int(t.rows[row].first)
		default:
			return l.firstOther(q)
		}
		if id := t.columns[col].head(row); l.nodes.Live(id) {
			return Selection{id, q.table, Cost(row), Cost(col)}
		}
		t.remove(row, col, l.threshold)
	}
}

// firstOther is first of a queue that is not in a table.
func (l *List) firstOther(q *queue) (x Selection) {
	if q.kind == headOfHeaps {
		return l.heaps.head()
	}
	o := l.order(q)
	for {
		x = o.first()
		live := l.nodes.Live(x.ID)
		if live && (x.F <= l.threshold || q.kind == allOfOpen) {
			return x
		}
		if o.drop(); live {
			l.heaps.drops(int(q.number), x.ID)
		}
	}
}

// order is that of a queue that is neither in a table nor the head.
func (l *List) order(q *queue) order {
	if q.kind == allOfOpen {
		return l.all[q.number]
	}
	return l.heaps.orders[q.number]
}

// selectBeside is Select where there are deferred nodes.
func (l *List) selectBeside(queue int) Selection {
	q, late := &l.queues[queue], l.late
	switch isHead := queue == len(l.queues)-1; {
	case !isHead && l.focal == 0:
		return ineligible
	case !isHead || late.open == 0:
		return l.first(q)
	}
	y := late.Select(0)
	y.from = fromDeferred
	f := Cost(l.low)
	if l.heaps != nil {
		f, _ = l.heaps.least(l.open)
	}
	if l.open == 0 || y.F < f { // nodes of greater f need not be eligible
		return y
	}
	x := l.first(q)
	byH := 0
	if l.head.ties.Den != 0 {
		byH = cmp.Compare(y.Key, x.Key)
	}
	if cmp.Or(cmp.Compare(y.F, x.F), byH, cmp.Compare(y.ID, x.ID)) < 0 {
		return y
	}
	return x
}

// Take removes a selection just made. The node must not be live any more.
func (l *List) Take(x Selection) {
	if x.from < 0 {
		l.takeOther(x)
		return
	}
	l.Left(x.F)
	l.tables[x.from].remove(int(x.F), int(x.Key), l.threshold)
}

func (l *List) takeOther(x Selection) {
	if x.from == fromDeferred {
		x.from = 0
		if l.late.heaps != nil {
			x.from = fromOther
		}
		l.late.Take(x)
		return
	}
	l.Left(x.F)
	if l.heaps != nil {
		l.heaps.take(x.ID)
	}
}

// Ahead looks ahead before a node of these values enters OPEN, which may be none: then f is the
// greatest cost. It guesses whether a queue would select that node next. If not, next is what
// Select would look at first, so that it can be loaded early, and second one that may follow it;
// arena.None where there is none, or none at hand. Only time depends on it.
func (l *List) Ahead(queue int, f, h, d Cost) (leads bool, next, second uint32) {
	q := &l.queues[queue]
	if q.kind >= headOfHeaps {
		return l.aheadOther(q, f, h, d)
	}
	t := &l.tables[q.table]
	var row, col int
	switch q.kind {
	case headOfTable:
		if row = l.lowest(); row < 0 {
			return true, arena.None, arena.None
		}
		col = t.headColumn(row)
		leads = f < Cost(row) || f == Cost(row) && t.head && t.ties.Before(t.key(h, d), Cost(col))
	case leastOfTable:
		if col = t.used.first(); col < 0 {
			return f <= l.threshold, arena.None, arena.None
		}
		row = t.columns[col].bestRow
		leads = f <= l.threshold && t.key(h, d) < Cost(col)
	case slackOfTable:
		s := &t.slacks[q.number]
		if f <= l.threshold && s.leads(group{f, t.key(h, d)}) {
			return true, arena.None, arena.None
		}
		if row = s.winner(); row < 0 {
			return false, arena.None, arena.None
		}
		col = int(t.rows[row].first)
	}
	if leads {
		return true, arena.None, arena.None
	}
	next, second = t.front(row, col)
	return false, next, second
}

func (l *List) aheadOther(q *queue, f, h, d Cost) (leads bool, next, second uint32) {
	if q.kind == headOfHeaps {
		return l.heaps.ahead(f, h)
	}
	o := l.order(q)
	if f <= l.threshold && o.precedes(f, h, d) {
		return true, arena.None, arena.None
	}
	return false, o.next(), o.second()
}

// Prune removes every node with f >= c.
func (l *List) Prune(c Cost) {
	if l.heaps != nil {
		l.heaps.prune(c, l.Left)
	} else {
		rows := l.tables[0].rows
		for row := int(min(c, Cost(len(rows)))); row < len(rows); row++ {
			for rows[row].live > 0 {
				l.Left(Cost(row))
			}
		}
		l.tables[0].prune(c, l.threshold)
		l.tables[1].prune(c, l.threshold)
	}
	for _, o := range l.all {
		o.keep(func(id uint32, f, _ Cost) bool { return f < c && l.nodes.Live(id) })
	}
	if l.late != nil {
		l.late.Prune(c)
	}
}

// Open is |OPEN|.
func (l *List) Open() int64 {
	if l.late != nil {
		return l.open + l.late.open
	}
	return l.open
}

// Focal is |FOCAL|, 0 if there is no queue but the head.
func (l *List) Focal() int64 { return l.focal }

// Plateau is the number of nodes in OPEN with the least f.
func (l *List) Plateau() int64 {
	least, ok := l.Least()
	if !ok {
		return 0
	}
	n := l.level(least)
	if l.late != nil {
		n += l.late.level(least)
	}
	return n
}

// level is the number of nodes of an f that is the least, or below it.
func (l *List) level(f Cost) int64 {
	if l.heaps != nil {
		return l.heaps.level(f)
	}
	if f >= Cost(len(l.tables[0].rows)) {
		return 0
	}
	return l.tables[0].rows[f].live
}

// Bytes is the memory in use.
func (l *List) Bytes() int64 { return bytes(l.vectors) + l.tables[0].bytes() + l.tables[1].bytes() }

// Free gives it back.
func (l *List) Free() { l.vectors(vector.Free) }

func (l *List) vectors(of func(vector)) {
	of(&l.tables[0].pool.places)
	of(&l.tables[1].pool.places)
	if l.heaps != nil {
		l.heaps.vectors(of)
	}
	for _, o := range l.all {
		o.vectors(of)
	}
	if l.late != nil {
		l.late.vectors(of)
	}
}
