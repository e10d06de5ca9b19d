package study

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/panics"
	"github.com/focal-search/focal/engine/record"
)

// The code of a user-defined algorithm may change under its name and version. Its
// behaviour on small problems is part of its runs' identity (see
// engine.Algorithm.Coded), so changed code makes all its runs anew, and stale warns
// about it. The identity of a user-defined problem has its functions' values on the states
// near the start. A change that neither reveals is detected by unchanged, which repeats
// stored runs of the study.

// stale warns about runs in the store that were made with different code of the study's
// algorithms.
func (r *running) stale() error {
	own := r.ownAlgorithms()
	if len(own) == 0 {
		return nil
	}
	stored, err := r.ledger.Algorithms()
	if err != nil {
		return err
	}
	for _, a := range own {
		others := 0
		for name, runs := range stored {
			s := engine.ParseFullName(name)
			if s.Name == a.Name && s.Version == a.Version && s.Code != a.Code {
				others += runs
			}
		}
		if others > 0 && stored[a.FullName()] == 0 {
			r.warn(fmt.Sprintf("%s, version %s: its code has changed since %d runs in the store were made: "+
				"they do not count, and the runs are made again", a.Name, a.Version, others))
		}
	}
	return nil
}

// ownAlgorithms are the study's user-defined algorithms, each once whatever its w.
func (r *running) ownAlgorithms() (own []engine.Algorithm) {
	known := map[string]bool{}
	if r.all == nil {
		return nil
	}
	for _, s := range r.all.settings {
		if a := s.algorithm; a.Version != "" && !known[a.FullName()] {
			known[a.FullName()] = true
			own = append(own, a)
		}
	}
	return own
}

const (
	short  = 20_000 // greatest number of expansions of a run that is repeated
	brief  = 2_000  // that of a problem's, unless all are longer
	probed = 20     // greatest number of problems of which a run is repeated
)

// unchanged repeats stored runs, one of each of the study's own algorithms and one of each of
// its own problems, given or of a domain of graphs, if these are few. It returns an error if
// one ends differently.
func (r *running) unchanged(ctx context.Context, done map[record.ID]bool) error {
	for _, a := range r.ownAlgorithms() {
		runs := r.stored(done, func(run int) bool {
			_, of, _ := r.all.parts(run)
			return of.FullName() == a.FullName()
		})
		run, differs, err := r.again(ctx, runs, short)
		if err != nil {
			return err
		}
		if differs != "" {
			return fmt.Errorf("%s, version %s: its code has changed: on %s it now %s: give it another Version", a.Name,
				a.Version, run.Problem, differs)
		}
	}
	if r.all == nil {
		return nil
	}
	for i := 0; i < len(r.all.probes); i += 1 + len(r.all.probes)/probed {
		runs := r.stored(done, func(run int) bool { return run/r.all.each == r.all.probes[i] })
		run, differs, err := r.again(ctx, runs, brief)
		if err != nil {
			return err
		}
		if differs != "" {
			return fmt.Errorf("%s: its functions, or what they read, have changed since runs of it were stored: %s now %s: "+
				"give it another Name", run.Problem, run.Algorithm, differs)
		}
	}
	return nil
}

// stored lists the runs of the study that are in the store and for which such holds, by number.
func (r *running) stored(done map[record.ID]bool, such func(run int) bool) (runs []int) {
	for _, run := range r.runs {
		if !such(int(run)) {
			continue
		}
		if _, ok := done[r.ids[run]]; ok {
			runs = append(runs, int(run))
		}
	}
	return runs
}

// again repeats one of some stored runs: the longest of at most so many expansions, else the
// shortest. It returns how that run differs from what is stored, or "".
func (r *running) again(ctx context.Context, runs []int, most int64) (run Run, differs string, err error) {
	ids := make([]record.ID, len(runs))
	for i, run := range runs {
		ids[i] = r.ids[run]
	}
	results, err := r.ledger.Find(ids)
	if err != nil {
		return run, "", err
	}
	best := -1
	for i, s := range results {
		if s == nil || s.Status == engine.LimitTime || s.Status == engine.LimitMemory || s.Expanded > short {
			continue // limits on time and memory are not reproducible
		}
		if best < 0 {
			best = i
			continue
		}
		longer := s.Expanded > results[best].Expanded
		if both := max(s.Expanded, results[best].Expanded) <= most; longer == both {
			best = i
		}
	}
	if best < 0 {
		return run, "", nil
	}
	stored, now := results[best], (*engine.Result)(nil)
	run = r.all.run(runs[best])
	err = panics.Call(func() error {
		now = engine.Solve(ctx, run.problem, run.Algorithm, engine.Seed(run.Seed), engine.WithLimits(run.Limits))
		return now.Err
	})
	switch {
	case ctx.Err() != nil: // what an interrupt cuts off says nothing
		return run, "", nil
	case err != nil:
		return run, fmt.Sprintf("fails (%v)", err), nil
	case now.Status == engine.LimitTime, now.Status == engine.LimitMemory:
		return run, "", nil
	case now.Status != stored.Status || now.Cost != stored.Cost || now.Counters != stored.Counters:
		return run, fmt.Sprintf("expands %d nodes of %d inserted, and ends with status %q and cost %d; in the store %d of %d, %q and %d",
			now.Expanded, now.Inserted, now.Status, now.Cost, stored.Expanded, stored.Inserted, stored.Status, stored.Cost), nil
	}
	return run, "", nil
}
