package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// An Option selects the runs or the columns of a report.
type Option func(*options)

type options struct {
	w         *engine.Ratio // nil: every bound
	p         *float64      // nil: every probability
	attribute *record.Column
	columns   []string // nil: all
	rivals    []string // nil: all
	sets      string   // pattern of the instance sets; "": all
	told      *Counts  // nil: nobody asks for them
	err       error
}

// The paper's choices for reports about one bound or probability.
const (
	defaultW = 1.25
	defaultP = 0.7
)

// W restricts a report to one bound. Runs of A* and of anytime algorithms, for which no
// bound is chosen, stay. Without W, a report about one bound uses 1.25, or the only bound
// in the results.
func W(w float64) Option {
	return func(o *options) {
		r, err := engine.NewRatio(w)
		switch {
		case err != nil && w > 1:
			o.err = engine.FS(w).Err()
		case err != nil || r.Num < r.Den:
			o.err = fmt.Errorf("w = %v: the suboptimality bound must be a number of at least 1", w)
		}
		o.w = &r
	}
}

// P restricts a report to one probability of a guided selection. Algorithms without this
// parameter stay. Without P, a report about one probability uses 0.7, or the only one in
// the results.
func P(p float64) Option {
	return func(o *options) {
		if !(p >= 0 && p <= 1) {
			o.err = fmt.Errorf("p = %v: the probability of a guided selection must be between 0 and 1", p)
		}
		o.p = &p
	}
}

// Attribute chooses what taskwise lists of each run, and what domains compares: a column of [record.Shown] that says
// something of the outcome, such as expanded (the default), time, cost or status.
func Attribute(name string) Option {
	return func(o *options) {
		if o.attribute = record.Find(name); o.attribute == nil || !slices.Contains(Attributes(), o.attribute.Show) {
			o.err = fmt.Errorf("no attribute %q%s", name, engine.Suggest(name, Attributes()))
		}
	}
}

// Attributes are the names that Attribute takes, besides their aliases.
func Attributes() (names []string) {
	for _, c := range record.Shown {
		if outcome := c.Always || c.Effort || c.Unit != "" || c.Show == "factor"; outcome {
			names = append(names, c.Show)
		}
	}
	return names
}

// Columns chooses columns of the report's first table and their order.
func Columns(names ...string) Option {
	return func(o *options) { o.columns = names }
}

// Count sets counts to those of the runs that a report, or a function as Curves, uses and leaves out.
func Count(counts *Counts) Option {
	return func(o *options) { o.told = counts }
}

// tell gives the counts to who has asked for them.
func (s *study) tell() {
	if s.told != nil {
		*s.told = s.counts()
	}
}

// asked reports whether a run has the selected bound and probability.
func (o *options) asked(r *Run) bool {
	return (o.sets == "" || matches(o.sets, r.set)) && (o.w == nil || r.w == *o.w || !takesW(r)) &&
		(o.p == nil || r.p == *o.p || !takesP(r.name))
}

// takesW reports whether users choose the run's w.
func takesW(r *Run) bool { return r.Algorithm.TakesW() && !r.anytime() }

// takesP reports whether users choose the algorithm's p.
func takesP(name string) bool { return engine.Algorithm{Name: name}.TakesP() }

// oneW restricts the study to one bound, and returns it.
func (s *study) oneW() (engine.Ratio, error) {
	if s.w == nil {
		usual, _ := engine.NewRatio(defaultW)
		there := distinct(s.runs, func(r *Run) (engine.Ratio, bool) { return r.w, takesW(r) }, compareRatios)
		w, err := one("bounds", "w", usual, there)
		if err != nil {
			return w, err
		}
		s.w = &w
	}
	return *s.w, nil
}

// oneP restricts the study to one probability, and returns it.
func (s *study) oneP() (float64, error) {
	if s.p == nil {
		p, err := one("probabilities", "p", defaultP, s.probabilities())
		if err != nil {
			return p, err
		}
		s.p = &p
	}
	return *s.p, nil
}

// one returns the usual value of a parameter if the runs have it, or the only value.
func one[T comparable](all, name string, usual T, there []T) (T, error) {
	switch {
	case slices.Contains(there, usual) || len(there) == 0:
		return usual, nil
	case len(there) == 1:
		return there[0], nil
	}
	return usual, fmt.Errorf("no runs at %s = %v: choose one of the existing %s: %s", name, usual, all, list(there))
}

func list[T any](values []T) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, ", ")
}

var errNoRuns = errors.New("no runs")

// none adds to the error of a report without runs the selected bound and probability
// and, if no run has them, the available ones.
func (s *study) none(err error) error {
	var here []string
	there := ""
	if s.w != nil {
		here = append(here, fmt.Sprintf("w = %v", *s.w))
		bounds := distinct(s.runs, func(r *Run) (engine.Ratio, bool) { return r.w, takesW(r) }, compareRatios)
		if len(bounds) > 0 && !slices.Contains(bounds, *s.w) {
			there += "; existing bounds: " + list(bounds)
		}
	}
	if s.p != nil {
		here = append(here, fmt.Sprintf("p = %v", *s.p))
		atW := options{w: s.w}
		probabilities := distinct(s.runs, func(r *Run) (float64, bool) { return r.p, takesP(r.name) && atW.asked(r) },
			compareFloats)
		if len(probabilities) > 0 && !slices.Contains(probabilities, *s.p) {
			there += "; existing probabilities: " + list(probabilities)
		}
	}
	if len(here) == 0 {
		return err
	}
	return fmt.Errorf("%w (here %s)%s", err, strings.Join(here, ", "), there)
}

// probabilities returns the values of p of the algorithms that take it.
func (s *study) probabilities() []float64 {
	return distinct(s.runs, func(r *Run) (float64, bool) { return r.p, takesP(r.name) && s.asked(r) }, compareFloats)
}
