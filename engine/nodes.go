package engine

import "math"

// A node is one insertion into OPEN: the start is number 0, and each new state,
// each cheaper path to a state in OPEN and each reopening makes the next node.
// So a node's id is its sequence number, which breaks ties; the count of nodes
// is the count of insertions; a queue entry is an id alone; and a node's path
// costs exactly its g, since a node once made keeps its parent. When a cheaper
// path to a state is found, the older node is superseded: whichever queue still
// holds it drops it when it comes up.
//
// A node is Shape.Words words of state and one of link, g<<32 | parent<<2 | flags,
// or where costs are wide two, link and g. A 15-puzzle's node takes 16 bytes.
// Nodes lie in chunks outside Go's heap: growing copies nothing.
type nodes struct {
	n      uint32 // nodes so far
	words  int    // of state
	stride int    // words per node
	wide   bool
	shift  uint // chunk = id >> shift
	mask   uint32
	chunks []region
}

const (
	// What has become of a node; 0 while it is in OPEN.
	expanded   = 1 // it is in CLOSED
	accepted   = 2 // a goal that became the incumbent of an anytime search
	superseded = 3 // a cheaper path to its state was found

	maxNodes   = 1<<30 - 1 // a parent has 30 bits in its link
	noNode     = maxNodes  // the start's parent
	chunkWords = 4 << 20   // 32 MiB
)

func newNodes(sh Shape) nodes {
	a := nodes{words: sh.Words, stride: sh.Words + 1, wide: sh.WideCosts}
	if a.wide {
		a.stride++
	}
	for a.stride<<(a.shift+1) <= chunkWords {
		a.shift++
	}
	a.mask = 1<<a.shift - 1
	return a
}

// maxG is the greatest path cost that a node can hold.
func (a *nodes) maxG() Cost {
	if a.wide {
		return math.MaxInt64
	}
	return math.MaxUint32
}

// reserve makes room for k more nodes.
func (a *nodes) reserve(k int) error {
	for int(a.n)+k > len(a.chunks)<<a.shift {
		r, err := allocate(a.stride << a.shift)
		if err != nil {
			return err
		}
		a.chunks = append(a.chunks, r)
	}
	return nil
}

// record is the words of a node.
func (a *nodes) record(id uint32) []uint64 {
	i := int(id&a.mask) * a.stride
	return a.chunks[id>>a.shift].words[i : i+a.stride]
}

// add makes the next node. Room must have been reserved.
func (a *nodes) add(state []uint64, g Cost, parent uint32) (id uint32) {
	id = a.n
	a.n++
	r := a.record(id)
	copy(r, state)
	link := uint64(parent) << 2
	if a.wide {
		r[a.words+1] = uint64(g)
	} else {
		link |= uint64(g) << 32
	}
	r[a.words] = link
	return id
}

func (a *nodes) state(id uint32) []uint64 { return a.record(id)[:a.words] }

func (a *nodes) g(id uint32) Cost {
	r := a.record(id)
	if a.wide {
		return Cost(r[a.words+1])
	}
	return Cost(r[a.words] >> 32)
}

func (a *nodes) parent(id uint32) uint32 { return uint32(a.record(id)[a.words]) >> 2 }

// fate is what has become of a node: 0 while it is live, else expanded,
// accepted or superseded.
func (a *nodes) fate(id uint32) uint64 { return a.record(id)[a.words] & 3 }

// live says whether a node is in OPEN.
func (a *nodes) live(id uint32) bool { return a.fate(id) == 0 }

func (a *nodes) setFate(id uint32, fate uint64) {
	r := a.record(id)
	r[a.words] = r[a.words]&^3 | fate
}

// bytes is the memory in use, in whole huge pages as the system gives them.
func (a *nodes) bytes() int64 {
	const page = 2 << 20
	return (int64(a.n)*int64(a.stride)*8 + page - 1) / page * page
}

func (a *nodes) free() {
	for i := range a.chunks {
		a.chunks[i].free()
	}
	a.chunks = nil
}
