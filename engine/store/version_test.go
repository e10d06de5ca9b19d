package store

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
)

// Runs of two versions of the counters in one store are kept apart.
func TestTwoCounterVersions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var records []*record.Record
	for _, name := range []string{"npuzzle/random-8/1", "npuzzle/random-8/2", "npuzzle/random-8/3"} {
		records = append(records, record.New(engine.Solve(t.Context(), domains.Get(name), engine.FS(1.5))))
	}
	if _, err := s.Import(records); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Records(); err != nil || len(all) != 3 {
		t.Fatal(len(all), err)
	}
	ask := func() *Answer { return Ask(path, "SELECT count(*) FROM results") }
	if a := ask(); a.Err != nil || len(a.Warnings) > 0 {
		t.Fatal(a.Err, a.Warnings)
	}
	// What the next version finds, and the one after an upgrade.
	newer := *records[0].Result
	newer.Expanded, newer.Guided = newer.Expanded+1, newer.Guided+1
	rec := record.New(&newer)
	rec.Key = record.IDAt(record.CounterVersion+1, newer.Digest, newer.Algorithm, newer.Seed, newer.Limits).Key()
	insert, err := s.write(0)
	if err != nil {
		t.Fatal(err)
	}
	defer insert.close()
	if err := insert.inTransaction(func() error { _, err := insert.add(rec, appendRow(nil, rec)); return err }); err != nil {
		t.Fatal(err)
	}
	all, err := s.Records()
	if err != nil || len(all) != 4 {
		t.Fatal(len(all), err)
	}
	kept, leftOut := record.OneVersion(all)
	if len(kept) != 1 || kept[0].Version() != 2 || kept[0].Result.Expanded != newer.Expanded ||
		leftOut != "3 of 4 runs were made with counters other than those of version 2, and are left out" {
		t.Errorf("%d kept, %q", len(kept), leftOut)
	}
	if kept, leftOut := record.OneVersion(kept); len(kept) != 1 || leftOut != "" {
		t.Errorf("%d stored of one version, %q", len(kept), leftOut)
	}
	if a := ask(); a.Err != nil || len(a.Warnings) != 1 ||
		!strings.Contains(a.Warnings[0], "3 of 4 runs were made with counters other") {
		t.Errorf("asked: %v, %q", a.Err, a.Warnings)
	}
}
