// Package open holds a search's OPEN and FOCAL: the frontiers from which nodes
// are selected, and the queues that they are made of.
package open

import "github.com/focal-search/focal/engine/internal/arena"

// Cost is a path cost or a heuristic value, as engine.Cost.
type Cost = arena.Cost

// A Frontier is OPEN and FOCAL together: the nodes to be expanded, in one or
// more queues. FOCAL = {n in OPEN : f(n) <= threshold}, and the threshold is
// floor(w·fmin), which for integer f decides f <= w·fmin exactly.
//
// There are two of each kind, one for small integer costs and one for any, and of some a
// third for d = h. All make the same selections:
//
//	queues                        d = h           small costs        any costs
//	least d, least f                              leastDBuckets      focalHeaps
//	the same, ties of f to h      leastDBuckets   Several            focalHeaps
//	greatest potential, least f                   potentialBuckets   focalHeaps
//	least d, potential, least f   sameBuckets     Several            focalHeaps
//	least f, or g + w·h                           bestBuckets        bestHeaps
//
// Nodes that have left OPEN otherwise than by Take stay in the queues until
// they come up; what counts nodes (Least, Open, Focal) counts live ones only.
type Frontier interface {
	// Insert adds a new node, whose id is greater than any before. It reports
	// false, and has not added the node, if the values are beyond what this
	// frontier holds.
	Insert(id uint32, f, h, d Cost) bool
	// Left says that a node of this f, in OPEN and never selected, has been
	// superseded.
	Left(f Cost)
	// Least is the least f in OPEN; false if OPEN is empty.
	Least() (Cost, bool)
	// SetThreshold makes FOCAL {f <= t} and returns how many nodes became eligible.
	SetThreshold(t Cost, b Bound) (admitted int64)
	// Select is the best node of a queue: of Guided the eligible one that the
	// guidance prefers, of Head the one of OPEN with the least f. Ties of the head
	// go to the least id. Where they go to h first, it is to the least h, then to the
	// least id; in a frontier with no other queue to the least rest of w·h (for WA*,
	// whose f is the whole part of g + w·h), then to the least h, then to the least id.
	Select(queue int) Selection
	// Take removes a selection just made. The node must not be live any more.
	Take(Selection)
	// Next is the node that Select would look at first, so that it can be loaded
	// early, and second one that may follow it; arena.None where there is none, or
	// none at hand.
	Next(queue int) (next, second uint32)
	// Precedes guesses whether a node of these values, if it entered OPEN now, would
	// be selected before Next, or there is no Next. It may know that sooner than Next.
	Precedes(queue int, f, h, d Cost) bool
	// Prune removes every node with f >= c.
	Prune(c Cost)

	Open() int64  // |OPEN|
	Focal() int64 // |FOCAL|, 0 in a frontier that has no guided queue
	// Plateau is the number of nodes in OPEN with the least f.
	Plateau() int64
	Bytes() int64
	Free()
}

// The queues of a frontier.
const (
	Guided = 0
	Head   = 1
)

// A Selection is a node picked from a frontier and not yet taken out.
type Selection struct {
	ID  uint32
	F   Cost
	Key Cost // its d or h, whichever the queue sorts by; of the head what the first queue sorts by

	part int32 // of Several, that selected it
}

// A Range says what the f, h and d of nodes are.
type Range int

// The ranges, from the widest. An algorithm whose nodes do not fit one goes on with that before.
const (
	Any   Range = iota // costs of any size
	Small              // small integers
	Same               // small integers, and d = h in each node
)

// Focal is the frontier of one order of FOCAL, and of least f.
func Focal(n *arena.Nodes, r Range, g Guidance) Frontier {
	if r >= Small {
		return g.bucket(n)
	}
	return newFocalHeaps(n, false, g)
}

// Best is the frontier of A* and Weighted A*, which have no FOCAL: least f, or
// with a weight least g + w·h.
func Best(n *arena.Nodes, r Range, w Weight) Frontier {
	if r >= Small {
		return &bestBuckets{newRowBuckets(n, w)}
	}
	b := &bestHeaps{newHeaps(n)}
	b.byF.near.ties = w
	return b
}

// census counts the live nodes of OPEN and of FOCAL.
type census struct {
	threshold Cost
	open      int64
	focal     int64
}

func (c *census) enter(f Cost) {
	c.open++
	if f <= c.threshold {
		c.focal++
	}
}

func (c *census) leave(f Cost) {
	c.open--
	if f <= c.threshold {
		c.focal--
	}
}

func (c *census) Open() int64  { return c.open }
func (c *census) Focal() int64 { return c.focal }
