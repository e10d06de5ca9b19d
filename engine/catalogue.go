package engine

import (
	"cmp"
	"sync"

	"github.com/focal-search/focal/engine/internal/natural"
)

// A Description is what an algorithm's name stands for: its queues and scheduler, what
// it takes and what it is derived from. Two algorithms differ only by such a value,
// never by a copy of the search loop.
type Description struct {
	Name   string // as in commands and study files, "pfs"
	Title  string // as in papers, "PFS"
	Source string // authors, venue and year; "" if it was first described here

	// Queues are the queues in the order in which they are asked; the last one is
	// OPEN's head.
	Queues []Queue
	// Guidance is the name of the first queue, such as "least d"; "" if OPEN's head is
	// the only queue, as for A* and WA*.
	Guidance string
	TakesW   bool // users choose w; for anytime algorithms the first bound
	TakesP   bool // users choose p
	Anytime  bool // it continues after a solution
	InTurn   bool // its queues select in turn
	// LateBound: fmin and the lower bound are known only at the end, because OPEN
	// is sorted by a priority other than f.
	LateBound bool

	// What the algorithm is derived from, by name; "" if there is none.
	AnytimeOf       string // it is the anytime form of this one
	ProbabilisticOf string // guided like this one, but only with probability p
	AlternatingOf   string // guided like this one, but only in the share p of its selections

	// Revision is raised when a change of the rule changes the algorithm's counters.
	Revision int

	// scheduler makes the scheduler of a run, which names the queues. Without one the
	// first queue is named with probability p, or in the share p of the selections, and
	// otherwise the last one.
	scheduler func() Scheduler
	draws     bool                 // the scheduler draws random numbers
	origin    any                  // see Algorithm.Origin
	ranking   *ranking             // sorts OPEN instead of f; there is no FOCAL
	plan      func(Algorithm) plan // how it goes on after a solution, where that is not by a Schedule alone
	loose     bool                 // incumbents may cost more than w·fmin
	defers    bool                 // re-expansions; see Deferred
	retired   bool                 // known by name only
}

var (
	byF         = []Queue{LeastF} // ties go to the smaller h where it is the only queue
	byD         = []Queue{LeastD, LeastF}
	byPotential = []Queue{GreatestPotential, LeastF}
	byEstimates = []Queue{PromisingDHat, OpenFHat.deepFirst(), LeastFThenH}
)

