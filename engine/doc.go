// Package engine implements bounded-suboptimal heuristic search. All arithmetic that
// decides anything is exact, so results are reproducible on every machine. Its
// algorithms are A*, WA*, Focal Search (FS), Probabilistic Focal Search (PFS), Dynamic
// Potential Search (DPS, PDPS), Round-Robin Focal Search (RRFS), EES, EES++, RR-d,
// RR-DPS, DXES, RR-DXES, XDP, XUP, pwXD, pwXU, IOS, the anytime ARA*, RWA* and ANA*; what a
// [Modifier] makes of them, such as the anytime AFS; and those that users define with Custom.
//
// # Vocabulary
//
// A search node n is a state together with a path to it from the start, of cost g(n).
// h(n) is the primary heuristic, which must be admissible, and f(n) = g(n) + h(n). d(n)
// is the secondary heuristic, an estimate of the distance to a goal that need not be
// admissible. OPEN is the frontier; CLOSED holds the expanded nodes. fmin, the least f
// in OPEN, is a lower bound on the optimal cost C* until a goal is accepted. With a
// suboptimality bound w >= 1,
//
//	FOCAL = { n in OPEN : f(n) <= w·fmin }
//
// holds the eligible nodes: a goal selected from it costs at most w·C*. FS expands the
// node of least d in FOCAL, DPS the node of greatest potential (w·fmin - g)/h. The
// probabilistic algorithms make this guided choice with probability p and otherwise
// expand the node of least f in OPEN, so that fmin rises and FOCAL grows with it. Ties
// in d, and in f at OPEN's head, go to the node inserted first; ties in potential, and
// those of A*, WA* and the algorithms whose names end in -h, go first to the smaller h. Ties
// in f, f̂ and effort of EES and its kin go first to the greater g, as in their authors' code.
// An anytime algorithm continues after a solution with the same OPEN and a smaller w.
//
// # Queues and schedulers
//
// An algorithm is a list of queues and a scheduler. A queue is an order over the
// eligible nodes or over OPEN. A node enters all queues and leaves them all when it is
// selected. Before each selection the scheduler names a queue. If that queue's best
// node is not eligible, the next queue is asked. The last queue is least f in OPEN,
// whose head is always eligible. So a solution costs at most w·C* whatever the
// scheduler does.
//
//	algorithm     queues                                       scheduler
//	FS            least d, least f                             always the first
//	PFS, AltFS    least d, least f                             by chance p; the share p, evenly
//	DPS, ...      greatest potential, least f                  as FS, PFS, AltFS
//	RRFS          greatest potential, least d, least f         in turn, records free
//	RRFS-boost    the same                                     in turn, records free and boosting
//	RRFS-boost-h  the same, ties of least f to the smaller h   as RRFS-boost
//	RR-slack      slack per step, greatest potential, least f  in turn, records free
//	EES           least d̂ of the promising, least f̂ in OPEN, least f   the first with f̂ <= w·fmin
//	EES++         the same                                     always the first
//	RR-d          least d̂, least f̂, least f                    in turn
//	RR-DPS        greatest potential, least f̂, least f         in turn
//	DXES          least effort, least f                        always the first
//	RR-DXES       least effort, least f̂, least f               in turn
//
// A*, WA*, XDP, XUP, pwXD, pwXU, IOS, ARA* and RWA* have one queue each, sorted by f or another
// priority. IOS, ARA* and RWA* continue in iterations (iterate.go).
//
// # Exactness
//
// Costs are integers in a unit that the problem declares. w is a rational number: a
// float stands for its shortest decimal, taken exactly. f <= w·fmin is decided as f <=
// floor(w·fmin). Potentials are compared as fractions of up to 192 bits, and the square
// roots of XDP and XUP by their squares; the estimates f̂ and d̂ are fixed-point
// numbers. The search makes no decision by a floating-point number or an epsilon, and
// each run has its own random generator. So the same problem, algorithm and seed give
// the same counters everywhere.
//
// # Reading
//
// search.go is the paper's Algorithm 1. catalogue.go states how the algorithms differ.
// To add one, add a row to its bases, a scheduler if it needs one (schedulers.go), and
// its naive twin (naive_test.go). modifier.go makes further
// ones of all bases. A Problem is one instance, a Space is the contract
// with a domain, and a Result is the outcome of a run. The data structures are in
// internal packages: arena holds the nodes and the table that finds them, open
// OPEN and FOCAL, and memory the storage below both. Verify checks a result without any code
// of the search. Tests compare the search with a second engine that follows the
// specification literally (naive_test.go), and the build tag invariants checks OPEN and
// FOCAL before every selection.
//
// # Layout
//
// About half of a best-first search's time is spent waiting for memory, so bytes per
// node and overlapping accesses decide the speed. Every insertion into OPEN makes a new
// node whose id is its sequence number. That one decision keeps a 15-puzzle node at 16
// bytes (a state, a g and a parent: no sequence number, no h, no queue position), makes
// a queue entry an id of 4 bytes, and gives every node a path of cost exactly g. Nodes
// and table lie outside Go's heap on huge pages, and the table slots of all successors
// are loaded before any is probed.
//
// # OPEN and FOCAL
//
// With small integer costs OPEN is a table of first-in-first-out queues, with a row for
// each f and a column for each d (or h). FOCAL is the rows up to floor(w·fmin), so a
// rise of fmin moves no node: for FS it visits each queue of the newly eligible rows
// once, and for DPS it replays matches of a winner tree over the rows. An insertion takes O(1)
// for FS and O(log rows) for DPS. An algorithm of both queues has a table for each, or
// one for both as long as d = h in all nodes. A queue is sorted by a value, an
// open.Order: least key, or greatest slack (x - f)/b, of which DPS's potential is one.
//
// With costs of any size OPEN is a queue by f, of which only the front is a heap; another
// one holds the nodes that are not yet eligible, and a rise of fmin pops exactly the newly
// eligible ones. For FS they enter a list for each d. An algorithm with several queues has
// one OPEN and an order of FOCAL for each queue.
//
// For DPS a node's place in the order changes with fmin: its potential is the line
// (x - g)/h in x = w·fmin. But the greatest potentials are of few nodes. So only those above
// a bar are in a heap, which is made anew at each rise. The others are in columns of
// about equal h, in the order of the x at which they reach the bar. A rise costs each column
// one comparison, and a node below the bar nothing. The bar is raised when the heap
// becomes large in proportion to what happens between two rises, and lowered when it
// has run out. So an insertion into FOCAL is an append as a rule, and no node is compared
// with others before it may be among the best. A kinetic tournament (Basch, Guibas,
// Hershberger 1999), which has the better bound, O(n log² n) for all rises, made
// searches take 1.3 to 1.6 times as long on inverse tiles, and up to 1.1 times on tours.
//
// The source is Vu Duc, Le Huu, Hà, Nguyen, Nguyen, Huynh: Probabilistic Focal Search:
// Accelerating Bounded-Suboptimal Search via Lower-Bound Advancement. The constructors
// of the older algorithms cite their papers.
package engine
