package batch

import (
	"errors"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// A ledger is where a study learns what has been done, by whomever.
type ledger interface {
	// update takes in what is new. Damage is worth a warning: its runs are
	// missing and will be made again.
	update() (warnings []string, err error)
	// done are the runs that hold what the study asks for, and whether they have
	// a solution.
	done() (map[string]bool, error)
	// find returns the runs with the given keys, nil for those that are not there.
	find(keys []string) ([]*engine.Result, error)
	shard() (*store.Shard, error)
	close() error
}

// damaged makes a warning of damage in a shard, and leaves other errors.
func damaged(err error) (warnings []string, other error) {
	var damage *store.Damage
	if errors.As(err, &damage) {
		return []string{err.Error()}, nil
	}
	return nil, err
}

// A database is the ledger of a study that is run on the store's own machine.
type database struct {
	store *store.Store
	parts []store.Option // what the study wants of each run beyond its numbers
}

func openDatabase(path string, trace bool) (*database, error) {
	s, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	d := &database{store: s}
	if trace {
		d.parts = []store.Option{store.WithTraces()}
	}
	return d, nil
}

func (d *database) update() ([]string, error) {
	_, err := d.store.Collect()
	return damaged(err)
}

func (d *database) done() (map[string]bool, error) { return d.store.Done(d.parts...) }

func (d *database) find(keys []string) ([]*engine.Result, error) {
	return d.store.Find(keys, d.parts...)
}

func (d *database) shard() (*store.Shard, error) { return d.store.Shard() }

func (d *database) close() error { return d.store.Close() }

// shards is the ledger of a part of a study, which may run anywhere.
type shards struct {
	path  string
	from  *store.Shards
	trace bool
	kept  map[string]*engine.Result // of the part's runs
}

// openShards reads of the shards what is in runs.
func openShards(path string, trace bool, runs []Run) ledger {
	s := &shards{path: path, from: store.ReadShards(path), trace: trace, kept: map[string]*engine.Result{}}
	for _, r := range runs {
		s.kept[r.Key] = nil
	}
	return s
}

func (s *shards) update() ([]string, error) {
	return damaged(s.from.Next(func(key string, r *engine.Result) {
		known, wanted := s.kept[key]
		if !wanted || known != nil && (known.Trace != nil || r.Trace == nil) {
			return
		}
		r.Moves = nil
		if !s.trace {
			r.Trace = nil
		}
		s.kept[key] = r
	}))
}

func (s *shards) done() (map[string]bool, error) {
	done := map[string]bool{}
	for key, r := range s.kept {
		if r != nil && (!s.trace || r.Trace != nil) {
			done[key] = r.Solved()
		}
	}
	return done, nil
}

func (s *shards) find(keys []string) ([]*engine.Result, error) {
	results := make([]*engine.Result, len(keys))
	for i, key := range keys {
		results[i] = s.kept[key]
	}
	return results, nil
}

func (s *shards) shard() (*store.Shard, error) { return store.NewShard(s.path) }

func (s *shards) close() error { return nil }
