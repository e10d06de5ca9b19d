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
// PDPS, AltFS, AltDPS, AFS, APFS, ADPS or APDPS.
type Algorithm struct {
	Name string  `json:"name"` // "astar", "wastar", "fs", "pfs", ...
	W    Ratio   `json:"w"`    // suboptimality bound, exact; of anytime algorithms the first
	P    float64 `json:"p"`    // probability of a guided selection, or their share
	// Schedule is how an anytime algorithm goes on after a solution, nil for the others.
	Schedule *Schedule `json:"schedule,omitempty"`

	err error // why the parameters do not make an algorithm
}

// A kind is what an algorithm's name stands for: two algorithms differ by such a
// value, never by a copy of the search loop.
type kind struct {
	name, title string
	guidance    guidance // of the guided branch
	weighted    bool     // OPEN is sorted by g + w·h instead of f
	takesP      bool     // not every selection is guided
	alternates  bool     // which ones are is no matter of chance
	anytime     bool
}

var kinds = []kind{
	{name: "astar", title: "A*"},
	{name: "wastar", title: "WA*", weighted: true},
	{name: "fs", title: "FS", guidance: leastD},
	{name: "pfs", title: "PFS", guidance: leastD, takesP: true},
	{name: "dps", title: "DPS", guidance: greatestPotential},
	{name: "pdps", title: "PDPS", guidance: greatestPotential, takesP: true},
	{name: "altfs", title: "AltFS", guidance: leastD, takesP: true, alternates: true},
	{name: "altdps", title: "AltDPS", guidance: greatestPotential, takesP: true, alternates: true},
	{name: "afs", title: "AFS", guidance: leastD, anytime: true},
	{name: "apfs", title: "APFS", guidance: leastD, takesP: true, anytime: true},
	{name: "adps", title: "ADPS", guidance: greatestPotential, anytime: true},
	{name: "apdps", title: "APDPS", guidance: greatestPotential, takesP: true, anytime: true},
}

// AStar is A*: the node of least f, ties to small h (Hart, Nilsson, Raphael 1968).
func AStar() Algorithm { return newAlgorithm("astar", 1, 0) }

// WAStar is Weighted A*: the node of least g + w·h (Pohl 1970). The solution
// costs at most w times the optimum.
func WAStar(w float64) Algorithm { return newAlgorithm("wastar", w, 0) }

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
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// NewAlgorithm makes an algorithm from its name and parameters, for commands
// and study files. For anytime algorithms w is the first bound. Algorithms that
// do not take w or p ignore it.
func NewAlgorithm(name string, w, p float64) (Algorithm, error) {
	name = strings.ToLower(name)
	k, ok := kindOf(name)
	if !ok {
		near := name
		for _, k := range kinds {
			if strings.EqualFold(k.title, name) {
				near = k.name
			}
		}
		return Algorithm{}, fmt.Errorf("unknown algorithm %q%s", name, Suggest(near, AlgorithmNames()))
	}
	switch {
	case name == "astar":
		w, p = 1, 0
	case k.weighted:
		p = 0
	case !k.takesP:
		p = 1
	}
	a := newAlgorithm(name, w, p)
	return a, a.err
}

func kindOf(name string) (kind, bool) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}

func newAlgorithm(name string, w, p float64) Algorithm {
	a := Algorithm{Name: name, P: p + 0} // -0 becomes 0, as it is the same run
	if a.W, a.err = NewRatio(w); a.err != nil {
		a.err = fmt.Errorf("w = %v: the suboptimality bound must be a number of at least 1", w)
		if w > 1 && !math.IsInf(w, 0) {
			a.err = fmt.Errorf("w = %v: the suboptimality bound must be below 2^63", w)
		}
	}
	if math.IsNaN(p) || math.IsInf(p, 0) {
		a.P = -1 // a value that can be written as JSON
		a.err = cmp.Or(a.err, errProbability(p))
	}
	if k, _ := kindOf(name); k.anytime {
		a.Schedule = DefaultSchedule()
	}
	if a.err == nil {
		a.err = a.validate()
	}
	return a
}

// Err says why the algorithm's parameters are invalid; nil if they are fine.
func (a Algorithm) Err() error {
	if a.err != nil {
		return a.err
	}
	return a.validate()
}

func (a Algorithm) validate() error {
	k, ok := kindOf(a.Name)
	switch {
	case a.Name == "":
		return fmt.Errorf("no algorithm given: use FS(w), PFS(w, p), ...")
	case !ok:
		return fmt.Errorf("unknown algorithm %q%s", a.Name, Suggest(a.Name, AlgorithmNames()))
	case a.W.Den <= 0 || a.W.Less(one):
		return fmt.Errorf("w = %s: the suboptimality bound must be at least 1", a.W)
	case !(a.P >= 0 && a.P <= 1):
		return errProbability(a.P)
	case !k.anytime && a.Schedule != nil:
		return fmt.Errorf("%s is not an anytime algorithm: it takes no schedule", k.title)
	case k.anytime && a.Schedule == nil:
		return fmt.Errorf("%s without a schedule", k.title)
	case k.anytime:
		return a.Schedule.validate()
	}
	return nil
}

func errProbability(p float64) error {
	return fmt.Errorf("p = %v: the probability of a guided selection must be between 0 and 1", p)
}

// Title is the algorithm's name as papers write it, such as "WA*".
func (a Algorithm) Title() string {
	if k, ok := kindOf(a.Name); ok {
		return k.title
	}
	return a.Name
}

// Draws says whether runs consume random numbers, so that the seed matters.
func (a Algorithm) Draws() bool {
	k, _ := kindOf(a.Name)
	return k.takesP && !k.alternates && a.P < 1
}

// TakesP says whether p is a parameter that one chooses.
func (a Algorithm) TakesP() bool {
	k, _ := kindOf(a.Name)
	return k.takesP
}

// String names the algorithm with its parameters, as "PFS(w=1.25, p=0.7)".
func (a Algorithm) String() string {
	k, _ := kindOf(a.Name)
	var parameters []string
	if k.name != "astar" {
		parameters = append(parameters, "w="+a.W.String())
	}
	if k.takesP {
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
