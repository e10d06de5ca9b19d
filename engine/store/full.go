package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/focal-search/focal/engine/store/internal/lite"
)

// On a full disk SQLite cannot create the log that it needs, and shards cannot be
// collected. For reading, the store is then assembled in memory.

// fullDisk reports whether a folder's disk has room for no more than a few pages.
func fullDisk(folder string) bool {
	probe, err := os.CreateTemp(folder, ".focal-*")
	if err == nil {
		defer os.Remove(probe.Name())
		_, err = probe.Write(make([]byte, 128<<10))
		err = errors.Join(err, probe.Close())
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// openInMemory assembles the contents of the store's database and shards, and writes
// nothing. If the database cannot be opened, it calls warn; runs that are in no shard
// are then missing.
func openInMemory(path string, warn func(string)) (*Store, error) {
	s := &Store{path: path}
	err := s.inMemory(warn)
	if err == nil {
		_, err = s.Collect()
		var damage *Damage
		if errors.As(err, &damage) {
			if left := s.LeftOut(); left != nil {
				err = left
			}
			warn(err.Error())
			err = nil
		}
	}
	if err != nil {
		return nil, errors.Join(explain(path, err), s.Close())
	}
	s.readOnly = true
	return s, nil
}

func (s *Store) inMemory(warn func(string)) error {
	s.readURI, s.writeURI = memoryURIs(rand.Text())
	if err := errors.Join(s.hold(), s.migrate()); err != nil {
		return err
	}
	if err := s.copyFrom(s.path); err != nil {
		err = fmt.Errorf("the database cannot be opened, so that only what is in %s is read: %w", ShardsDir(s.path), err)
		s.leftOut = append(s.leftOut, err)
		warn(fmt.Sprintf("%s: %v", s.path, err))
	}
	return nil
}

// tables are listed so that each refers only to earlier ones. Triggers count the rows
// that are copied.
var tables = []string{"runs", "incumbents", "solutions", "traces", "shards"}

// copyFrom copies a database of the current version, if there is one.
func (s *Store) copyFrom(path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	for _, how := range []string{"vfs=os&mode=ro",
		"vfs=os&mode=ro&immutable=1"} { // the second if there is no readable log
		if err = s.copyBy(fileURL(full, how)); err == nil {
			return nil
		}
	}
	return err
}

func (s *Store) copyBy(url string) error {
	c := s.held
	attached := func(*lite.Stmt) error { return nil }
	if err := c.Each("ATTACH ? AS disk", attached, url); err != nil {
		return err
	}
	defer c.Exec("DETACH disk")
	version, err := c.Number("PRAGMA disk.user_version")
	if err != nil || version == 0 { // its first transaction is in a log that was never written
		return err
	}
	if version != int64(len(migrations)) {
		return fmt.Errorf("it has version %d and cannot be migrated to %d on a full disk", version, len(migrations))
	}
	return c.Transaction(func() error {
		for _, table := range tables {
			if err := c.Exec(fmt.Sprintf("INSERT INTO main.%s SELECT * FROM disk.%[1]s", table)); err != nil {
				return err
			}
		}
		// Copy the numbers that were written, so that a lost row is detected.
		return c.Exec("INSERT OR REPLACE INTO main.totals SELECT * FROM disk.totals")
	})
}
