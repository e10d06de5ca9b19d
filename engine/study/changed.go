package study

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// The code of a user-defined algorithm may change under its name and version. Its
// behaviour on small problems is part of its runs' identity (see
// engine.Algorithm.Coded), so changed code makes all its runs anew, and stale warns
// about it. A change that small problems do not reveal is detected by unchanged, which
// repeats a stored run of the study.

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

// short is the greatest number of expansions of a run that is repeated.
const short = 20_000

// unchanged repeats one stored run of each of the study's own algorithms, the longest
// of the short ones, and returns an error if it ends differently.
func (r *running) unchanged(ctx context.Context, done map[store.ID]bool) error {
	for _, a := range r.ownAlgorithms() {
		var runs []int // by number
		var ids []store.ID
		for _, i := range r.runs {
			if _, of, _ := r.all.parts(int(i)); of.FullName() != a.FullName() {
				continue
			}
			if _, ok := done[r.ids[i]]; ok {
				runs, ids = append(runs, int(i)), append(ids, r.ids[i])
			}
		}
		if err := r.again(ctx, runs, ids); err != nil {
			return err
		}
	}
	return nil
}

func (r *running) again(ctx context.Context, runs []int, ids []store.ID) error {
	results, err := r.ledger.Find(ids)
	if err != nil {
		return err
	}
	best := -1
	for i, s := range results {
		if s == nil || s.Status == engine.LimitTime || s.Status == engine.LimitMemory || s.Expanded > short {
			continue // limits on time and memory are not reproducible
		}
		if best < 0 || s.Expanded > results[best].Expanded {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	run, stored := r.all.run(runs[best]), results[best]
	now := engine.Solve(ctx, run.problem, run.Algorithm, engine.Seed(run.Seed), engine.WithLimits(run.Limits))
	switch {
	case ctx.Err() != nil, now.Status == engine.LimitTime, now.Status == engine.LimitMemory:
		return nil
	case now.Err != nil:
		return now.Err
	case now.Status != stored.Status || now.Cost != stored.Cost || now.Counters != stored.Counters:
		return fmt.Errorf("%s, version %s: its code has changed: on %s it now expands %d nodes and ends with cost %d, "+
			"in the store %d and %d: give it another Version", run.Algorithm.Name, run.Algorithm.Version, run.Problem,
			now.Expanded, now.Cost, stored.Expanded, stored.Cost)
	}
	return nil
}