// bases are the algorithms from which modifiers make others. Where the papers are silent, ties of
// those that use estimates go to the greater g, as in their authors' code.
var bases = []Description{
	{Name: "astar", Title: "A*", Source: "Hart, Nilsson, Raphael 1968", Queues: byF},
	{Name: "wastar", Title: "WA*", Source: "Pohl 1970",
		Queues: byF, TakesW: true, LateBound: true, ranking: weighted},
	{Name: "xdp", Title: "XDP", Source: "Chen, Sturtevant, IJCAI 2019",
		Queues: byF, TakesW: true, LateBound: true, ranking: parabola{down: true}.ranking()},
	{Name: "xup", Title: "XUP", Source: "Chen, Sturtevant, IJCAI 2019",
		Queues: byF, TakesW: true, LateBound: true, ranking: parabola{}.ranking()},
	{Name: "pwxd", Title: "pwXD", Source: "Chen, Sturtevant, AAAI 2021",
		Queues: byF, TakesW: true, LateBound: true, ranking: pwXD},
	{Name: "pwxu", Title: "pwXU", Source: "Chen, Sturtevant, AAAI 2021",
		Queues: byF, TakesW: true, LateBound: true, ranking: pwXU},
	{Name: "dswastar", Title: "DSWA*", Source: "Hami, Sturtevant, AAAI 2025",
		Queues: byF, TakesW: true, LateBound: true, Revision: 1, ranking: distributed(byAngle)},
	{Name: "ios", Title: "IOS", Source: "Chen, Sturtevant, Doyle, Ruml, SoCS 2019",
		Queues: byF, TakesW: true, LateBound: true, ranking: parabola{down: true}.ranking(),
		plan: func(a Algorithm) plan { return &proving{asked: a.W} }},
	{Name: "fs", Title: "FS", Source: "Pearl, Kim 1982", Queues: byD, TakesW: true},
	{Name: "dps", Title: "DPS", Source: "Gilon, Felner, Stern, SoCS 2016", Queues: byPotential, TakesW: true},
	{Name: "rrfs", Title: "RRFS", Queues: []Queue{GreatestPotential, LeastD, LeastF}, TakesW: true,
		scheduler: func() Scheduler { return recordsFree(2, 0) }, InTurn: true},
	{Name: "rrslack", Title: "RR-slack", Queues: []Queue{SlackPerStep, GreatestPotential, LeastF}, TakesW: true,
		scheduler: func() Scheduler { return recordsFree(2, 0) }, InTurn: true},
	{Name: "ees", Title: "EES", Source: "Thayer, Ruml, IJCAI 2011", Queues: byEstimates, TakesW: true, Revision: 2,
		scheduler: func() Scheduler { return explicitEstimation }},
	{Name: "eespp", Title: "EES++", Source: "Fickert, Gu, Ruml, AAAI 2022", Queues: byEstimates, TakesW: true, Revision: 1,
		scheduler: func() Scheduler { return firstQueue }},
	{Name: "rrd", Title: "RR-d", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{LeastDHat, LeastFHat.deepFirst(), LeastFThenH}, TakesW: true, Revision: 2,
		scheduler: threeInTurn, InTurn: true},
	{Name: "rrdps", Title: "RR-DPS", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{GreatestPotential, LeastFHat.deepFirst(), LeastFThenH}, TakesW: true, Revision: 2,
		scheduler: threeInTurn, InTurn: true},
	{Name: "dxes", Title: "DXES", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{LeastEffort.deepFirst(), LeastFThenH}, TakesW: true, Revision: 1},
	{Name: "rrdxes", Title: "RR-DXES", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{LeastEffort.deepFirst(), LeastFHat.deepFirst(), LeastFThenH}, TakesW: true, Revision: 1,
		scheduler: threeInTurn, InTurn: true},
	{Name: "arastar", Title: "ARA*", Source: "Likhachev, Gordon, Thrun, NIPS 2003", Queues: byF, TakesW: true,
		Anytime: true, AnytimeOf: "wastar", LateBound: true, ranking: weighted, loose: true,
		plan: func(a Algorithm) plan { return &repairing{anytime: anytime{schedule: a.Schedule}} }},
	{Name: "anastar", Title: "ANA*", Source: "van den Berg, Shah, Huang, Goldberg, AAAI 2011",
		Queues: byPotential, Anytime: true, loose: true,
		plan: func(a Algorithm) plan { return &nonparametric{anytime: anytime{a.Schedule, true}} }},
}

// listed are the algorithms that lists show, in their order: the bases, and what modifiers
// make of them where that was published or is recommended, with its source.
var listed = []struct{ name, source string }{
	{name: "astar"}, {name: "wastar"}, {name: "xdp"}, {name: "xup"}, {name: "ios"},
	{name: "pwxd"}, {name: "pwxu"}, {name: "dswastar"}, {"dswastar-map", "Hami, Sturtevant, AAAI 2025"},
	{name: "fs"}, {"pfs", "Vu Duc et al."}, {name: "dps"}, {"pdps", "Vu Duc et al."}, {name: "pfs-h"},
	{name: "altfs"}, {name: "altdps"}, {name: "rrfs"}, {name: "rrfs-boost"}, {name: "rrfs-boost-h"},
	{name: "rrslack"}, {name: "rrslack-boost-h-defer"},
	{name: "ees"}, {name: "eespp"}, {name: "rrd"}, {name: "rrdps"}, {name: "dxes"}, {name: "rrdxes"},
	{"afs", "Cohen et al. 2018"}, {"apfs", "Vu Duc et al."}, {"adps", "Vu Duc et al."}, {"apdps", "Vu Duc et al."},
	{name: "arrfs"}, {name: "arrfs-boost"}, {name: "arrfs-boost-h"},
	{name: "arastar"}, {"rwastar", "Richter, Thayer, Ruml, ICAPS 2010"}, {name: "anastar"},
}

// retired are algorithms of published results that are no longer built in: ablations such as
// those that notebook 11 defines with Custom. A Custom of such a name must select as the
// published algorithm did; code is a hash of that, see Algorithm.Coded.
var retired = []struct{ name, title, code string }{
	{"rrfs-strict", "RRFS-strict", "51dae478"},
	{"clearfs", "ClearFS", "6931f4ef"},
	{"divehalffs", "DiveHalfFS", "eb55974e"},
	{"diveclearfs", "DiveClearFS", "9a8fc70b"},
	{"diveclearfs-h", "DiveClearFS-h", "09ba7987"},
}

