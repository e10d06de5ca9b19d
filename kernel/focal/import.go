package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/engine/store"
)

type importCmd struct {
	Store string   `arg:"" help:"Store to add the runs to; it is created if it does not exist."`
	Files []string `arg:"" help:"Files that focal export wrote."`
}

func (importCmd) Help() string {
	return `A study continues from runs made elsewhere: focal sweep on that store computes only the missing ones. The runs keep the record of their origin. A run that the store already has is compared with the new one and kept.

` + example("focal import study.db runs.parquet", "focal sweep study.yaml --store study.db")
}

func (c *importCmd) Run() error {
	var records []*store.Record
	for _, name := range c.Files {
		more, err := recordsOf(name)
		if err != nil {
			return err
		}
		for _, rec := range more {
			if err := rec.Whole(); err != nil {
				return usagef("%s: %w", name, err)
			}
		}
		records = append(records, more...)
	}
	s, err := store.Open(c.Store)
	if err != nil {
		return usage(err)
	}
	defer s.Close()
	added, err := s.Import(records)
	if err != nil {
		return storeError(err)
	}
	fmt.Fprintf(os.Stdout, "%d runs, %d new in %s\n", len(records), added, c.Store)
	return nil
}
