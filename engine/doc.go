// Package engine is bounded-suboptimal heuristic search: Focal Search (FS) and
// Probabilistic Focal Search (PFS), exact in every number and reproducible on
// every machine.
//
// # Vocabulary
//
// A search node n stands for a state with a path from the start of cost g(n).
// h(n) is the primary heuristic, which must be admissible, and f(n) = g(n) +
// h(n). d(n) is the secondary heuristic, a guess of the distance that need not
// be admissible. OPEN is the frontier, CLOSED is what has been expanded. fmin,
// the least f in OPEN, is a lower bound on the optimal cost C* until a goal is
// accepted. With a suboptimality bound w >= 1,
//
//	FOCAL = { n in OPEN : f(n) <= w·fmin }
//
// holds the eligible nodes: a goal selected from it costs at most w·C*. FS
// expands the node of least d in FOCAL. PFS does so with probability p and
// otherwise expands the node of least f in OPEN, so that fmin, and FOCAL with
// it, grows. Ties go to the node inserted first.
//
// # Exactness
//
// Costs are integers in a unit that the problem declares, w is a rational (a
// float's shortest decimal taken exactly), and f <= w·fmin is decided as f <=
// floor(w·fmin). There is no floating-point number and no epsilon in the search,
// and the random generator belongs to the run. So the same problem, algorithm
// and seed give the same counters everywhere.
//
// # Reading
//
// search.go is the paper's Algorithm 1. A Problem is one instance, its Space the
// contract with a domain, an Algorithm a small value, a Result what came out.
// nodes.go, index.go and the two frontiers (buckets.go, heaps.go) are the data
// structures. Verify checks a result with no code of the search.
//
// # Layout
//
// About half of a best-first search's time is spent waiting for memory, so bytes
// per node and overlapping accesses decide the speed. Every insertion into OPEN
// makes a node of its own whose id is its sequence number. That one decision
// keeps a 15-puzzle's node at 16 bytes (a state, a g and a parent: no sequence
// number, no h, no queue position), makes a queue entry an id of 4 bytes, and
// gives every node a path of exactly its g. Nodes and table lie outside Go's
// heap on huge pages, and all successors' table slots are loaded before any is
// probed. With small integer costs OPEN and FOCAL are one table of queues, in
// which a rise of fmin touches no node at all.
//
// The source is Vu Duc, Le Huu, Hà, Nguyen, Nguyen, Huynh: Probabilistic Focal
// Search: Accelerating Bounded-Suboptimal Search via Lower-Bound Advancement;
// FS is from Pearl and Kim, Studies in Semi-Admissible Heuristics, IEEE Trans.
// PAMI 4 (1982).
package engine
