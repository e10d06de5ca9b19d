package batch

import (
	"errors"
	"maps"
	"os"
	"path/filepath"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// spread writes into a shard the runs that the database of the store at path alone
// has, as one that was copied without its shards: parts, which may be made
// anywhere, read shards alone. The database must be within this host's reach and
// the shards' directory be locked.
func spread(path string) error {
	if absent(path) {
		return nil
	}
	s, err := store.Open(path)
	if err != nil {
		return err
	}
	if !s.ReadOnly() { // else nobody makes parts there
		err = spreadStore(s)
	}
	return errors.Join(err, s.Close())
}

func spreadStore(s *store.Store) error {
	alone, err := s.Done()
	if err != nil {
		return err
	}
	traced, err := s.Done(store.WithTraces())
	if err != nil {
		return err
	}
	_, err = damaged(store.ReadShards(s.Path()).Next(func(key string, r *engine.Result) {
		delete(alone, key)
		if r.Trace != nil {
			delete(traced, key)
		}
	}))
	if maps.Copy(alone, traced); err != nil || len(alone) == 0 {
		return err
	}
	all, err := s.Records(store.WithMoves(), store.WithTraces())
	if err != nil {
		return err
	}
	var records []*store.Record
	for _, rec := range all {
		_, ok := alone[rec.Key]
		if _, other := rec.Identity(); ok && other == nil && rec.Whole() == nil { // no study asks for others
			records = append(records, rec)
		}
	}
	return writeShard(s.Path(), records)
}

// writeShard makes a shard of records, with what made them: that of a store of
// their own, which takes its place when it is whole.
func writeShard(path string, records []*store.Record) error {
	dir, err := os.MkdirTemp(store.ShardsDir(path), "spread-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	own := filepath.Join(dir, "own.db")
	s, err := store.Open(own)
	if err != nil {
		return err
	}
	_, err = s.Import(records)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	shards, err := os.ReadDir(store.ShardsDir(own))
	if errors.Is(err, os.ErrNotExist) { // there was nothing to write
		return nil
	}
	for _, shard := range shards {
		from := filepath.Join(store.ShardsDir(own), shard.Name())
		err = errors.Join(err, os.Rename(from, filepath.Join(store.ShardsDir(path), shard.Name())))
	}
	return err
}
