package slurm_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
	"github.com/focal-search/focal/engine/study/job"
	"github.com/focal-search/focal/engine/study/slurm"
)

// records returns all records of a store.
func records(t *testing.T, path string) []*record.Record {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Collect(); err != nil {
		t.Fatal(err)
	}
	all, err := s.Records(store.WithMoves(), store.WithTraces())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Parts, jobs that make parts, and Slurm's tasks know what only a database has, such as
// one that was copied without its shards, in full.
func TestSpread(t *testing.T) {
	cluster(t)
	ctx := context.Background()
	g := studytest.Small
	g.Problems, g.Trace = "npuzzle/random-8/1", true
	original := filepath.Join(t.TempDir(), "korf.db")
	if runs := g.Run(ctx, original); runs.Err != nil {
		t.Fatal(runs.Err)
	}
	want := records(t, original)
	database := contents(t, original)
	larger := g
	larger.Problems = "npuzzle/random-8/1-2"

	for name, test := range map[string]struct {
		shards bool // whether it has some, of other runs
		make   func(path string) error
	}{
		"part": {false, func(path string) error {
			runs := larger.Run(ctx, path, study.Part(1, 1))
			if runs.Stored != len(want) || runs.Missing != 0 {
				t.Errorf("a part: %v", runs)
			}
			return runs.Err
		}},
		"job": {true, func(path string) error {
			runs := job.Start(larger, path, study.Part(1, 1)).Wait(ctx)
			if runs.Stored != len(want) || runs.Missing != 0 {
				t.Errorf("a job: %v", runs)
			}
			return runs.Err
		}},
		"array": {true, func(path string) error {
			a, err := slurm.Prepare(ctx, larger, path, with(slurm.Cluster{}))
			if err != nil {
				return err
			}
			if a.Plan.Stored != len(want) {
				t.Errorf("an array: %+v", a.Plan)
			}
			if err := a.Submit(ctx); err != nil {
				return err
			}
			return larger.Stored(path, study.Part(1, 1)).Err
		}},
	} {
		path := filepath.Join(t.TempDir(), "copy.db")
		if err := os.WriteFile(path, []byte(database), 0o666); err != nil {
			t.Fatal(err)
		}
		if test.shards {
			other := g
			other.Problems = "npuzzle/random-8/3"
			elsewhere := filepath.Join(t.TempDir(), "other.db")
			runs := other.Run(ctx, elsewhere, study.Part(1, 1))
			if err := errors.Join(runs.Err, os.Rename(elsewhere+".shards", path+".shards")); err != nil {
				t.Fatal(err)
			}
		}
		if err := test.make(path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.Remove(path); err != nil { // the shards have all of it
			t.Fatal(err)
		}
		got := records(t, path)
		known := map[string]*record.Record{}
		for _, rec := range got {
			known[rec.Key] = rec
		}
		for _, rec := range want {
			if !reflect.DeepEqual(known[rec.Key], rec) {
				t.Errorf("%s: %+v, want %+v", name, known[rec.Key], rec)
			}
		}
		if entries, _ := filepath.Glob(path + ".shards/spread-*"); len(entries) > 0 {
			t.Errorf("%s: left: %v", name, entries)
		}
	}
}
