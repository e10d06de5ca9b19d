package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// An Algorithm is a small value: a name, which stands for what guides the
// selection, and the parameters. Make one with AStar, WAStar, FS, PFS, DPS,
// PDPS, AltFS, AltDPS, RRFS, ClearFS, EES, RRd, RRDPS, XDP, XUP, AFS, APFS, ADPS, APDPS or ARRFS,
// or one of your own with Custom.
type Algorithm struct {
	Name string  `json:"name"` // "astar", "wastar", "fs", "pfs", ...
	W    Ratio   `json:"w"`    // suboptimality bound, exact; of anytime algorithms the first
	P    float64 `json:"p"`    // probability of a guided selection, or their share
	// Schedule is how an anytime algorithm goes on after a solution, nil for the others.
	Schedule *Schedule `json:"schedule,omitempty"`

	// Version is that of an algorithm of one's own, see Custom; "" for the others.
	Version string `json:"version,omitempty"`
	// Code stands for the code of an algorithm of one's own, see Coded; "" where
	// nobody has asked for it.
	Code string `json:"code,omitempty"`

	custom *Description // of an algorithm of one's own, in the program that has made it
	err    error        // why the parameters do not make an algorithm
}

// A Description is what an algorithm's name stands for: its queues and scheduler,
// what it takes and what it is derived from. Two algorithms differ by such a
// value, never by a copy of the search loop.
type Description struct {
	Name  string // as in commands and study files, "pfs"
	Title string // as in papers, "PFS"

	// Queues are what selects, in the order in which they are asked; the last one
	// is OPEN's head.
	Queues []Queue
	// Guidance is the name of the first queue, such as "least d"; "" where OPEN's
	// head is the only one, as for A* and WA*.
	Guidance string
	TakesW   bool // w is the user's to choose; of anytime algorithms the first bound
	TakesP   bool // p is the user's to choose
	Anytime  bool // it goes on after a solution
	// LateBound: fmin and the lower bound are known only at the end, because OPEN
	// is sorted by another priority than f.
	LateBound bool

	// What the algorithm is derived from, by name; "" if from none.
	AnytimeOf       string // it is the anytime form of this one
	ProbabilisticOf string // it guides as this one, but only with probability p
	AlternatingOf   string // it guides as this one, but only the share p of its selections

	// scheduler names the queues; without one the first is named with probability p,
	// or the share p of the times, and the last else.
	scheduler func(Algorithm) Scheduler
	headNext  bool      // a queue whose best is not eligible gives way to OPEN's head, not to the next
	draws     bool      // the scheduler draws random numbers
	priority  *priority // sorts OPEN instead of f; there is no FOCAL
}

var (
	byF         = []Queue{LeastF} // ties to small h where it is the only queue
	byD         = []Queue{LeastD, LeastF}
	byPotential = []Queue{GreatestPotential, LeastF}
	byEstimates = []Queue{LeastDHat, LeastFHat, LeastF}
)

