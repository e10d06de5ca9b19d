package study_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
	"github.com/focal-search/focal/engine/study/job"
)

// published exports the runs of a store.
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

// Runs are taken from a published file, and only those that it lacks are made.
func TestFrom(t *testing.T) {
	part := studytest.Small
	part.W = part.W[:1]
	dir := t.TempDir()
	if runs := part.Run(context.Background(), filepath.Join(dir, "part.db")); runs.Err != nil {
		t.Fatal(runs.Err)
	}
	file := published(t, filepath.Join(dir, "part.db"))
	fresh := filepath.Join(dir, "fresh.db")
	const inFile = 10 * (1 + 1 + 2*3)
	for _, stored := range []int{inFile, studytest.SmallRuns} { // the second time the store has the rest
		runs := studytest.Small.Run(context.Background(), fresh, study.From(file))
		if runs.Err != nil || runs.Total != studytest.SmallRuns || runs.Stored != stored || runs.Missing != 0 {
			t.Fatalf("%d of %d runs were there, want %d; %d are missing: %v", runs.Stored, runs.Total, stored, runs.Missing,
				runs.Err)
		}
		if got, want := studytest.Outcomes(runs.Must()),
			studytest.Undisturbed(t, studytest.Small); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v\nwant %v", got, want)
		}
		for _, r := range runs.Results {
			if len(r.Moves) > 0 {
				t.Fatal("a result with moves, as a store gives none")
			}
		}
	}
	if runs := studytest.Small.Stored(fresh); len(runs.Results) != studytest.SmallRuns-inFile {
		t.Errorf("the store has %d runs, want the %d that the file does not have", len(runs.Results),
			studytest.SmallRuns-inFile)
	}
	traced := part
	traced.Trace, traced.Problems = true, "npuzzle/random-8/1"
	if runs := traced.Run(context.Background(), filepath.Join(dir, "traced.db"), study.From(file)); runs.Err != nil ||
		runs.Stored != 0 || runs.Results[0].Trace == nil {
		t.Errorf("a study with traces: %d runs were there, want none: %v", runs.Stored, runs.Err)
	}
}

// changeable publishes a study, and returns the text of the file without the rows' checksums,
// which they would not fit once changed.
func changeable(t *testing.T) (tiles study.Grid, dir, file, text string) {
	t.Helper()
	tiles = studytest.Small
	tiles.Problems = "npuzzle/random-8/1"
	dir = t.TempDir()
	if runs := tiles.Run(context.Background(), filepath.Join(dir, "old.db")); runs.Err != nil {
		t.Fatal(runs.Err)
	}
	file = published(t, filepath.Join(dir, "old.db"))
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return tiles, dir, file, strings.Replace(string(data), `,"crc32c"`, ",old", 1)
}

// A file with a run that was interrupted, or with two that contradict each other, is refused.
func TestFromWrongRuns(t *testing.T) {
	tiles, dir, file, text := changeable(t)
	lines := strings.SplitAfterN(text, "\n", 3)
	for want, changed := range map[string]string{
		`ended with "cancelled" is not kept`: strings.ReplaceAll(text, ",solved,", ",cancelled,"),
		"contradicts one before it":          text + strings.Replace(lines[1], ",solved,", ",unsolvable,", 1),
	} {
		if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
		runs := tiles.Run(context.Background(), filepath.Join(dir, "new.db"), study.From(file))
		if runs.Err == nil || !strings.Contains(runs.Err.Error(), want) {
			t.Errorf("want %q, got %v", want, runs.Err)
		}
	}
}

// Runs of an engine with another version of the counters are not used.
func TestFromAnotherVersion(t *testing.T) {
	tiles, dir, file, text := changeable(t)
	lines := strings.SplitN(text, "\n", 3) // the key is the first column
	lines[1] = strings.Repeat("0", 32) + lines[1][32:]
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "it was written by a version with another identity of runs"
	if err := tiles.Run(context.Background(), filepath.Join(dir, "new.db"), study.From(file)).Err; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("answered: %v", err)
	}
	written, err := export.ReadLines(file)
	if err != nil {
		t.Fatal(err)
	}
	var records []*record.Record
	for _, line := range written {
		records = append(records, line.Record)
	}
	s, err := store.Open(filepath.Join(dir, "new.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n, err := s.Import(records); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%d runs imported: %v", n, err)
	}
}

func TestFromErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "korf.db")
	torn := filepath.Join(dir, "torn.csv")
	if err := os.WriteFile(torn, []byte("problem,algorithm\nx,y\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{studytest.Small.Run(context.Background(), path, study.From("nowhere.parquet")).Err,
			"nowhere.parquet: no such file or directory"},
		{studytest.Small.Run(context.Background(), path, study.From(torn)).Err, torn + ":1: "},
		{studytest.Small.Run(context.Background(), path, study.From("runs.csv"), study.Part(1, 2)).Err, "focal import"},
		{job.Start(studytest.Small, path, study.From("runs.csv")).Err, "focal import"},
		{study.RunFile(context.Background(), "nowhere.yaml", path).Err, "nowhere.yaml: no such file or directory"},
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
	study.RunFile(context.Background(), "nowhere.yaml", path).Must()
}

// A study in a file equals its Grid.
func TestRunFile(t *testing.T) {
	dir := t.TempDir()
	tiles := studytest.Small
	tiles.Problems = "npuzzle/random-8/1"
	file := filepath.Join(dir, "study.yaml")
	if err := tiles.Write(file); err != nil {
		t.Fatal(err)
	}
	got := studytest.Outcomes(study.RunFile(context.Background(), file, filepath.Join(dir, "a.db")).Must())
	if want := studytest.Undisturbed(t, tiles); len(got) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
