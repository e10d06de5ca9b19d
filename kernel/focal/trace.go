package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math/big"
	"strconv"

	"github.com/focal-search/focal/engine"
)

// writeTrace writes a trace's samples as CSV, with a comment line before the header
// that names the run and the units. Everything is exact. The threshold of an anytime
// search is left out, since its w changes.
func writeTrace(out io.Writer, r *engine.Result) error {
	unit := "1"
	if r.Unit > 1 {
		unit = fmt.Sprintf("1/%d", r.Unit)
	}
	_, err := fmt.Fprintf(out, "# %s %s seed %d: fmin, threshold (w*fmin) and f in units of %s; expanded, open and "+
		"focal in nodes; d in the domain's steps; guided 0 or 1\n",
		r.Problem, r.Algorithm, r.Seed, unit)
	if err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.Write([]string{"expanded", "fmin", "threshold", "open", "focal", "f", "d", "guided"})
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, s := range r.Trace.Samples {
		fmin, bound := number(s.FMin), ""
		if s.FMin < 0 { // WA* does not track it
			fmin = ""
		} else if r.Algorithm.Schedule == nil { // an anytime search changes w
			bound = threshold(r.Algorithm.W, s.FMin)
		}
		guided := "0"
		if s.Guided {
			guided = "1"
		}
		w.Write([]string{
			number(s.Expanded), fmin, bound,
			number(s.Open), number(s.Focal), number(s.F), number(s.D), guided,
		})
	}
	w.Flush()
	return w.Error()
}

// threshold is w·fmin, exactly: a decimal if it terminates, otherwise a fraction.
func threshold(w engine.Ratio, fmin engine.Cost) string {
	x := big.NewRat(w.Num, w.Den)
	x.Mul(x, new(big.Rat).SetInt64(fmin))
	if digits, exact := x.FloatPrec(); exact {
		return x.FloatString(digits)
	}
	return x.RatString()
}
