package engine

import (
	"fmt"
	"math"
	"strings"
)

// An Algorithm is a small value: what guides the selection, and the parameters.
// Make one with FS or PFS; two algorithms differ by such a value, never by a
// copy of the search loop.
type Algorithm struct {
	Name string  `json:"name"` // "fs", "pfs", ...
	W    Ratio   `json:"w"`    // suboptimality bound, exact
	P    float64 `json:"p"`    // probability of a guided selection

	err error // why the parameters do not make an algorithm
}

// FS is Focal Search: expand the node of least d in FOCAL (Pearl & Kim 1982).
// The solution costs at most w times the optimum.
func FS(w float64) Algorithm { return newAlgorithm("fs", w, 1) }

// PFS is Probabilistic Focal Search: with probability p a selection as FS makes
// it, otherwise the node of least f in OPEN, so that the lower bound and FOCAL
// with it grow. PFS(w, 1) is FS exactly.
func PFS(w, p float64) Algorithm { return newAlgorithm("pfs", w, p) }

// AlgorithmNames lists what NewAlgorithm knows.
func AlgorithmNames() []string { return []string{"fs", "pfs"} }

// NewAlgorithm makes an algorithm from its name and parameters, for commands
// and study files. Algorithms that draw nothing ignore p.
func NewAlgorithm(name string, w, p float64) (Algorithm, error) {
	var a Algorithm
	switch strings.ToLower(name) {
	case "fs":
		a = FS(w)
	case "pfs":
		a = PFS(w, p)
	default:
		return a, fmt.Errorf("unknown algorithm %q: want one of %s", name, strings.Join(AlgorithmNames(), ", "))
	}
	return a, a.err
}

func newAlgorithm(name string, w, p float64) Algorithm {
	a := Algorithm{Name: name, P: p}
	if a.W, a.err = NewRatio(w); a.err != nil {
		a.err = fmt.Errorf("w: %w", a.err)
	} else if a.W.Less(Ratio{1, 1}) {
		a.err = fmt.Errorf("w = %s: the suboptimality bound must be at least 1", a.W)
	} else if !(p >= 0 && p <= 1) {
		a.err = fmt.Errorf("p = %v: the probability of a guided selection must be between 0 and 1", p)
	}
	if math.IsNaN(p) || math.IsInf(p, 0) {
		a.P = 0 // so that the value can be written as JSON; err tells
	}
	return a
}

// Err says why the algorithm's parameters are invalid; nil if they are fine.
func (a Algorithm) Err() error { return a.err }

// Draws says whether runs consume random numbers, so that the seed matters.
func (a Algorithm) Draws() bool { return a.P < 1 }

// String names the algorithm with its parameters, as "PFS(w=1.25, p=0.7)".
func (a Algorithm) String() string {
	if a.Name == "pfs" {
		return fmt.Sprintf("%s(w=%s, p=%v)", strings.ToUpper(a.Name), a.W, a.P)
	}
	return fmt.Sprintf("%s(w=%s)", strings.ToUpper(a.Name), a.W)
}
