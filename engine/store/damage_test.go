package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/focal-search/focal/engine/store"
)

// flips is how many bits are flipped: few in ordinary tests, those of FOCAL_FLIPS
// before a release.
func flips() int {
	if n, err := strconv.Atoi(os.Getenv("FOCAL_FLIPS")); err == nil {
		return n
	}
	if testing.Short() {
		return 50
	}
	return 200
}

// said is all that a reader of a store can see of it.
func said(path string) (text string, err error) {
	a := store.Ask(path, "SELECT * FROM results ORDER BY problem, algorithm, w, p, seed, expanded")
	if a.Err != nil {
		return "", a.Err
	}
	s, err := store.OpenExisting(path, func(string) {})
	if err != nil {
		return "", err
	}
	defer s.Close()
	records, err := s.Records(store.WithMoves(), store.WithTraces())
	var b strings.Builder
	fmt.Fprintln(&b, a.Columns, a.Rows, a.Warnings)
	for _, rec := range records {
		fmt.Fprintf(&b, "%s %+v %+v %v %v\n", rec.Key, rec.Result, rec.Origin, rec.Finished, rec.Result.Trace != nil &&
			len(rec.Result.Trace.Samples) > 0)
	}
	return pointers.Replace(b.String()), err
}

var pointers = strings.NewReplacer("\r", "")

// One flipped bit anywhere in the database is noticed, or changes nothing that can
// be read.
func TestFlippedBits(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "study.db")
	s := open(t, path)
	fill(t, s, solve()...)
	collect(t, s, len(solve()))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(store.ShardsDir(path)); err != nil { // else damage would be made good from there
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := said(path)
	if err != nil {
		t.Fatal(err)
	}
	want = withoutPointers(want)
	r := rand.New(rand.NewPCG(15, 4))
	noticed, harmless, named := 0, 0, 0
	for i := range flips() {
		changed := append([]byte{}, whole...)
		at := r.IntN(len(changed))
		changed[at] ^= 1 << r.IntN(8)
		copied := filepath.Join(dir, fmt.Sprintf("flip-%d.db", i))
		if err := os.WriteFile(copied, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		have, err := said(copied)
		var row *store.RowDamage
		switch {
		case err != nil:
			noticed++
			if errors.As(err, &row) {
				named++
			}
		case withoutPointers(strings.ReplaceAll(have, copied, path)) == want:
			harmless++
		default:
			t.Errorf("bit flipped in byte %d: silently different", at)
		}
		for _, suffix := range []string{"", "-wal", "-shm"} {
			os.Remove(copied + suffix)
		}
	}
	t.Logf("%d flips: %d noticed, %d of them with their row; %d changed nothing", flips(), noticed, named, harmless)
	if noticed == 0 || named == 0 {
		t.Error("nothing was noticed")
	}
}

// withoutPointers takes addresses out of what %+v prints.
func withoutPointers(text string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, "0xc")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		text = strings.TrimLeft(after, "0123456789abcdef")
	}
}

// Each damaged row is named, and the others are read.
func TestDamagedRowsAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.db")
	s := open(t, path)
	fill(t, s, solve()...)
	collect(t, s, len(solve()))
	solved := ask(t, path, "SELECT key FROM runs WHERE cost IS NOT NULL ORDER BY id")
	keys := map[string]bool{}
	for column, value := range map[string]string{
		"expanded": "expanded - 1", "w": "w + 0.5", "seed": "seed + 1", "domain": "'none'", "cost": "cost + 1",
		"host": "'other'"} {
		key := solved[len(keys)*2][0].(string)
		keys[key] = true
		change(t, path, fmt.Sprintf("UPDATE runs SET %s = %s WHERE key = '%s'", column, value, key))
	}
	results, err := s.Results()
	if len(results) != len(solve())-len(keys) || !errors.Is(err, store.ErrDamaged) {
		t.Errorf("%d of %d results with %d rows damaged: %v", len(results), len(solve()), len(keys), err)
	}
	for key := range keys {
		if !strings.Contains(fmt.Sprint(err), "run "+key+" (") {
			t.Errorf("%s is not named in %v", key, err)
		}
	}
	if a := store.Ask(path, "SELECT 1"); !errors.Is(a.Err, store.ErrDamaged) {
		t.Errorf("SQL answers %v, %v", a.Rows, a.Err)
	}
}

