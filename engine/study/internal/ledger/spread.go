package ledger

import (
	"errors"
	"maps"
	"os"
	"path/filepath"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// Spread writes a shard with the runs that are only in the database of the store at
// path, for example one that was copied without its shards. Parts, which may be made on
// any machine, read only shards. The caller has locked the shards' directory, and the
// database is on this machine.
func Spread(path string) error {
	if Absent(path) {
		return nil
	}
	s, err := store.Open(path)
	if err != nil {
		return err
	}
	if !s.ReadOnly() { // no parts are made of one that is
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
	var records []*record.Record
	for _, rec := range all {
		_, ok := alone[rec.Key]
		if _, other := rec.Identity(); ok && other == nil && rec.Whole() == nil { // no study needs others
			records = append(records, rec)
		}
	}
	return writeShard(s.Path(), records)
}

// writeShard writes records, with their origin, into the shard of a temporary store,
// and moves it into place when it is complete.
func writeShard(path string, records []*record.Record) error {
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