// descriptions is the table of the algorithms, in the order in which they are listed.
var descriptions = guided([]Description{
	{Name: "astar", Title: "A*", Queues: byF},
	{Name: "wastar", Title: "WA*", Queues: byF, TakesW: true, LateBound: true, priority: weighted},
	{Name: "xdp", Title: "XDP", Queues: byF, TakesW: true, LateBound: true, priority: parabola{down: true}.priority()},
	{Name: "xup", Title: "XUP", Queues: byF, TakesW: true, LateBound: true, priority: parabola{}.priority()},
	{Name: "fs", Title: "FS", Queues: byD, TakesW: true},
	{Name: "pfs", Title: "PFS", Queues: byD, TakesW: true, TakesP: true, ProbabilisticOf: "fs"},
	{Name: "dps", Title: "DPS", Queues: byPotential, TakesW: true},
	{Name: "pdps", Title: "PDPS", Queues: byPotential, TakesW: true, TakesP: true, ProbabilisticOf: "dps"},
	{Name: "altfs", Title: "AltFS", Queues: byD, TakesW: true, TakesP: true, AlternatingOf: "fs"},
	{Name: "altdps", Title: "AltDPS", Queues: byPotential, TakesW: true, TakesP: true, AlternatingOf: "dps"},
	{Name: "rrfs", Title: "RRFS", Queues: []Queue{GreatestPotential, LeastD, LeastF}, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return recordsFree(2) }},
	{Name: "rrfs-strict", Title: "RRFS-strict", Queues: []Queue{LeastD, GreatestPotential, LeastF}, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return inTurn(3) }},
	{Name: "clearfs", Title: "ClearFS", Queues: byD, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return clearPlateaus }},
	{Name: "divehalffs", Title: "DiveHalfFS", Queues: byD, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return dive(inTurn(2)) }},
	{Name: "diveclearfs", Title: "DiveClearFS", Queues: byD, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return dive(clearPlateaus) }},
	{Name: "ees", Title: "EES", Queues: byEstimates, TakesW: true,
		scheduler: func(Algorithm) Scheduler { return firstQueue }},
	{Name: "rrd", Title: "RR-d", Queues: byEstimates, TakesW: true, headNext: true,
		scheduler: func(Algorithm) Scheduler { return inTurn(3) }},
	{Name: "rrdps", Title: "RR-DPS", Queues: []Queue{GreatestPotential, LeastFHat, LeastF}, TakesW: true, headNext: true,
		scheduler: func(Algorithm) Scheduler { return inTurn(3) }},
	{Name: "afs", Title: "AFS", Queues: byD, TakesW: true, Anytime: true, AnytimeOf: "fs"},
	{Name: "apfs", Title: "APFS", Queues: byD, TakesW: true, TakesP: true, Anytime: true,
		AnytimeOf: "pfs", ProbabilisticOf: "afs"},
	{Name: "adps", Title: "ADPS", Queues: byPotential, TakesW: true, Anytime: true, AnytimeOf: "dps"},
	{Name: "apdps", Title: "APDPS", Queues: byPotential, TakesW: true, TakesP: true, Anytime: true,
		AnytimeOf: "pdps", ProbabilisticOf: "adps"},
	{Name: "arrfs", Title: "ARRFS", Queues: []Queue{GreatestPotential, LeastD, LeastF}, TakesW: true, Anytime: true,
		AnytimeOf: "rrfs", scheduler: func(Algorithm) Scheduler { return recordsFree(2) }},
})

// guided fills in what guides.
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

// Describe is the description of the algorithm of a name; false if there is none.
func Describe(name string) (Description, bool) {
	i := slices.IndexFunc(descriptions, func(d Description) bool { return d.Name == name })
	if i < 0 {
		return Description{}, false
	}
	return descriptions[i], true
}

// Description says what the algorithm takes, what guides it and what it is
// derived from.
func (a Algorithm) Description() Description {
	if a.custom != nil {
		d := *a.custom
		d.Anytime = a.Schedule != nil
		return d
	}
	d, ok := Describe(a.Name)
	if !ok && a.Version != "" { // of one's own, that was read: its seed is 0 if it draws nothing
		d = Description{draws: true, Anytime: a.Schedule != nil}
	}
	return d
}

// Draws says whether runs at a p draw random numbers, so that the seed matters.
func (d Description) Draws(p float64) bool {
	return d.draws || d.TakesP && d.AlternatingOf == "" && p < 1
}

// parameters are the values of w and p that a name stands for, given those that
// a user chose: what an algorithm does not take is set.
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

// AStar is A*: the node of least f, ties to small h (Hart, Nilsson, Raphael 1968).
func AStar() Algorithm { return newAlgorithm("astar", 1, 0) }

// WAStar is Weighted A*: the node of least g + w·h (Pohl 1970). The solution
// costs at most w times the optimum.
func WAStar(w float64) Algorithm { return newAlgorithm("wastar", w, 0) }

