// Package ledger finds the finished runs of a study: in a store's database, from its
// shards, and from files of published runs. It prevents two processes from making the same
// run, and estimates how long runs take.
package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study/internal/process"
)

// A Ledger knows the finished runs of a study, whoever made them.
type Ledger interface {
	// Update reads what is new. Damage causes a warning: its runs are missing and will
	// be made again.
	Update() (warnings []string, err error)
	// Done are the runs that hold what the study wants, and whether
	// they have a solution.
	Done() (map[record.ID]bool, error)
	// Find returns the runs with the given IDs, nil for those that are missing.
	Find(ids []record.ID) ([]*engine.Result, error)
	// Each calls f once for each run with one of the given IDs, in any order.
	Each(ids []record.ID, f func(id record.ID, r *engine.Result)) error
	// Algorithms are the algorithms of the runs, whatever study they belong to, by
	// their full names, with the number of runs; none where that is not known.
	Algorithms() (map[string]int, error)
	// Shard is where new runs go.
	Shard() (*store.Shard, error)
	Close() error
}

// A Study is what a ledger is opened for.
type Study struct {
	Path  string      // of the store
	IDs   []record.ID // of the runs
	Trace bool        // whether the runs need traces
	Part  bool        // whether the runs are a part, which may be made on any machine: no database is used
	From  []string    // files of published runs
}

// Open opens the ledger of a study.
func Open(s Study) (Ledger, error) {
	if s.Part {
		return openShards(s), prepareShards(s.Path)
	}
	d, err := OpenDatabase(s.Path, s.Trace)
	if err != nil {
		return nil, err
	}
	if len(s.From) == 0 || s.Trace {
		return d, nil
	}
	return &withFiles{Ledger: d, files: s.From, ids: s.IDs}, nil
}

// CheckFolder returns the error that the store's folder is missing. It is never created.
func CheckFolder(path string) error {
	if folder := filepath.Dir(path); Absent(folder) {
		return fmt.Errorf("%s: %w", folder, syscall.ENOENT)
	}
	return nil
}

// Absent reports whether there is no file of that name.
func Absent(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// damaged turns damage in a shard into a warning, and returns other errors.
func damaged(err error) (warnings []string, other error) {
	var damage *store.Damage
	if errors.As(err, &damage) {
		return []string{err.Error()}, nil
	}
	return nil, err
}

// A Database is the ledger of a study that runs on the store's own machine.
type Database struct {
	Store *store.Store
	parts []store.Option // what the study needs of each run besides its numbers
}

// OpenDatabase opens the store at path.
func OpenDatabase(path string, trace bool) (*Database, error) {
	s, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	d := &Database{Store: s}
	if trace {
		d.parts = []store.Option{store.WithTraces()}
	}
	return d, nil
}

// Update collects the shards.
func (d *Database) Update() ([]string, error) {
	_, err := d.Store.Collect()
	return damaged(err)
}

// Done returns the runs in the database.
func (d *Database) Done() (map[record.ID]bool, error) { return d.Store.DoneIDs(d.parts...) }

// Algorithms returns the algorithms of all runs in the database, by their full names,
// and how many runs of each there are.
func (d *Database) Algorithms() (map[string]int, error) {
	_, rows, err := d.Store.Query("SELECT algorithm, count(*) FROM runs GROUP BY 1")
	if err != nil {
		return nil, err
	}
	all := map[string]int{}
	for _, row := range rows {
		all[row[0].(string)] = int(row[1].(int64))
	}
	return all, nil
}

// Find reads runs from the database.
func (d *Database) Find(ids []record.ID) ([]*engine.Result, error) {
	return d.Store.FindIDs(ids, d.parts...)
}

// Each reads runs from the database one after the other.
func (d *Database) Each(ids []record.ID, f func(id record.ID, r *engine.Result)) error {
	wanted := make(map[record.ID]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	return d.Store.Scan(func(rec *record.Record) error {
		if id, ok := record.ParseID([]byte(rec.Key)); ok && wanted[id] {
			f(id, rec.Result)
		}
		return nil
	}, d.parts...)
}

// Shard returns a new shard of the store.
func (d *Database) Shard() (*store.Shard, error) { return d.Store.Shard() }

// Close closes the store.
func (d *Database) Close() error { return d.Store.Close() }

// shards is the ledger of a part of a study, which may run on any machine.
type shards struct {
	path  string
	from  *store.Shards
	trace bool
	kept  map[record.ID]*engine.Result // of the part's runs
}

func openShards(study Study) Ledger {
	s := &shards{path: study.Path, from: store.ReadShards(study.Path), trace: study.Trace}
	s.kept = map[record.ID]*engine.Result{}
	for _, id := range study.IDs {
		s.kept[id] = nil
	}
	return s
}

// prepareShards makes the shards that a part reads if there is a database without any;
// no other process is working on it then, except for other parts, which wait.
func prepareShards(path string) error {
	if err := CheckFolder(path); err != nil || Absent(path) || store.HasShards(path) {
		return err
	}
	unlock, err := process.Lock(store.ShardsDir(path))
	if err != nil {
		return err
	}
	defer unlock()
	if store.HasShards(path) { // another part has made them
		return nil
	}
	return Spread(path)
}

func (s *shards) Update() ([]string, error) {
	var lesser []string
	warnings, err := damaged(s.from.Next(func(key string, r *engine.Result) {
		id, _ := record.ParseID([]byte(key))
		known, wanted := s.kept[id]
		if !wanted {
			return
		}
		if known != nil {
			switch replaces, err := store.Replaces(known, r); { // as in the database
			case err != nil:
				lesser = append(lesser, err.Error())
				return
			case !replaces:
				return
			}
		}
		r.Moves = nil
		if !s.trace && r.Trace != nil {
			r.Trace = new(engine.Trace) // marks that there is one
		}
		s.kept[id] = r
	}))
	return append(warnings, lesser...), err
}

func (s *shards) Done() (map[record.ID]bool, error) {
	done := map[record.ID]bool{}
	for id, r := range s.kept {
		if r != nil && (!s.trace || r.Trace != nil) {
			done[id] = r.Solved()
		}
	}
	return done, nil
}

func (s *shards) Each(ids []record.ID, f func(id record.ID, r *engine.Result)) error {
	for _, id := range ids {
		if r := s.kept[id]; r != nil {
			f(id, r)
		}
	}
	return nil
}

func (s *shards) Find(ids []record.ID) ([]*engine.Result, error) {
	results := make([]*engine.Result, len(ids))
	for i, id := range ids {
		if results[i] = s.kept[id]; results[i] != nil && !s.trace {
			plain := *results[i]
			plain.Trace = nil
			results[i] = &plain
		}
	}
	return results, nil
}

func (s *shards) Algorithms() (map[string]int, error) { return nil, nil }

func (s *shards) Shard() (*store.Shard, error) { return store.NewShard(s.path) }

func (s *shards) Close() error { return nil }