// Rows that are gone, and a view that says something else, are noticed.
func TestMissingRowsAreNoticed(t *testing.T) {
	for name, query := range map[string]string{
		"a run":         "DELETE FROM solutions WHERE run = 1; DELETE FROM incumbents WHERE run = 1; DROP TRIGGER run_removed; DELETE FROM runs WHERE id = 1",
		"an incumbent":  "DELETE FROM incumbents WHERE run = (SELECT min(run) FROM incumbents)",
		"the moves":     "DELETE FROM solutions WHERE run = (SELECT min(run) FROM solutions)",
		"a trace":       "DROP TRIGGER trace_removed; DELETE FROM traces",
		"another trace": "UPDATE traces SET run = 1 WHERE run = (SELECT min(run) FROM traces)",
		"a view":        "DROP VIEW results; CREATE VIEW results AS SELECT * FROM runs",
		"the totals":    "DELETE FROM totals",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "study.db")
			s := open(t, path)
			fill(t, s, solve()...)
			collect(t, s, len(solve()))
			change(t, path, query)
			if err := s.Check(); !errors.Is(err, store.ErrDamaged) {
				t.Errorf("the check says %v", err)
			}
		})
	}
}

// Where the first page of the database is damaged, the error says that the runs are in the
// shards, and a new database collects them.
func TestFirstPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.db")
	s := open(t, path)
	fill(t, s, solve()...)
	collect(t, s, len(solve()))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(data, make([]byte, 4096))
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = store.Open(path)
	if !errors.Is(err, store.ErrNotStore) || !strings.Contains(fmt.Sprint(err), "the runs are in "+store.ShardsDir(path)+" too") {
		t.Errorf("%v", err)
	}
	if err := os.Rename(path, path+".damaged"); err != nil {
		t.Fatal(err)
	}
	collect(t, open(t, path), len(solve()))
}

func ask(t *testing.T, path, query string) [][]any {
	t.Helper()
	a := store.Ask(path, query)
	if a.Err != nil && !errors.Is(a.Err, store.ErrDamaged) {
		t.Fatal(a.Err)
	}
	return a.Rows
}

// change changes a store as no command does.
func change(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

// A store of version 1 gets checksums when it is opened, and is read without them
// where it cannot be written to.
func TestOldStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "study.db")
	s := open(t, path)
	fill(t, s, solve()...)
	collect(t, s, len(solve()))
	want, err := s.Results(store.WithMoves(), store.WithTraces())
	if err != nil || s.Close() != nil {
		t.Fatal(err)
	}
	change(t, path, `DROP TRIGGER run_added; DROP TRIGGER run_removed; DROP TRIGGER trace_added; DROP TRIGGER trace_removed;
		DROP TABLE totals; ALTER TABLE runs DROP COLUMN crc32c; ALTER TABLE traces DROP COLUMN crc32c; ALTER TABLE shards DROP COLUMN crc32c;
		PRAGMA user_version = 1; PRAGMA journal_mode = DELETE`)
	if os.Getuid() != 0 { // who may write everywhere
		os.Chmod(path, 0o444)
		os.Chmod(filepath.Dir(path), 0o555)
		old := open(t, path)
		have, err := old.Results(store.WithMoves(), store.WithTraces())
		if err != nil || !old.Unchecked() || !reflect.DeepEqual(have, want) {
			t.Errorf("%d results, unchecked %v, %v", len(have), old.Unchecked(), err)
		}
		os.Chmod(filepath.Dir(path), 0o755)
		os.Chmod(path, 0o644)
	}
	s = open(t, path)
	have, err := s.Results(store.WithMoves(), store.WithTraces())
	if err != nil || s.Unchecked() || !reflect.DeepEqual(have, want) {
		t.Errorf("%d results, unchecked %v, %v", len(have), s.Unchecked(), err)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}
