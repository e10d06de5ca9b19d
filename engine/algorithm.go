package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// An Algorithm is a small value: a name, which determines the selection rule, and the
// parameters. Make one with AStar, WAStar, FS, PFS, DPS, PDPS, RRFS, EES, AFS, ARAStar
// or another function of this package, or define your own with Custom.
type Algorithm struct {
	Name string  `json:"name"` // "astar", "wastar", "fs", "pfs", ...
	W    Ratio   `json:"w"`    // suboptimality bound, exact; for anytime algorithms the first one
	P    float64 `json:"p"`    // probability, or share, of guided selections
	// Schedule is how an anytime algorithm continues after a solution; nil for the
	// others.
	Schedule *Schedule `json:"schedule,omitempty"`

	// Version is the version of a user-defined algorithm, see Custom; "" for the
	// others.
	Version string `json:"version,omitempty"`
	// Code identifies the code of a user-defined algorithm, see Coded; "" until it has
	// been computed.
	Code string `json:"code,omitempty"`

	custom *Description // of a user-defined algorithm, in the program that made it
	err    error        // why the parameters are invalid
}

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
	// LateBound: fmin and the lower bound are known only at the end, because OPEN
	// is sorted by a priority other than f.
	LateBound bool

	// What the algorithm is derived from, by name; "" if there is none.
	AnytimeOf       string // it is the anytime form of this one
	ProbabilisticOf string // guided like this one, but only with probability p
	AlternatingOf   string // guided like this one, but only in the share p of its selections

	// Revision is raised when a change of the rule changes the algorithm's counters.
	Revision int

	// scheduler names the queues. Without one the first queue is named with probability
	// p, or in the share p of the selections, and otherwise the last one.
	scheduler func(Algorithm) Scheduler
	iterates  iterations
	draws     bool      // the scheduler draws random numbers
	priority  *priority // sorts OPEN instead of f; there is no FOCAL
	// unbounded: every node of OPEN is eligible, and the potential is that below the
	// incumbent's cost, not w·fmin.
	unbounded bool
}

var (
	byF         = []Queue{LeastF} // ties go to the smaller h where it is the only queue
	byD         = []Queue{LeastD, LeastF}
	byPotential = []Queue{GreatestPotential, LeastF}
	byEstimates = []Queue{PromisingDHat, OpenFHat, LeastF}
	byBoth      = []Queue{GreatestPotential, LeastD, LeastF}
	byDThenH    = []Queue{LeastD, LeastFThenH}
	byBothThenH = []Queue{GreatestPotential, LeastD, LeastFThenH}
)

