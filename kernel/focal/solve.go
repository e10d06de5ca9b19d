package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/panics"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/show"
)

type solveCmd struct {
	Problem string   `arg:"" help:"Name or pattern, such as npuzzle/korf/39:heavy or npuzzle/korf/1-10. The problems of a pattern are solved one after the other."`
	Alg     []string `required:"" aliases:"algorithm" placeholder:"NAME" help:"Algorithm: ${algorithms}. Several, such as fs,pfs, are run one after the other."`
	W       *decimal `short:"w" placeholder:"W" help:"Suboptimality bound, at least 1: a solution costs at most w times the optimum. An anytime algorithm starts with it (default 3); astar takes none."`
	P       *decimal `short:"p" placeholder:"P" help:"Probability of a guided selection, 0 to 1, for the algorithms that draw."`
	Seed    seed     `default:"0" placeholder:"N" help:"Seed of the run's random generator (default 0). It has no effect on algorithms that draw nothing."`

	limitFlags

	JSON      bool   `help:"Print each result as a JSON object on one line."`
	JSONTrace bool   `name:"json-trace" help:"Like --json, with the trace of the run."`
	Output    string `short:"o" placeholder:"FILE" help:"Write to FILE instead of standard output, as JSON if its name ends in .json or .jsonl."`
	Trace     string `placeholder:"FILE" help:"Write the trace as CSV. There must be only one run."`
	Plot      string `placeholder:"FILE" help:"Draw the runs' trajectories: a page that needs no network if FILE ends in .html, a picture if in .svg or .png."`
}

func (solveCmd) Help() string {
	return example(
		"focal solve npuzzle/korf/39:heavy --alg fs -w 1.25 --json",
		"focal solve npuzzle/korf/39:heavy --alg pfs -w 1.25 -p 0.7 --seed 42 --trace trace.csv --max-inserted 5000000",
		"focal solve npuzzle/korf/39:heavy --alg fs,pfs -w 1.25 -p 0.7 --seed 42 --plot trajectory.html",
		"focal solve npuzzle/korf/1-5 --alg pfs,dps -w 1.5 -p 0.7 --time-limit 300s --memory-limit 4GiB",
	)
}

func (c *solveCmd) Run() error {
	names, err := domains.Match(c.Problem)
	if err != nil {
		return usage(err)
	}
	algorithms, err := c.algorithms()
	if err != nil {
		return usage(err)
	}
	if c.Plot != "" && !slices.ContainsFunc(algorithms,
		func(a engine.Algorithm) bool { return !a.Description().LateBound }) {
		return usagef("--plot draws fmin, which %s does not track: leave --plot out, or add another algorithm",
			algorithms[0].Title())
	}
	for _, name := range names { // all, before the first is solved
		if err := domains.Get(name).Err; err != nil {
			return usage(err)
		}
	}
	out, err := c.openOutputs(len(names) * len(algorithms))
	if err != nil {
		return usage(err)
	}
	code, err := c.solveAll(show.Context(), names, algorithms, out)
	if wrong := out.finish(); wrong != nil {
		code, err = exit.Wrong, errors.Join(err, wrong)
	}
	return &failure{code, err}
}

// solveAll runs every algorithm on every problem, in sequence, until ctx is done. It
// returns the exit code.
func (c *solveCmd) solveAll(ctx context.Context, names []string, algorithms []engine.Algorithm, out *outputs) (int,
	error) {
	code, run, runs := exit.OK, 0, len(names)*len(algorithms)
	var failed []error
	for _, name := range names {
		p := domains.Get(name)
		for _, a := range algorithms {
			run++
			number := ""
			if runs > 1 {
				number = fmt.Sprintf("[%d/%d] ", run, runs)
			}
			watched := engine.Watched(ctx, func(title string) (func(engine.Snapshot), func()) {
				return show.Search(number + title), show.Finish
			})
			r, wrong := solved(watched, p, a, c.options())
			show.Finish()
			if wrong != nil { // the other runs are made all the same
				code = worse(code, wrong.code)
				if len(failed) == 0 || failed[len(failed)-1].Error() != wrong.Error() {
					failed = append(failed, wrong)
				}
				continue
			}
			if err := out.write(r); err != nil {
				return exit.Wrong, errors.Join(append(failed, err)...)
			}
			code = worse(code, codeOf(r.Status))
			if ctx.Err() != nil {
				return exit.Interrupted, errors.Join(failed...)
			}
		}
	}
	return code, errors.Join(failed...)
}