// retiredCode returns the code of a retired algorithm; "" if there is none of this name.
func retiredCode(name string) string {
	for _, r := range retired {
		if r.name == name {
			return r.code
		}
	}
	return ""
}

// Descriptions lists the built-in algorithms: the bases, and the best known of those that
// modifiers make of them.
func Descriptions() []Description {
	all := make([]Description, len(listed))
	for i, l := range listed {
		all[i], _ = Describe(l.name)
	}
	return all
}

// AlgorithmNames lists the names of [Descriptions]. NewAlgorithm knows more; see [Modifier].
func AlgorithmNames() []string {
	names := make([]string, len(listed))
	for i, l := range listed {
		names[i] = l.name
	}
	return names
}

// CompareAlgorithms orders the names of algorithms: those of [AlgorithmNames] in that
// order, then other built-in ones, then user-defined ones, each by name.
func CompareAlgorithms(a, b string) int {
	if a == b {
		return 0
	}
	return cmp.Or(place(a)-place(b), natural.Compare(a, b))
}

// place is that of an algorithm in lists.
func place(name string) int {
	for i := range listed {
		if listed[i].name == name {
			return i
		}
	}
	if _, ok := Describe(name); ok {
		return len(listed)
	}
	return len(listed) + 1
}

// described caches compose.
var described sync.Map

// Describe returns the description of the named algorithm; false if there is none.
func Describe(name string) (Description, bool) {
	if d, ok := described.Load(name); ok {
		return *d.(*Description), true
	}
	d, err := compose(name)
	if err != nil || d.Name != name { // its modifiers are in another order
		return Description{}, false
	}
	described.Store(name, &d)
	return d, true
}

// AStar is A*: it expands the node of least f, ties to the smaller h (Hart, Nilsson,
// Raphael 1968).
func AStar() Algorithm { return newAlgorithm("astar", 1, 0) }

// WAStar is Weighted A*: it expands the node of least g + w·h (Pohl 1970). The solution
// costs at most w times the optimum.
func WAStar(w float64) Algorithm { return newAlgorithm("wastar", w, 0) }

// XDP is best-first search by the convex downward parabola (Chen & Sturtevant, IJCAI
// 2019): it expands the node of least g + (2w-1)·h + √((g-h)² + 4w·g·h). The solution
// costs at most w times the optimum. With a consistent h this holds even if no node is
// ever reopened, as the paper proposes. Nodes are reopened here, so it holds for every
// admissible h.
func XDP(w float64) Algorithm { return newAlgorithm("xdp", w, 0) }

// XUP is best-first search by the convex upward parabola (Chen & Sturtevant, IJCAI
// 2019): it expands the node of least g + h + √((g+h)² + 4w(w-1)·h²), and is otherwise
// like XDP.
func XUP(w float64) Algorithm { return newAlgorithm("xup", w, 0) }

// PWXD is best-first search by a piecewise linear priority (Chen & Sturtevant, AAAI 2021) that
// allows its suboptimality late, as XDP does: it expands the node of least g + h if g < h, else
// of least (g + (2w-1)·h)/w, ties to the smaller h. It is otherwise like XDP.
func PWXD(w float64) Algorithm { return newAlgorithm("pwxd", w, 0) }

// PWXU is the same with a priority that allows it early, as XUP does: g/(2w-1) + h if g <
// (2w-1)·h, else (g + h)/w.
func PWXU(w float64) Algorithm { return newAlgorithm("pwxu", w, 0) }

// DSWAStar is Dynamic Suboptimality WA* (Hami & Sturtevant, AAAI 2025): it expands the node of
// the least priority, ties to the smaller h, and chooses while it searches how much of the
// suboptimality it allows at which g/h. Rays from the origin divide the plane of h and g. Between
// two of them the priority is linear: it is k·(g + v·h), with a weight v of its own. When a node
// that is expanded has a successor outside OPEN whose g/h is greater than that of the last ray, a
// ray through the successor of the greatest g/h is added. v may there be from the least to the
// greatest value for which the curve of priority 1 falls with a slope from 1 to 2w-1 and remains
// between the lines g + h = w and g + (2w-1)·h = w of pwXU and pwXD: it is v = least + (greatest -
// least)·α/90°, where α is the angle of the ray (the policy that the authors call DWP). If OPEN is
// empty, it is the greatest. With [ByProgress] the policy is their MAP.
//
// Priorities are integers: multiplied by 64·N, where w = N/D, and rounded to the nearest, with the
// priority of a ray's successor rounded first; the angle is rounded to 1/65,536 of 90°. They are
// at least f/w and at most f, also after rounding, so the solution costs at most w times the
// optimum for every admissible h, because nodes are reopened.
func DSWAStar(w float64) Algorithm { return newAlgorithm("dswastar", w, 0) }