// descriptions is the table of the algorithms, in the order in which they are listed.
var descriptions = guided([]Description{
	{Name: "astar", Title: "A*", Source: "Hart, Nilsson, Raphael 1968", Queues: byF},
	{Name: "wastar", Title: "WA*", Source: "Pohl 1970",
		Queues: byF, TakesW: true, LateBound: true, priority: weighted},
	{Name: "xdp", Title: "XDP", Source: "Chen, Sturtevant, IJCAI 2019",
		Queues: byF, TakesW: true, LateBound: true, priority: parabola{down: true}.priority()},
	{Name: "xup", Title: "XUP", Source: "Chen, Sturtevant, IJCAI 2019",
		Queues: byF, TakesW: true, LateBound: true, priority: parabola{}.priority()},
	{Name: "ios", Title: "IOS", Source: "Chen, Sturtevant, Doyle, Ruml, SoCS 2019",
		Queues: byF, TakesW: true, LateBound: true, priority: parabola{down: true}.priority(), iterates: proves},
	{Name: "fs", Title: "FS", Source: "Pearl, Kim 1982", Queues: byD, TakesW: true},
	{Name: "pfs", Title: "PFS", Source: "Vu Duc et al.",
		Queues: byD, TakesW: true, TakesP: true, ProbabilisticOf: "fs"},
	{Name: "dps", Title: "DPS", Source: "Gilon, Felner, Stern, SoCS 2016", Queues: byPotential, TakesW: true},
	{Name: "pdps", Title: "PDPS", Source: "Vu Duc et al.",
		Queues: byPotential, TakesW: true, TakesP: true, ProbabilisticOf: "dps"},
	{Name: "pfs-h", Title: "PFS-h", Queues: byDThenH, TakesW: true, TakesP: true, ProbabilisticOf: "fs"},
	{Name: "altfs", Title: "AltFS", Queues: byD, TakesW: true, TakesP: true, AlternatingOf: "fs"},
	{Name: "altdps", Title: "AltDPS", Queues: byPotential, TakesW: true, TakesP: true, AlternatingOf: "dps"},
	{Name: "rrfs", Title: "RRFS", Queues: byBoth, TakesW: true,
		scheduler: freesRecords},
	{Name: "rrfs-boost", Title: "RRFS-boost", Queues: byBoth, TakesW: true,
		scheduler: boosts},
	{Name: "rrfs-boost-h", Title: "RRFS-boost-h", Queues: byBothThenH, TakesW: true,
		scheduler: boosts},
	{Name: "rrfs-strict", Title: "RRFS-strict", Queues: []Queue{LeastD, GreatestPotential, LeastF}, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return inTurn(3) }},
	{Name: "clearfs", Title: "ClearFS", Queues: byD, TakesW: true, scheduler: clears},
	{Name: "divehalffs", Title: "DiveHalfFS", Queues: byD, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return dive(inTurn(2)) }},
	{Name: "diveclearfs", Title: "DiveClearFS", Queues: byD, TakesW: true, scheduler: divesAndClears},
	{Name: "diveclearfs-h", Title: "DiveClearFS-h", Queues: byDThenH, TakesW: true, scheduler: divesAndClears},
	{Name: "cleardps", Title: "ClearDPS", Queues: byPotential, TakesW: true, scheduler: clears},
	{Name: "divecleardps", Title: "DiveClearDPS", Queues: byPotential, TakesW: true, scheduler: divesAndClears},
	{Name: "ees", Title: "EES", Source: "Thayer, Ruml, IJCAI 2011", Queues: byEstimates, TakesW: true, Revision: 1,
		scheduler: func(Algorithm) Scheduler { return explicitEstimation }},
	{Name: "eespp", Title: "EES++", Source: "Fickert, Gu, Ruml, AAAI 2022", Queues: byEstimates, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return firstQueue }},
	{Name: "rrd", Title: "RR-d", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{LeastDHat, LeastFHat, LeastF}, TakesW: true, Revision: 1,
		scheduler: func(Algorithm) Scheduler { return inTurn(3) }},
	{Name: "rrdps", Title: "RR-DPS", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{GreatestPotential, LeastFHat, LeastF}, TakesW: true, Revision: 1,
		scheduler: func(Algorithm) Scheduler { return inTurn(3) }},
	{Name: "dxes", Title: "DXES", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{LeastEffort, LeastF}, TakesW: true},
	{Name: "rrdxes", Title: "RR-DXES", Source: "Fickert, Gu, Ruml, AAAI 2022",
		Queues: []Queue{LeastEffort, LeastFHat, LeastF}, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return inTurn(3) }},
	{Name: "afs", Title: "AFS", Source: "Cohen et al. 2018",
		Queues: byD, TakesW: true, Anytime: true, AnytimeOf: "fs"},
	{Name: "apfs", Title: "APFS", Source: "Vu Duc et al.", Queues: byD, TakesW: true, TakesP: true, Anytime: true,
		AnytimeOf: "pfs", ProbabilisticOf: "afs"},
	{Name: "adps", Title: "ADPS", Source: "Vu Duc et al.",
		Queues: byPotential, TakesW: true, Anytime: true, AnytimeOf: "dps"},
	{Name: "apdps", Title: "APDPS", Source: "Vu Duc et al.",
		Queues: byPotential, TakesW: true, TakesP: true, Anytime: true,
		AnytimeOf: "pdps", ProbabilisticOf: "adps"},
	{Name: "arrfs", Title: "ARRFS", Queues: byBoth, TakesW: true, Anytime: true,
		AnytimeOf: "rrfs", scheduler: freesRecords},
	{Name: "arrfs-boost", Title: "ARRFS-boost", Queues: byBoth, TakesW: true,
		Anytime: true, AnytimeOf: "rrfs-boost", scheduler: boosts},
	{Name: "arrfs-boost-h", Title: "ARRFS-boost-h", Queues: byBothThenH, TakesW: true,
		Anytime: true, AnytimeOf: "rrfs-boost-h", scheduler: boosts},
	{Name: "arastar", Title: "ARA*", Source: "Likhachev, Gordon, Thrun, NIPS 2003", Queues: byF, TakesW: true,
		Anytime: true, AnytimeOf: "wastar", LateBound: true, priority: weighted, iterates: repairs},
	{Name: "rwastar", Title: "RWA*", Source: "Richter, Thayer, Ruml, ICAPS 2010", Queues: byF, TakesW: true,
		Anytime: true, AnytimeOf: "wastar", LateBound: true, priority: weighted, iterates: restarts},
	{Name: "anastar", Title: "ANA*", Source: "van den Berg, Shah, Huang, Goldberg, AAAI 2011",
		Queues: byPotential, Anytime: true, unbounded: true},
	{Name: "aclearfs", Title: "AClearFS", Queues: byD, TakesW: true, Anytime: true,
		AnytimeOf: "clearfs", scheduler: clears},
	{Name: "adiveclearfs", Title: "ADiveClearFS", Queues: byD, TakesW: true, Anytime: true,
		AnytimeOf: "diveclearfs", scheduler: divesAndClears},
	{Name: "acleardps", Title: "AClearDPS", Queues: byPotential, TakesW: true, Anytime: true,
		AnytimeOf: "cleardps", scheduler: clears},
	{Name: "adivecleardps", Title: "ADiveClearDPS", Queues: byPotential, TakesW: true, Anytime: true,
		AnytimeOf: "divecleardps", scheduler: divesAndClears},
})

