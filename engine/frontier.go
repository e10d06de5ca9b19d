package engine

// A frontier is OPEN and FOCAL together: the nodes to be expanded, by priority
// for OPEN's head and by the algorithm's guidance for FOCAL = {n : f(n) <=
// threshold}. The threshold is floor(w·fmin), which for integer f decides f <=
// w·fmin exactly.
//
// There are two of each kind, one for small integer costs and one for any, and
// both make the same selections:
//
//	guidance             small costs        any costs
//	least d              focalBuckets       focalHeaps
//	greatest potential   envelopeBuckets    envelopeHeaps
//	none (A*, WA*)       envelopeBuckets    envelopeHeaps
//
// Nodes that have left OPEN otherwise than by take stay in the queues until
// they come up; what counts nodes (least, open, focal) counts live ones only.
type frontier interface {
	// insert adds a new node, whose id is greater than any before. It reports
	// false, and has not added the node, if the values are beyond what this
	// frontier holds.
	insert(id uint32, f, h, d Cost) bool
	// left tells that a node of this f, in OPEN and never selected, has been
	// superseded.
	left(f Cost)
	// least is the least f in OPEN; false if OPEN is empty.
	least() (Cost, bool)
	// setThreshold makes FOCAL {f <= t} and returns how many nodes became eligible.
	setThreshold(t Cost, b bound) (admitted int64)
	// guided is the node of FOCAL that the guidance prefers.
	guided() selection
	// head is the node of OPEN with the least f. Ties go to the least id, or
	// where there is no guidance to the least rest of w·h (for WA*, whose f is
	// the whole part of g + w·h), then the least h, then the least id.
	head() selection
	// take removes a selection just made. The node must not be live any more.
	take(selection)
	// next guesses which node may be selected next, so that it can be loaded
	// early; none where there is no guess.
	next() uint32
	// prune removes every node with f >= c.
	prune(c Cost)

	open() int64  // |OPEN|
	focal() int64 // |FOCAL|
	bytes() int64
	free()
}

// A selection is a node picked from the frontier and not yet taken out.
type selection struct {
	id  uint32
	f   Cost
	key Cost // its d or h, whichever the frontier sorts by
}

// guidance is how an algorithm's guided branch chooses from FOCAL.
type guidance string

const (
	unguided          guidance = ""          // OPEN's head always
	leastD            guidance = "least d"   // Focal Search
	greatestPotential guidance = "potential" // Dynamic Potential Search: max (w·fmin - g)/h
)

func newFrontier(g guidance, weight Ratio, small bool, n *nodes) frontier {
	switch {
	case g == leastD && small:
		return newFocalBuckets(n)
	case g == leastD:
		return newFocalHeaps(n)
	case small:
		return newEnvelopeBuckets(n, g, weight)
	default:
		return newEnvelopeHeaps(n, g, weight)
	}
}

// census counts the live nodes of OPEN and of FOCAL.
type census struct {
	threshold Cost
	nOpen     int64
	nFocal    int64
}

func (c *census) enter(f Cost) {
	c.nOpen++
	if f <= c.threshold {
		c.nFocal++
	}
}

func (c *census) leave(f Cost) {
	c.nOpen--
	if f <= c.threshold {
		c.nFocal--
	}
}

// next: heaps do not guess.
func (c *census) next() uint32 { return none }

func (c *census) open() int64  { return c.nOpen }
func (c *census) focal() int64 { return c.nFocal }
