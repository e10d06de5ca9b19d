package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

type importCmd struct {
	Store string   `arg:"" help:"Store to add the runs to; it is created if it does not exist."`
	Files []string `arg:"" help:"Files that focal export wrote, or CSV files of other programs."`

	Columns string `placeholder:"NAME=COLUMN,..." help:"What the columns of another program are here, as in exp=expanded,secs=cpu_s."`
}

func (importCmd) Help() string {
	return `A study continues from runs made elsewhere: focal sweep on that store computes only the missing
ones. The runs keep the record of their origin. A run that the store already has is compared with the new one
and kept.

A CSV file of another program has at least the columns problem, algorithm, and one of expanded, generated, cost,
time and cpu; all columns of results are understood by their names and other names (kernel/docs/sharing.md).
Times are in seconds unless the name says otherwise, as cpu_ms does. Such runs are marked as foreign. They stand
beside others in reports and charts, and are never taken for runs of a study.

` + example("focal import study.db runs.parquet", "focal sweep study.yaml --store study.db",
		"focal import study.db other.csv --columns exp=expanded,secs=cpu_s")
}

func (c *importCmd) Run() error {
	for _, name := range c.Files {
		if _, err := os.Stat(name); err != nil { // before a store is made
			return usage(input.Plain(name, err))
		}
	}
	foreign := export.Foreign{}
	if c.Columns != "" {
		var err error
		if foreign, err = export.ParseForeign(c.Columns); err != nil {
			return usagef("--columns: %w", err)
		}
	}
	_, err := os.Stat(c.Store)
	created := errors.Is(err, fs.ErrNotExist)
	s, err := store.Open(c.Store)
	if err != nil {
		return usage(err)
	}
	if created {
		atSignal(c.undo)
	}
	err = c.add(s, foreign)
	if err = errors.Join(err, s.Close()); err != nil && created {
		c.undo()
	}
	return err
}

// undo removes the new store of an import that has failed.
func (c *importCmd) undo() {
	if store.HasShards(c.Store) {
		return
	}
	_ = os.RemoveAll(store.ShardsDir(c.Store))
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		_ = os.Remove(c.Store + end)
	}
}

func (c *importCmd) add(s *store.Store, foreign export.Foreign) error {
	defer watched(s)()
	own, err := proofsIn(s)
	if err != nil {
		return storeError(err)
	}
	all := 0
	added, err := s.ImportEach(func(f func(*record.Record) error) error {
		for _, name := range c.Files {
			n, err := eachRecord(name, func(line export.Line) error {
				err := line.Whole()
				if err == nil {
					err = own.against(line.Result)
				}
				if err != nil {
					return usagef("%s:%d: %w", name, line.Number, err)
				}
				return f(line.Record)
			}, foreign)
			if err != nil {
				return err
			}
			all += n
		}
		return nil
	})
	if err != nil {
		return stopped(storeError(err))
	}
	return say("%s, %d new in %s\n", output.Many(all, "run"), added, c.Store)
}

// proofs are what the store's own runs say of the optimal costs of problems, by the hashes of their contents: the
// greatest lower bound, and the least cost of a solution or nil.
type proofs map[string][2]any

func proofsIn(s *store.Store) (proofs, error) {
	_, rows, err := s.Query(`SELECT problem_sha256, max(lower_bound), min(cost) FROM runs
		WHERE algorithm NOT LIKE '%@foreign' AND status NOT IN ('h is not admissible', 'error') GROUP BY 1`)
	all := proofs{}
	for _, row := range rows {
		all[row[0].(string)] = [2]any{row[1], row[2]}
	}
	return all, err
}

// against explains how a run of another program contradicts them.
func (all proofs) against(r *engine.Result) error {
	of := all[r.Digest]
	if lower, ok := of[0].(int64); ok && record.IsForeign(r.Algorithm) && r.Solved() && r.Cost < lower {
		return fmt.Errorf("column %q: %s is below %s, a lower bound of the optimal cost that runs in the store prove", "cost",
			r.CostString(r.Cost), r.CostString(lower))
	}
	if cost, ok := of[1].(int64); ok && record.IsForeign(r.Algorithm) && r.LowerBound > cost {
		return fmt.Errorf("column %q: %s is above %s, the cost of a solution in the store", "lower_bound",
			r.CostString(r.LowerBound), r.CostString(cost))
	}
	return nil
}
