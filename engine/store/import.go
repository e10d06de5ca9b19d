package store

import (
	"errors"
	"fmt"
)

// Import takes in runs of another store, with what is known of their origin, and
// returns how many were not there before. They go through a shard like runs made
// here. Where a run is in the store with other counters, or has a solution
// without moves, nothing is taken in.
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
	for i, rec := range records {
		r, kept := rec.Result, there[i]
		if err := rec.Whole(); err != nil {
			return 0, err
		}
		switch {
		case kept == nil:
			own := *rec
			own.Key = keys[i] // the record's own may be missing
			fresh = append(fresh, &own)
		case differ(kept, r):
			return 0, &conflict{fmt.Sprintf("%s %s", r.Problem, r.Algorithm), kept.Counters, kept.Cost, rec}
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
