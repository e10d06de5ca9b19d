package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store/export"
)

// RunFile reads a study from a YAML file, as [Read] does, and runs it:
//
//	results := batch.RunFile(ctx, "study.yaml", "study.db", batch.From("results.parquet")).Must()
func RunFile(ctx context.Context, study, path string, opts ...Option) *Runs {
	g, err := Read(study)
	if err != nil {
		return &Runs{Err: err}
	}
	return g.Run(ctx, path, opts...)
}

// Must is the results, where no error may be.
func (r *Runs) Must() []*engine.Result {
	if r.Err != nil {
		panic(r.Err)
	}
	return r.Results
}

// From has files of runs, as focal export writes them, answer for what the store
// does not have: a study that was published is read instead of made again. The
// store stays as it is; focal import takes such a file in. Files are believed: focal
// verify checks them. They have no traces, so that a study that asks for them has
// nothing from them.
func From(files ...string) Option {
	return func(o *options) { o.from = append(o.from, files...) }
}

// alone says why other processes cannot make the study as told.
func (o *options) alone() error {
	if len(o.from) == 0 {
		return nil
	}
	return errors.New("From: files answer in this process alone; take their runs into the store by focal import")
}

// exported is a ledger and, for what is not in it, the runs of files. They are
// read when a run is missing.
type exported struct {
	ledger
	files []string
	runs  []Run // that are wanted
	kept  map[string]*engine.Result
}

func (e *exported) done() (map[string]bool, error) {
	done, err := e.ledger.done()
	if err != nil {
		return nil, err
	}
	there := func(r Run) bool { _, ok := done[r.Key]; return ok }
	if all := !slices.ContainsFunc(e.runs, func(r Run) bool { return !there(r) }); all {
		return done, nil
	}
	if err := e.read(); err != nil {
		return nil, err
	}
	for _, r := range e.runs {
		if kept := e.kept[r.Key]; kept != nil && !there(r) {
			done[r.Key] = kept.Solved()
		}
	}
	return done, nil
}

func (e *exported) read() error {
	e.kept = map[string]*engine.Result{}
	for _, file := range e.files {
		records, err := export.ReadRecords(file)
		if err != nil {
			return err
		}
		for _, rec := range records {
			key, err := rec.Identity()
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			rec.Result.Moves = nil
			e.kept[key] = rec.Result
		}
	}
	return nil
}

func (e *exported) find(keys []string) ([]*engine.Result, error) {
	results, err := e.ledger.find(keys)
	for i, r := range results {
		if r == nil {
			results[i] = e.kept[keys[i]]
		}
	}
	return results, err
}
