package open

// falls is what heaps need where fmin falls, as with an inconsistent heuristic or after an incumbent.
// A fall may come with every fifth expansion and be undone by the next, so it costs time for the
// nodes that are not eligible any more, not for all. Orders keep those until they come up; whoever
// meets one there drops it. When it is eligible again it enters the orders that have dropped it.
// On heavy vacuum worlds, FOCAL made anew at each fall took a hundred times as long.
type falls struct {
	begun  bool
	in     heap     // eligible nodes, the greatest f first: the key is -f, the value d
	most   int      // so many are in it before dead ones are dropped
	out    lazy     // by f: those that have been eligible and are not; the value is d, where it is kept
	absent []bitset // by order of FOCAL: those that have been eligible and that it does not have
}

// fall takes the nodes out of FOCAL that are not eligible at a lower threshold, and returns their
// number.
func (s *heaps) fall(t Cost) (left int64) {
	x := &s.falls
	if x.in.len() > x.most {
		x.in.keep(s.nodes, func(e entry) bool { return s.nodes.Live(e.id) })
		x.most = 2*x.in.len() + fewNodes
	}
	for x.in.len() > 0 && -x.in.Items[0].key > t {
		if e := x.in.pop(); s.nodes.Live(e.id) {
			x.out.push(entry{-e.key, e.value, e.id})
			left++
		}
	}
	return left
}

// drops notes that an order of FOCAL does not have a node any more that is not eligible.
func (s *heaps) drops(order int, id uint32) { s.falls.absent[order].set(int(id)) }

// begin collects the nodes that are or have been eligible. Only an order by d knows their d; without
// one nobody needs it.
func (s *heaps) begin() {
	x := &s.falls
	x.begun = true
	add := func(id uint32, f, d Cost) bool {
		x.in.Vector.Push(entry{-f, d, id})
		return true
	}
	if s.withD < 0 {
		s.byF.keep(nil, func(e entry) bool { return add(e.id, e.key, 0) })
	} else {
		s.orders[s.withD].keep(add)
	}
	x.in.order()
	x.most = 2*x.in.len() + fewNodes
}

// rise takes the nodes into FOCAL again that a fall has taken out, up to a threshold, and returns
// their number.
func (s *heaps) rise(t Cost) (returned int64) {
	x := &s.falls
	for {
		e, ok := x.out.pop(t)
		if !ok {
			return returned
		}
		if !s.nodes.Live(e.id) {
			continue
		}
		returned++
		x.in.push(entry{-e.key, e.value, e.id})
		for i, o := range s.orders {
			if x.absent[i].has(int(e.id)) {
				x.absent[i].clear(int(e.id))
				o.enter(e.id, e.key, e.key-s.nodes.G(e.id), e.value)
			}
		}
	}
}
