package engine

import (
	"cmp"
	"fmt"
	"math"
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
	open   uint8        // the parameters that are not given; see Named
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

// NewAlgorithm makes an algorithm from its name and parameters, for commands and study
// files. For anytime algorithms w is the first bound. Algorithms that take no w or no p
// ignore it.
func NewAlgorithm(name string, w, p float64) (Algorithm, error) {
	if own, ok := registered(name); ok {
		own.W, own.err = newWeight(w)
		return own, own.err
	}
	d, err := find(name)
	if err != nil {
		return Algorithm{}, err
	}
	w, p = d.parameters(w, p)
	a := newAlgorithm(d.Name, w, p)
	return a, a.err
}

// find returns the description of a built-in algorithm that can be run. Upper case letters are
// allowed, modifiers in any order, and titles: RR-slack-defer is rrslack-defer.
func find(name string) (Description, error) {
	code := strings.ToLower(name)
	d, err := compose(code)
	if _, unknown := err.(unknownName); unknown {
		for _, titled := range Descriptions() {
			if rest, ok := strings.CutPrefix(code, strings.ToLower(titled.Title)); ok && (rest == "" || rest[0] == '-') {
				d, err = compose(titled.Name + rest)
			}
		}
	}
	switch _, unknown := err.(unknownName); {
	case unknown:
		return d, fmt.Errorf("%w%s", err, Suggest(code, append(AlgorithmNames(), OwnAlgorithms()...)))
	case err != nil:
		return d, fmt.Errorf("algorithm %q: %w", name, err)
	case d.retired:
		return d, errRetired(d.Name)
	}
	return d, nil
}

func errRetired(name string) error {
	return fmt.Errorf("%s has published results, but is not built in: define it by engine.Custom, as notebook 11 does", name)
}

func newAlgorithm(name string, w, p float64) Algorithm {
	a := Algorithm{Name: name}
	var err error
	a.W, a.err = newWeight(w)
	a.P, err = newShare(p)
	a.err = cmp.Or(a.err, err)
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

// newShare checks a probability, or share, of guided selections. What is not a number of the
// right size becomes one that can be written as JSON.
func newShare(p float64) (float64, error) {
	switch {
	case p >= 0 && p <= 1:
		return p + 0, nil // -0 becomes 0, since the run is the same
	case math.IsNaN(p) || math.IsInf(p, 0):
		return -1, errProbability(p)
	}
	return p, errProbability(p)
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
	if a.Own() { // perhaps read from a file
		d, ok = a.Description(), !ok || d.retired
		d.Title, d.Anytime = a.Name, a.Schedule != nil && retiredCode(a.Name) == ""
	}
	_, p := d.parameters(1, a.P)
	switch {
	case a.open != 0:
		return fmt.Errorf("the parameters of %s are open: give them by At, or leave it to a study", a.Text())
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

// Own reports whether the algorithm is user-defined.
func (a Algorithm) Own() bool { return a.Version != "" || a.custom != nil }

// Draws reports whether runs draw random numbers, so that the seed matters.
func (a Algorithm) Draws() bool { return a.Description().Draws(a.P) }

// TakesW reports whether users choose w; an algorithm that is not built in is taken to do so, unless its w is 0.
func (a Algorithm) TakesW() bool {
	d, known := Describe(a.Name)
	return d.TakesW || !known && a.W != (Ratio{Den: 1})
}

// TakesP reports whether users choose p.
func (a Algorithm) TakesP() bool { return a.Description().TakesP }

// String returns the algorithm with its parameters, such as "PFS(w=1.25, p=0.7)".
func (a Algorithm) String() string {
	d := a.Description()
	var parameters []string
	if (d.TakesW || d.Name == "") && a.W.Num > 0 {
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
