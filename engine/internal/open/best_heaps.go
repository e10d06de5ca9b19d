package open

// bestHeaps is the frontier of A* and WA* for costs of any size: a heap.
type bestHeaps struct{ heaps }

func (q *bestHeaps) Insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	q.byF.push(entry{f, h, id})
	return true
}

// SetThreshold does nothing: there is no FOCAL.
func (q *bestHeaps) SetThreshold(Cost, Bound) int64 { return 0 }

func (q *bestHeaps) Select(int) Selection { return q.head() }

func (q *bestHeaps) Prune(c Cost) { q.pruneOpen(c) }
