package main

import (
	"errors"
	"io/fs"
	"os"

	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

type importCmd struct {
	Store string   `arg:"" help:"Store to add the runs to; it is created if it does not exist."`
	Files []string `arg:"" help:"Files that focal export wrote."`
}

func (importCmd) Help() string {
	return `A study continues from runs made elsewhere: focal sweep on that store computes only the missing
ones. The runs keep the record of their origin. A run that the store already has is compared with the new one
and kept.

` + example("focal import study.db runs.parquet", "focal sweep study.yaml --store study.db")
}

func (c *importCmd) Run() error {
	for _, name := range c.Files {
		if _, err := os.Stat(name); err != nil { // before a store is made
			return usage(plainError(name, err))
		}
	}
	_, err := os.Stat(c.Store)
	created := errors.Is(err, fs.ErrNotExist)
	s, err := store.Open(c.Store)
	if err != nil {
		return usage(err)
	}
	if created {
		atSignal(c.undo)
	}
	err = c.add(s)
	if err = errors.Join(err, s.Close()); err != nil && created {
		c.undo()
	}
	return err
}

// undo removes the new store of an import that has failed.
func (c *importCmd) undo() {
	if store.HasShards(c.Store) {
		return
	}
	_ = os.RemoveAll(store.ShardsDir(c.Store))
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		_ = os.Remove(c.Store + end)
	}
}

func (c *importCmd) add(s *store.Store) error {
	defer watched(s)()
	all := 0
	added, err := s.ImportEach(func(f func(*store.Record) error) error {
		for _, name := range c.Files {
			n, err := eachRecord(name, func(line export.Line) error {
				if err := line.Whole(); err != nil {
					return usagef("%s:%d: %w", name, line.Number, err)
				}
				return f(line.Record)
			})
			if err != nil {
				return err
			}
			all += n
		}
		return nil
	})
	if err != nil {
		return stopped(storeError(err))
	}
	return say("%d runs, %d new in %s\n", all, added, c.Store)
}