// solved makes a run and checks its result.
func solved(ctx context.Context, p *engine.Problem, a engine.Algorithm, options []engine.Option) (r *engine.Result,
	wrong *failure) {
	err := panics.Call(func() error {
		r = inOrder(func() *engine.Result { return engine.Solve(ctx, p, a, options...) })
		return r.Err
	})
	switch {
	case r == nil: // a function of the problem or of the algorithm has panicked
		return nil, &failure{exit.Usage, fmt.Errorf("%s %s: %w", p.Name, a, err)}
	case err != nil:
		return nil, &failure{exit.Usage, err}
	}
	switch err := panics.Call(func() error { return engine.Verify(p, r) }); {
	case err == nil:
		return r, nil
	case p.Sampled():
		return nil, &failure{exit.Usage, fmt.Errorf("the result does not verify and is not printed: %w; focal check looks for mistakes in a problem", err)}
	default:
		return nil, &failure{exit.Wrong, fmt.Errorf("internal error: the result does not verify and is not printed: %w", err)}
	}
}

// algorithms makes the algorithms asked for. A parameter that none of them takes is refused.
func (c *solveCmd) algorithms() ([]engine.Algorithm, error) {
	var all []engine.Algorithm
	for _, name := range c.Alg {
		a, err := c.algorithm(name)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	for _, f := range []struct {
		given bool
		name  string
		by    func(engine.Description) bool
	}{
		{c.W != nil, "w", func(d engine.Description) bool { return d.TakesW }},
		{c.P != nil, "p", func(d engine.Description) bool { return d.TakesP }},
	} {
		if f.given && !slices.ContainsFunc(all, func(a engine.Algorithm) bool { return f.by(a.Description()) }) {
			known := engine.Descriptions()
			return nil, fmt.Errorf("-%s is not used by %s: leave it out, or add an algorithm that takes it, such as %s", f.name,
				strings.Join(c.Alg, " and "), known[slices.IndexFunc(known, f.by)].Name)
		}
	}
	return all, nil
}

// algorithm makes one, and checks that the parameters it takes are given.
func (c *solveCmd) algorithm(name string) (engine.Algorithm, error) {
	var w, p float64
	a := engine.Named(name)[0]
	openW, openP := a.Open()
	switch {
	case openW && c.W == nil && a.Schedule != nil:
		w = engine.AFS().W.Float()
	case openW && c.W == nil:
		return engine.Algorithm{}, fmt.Errorf("%s needs -w, the suboptimality bound, as in --alg %s -w 1.25", a.Name, a.Name)
	}
	if openP && c.P == nil {
		return engine.Algorithm{}, fmt.Errorf("%s needs -p, the probability of a guided selection, as in --alg %s -p 0.7",
			a.Name, a.Name)
	}
	if c.W != nil {
		w = float64(*c.W)
	}
	if c.P != nil {
		p = float64(*c.P)
	}
	a = a.At(w, p)
	return a, a.Err()
}

func (c *solveCmd) options() []engine.Option {
	options := []engine.Option{engine.Seed(uint64(c.Seed)), engine.WithLimits(c.limits())}
	if c.Trace != "" || c.Plot != "" || c.JSONTrace {
		options = append(options, engine.Traced())
	}
	return options
}

// codeOf is the exit code of a run that has a result.
func codeOf(s engine.Status) int {
	switch s {
	case engine.Solved, engine.Optimal, engine.BoundReached:
		return exit.OK
	case engine.Refuted:
		return exit.Usage
	case engine.Unsolvable:
		return exit.Unsolvable
	case engine.LimitCancelled:
		return exit.Interrupted
	}
	return exit.Limit
}

// worse is the more serious of two runs' codes.
func worse(a, b int) int {
	return exit.Worst[min(slices.Index(exit.Worst, a), slices.Index(exit.Worst, b))]
}
