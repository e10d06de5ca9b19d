package store

import (
	"errors"
	"os"
	"strings"

	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/table"
)

// An Answer is the result of a user's query.
type Answer struct {
	Columns  []string
	Rows     [][]any  // of int64, float64, string, []byte or nil
	Warnings []string // of damage in the shards
	LeftOut  error    // why runs are missing, if some are
	Err      error
}

// Table returns the answer as a table, which notebooks show.
func (a *Answer) Table() table.Table {
	t := table.Table{Columns: a.Columns, Rows: a.Rows}
	switch {
	case a.Err != nil:
		t.Notes = []string{"error: " + a.Err.Error()}
	case len(a.Rows) == 0:
		t.Notes = []string{"no rows"}
	}
	for _, w := range a.Warnings {
		t.Notes = append(t.Notes, "warning: "+w)
	}
	return t
}

// Ask answers a user's query over all runs that the store at path has now; see
// [Store.Query]. As the last line of a cell, the answer is shown as a table:
//
//	store.Ask("korf.db", "SELECT algorithm, w, p, count(*), avg(expanded) FROM results GROUP BY 1, 2, 3")
func Ask(path, query string, args ...any) *Answer {
	a := new(Answer)
	s, err := OpenExisting(path, func(warning string) { a.Warnings = append(a.Warnings, warning) })
	if err != nil {
		a.Err = err
		return a
	}
	a.LeftOut = s.LeftOut()
	versions := record.Versions{}
	err = s.checked(func(rec *record.Record) { versions[rec.Version()]++ }) // SQL does not check the rows
	if a.Err = err; err == nil {
		if other := versions.LeftOut(); other != "" {
			a.Warnings = append(a.Warnings, path+": "+
				strings.Replace(other, "are left out", "are among those that the query finds", 1))
		}
		a.Columns, a.Rows, a.Err = s.Query(query, args...)
	}
	if err := s.Close(); a.Err == nil {
		a.Err = err
	}
	return a
}

// unchecked returns a warning that a store has no checksums.
func unchecked(path string) string {
	return path + ": a store of an older version, opened read-only: it has no checksums that would reveal damage"
}

// OpenExisting opens an existing store for reading, including everything in its shards.
// Damaged lines cause a warning; the other runs remain readable, and [Store.LeftOut] says
// which are not. On a full disk, and in a folder that takes no new files, the contents of
// database and shards are assembled in memory.
func OpenExisting(path string, warn func(string)) (*Store, error) {
	_, err := os.Stat(path)
	if _, shards := os.Stat(ShardsDir(path)); err != nil && shards != nil {
		return nil, explain(path, err)
	}
	s, err := Open(path)
	if errors.Is(err, ErrFull) || errors.Is(err, errNoRoom) && HasShards(path) {
		return readFull(path, err, warn)
	}
	if err != nil {
		return nil, err
	}
	if s.Unchecked() {
		warn(unchecked(path))
	}
	_, err = s.Collect()
	var damage *Damage
	switch {
	case err == nil:
	case errors.As(err, &damage):
		if left := s.LeftOut(); left != nil {
			err = left
		}
		warn(err.Error())
	case errors.Is(err, ErrFull), errors.Is(err, ErrReadOnly):
		s.Close() // on a full disk it cannot checkpoint its log either
		return readFull(path, err, warn)
	default:
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// readFull opens a store on a disk on which nothing can be written.
func readFull(path string, why error, warn func(string)) (*Store, error) {
	reason := "the disk is full"
	if !errors.Is(why, ErrFull) {
		reason = "nothing can be written there"
	}
	warn(path + ": " + reason + ": the store is read as it is, with what its shards hold, and nothing is written")
	return openInMemory(path, warn)
}
