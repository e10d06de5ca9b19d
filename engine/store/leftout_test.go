package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine/store"
)

// damageShard changes a letter in the middle of a line of a store's only shard.
func damageShard(t *testing.T, path string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(store.ShardsDir(path), "*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(text[1000:], []byte("expanded")) + 1000
	text[at] = '#'
	if err := os.WriteFile(names[0], text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// A damaged line of a shard is reported by everyone who opens the store, until its run has been made again.
func TestLeftOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path)
	all := solve()
	fill(t, s, all...)
	damageShard(t, path)
	for i := range 3 {
		said := ""
		again, err := store.OpenExisting(path, func(warning string) { said += warning })
		if err != nil {
			t.Fatal(err)
		}
		results, err := again.Results()
		left := again.LeftOut()
		if len(results) != len(all)-1 || err != nil || !errors.Is(left, store.ErrDamaged) || said != left.Error() ||
			!strings.Contains(said, "1 line of its shards cannot be used, and its run is left out: ") {
			t.Errorf("opened %d times: %d of %d results, %v; it says %q, %v", i+1, len(results), len(all), err, said, left)
		}
		if n, err := again.Collect(); n != 0 || err != nil {
			t.Errorf("collected again: %d, %v", n, err)
		}
		if a := store.Ask(path, "SELECT count(*) FROM runs"); a.LeftOut == nil || len(a.Warnings) != 1 {
			t.Errorf("SQL: %v, %v", a.LeftOut, a.Warnings)
		}
		again.Close()
	}
	fill(t, s, all...)
	for range 2 {
		again, err := store.OpenExisting(path, func(warning string) { t.Error(warning) })
		if err != nil {
			t.Fatal(err)
		}
		if results, err := again.Results(); len(results) != len(all) || err != nil || again.LeftOut() != nil {
			t.Errorf("made again: %d of %d results, %v, %v", len(results), len(all), err, again.LeftOut())
		}
		again.Close()
	}
}

// A database whose header or tables a stranger has changed is refused, without a panic.
func TestStrangeStores(t *testing.T) {
	for statement, want := range map[string]string{
		"PRAGMA user_version = -1": "the store has version -1",
		"ALTER TABLE runs RENAME TO was; CREATE VIEW runs AS SELECT * FROM was": "it has views of its own, runs",
	} {
		path := filepath.Join(t.TempDir(), "runs.db")
		s := open(t, path)
		fill(t, s, solve()[0])
		collect(t, s, 1)
		s.Close()
		db, err := sql.Open("sqlite3", path)
		if err == nil {
			_, err = db.Exec("DROP VIEW results; " + statement)
		}
		if err = errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		if _, err := store.OpenExisting(path, func(string) {}); !errors.Is(err, store.ErrNotStore) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// A damaged row is quoted in part, however long it is.
func TestLongRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path)
	fill(t, s, solve()[0])
	collect(t, s, 1)
	s.Close()
	db, err := sql.Open("sqlite3", path)
	if err == nil {
		_, err = db.Exec("UPDATE runs SET problem = ?", strings.Repeat("x", 10<<20))
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	if _, err := s.Results(); !errors.Is(err, store.ErrDamaged) || len(err.Error()) > 10<<10 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}
