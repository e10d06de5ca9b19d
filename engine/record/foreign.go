package record

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/focal-search/focal/engine"
)

// A foreign run is one of another program, of which nothing but its outcome is known: its algorithm bears the mark, in
// its name and its version, so that it is another one than that of this name here, wherever it
// is kept or shown.
// Its counters, times, bytes and bounds that are not known are -1; if its cost is not known, its unit is 0.
const (
	foreignMark    = " (foreign)"
	foreignVersion = "foreign"
)

// unknown is a number of a foreign run that is not known.
const unknown = -1

// NewForeign returns a foreign run of an algorithm on a problem.
func NewForeign(problem, algorithm string) (*Record, error) {
	if strings.ContainsAny(algorithm, "@#") || strings.ContainsFunc(problem+algorithm, func(r rune) bool { return r < ' ' }) ||
		!utf8.ValidString(problem+algorithm) || strings.TrimSpace(problem) == "" || strings.TrimSpace(algorithm) == "" {
		return nil, fmt.Errorf("problem %q, algorithm %q: want names in UTF-8 on one line, without @ and #", problem, algorithm)
	}
	r := &engine.Result{Problem: problem, Cost: -1, FMin: unknown, LowerBound: unknown,
		PeakBytes: unknown, Wall: unknown, CPU: unknown}
	r.Counters = engine.Counters{
		Expanded: unknown, Generated: unknown, Inserted: unknown, Reopened: unknown, Guided: unknown, Head: unknown}
	r.Algorithm = engine.Algorithm{Name: strings.TrimSuffix(algorithm, foreignMark) + foreignMark, Version: foreignVersion,
		W: engine.Ratio{Num: 0, Den: 1}, P: 1}
	switch p, err := lookup(problem); {
	case err != nil:
		return nil, err
	case p != nil:
		r.Digest, r.Unit = p.Digest(), p.Unit
	default:
		sum := sha256.Sum256([]byte("problem of another program: " + problem))
		r.Digest = hex.EncodeToString(sum[:])
	}
	return &Record{Result: r}, nil
}

// lookup returns the problem of a name, nil if it is not known here: one of another set, or of a file that is not
// there. An instance or a variant that a known set does not have is an error.
func lookup(name string) (*engine.Problem, error) {
	p, err := engine.Lookup(name)
	domain, set, _, _ := engine.SplitName(name)
	switch s, known := engine.FindSet(engine.Path(domain, set)); {
	case err == nil:
		return p, p.Err
	case known && s.Given == nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if _, set := engine.FindSet(name); set {
		return nil, fmt.Errorf("problem %q is a set: want one of its instances, as in %s/1", name, name)
	}
	return nil, nil
}

// Foreign reports whether another program has made the run.
func (rec *Record) Foreign() bool { return IsForeign(rec.Result.Algorithm) }

// IsForeign reports whether an algorithm is that of a foreign run.
func IsForeign(a engine.Algorithm) bool {
	return a.Version == foreignVersion && strings.HasSuffix(a.Name, foreignMark)
}

// CheckForeign compares a foreign run with what is known of its problem: the cost is at least the optimal one and the
// lower bound, and that is at most the optimal cost.
func CheckForeign(r *engine.Result) error {
	if r.Unit == 0 {
		return nil
	}
	if r.Solved() && r.LowerBound > r.Cost {
		return fmt.Errorf("column %q: %s is above the cost %s of a solution", "lower_bound", r.CostString(r.LowerBound),
			r.CostString(r.Cost))
	}
	p, err := engine.Lookup(r.Problem)
	if err != nil || p.Err != nil || p.Optimal < 0 || p.Unit != r.Unit || !p.Is(r.Digest) {
		return nil
	}
	switch {
	case r.Solved() && r.Cost < p.Optimal:
		return fmt.Errorf("column %q: %s is below the optimal cost %s", "cost", r.CostString(r.Cost), r.CostString(p.Optimal))
	case r.LowerBound > p.Optimal:
		return fmt.Errorf("column %q: %s is above the optimal cost %s", "lower_bound", r.CostString(r.LowerBound),
			r.CostString(p.Optimal))
	case r.Status == engine.Unsolvable:
		return fmt.Errorf("column %q: the problem has a solution of cost %s", "status", r.CostString(p.Optimal))
	}
	return nil
}