// XDP is best-first search by the convex downward parabola (Chen & Sturtevant
// 2021): the node of least g + (2w-1)·h + √((g-h)² + 4w·g·h). The solution costs at
// most w times the optimum. Nodes are reopened, so that this holds for every
// admissible h; with a consistent one reopening is not needed for it.
func XDP(w float64) Algorithm { return newAlgorithm("xdp", w, 0) }

// XUP is best-first search by the convex upward parabola (Chen & Sturtevant 2021):
// the node of least g + h + √((g+h)² + 4w(w-1)·h²), as XDP.
func XUP(w float64) Algorithm { return newAlgorithm("xup", w, 0) }

// FS is Focal Search: the node of least d in FOCAL (Pearl & Kim 1982). The
// solution costs at most w times the optimum.
func FS(w float64) Algorithm { return newAlgorithm("fs", w, 1) }

// PFS is Probabilistic Focal Search: with probability p a selection as FS makes
// it, otherwise the node of least f in OPEN, so that the lower bound and FOCAL
// with it grow. PFS(w, 1) is FS exactly.
func PFS(w, p float64) Algorithm { return newAlgorithm("pfs", w, p) }

// DPS is Dynamic Potential Search: the node of greatest potential (w·fmin - g)/h
// (Gilon, Felner, Stern 2016). The solution costs at most w times the optimum.
func DPS(w float64) Algorithm { return newAlgorithm("dps", w, 1) }

// PDPS is Probabilistic DPS: with probability p a selection as DPS makes it,
// otherwise the node of least f in OPEN. PDPS(w, 1) is DPS exactly.
func PDPS(w, p float64) Algorithm { return newAlgorithm("pdps", w, p) }

// AltFS is PFS without chance: the share p of the selections is guided, spread
// evenly, as in k guided ones and then one of OPEN's head for p = k/(k+1).
// AltFS(w, 1) is FS exactly.
func AltFS(w, p float64) Algorithm { return newAlgorithm("altfs", w, p) }

// AltDPS is PDPS without chance, as AltFS is PFS.
func AltDPS(w, p float64) Algorithm { return newAlgorithm("altdps", w, p) }

// RRFS is Round-Robin Focal Search with records free: three queues in turn,
// greatest potential, least d, and least f in OPEN. A selection whose d (from the
// queue by d) or h (from the queue by potential) is strictly less than the least
// that its queue has selected so far is followed by another from the same queue,
// which uses up no turn. It has no parameter but w and draws nothing.
func RRFS(w float64) Algorithm { return newAlgorithm("rrfs", w, 1) }

// RRFSStrict is Round-Robin Focal Search without exceptions: least d, greatest
// potential, least f, one after the other.
func RRFSStrict(w float64) Algorithm { return newAlgorithm("rrfs-strict", w, 1) }

// ClearFS is PFS without p or chance: least d in FOCAL, but OPEN's head while h + N
// <= g, where N is the number of nodes in OPEN with f = fmin, and g and h are the
// expansions of FOCAL and of OPEN's head since fmin last rose.
func ClearFS(w float64) Algorithm { return newAlgorithm("clearfs", w, 1) }

// DiveHalfFS selects least d in FOCAL until FOCAL's least d is greater than the
// least selected so far, and for as many selections again; then least d and OPEN's
// head in turn.
func DiveHalfFS(w float64) Algorithm { return newAlgorithm("divehalffs", w, 1) }

// DiveClearFS begins as DiveHalfFS and goes on as ClearFS.
func DiveClearFS(w float64) Algorithm { return newAlgorithm("diveclearfs", w, 1) }

// EES is Explicit Estimation Search (Thayer & Ruml 2011): least d̂ among the nodes
// with f̂ at most w times the least f̂, if its f <= w·fmin; else least f̂, likewise;
// else least f. f̂ = g + ĥ, and ĥ and d̂ correct h and d by the mean one-step errors
// of all expansions so far; a node keeps the values that it entered OPEN with.
func EES(w float64) Algorithm { return newAlgorithm("ees", w, 1) }

