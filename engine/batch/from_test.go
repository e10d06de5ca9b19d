package batch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/batch"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// published exports what a store has.
func published(t *testing.T, path string) string {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	records, err := s.Records(store.WithMoves())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "runs.csv")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := export.WriteCSV(f, records); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// A published file answers for its runs, and only what it does not have is made.
func TestFrom(t *testing.T) {
	part := small
	part.W = part.W[:1]
	dir := t.TempDir()
	if runs := part.Run(context.Background(), filepath.Join(dir, "part.db")); runs.Err != nil {
		t.Fatal(runs.Err)
	}
	file := published(t, filepath.Join(dir, "part.db"))
	fresh := filepath.Join(dir, "fresh.db")
	const inFile = 10 * (1 + 1 + 2*3)
	for _, stored := range []int{inFile, smallRuns} { // the second time the store has the rest
		runs := small.Run(context.Background(), fresh, batch.From(file))
		if runs.Err != nil || runs.Total != smallRuns || runs.Stored != stored || runs.Missing != 0 {
			t.Fatalf("%d of %d runs were there, want %d; %d are missing: %v", runs.Stored, runs.Total, stored, runs.Missing, runs.Err)
		}
		if got, want := outcomes(runs.Must()), undisturbed(t, small); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v\nwant %v", got, want)
		}
		for _, r := range runs.Results {
			if len(r.Moves) > 0 {
				t.Fatal("a result with moves, as a store gives none")
			}
		}
	}
	if runs := small.Stored(fresh); len(runs.Results) != smallRuns-inFile {
		t.Errorf("the store has %d runs, want the %d that the file does not have", len(runs.Results), smallRuns-inFile)
	}
	traced := part
	traced.Trace, traced.Problems = true, "npuzzle/random-8/1"
	if runs := traced.Run(context.Background(), filepath.Join(dir, "traced.db"), batch.From(file)); runs.Err != nil || runs.Stored != 0 || runs.Results[0].Trace == nil {
		t.Errorf("a study with traces: %d runs were there, want none: %v", runs.Stored, runs.Err)
	}
}

// Runs of an engine that counts otherwise do not answer.
func TestFromAnotherVersion(t *testing.T) {
	study := small
	study.Problems = "npuzzle/random-8/1"
	dir := t.TempDir()
	if runs := study.Run(context.Background(), filepath.Join(dir, "old.db")); runs.Err != nil {
		t.Fatal(runs.Err)
	}
	file := published(t, filepath.Join(dir, "old.db"))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(string(text), "\n", 3) // the key is the first column
	lines[1] = strings.Repeat("0", 32) + lines[1][32:]
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "it was written by a version with another identity of runs"
	if err := study.Run(context.Background(), filepath.Join(dir, "new.db"), batch.From(file)).Err; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("answered: %v", err)
	}
	records, err := export.ReadRecords(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(filepath.Join(dir, "new.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n, err := s.Import(records); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%d runs taken in: %v", n, err)
	}
}

func TestFromErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "korf.db")
	torn := filepath.Join(dir, "torn.csv")
	if err := os.WriteFile(torn, []byte("problem,algorithm\nx,y\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, inArray := small.Array(context.Background(), path, batch.Slurm{}, batch.From("runs.csv"))
	for _, test := range []struct {
		err  error
		want string
	}{
		{small.Run(context.Background(), path, batch.From("nowhere.parquet")).Err, "nowhere.parquet: no such file or directory"},
		{small.Run(context.Background(), path, batch.From(torn)).Err, torn + ":1: "},
		{small.Run(context.Background(), path, batch.From("runs.csv"), batch.Part(1, 2)).Err, "focal import"},
		{small.Start(path, batch.From("runs.csv")).Err, "focal import"},
		{inArray, "focal import"},
		{batch.RunFile(context.Background(), "nowhere.yaml", path).Err, "nowhere.yaml: no such file or directory"},
	} {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("%v: want %q in it", test.err, test.want)
		}
	}
	defer func() {
		if reason := fmt.Sprint(recover()); !strings.Contains(reason, "nowhere.yaml") {
			t.Errorf("Must panics with %q", reason)
		}
	}()
	batch.RunFile(context.Background(), "nowhere.yaml", path).Must()
}

// A study in a file is that of its Grid.
func TestRunFile(t *testing.T) {
	dir := t.TempDir()
	study := small
	study.Problems = "npuzzle/random-8/1"
	file := filepath.Join(dir, "study.yaml")
	if err := study.Write(file); err != nil {
		t.Fatal(err)
	}
	got := outcomes(batch.RunFile(context.Background(), file, filepath.Join(dir, "a.db")).Must())
	if want := undisturbed(t, study); len(got) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
