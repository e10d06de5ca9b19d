package store

import (
	"errors"

	"github.com/focal-search/focal/engine"
)

// Import adds runs of another store, with their origin, and returns how many are new.
// They go through a shard like runs made here. If a run is already in the store, or
// among the records, with different counters, or if a record is not [Record.Whole],
// nothing is imported.
func (s *Store) Import(records []*Record) (int, error) {
	keys := make([]string, len(records))
	for i, rec := range records {
		key, err := rec.Identity()
		if err != nil {
			return 0, err
		}
		keys[i] = key
	}
	there, err := s.Find(keys)
	if err != nil {
		return 0, err
	}
	var fresh []*Record
	given := map[string]*engine.Result{} // by the records before
	for i, rec := range records {
		r, kept, where := rec.Result, there[i], "in the store"
		if kept == nil {
			kept, where = given[keys[i]], "given before"
		}
		if err := rec.Whole(); err != nil {
			return 0, err
		}
		switch {
		case kept == nil:
			own := *rec
			own.Key = keys[i] // the record's own may be missing
			fresh = append(fresh, &own)
			given[own.Key] = r
		case differ(kept, r):
			return 0, &conflict{where, kept, rec}
		}
	}
	if len(fresh) == 0 {
		return 0, nil
	}
	shard, err := s.Shard()
	if err != nil {
		return 0, err
	}
	if err := errors.Join(shard.append(fresh), shard.Close()); err != nil {
		return 0, err
	}
	return s.Collect()
}