// RRd is RR-d (Fickert, Gu, Ruml 2022): EES's three queues in turn. A queue whose
// best has f > w·fmin gives way to least f.
func RRd(w float64) Algorithm { return newAlgorithm("rrd", w, 1) }

// RRDPS is RR-DPS (Fickert, Gu, Ruml 2022): greatest potential, least f̂ and least
// f in turn, as RRd.
func RRDPS(w float64) Algorithm { return newAlgorithm("rrdps", w, 1) }

// ARRFS is anytime RRFS with DefaultSchedule.
func ARRFS() Algorithm { return newAlgorithm("arrfs", defaultW0, 1) }

// AFS is Anytime Focal Search (Cohen et al. 2018) with DefaultSchedule.
func AFS() Algorithm { return newAlgorithm("afs", defaultW0, 1) }

// APFS is anytime PFS with DefaultSchedule.
func APFS(p float64) Algorithm { return newAlgorithm("apfs", defaultW0, p) }

// ADPS is anytime DPS with DefaultSchedule.
func ADPS() Algorithm { return newAlgorithm("adps", defaultW0, 1) }

// APDPS is anytime PDPS with DefaultSchedule.
func APDPS(p float64) Algorithm { return newAlgorithm("apdps", defaultW0, p) }

// AlgorithmNames lists what NewAlgorithm knows.
func AlgorithmNames() []string {
	var names []string
	for _, d := range descriptions {
		names = append(names, d.Name)
	}
	return names
}

// NewAlgorithm makes an algorithm from its name and parameters, for commands
// and study files. For anytime algorithms w is the first bound. Algorithms that
// do not take w or p ignore it.
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
		return Algorithm{}, fmt.Errorf("unknown algorithm %q%s", name, Suggest(near, append(AlgorithmNames(), OwnAlgorithms()...)))
	}
	w, p = d.parameters(w, p)
	a := newAlgorithm(name, w, p)
	return a, a.err
}

func newAlgorithm(name string, w, p float64) Algorithm {
	a := Algorithm{Name: name, P: p + 0} // -0 becomes 0, as it is the same run
	a.W, a.err = newWeight(w)
	if math.IsNaN(p) || math.IsInf(p, 0) {
		a.P = -1 // a value that can be written as JSON
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

// newWeight is a suboptimality bound as a ratio.
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

// Err says why the algorithm's parameters are invalid; nil if they are fine.
func (a Algorithm) Err() error {
	if a.err != nil {
		return a.err
	}
	return a.validate()
}

func (a Algorithm) validate() error {
	d, ok := Describe(a.Name)
	if a.Version != "" { // of one's own, which may have been read from a file
		d, ok = a.Description(), !ok
		d.Title, d.Anytime = a.Name, a.Schedule != nil
	}
	switch {
	case a.Name == "":
		return fmt.Errorf("no algorithm given: use FS(w), PFS(w, p), ...")
	case !ok && a.Version != "":
		return fmt.Errorf("version %s of %s: only an algorithm of one's own has a version", a.Version, a.Name)
	case !ok:
		return fmt.Errorf("unknown algorithm %q%s", a.Name, Suggest(a.Name, AlgorithmNames()))
	case a.W.Den <= 0 || a.W.Less(one):
		return fmt.Errorf("w = %s: the suboptimality bound must be at least 1", a.W)
	case !(a.P >= 0 && a.P <= 1):
		return errProbability(a.P)
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

// Draws says whether runs draw random numbers, so that the seed matters.
func (a Algorithm) Draws() bool { return a.Description().Draws(a.P) }

// TakesP says whether p is a parameter that users choose.
func (a Algorithm) TakesP() bool { return a.Description().TakesP }

// String names the algorithm with its parameters, as "PFS(w=1.25, p=0.7)".
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