// IOS is Improved Optimistic Search (Chen, Sturtevant, Doyle, Ruml, SoCS 2019). It runs
// XDP with the bound 2w - 1, reopening no node, until it selects a goal, of cost C.
// Then it runs A* from the start, without nodes of f >= C, until C <= w·fmin. A cheaper
// path that is already known is used when its node comes up again, as in RWA*. The
// paper also stops when the priorities of the first search prove the bound, which needs
// a consistent h; this implementation does not.
func IOS(w float64) Algorithm { return newAlgorithm("ios", w, 0) }

// FS is Focal Search: it expands the node of least d in FOCAL (Pearl & Kim 1982). The
// solution costs at most w times the optimum.
func FS(w float64) Algorithm { return newAlgorithm("fs", w, 1) }

// PFS is Probabilistic Focal Search: with probability p it selects as FS does,
// otherwise it expands the node of least f in OPEN, so that the lower bound rises and
// FOCAL grows with it. PFS(w, 1) is exactly FS.
func PFS(w, p float64) Algorithm { return newAlgorithm("pfs", w, p) }

// DPS is Dynamic Potential Search: it expands the node of greatest potential (w·fmin -
// g)/h (Gilon, Felner, Stern 2016). The solution costs at most w times the optimum.
func DPS(w float64) Algorithm { return newAlgorithm("dps", w, 1) }

// PDPS is Probabilistic DPS: with probability p it selects as DPS does, otherwise it
// expands the node of least f in OPEN. PDPS(w, 1) is exactly DPS.
func PDPS(w, p float64) Algorithm { return newAlgorithm("pdps", w, p) }

// RRFS is Round-Robin Focal Search with records free. Three queues select in turn:
// greatest potential, least d, and least f in OPEN. If a selection's d (in the queue by
// d) or h (in the queue by potential) is strictly less than the least that its queue
// has selected so far, the same queue selects again, and the turn is not used up. RRFS
// has no parameter but w and draws no random numbers.
//
// Bound. Let E be its expansions, R the number of them that use up no turn, and P the
// number of nodes that had the least f in OPEN at some time, each counted once between
// two rises of fmin. Then E <= 3·P + R + 2 at any time, and R is at most the number of
// values that h and d take. Proof: the queues take turns, so least f makes at least (E
// - R - 2)/3 expansions, each of a different node that had the least f. fmin <= C*
// until a solution is found, so these nodes have f <= C*: A* may have to expand them,
// and they do not bound FS or DPS. In the same way E is at most 3 times the turns of
// either guided queue, plus R + 2.
//
// What does not hold: E is not bounded by the expansions of FS, DPS or A*. Each queue
// selects from an OPEN that the others have changed, and under a different fmin. The
// tests have graphs on which RRFS needs more than 3 times the expansions of DPS or FS,
// plus the constants.
func RRFS(w float64) Algorithm { return newAlgorithm("rrfs", w, 1) }

// RRSlack is round-robin search by slack per step, with records free: the queues
// [SlackPerStep], [GreatestPotential] and [LeastF] select in turn, and a record uses up no
// turn, as in [RRFS]; its key is d in the first queue. Its bound is that of RRFS.
func RRSlack(w float64) Algorithm { return newAlgorithm("rrslack", w, 1) }

// EES is Explicit Estimation Search (Thayer & Ruml, IJCAI 2011). It selects the least
// d̂ among the nodes with f̂ at most w times the least f̂, if that node's f̂ <= w·fmin;
// else the least f̂, under the same condition; else the least f. f̂ = g + ĥ, and ĥ and
// d̂ correct h and d by the mean one-step errors of all expansions so far: the global
// average of Thayer, Dionne & Ruml (ICAPS 2011), not the mean along a node's path. A
// node keeps the values that it entered OPEN with.
func EES(w float64) Algorithm { return newAlgorithm("ees", w, 1) }

