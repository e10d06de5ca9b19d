package engine

// A frontier is OPEN and FOCAL together: the nodes to be expanded, by f for
// OPEN's head and by the algorithm's guidance for FOCAL = {n : f(n) <= threshold}.
// The threshold is floor(w·fmin), which for integer f decides f <= w·fmin
// exactly. There are two, which make the same selections: buckets for small
// integer costs, heaps for any.
//
// Nodes that were superseded stay in the queues until they come up; what
// counts nodes (least, open, focal) counts live ones only.
type frontier interface {
	// insert adds a new node, whose id is greater than any before. key is what
	// guides the selection, d for FS. It reports false, and has not added the
	// node, if the values are beyond what this frontier holds.
	insert(id uint32, f, key Cost) bool
	// superseded tells that a node of this f in OPEN has been superseded.
	superseded(f Cost)
	// least is fmin, the least f in OPEN; false if OPEN is empty.
	least() (Cost, bool)
	// setThreshold makes FOCAL {f <= t} and returns how many nodes became eligible.
	setThreshold(t Cost) (admitted int64)
	// guided is the node of FOCAL with the least key, then the least id.
	guided() selection
	// head is the node of OPEN with the least f, then the least id.
	head() selection
	// take removes a selection just made. The node must have been closed.
	take(selection)

	open() int64  // |OPEN|
	focal() int64 // |FOCAL|
	bytes() int64
}

// A selection is a node picked from the frontier and not yet taken out.
type selection struct {
	id  uint32
	f   Cost
	key Cost // what guides the selection
}