// guided sets Guidance in every description.
func guided(all []Description) []Description {
	for i := range all {
		if d := &all[i]; len(d.Queues) > 1 {
			d.Guidance = d.Queues[0].Name
		}
	}
	return all
}

// Descriptions lists the algorithms that NewAlgorithm knows.
func Descriptions() []Description { return slices.Clone(descriptions) }

// Describe returns the description of the named algorithm; false if there is none.
func Describe(name string) (Description, bool) {
	for i := range descriptions {
		if d := &descriptions[i]; d.Name == name {
			return *d, true
		}
	}
	return Description{}, false
}

// Description returns what the algorithm takes, what guides it and what it is derived
// from.
func (a Algorithm) Description() Description {
	if a.custom != nil {
		d := *a.custom
		d.Anytime = a.Schedule != nil
		return d
	}
	d, ok := Describe(a.Name)
	if !ok && a.Version != "" { // user-defined and read from a file: its seed is 0 if it draws nothing
		d = Description{draws: true, Anytime: a.Schedule != nil}
	}
	return d
}

// Draws reports whether runs with this p draw random numbers, so that the seed matters.
func (d Description) Draws(p float64) bool {
	return d.draws || d.TakesP && d.AlternatingOf == "" && p < 1
}

// parameters returns the w and p of an algorithm of this name, given the user's choice.
// What the algorithm does not take has a fixed value.
func (d Description) parameters(w, p float64) (float64, float64) {
	if !d.TakesW {
		w = 1
	}
	switch {
	case d.Guidance == "":
		p = 0
	case !d.TakesP:
		p = 1
	}
	return w, p
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

// PFSH is [PFS] with ties of least f broken as A* does, to the smaller h.
func PFSH(w, p float64) Algorithm { return newAlgorithm("pfs-h", w, p) }

// DPS is Dynamic Potential Search: it expands the node of greatest potential (w·fmin -
// g)/h (Gilon, Felner, Stern 2016). The solution costs at most w times the optimum.
func DPS(w float64) Algorithm { return newAlgorithm("dps", w, 1) }

// PDPS is Probabilistic DPS: with probability p it selects as DPS does, otherwise it
// expands the node of least f in OPEN. PDPS(w, 1) is exactly DPS.
func PDPS(w, p float64) Algorithm { return newAlgorithm("pdps", w, p) }

// AltFS is PFS without chance: the share p of its selections is guided, spread evenly.
// For p = k/(k+1), k guided selections are followed by one of OPEN's head. AltFS(w, 1)
// is exactly FS.
func AltFS(w, p float64) Algorithm { return newAlgorithm("altfs", w, p) }

// AltDPS is PDPS without chance, as AltFS is PFS without chance.
func AltDPS(w, p float64) Algorithm { return newAlgorithm("altdps", w, p) }

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

// RRFSBoost is [RRFS] with boosts: each record also pays for one selection of its queue
// that sets none, before the turn passes. So a queue that makes progress may fail as often
// as it has succeeded. Planners boost a queue after progress in the same way, by a constant
// (Richter and Westphal, JAIR 2010). The bound of RRFS holds if R counts both kinds of
// selections that use up no turn; it is at most twice the number of values of h and d.
func RRFSBoost(w float64) Algorithm { return newAlgorithm("rrfs-boost", w, 1) }

// RRFSBoostH is [RRFSBoost] with ties of least f broken as A* does, to the smaller h. Its
// bound is that of RRFSBoost.
func RRFSBoostH(w float64) Algorithm { return newAlgorithm("rrfs-boost-h", w, 1) }

// RRFSStrict is Round-Robin Focal Search without exceptions: least d, greatest
// potential and least f select in turn. Its bound is that of RRFS with R = 0.
func RRFSStrict(w float64) Algorithm { return newAlgorithm("rrfs-strict", w, 1) }

// ClearFS is PFS without p or chance. It selects least d in FOCAL, but OPEN's head
// while h + N <= g, where N is the number of nodes in OPEN with f = fmin, and g and h
// are the numbers of expansions of FOCAL and of OPEN's head since fmin last rose.
//
// Bound. Let E be its expansions, G the guided ones, and P the number of nodes that had
// the least f in OPEN at some time, each counted once between two rises of fmin. Then
//
//	E <= 2·min(G, P), at any time.
//
// Proof: between two rises a selection of the head needs h + N <= g with N >= 1, so h
// <= g always holds. A guided selection needs g < h + N. The h nodes that the head
// expanded and the N nodes are different nodes that had the least f, so g <= P'
// afterwards, where P' is P for this interval, and likewise h <= P'. Summing over the
// intervals gives E = G + H <= 2·G and E <= 2·P. This holds for any guidance. fmin <=
// C* until a solution is found, so the nodes of P have f <= C*; FS has no such bound. G
// counts the guided expansions of this run, under the thresholds that its head
// expansions produced, and may exceed the expansions of FS.
func ClearFS(w float64) Algorithm { return newAlgorithm("clearfs", w, 1) }

// DiveHalfFS begins with a dive: it selects least d in FOCAL until FOCAL's least d
// exceeds the least selected so far, or has not fallen for more selections than it has
// fallen before. It then makes as many such selections again. After the dive, least d
// and OPEN's head select in turn.
func DiveHalfFS(w float64) Algorithm { return newAlgorithm("divehalffs", w, 1) }

// DiveClearFS begins with the dive of DiveHalfFS and continues as ClearFS.
//
// Bound. With T selections in the dive, E <= 2·min(G, P + T): ClearFS's proof holds
// after the dive, whose T selections are guided. If the least d falls to k values in
// the dive, d(start) included, then T <= k·(k+3): the i-th value is selected at most i
// + 1 times, and the dive is then made as long again. So T is bounded in terms of the
// start's d, even where many nodes have the same d.
func DiveClearFS(w float64) Algorithm { return newAlgorithm("diveclearfs", w, 1) }

// DiveClearFSH is [DiveClearFS] with ties of least f broken as A* does, to the smaller h.
// Its bound is that of DiveClearFS.
func DiveClearFSH(w float64) Algorithm { return newAlgorithm("diveclearfs-h", w, 1) }

// ClearDPS is PDPS without p or chance: it selects the greatest potential, but OPEN's
// head under the same condition as ClearFS, and has the same bound.
func ClearDPS(w float64) Algorithm { return newAlgorithm("cleardps", w, 1) }

// DiveClearDPS begins with greatest potential only, until it selects a node with a
// greater h than the least selected so far. It makes as many such selections again, and
// continues as ClearDPS. Its bound is that of DiveClearFS.
func DiveClearDPS(w float64) Algorithm { return newAlgorithm("divecleardps", w, 1) }

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

// ARRFS is anytime RRFS with DefaultSchedule.
func ARRFS() Algorithm { return newAlgorithm("arrfs", defaultW0, 1) }

// ARRFSBoost is anytime RRFS-boost with DefaultSchedule.
func ARRFSBoost() Algorithm { return newAlgorithm("arrfs-boost", defaultW0, 1) }

// ARRFSBoostH is anytime RRFS-boost-h with DefaultSchedule.
func ARRFSBoostH() Algorithm { return newAlgorithm("arrfs-boost-h", defaultW0, 1) }

// AClearFS, ADiveClearFS, AClearDPS and ADiveClearDPS are the anytime forms, with
// DefaultSchedule. Their bounds hold over the whole run, with f <= C* replaced by f <=
// the cost of the first solution. There is one dive, at the beginning.
func AClearFS() Algorithm { return newAlgorithm("aclearfs", defaultW0, 1) }

// ADiveClearFS: see AClearFS.
func ADiveClearFS() Algorithm { return newAlgorithm("adiveclearfs", defaultW0, 1) }

// AClearDPS: see AClearFS.
func AClearDPS() Algorithm { return newAlgorithm("acleardps", defaultW0, 1) }

// ADiveClearDPS: see AClearFS.
func ADiveClearDPS() Algorithm { return newAlgorithm("adivecleardps", defaultW0, 1) }

// AFS is Anytime Focal Search (Cohen et al. 2018) with DefaultSchedule.
func AFS() Algorithm { return newAlgorithm("afs", defaultW0, 1) }

// APFS is anytime PFS with DefaultSchedule.
func APFS(p float64) Algorithm { return newAlgorithm("apfs", defaultW0, p) }

// ARAStar is ARA*, Anytime Repairing A* (Likhachev, Gordon, Thrun 2003), with
// DefaultSchedule: WA* in iterations. If a node is reached more cheaply after it was
// expanded in an iteration, it waits for the next one. An iteration ends with a
// solution, or when no node of OPEN has g + w·h below the incumbent's cost C. After a
// solution w becomes C/fmin - Step; otherwise it becomes the lesser of this and w -
// Step; it is at least 1. fmin is the least f in OPEN and among the nodes that wait.
// Nodes with f >= C are dropped. With a consistent h a solution costs at most w·C*. The
// factor proved for any admissible h is C/fmin, which may exceed w.
func ARAStar() Algorithm { return newAlgorithm("arastar", defaultW0, 0) }

// RWAStar is RWA*, restarting WA* (Richter, Thayer, Ruml 2010), with DefaultSchedule:
// after each solution WA* begins again from the start, with the next weight. A node
// that comes up again has the cheapest path that any iteration has found. Such a node
// counts as inserted, and as reopened if it had been expanded. Nodes with f >= C are
// dropped. The weights in the paper are 5, 3, 2, 1.5 and 1.
func RWAStar() Algorithm { return newAlgorithm("rwastar", defaultW0, 0) }

// ANAStar is ANA*, Anytime Nonparametric A* (van den Berg, Shah, Huang, Goldberg 2011):
// it always expands the node of OPEN with the greatest (C - g)/h, where C is the
// incumbent's cost, and before there is one the node with the least h, then the least g.
// Ties are those of DPS. Nodes with f >= C are dropped, nodes reached more cheaply are
// reopened. There is no w: of DefaultSchedule only the end counts, which is when
// C/fmin - Step <= Stop. What is proved of an incumbent is C/fmin.
func ANAStar() Algorithm { return newAlgorithm("anastar", 1, 1) }

// ADPS is anytime DPS with DefaultSchedule.
func ADPS() Algorithm { return newAlgorithm("adps", defaultW0, 1) }

// APDPS is anytime PDPS with DefaultSchedule.
func APDPS(p float64) Algorithm { return newAlgorithm("apdps", defaultW0, p) }

// AlgorithmNames lists the names that NewAlgorithm knows.
func AlgorithmNames() []string {
	var names []string
	for _, d := range descriptions {
		names = append(names, d.Name)
	}
	return names
}

// NewAlgorithm makes an algorithm from its name and parameters, for commands and study
// files. For anytime algorithms w is the first bound. Algorithms that take no w or no p
// ignore it.
func NewAlgorithm(name string, w, p float64) (Algorithm, error) {
	if own, ok := registered(name); ok {
		own.W, own.err = newWeight(w)
		return own, own.err
	}
	name = strings.ToLower(name)
	d, ok := Describe(name)
	if !ok {
		near := name
		for _, d := range descriptions {
			if strings.EqualFold(d.Title, name) {
				near = d.Name
			}
		}
		return Algorithm{}, fmt.Errorf("unknown algorithm %q%s", name,
			Suggest(near, append(AlgorithmNames(), OwnAlgorithms()...)))
	}
	w, p = d.parameters(w, p)
	a := newAlgorithm(name, w, p)
	return a, a.err
}

func newAlgorithm(name string, w, p float64) Algorithm {
	a := Algorithm{Name: name, P: p + 0} // -0 becomes 0, since the run is the same
	a.W, a.err = newWeight(w)
	if math.IsNaN(p) || math.IsInf(p, 0) {
		a.P = -1 // so that it can be written as JSON
		a.err = cmp.Or(a.err, errProbability(p))
	}
	if d, _ := Describe(name); d.Anytime {
		a.Schedule = DefaultSchedule()
	}
	if a.err == nil {
		a.err = a.validate()
	}
	return a
}

// newWeight converts a suboptimality bound to a ratio.
func newWeight(w float64) (Ratio, error) {
	r, err := NewRatio(w)
	switch {
	case err != nil && w > 1 && !math.IsInf(w, 0):
		err = fmt.Errorf("w = %v: the suboptimality bound must be below 2^63", w)
	case err != nil:
		err = fmt.Errorf("w = %v: the suboptimality bound must be a number of at least 1", w)
	}
	return r, err
}

// Err explains why the algorithm's parameters are invalid; nil if they are valid.
func (a Algorithm) Err() error {
	if a.err != nil {
		return a.err
	}
	return a.validate()
}

func (a Algorithm) validate() error {
	d, ok := Describe(a.Name)
	if a.Version != "" { // user-defined, perhaps read from a file
		d, ok = a.Description(), !ok
		d.Title, d.Anytime = a.Name, a.Schedule != nil
	}
	_, p := d.parameters(1, a.P)
	switch {
	case a.Name == "":
		return fmt.Errorf("no algorithm given: use FS(w), PFS(w, p), ...")
	case !ok && a.Version != "":
		return fmt.Errorf("version %s of %s: only a user-defined algorithm has a version", a.Version, a.Name)
	case !ok:
		return fmt.Errorf("unknown algorithm %q%s", a.Name, Suggest(a.Name, AlgorithmNames()))
	case a.W.Den <= 0 || a.W.Num < a.W.Den:
		return fmt.Errorf("w = %s: the suboptimality bound must be at least 1", a.W)
	case !(a.P >= 0 && a.P <= 1):
		return errProbability(a.P)
	case a.Version == "" && a.P != p:
		return fmt.Errorf("%s with p = %v: it takes no p; make it by a function such as FS(w)", d.Title, a.P)
	case !d.Anytime && a.Schedule != nil:
		return fmt.Errorf("%s is not an anytime algorithm: it takes no schedule", d.Title)
	case d.Anytime && a.Schedule == nil:
		return fmt.Errorf("%s without a schedule", d.Title)
	case d.Anytime:
		return a.Schedule.validate()
	}
	return nil
}

func errProbability(p float64) error {
	return fmt.Errorf("p = %v: the probability of a guided selection must be between 0 and 1", p)
}

// Title is the algorithm's name as papers write it, such as "WA*".
func (a Algorithm) Title() string {
	if d, ok := Describe(a.Name); ok {
		return d.Title
	}
	return a.Name
}

// Draws reports whether runs draw random numbers, so that the seed matters.
func (a Algorithm) Draws() bool { return a.Description().Draws(a.P) }

// TakesP reports whether users choose p.
func (a Algorithm) TakesP() bool { return a.Description().TakesP }

// String returns the algorithm with its parameters, such as "PFS(w=1.25, p=0.7)".
func (a Algorithm) String() string {
	d := a.Description()
	var parameters []string
	if d.TakesW || d.Name == "" {
		parameters = append(parameters, "w="+a.W.String())
	}
	if d.TakesP {
		parameters = append(parameters, fmt.Sprintf("p=%v", a.P))
	}
	if a.Schedule != nil && *a.Schedule != *DefaultSchedule() {
		parameters = append(parameters, a.Schedule.String())
	}
	if len(parameters) == 0 {
		return a.Title()
	}
	return fmt.Sprintf("%s(%s)", a.Title(), strings.Join(parameters, ", "))
}