// EESPP is EES++ (Fickert, Gu, Ruml, AAAI 2022): EES with the condition f <= w·fmin
// instead of f̂ <= w·fmin.
func EESPP(w float64) Algorithm { return newAlgorithm("eespp", w, 1) }

// RRd is RR-d (Fickert, Gu, Ruml, AAAI 2022): least d̂ and least f̂ among the eligible
// nodes (f <= w·fmin), and least f, select in turn. All three queues obey the same
// bound, as in the authors' planner; d̂ and f̂ are those of EES. The authors' planner
// sorts the first queue by d, their domain code by d̂. This implementation uses d̂.
func RRd(w float64) Algorithm { return newAlgorithm("rrd", w, 1) }

// RRDPS is RR-DPS (Fickert, Gu, Ruml, AAAI 2022): greatest potential, least f̂ among
// the eligible nodes, and least f select in turn.
func RRDPS(w float64) Algorithm { return newAlgorithm("rrdps", w, 1) }

// DXES is Dynamic Expected Effort Search (Fickert, Gu, Ruml, AAAI 2022). It selects the
// least expected effort d̂/P among the eligible nodes, where P is the probability that
// a solution below the node is within the bound. The cost of that solution is modelled
// as normal with mean f̂ and standard deviation (f̂ - f)/2; the bound as normal with
// mean w·f̂min and the variance of f̂min, the least f̂ in OPEN, over the expansions so
// far. d̂ and f̂ are those of EES; a node keeps the effort that it entered OPEN with. P
// is Φ to some 20 bits, from a table of integers.
func DXES(w float64) Algorithm { return newAlgorithm("dxes", w, 1) }

// RRDXES is RR-DXES (Fickert, Gu, Ruml, AAAI 2022): the queue of DXES, least f̂ among
// the eligible nodes, and least f select in turn.
func RRDXES(w float64) Algorithm { return newAlgorithm("rrdxes", w, 1) }

// AFS is Anytime Focal Search (Cohen et al. 2018) with DefaultSchedule.
func AFS() Algorithm { return Anytime(FS(defaultW0)) }

// APFS is anytime PFS with DefaultSchedule.
func APFS(p float64) Algorithm { return Anytime(PFS(defaultW0, p)) }

// ARAStar is ARA*, Anytime Repairing A* (Likhachev, Gordon, Thrun 2003), with
// DefaultSchedule: WA* in iterations. If a node is reached more cheaply after it was
// expanded in an iteration, it waits for the next one. An iteration ends with a
// solution, or when no node of OPEN has g + w·h below the incumbent's cost C. After a
// solution w becomes C/fmin - Step; otherwise it becomes the lesser of this and w -
// Step; it is at least 1. fmin is the least f in OPEN and among the nodes that wait.
// Nodes with f >= C are dropped. With a consistent h a solution costs at most w·C*. The
// factor proved for any admissible h is C/fmin, which may exceed w.
func ARAStar() Algorithm { return newAlgorithm("arastar", defaultW0, 0) }

// RWAStar is RWA*, restarting WA* (Richter, Thayer, Ruml 2010), with DefaultSchedule. The
// weights in the paper are 5, 3, 2, 1.5 and 1. See [Restarting].
func RWAStar() Algorithm { return Restarting(WAStar(defaultW0)) }

// ANAStar is ANA*, Anytime Nonparametric A* (van den Berg, Shah, Huang, Goldberg 2011):
// it always expands the node of OPEN with the greatest (C - g)/h, where C is the
// incumbent's cost, and before there is one the node with the least h, then the least g.
// Ties are those of DPS. Nodes with f >= C are dropped, nodes reached more cheaply are
// reopened. There is no w: of DefaultSchedule only the end counts, which is when
// C/fmin - Step <= Stop. What is proved of an incumbent is C/fmin.
func ANAStar() Algorithm { return newAlgorithm("anastar", 1, 1) }

// ADPS is anytime DPS with DefaultSchedule.
func ADPS() Algorithm { return Anytime(DPS(defaultW0)) }

// APDPS is anytime PDPS with DefaultSchedule.
func APDPS(p float64) Algorithm { return Anytime(PDPS(defaultW0, p)) }
