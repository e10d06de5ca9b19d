package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
)

// An Option chooses what a report is about.
type Option func(*options)

type options struct {
	w         *engine.Ratio // nil: the report's default
	p         *float64
	attribute attribute
	err       error
}

func newOptions(opts []Option) (*options, error) {
	o := &options{attribute: attributes[0]}
	for _, set := range opts {
		set(o)
	}
	return o, o.err
}

// The study's own choices where a report needs one.
const (
	defaultW = 1.25
	defaultP = 0.7
)

// W chooses the bound where a report is about one of them: effects, trajectory.
// The default is 1.25, or the only bound there is.
func W(w float64) Option {
	return func(o *options) {
		r, err := engine.NewRatio(w)
		if err != nil || r.Num < r.Den {
			o.err = fmt.Errorf("w = %v: the suboptimality bound must be a number of at least 1", w)
		}
		o.w = &r
	}
}

// P chooses the probability where a report is about one of them. The default is
// 0.7, or the only one there is.
func P(p float64) Option {
	return func(o *options) {
		if !(p >= 0 && p <= 1) {
			o.err = fmt.Errorf("p = %v: the probability of a guided selection must be between 0 and 1", p)
		}
		o.p = &p
	}
}

// Attribute chooses what taskwise tells of each run: expanded (the default),
// generated, inserted, reopened, time, cost, factor, memory or status.
func Attribute(name string) Option {
	return func(o *options) {
		i := slices.IndexFunc(attributes, func(a attribute) bool { return a.name == name })
		if i < 0 {
			var names []string
			for _, a := range attributes {
				names = append(names, a.name)
			}
			o.err = fmt.Errorf("no attribute %q%s", name, engine.Suggest(name, names))
			return
		}
		o.attribute = attributes[i]
	}
}

// bound is the w that a report is about.
func (o *options) bound(s *study) (engine.Ratio, error) {
	if o.w != nil {
		return *o.w, nil
	}
	bounds := s.bounds()
	usual, _ := engine.NewRatio(defaultW)
	if slices.Contains(bounds, usual) {
		return usual, nil
	}
	if len(bounds) == 1 {
		return bounds[0], nil
	}
	return usual, fmt.Errorf("no runs at w = %s: choose one of the bounds that there are: %s", usual, join(bounds))
}

// probability is the p that a report is about, of algorithms that draw.
func (o *options) probability(s *study) (float64, error) {
	if o.p != nil {
		return *o.p, nil
	}
	ps := s.probabilities()
	if slices.Contains(ps, defaultP) || len(ps) == 0 {
		return defaultP, nil
	}
	if len(ps) == 1 {
		return ps[0], nil
	}
	return 0, fmt.Errorf("no runs at p = %v: choose one of the probabilities that there are: %s", defaultP, join(ps))
}

func join[T any](values []T) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, ", ")
}
