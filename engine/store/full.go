package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
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

func (s *Store) inMemory(warn func(string)) (err error) {
	name := rand.Text()
	if s.db, err = connectMemory(name, true); err != nil {
		return err
	}
	s.readURI, s.writeURI = memoryURI(name), memoryURI(name)
	if err := s.migrate(); err != nil {
		return err
	}
	if err := s.copyFrom(s.path); err != nil {
		err = fmt.Errorf("the database cannot be opened, so that only what is in %s is read: %w", ShardsDir(s.path), err)
		s.leftOut = append(s.leftOut, err)
		warn(fmt.Sprintf("%s: %v", s.path, err))
	}
	s.reader, err = connectMemory(name, false)
	return err
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
	ctx := context.Background()
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, how := range []string{"vfs=os&mode=ro",
		"vfs=os&mode=ro&immutable=1"} { // the second if there is no readable log
		if err = s.copyBy(ctx, conn, fileURL(full, how)); err == nil {
			return nil
		}
	}
	return err
}

func (s *Store) copyBy(ctx context.Context, conn *sql.Conn, url string) (err error) {
	if _, err := conn.ExecContext(ctx, "ATTACH ? AS disk", url); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "DETACH disk")
	var version int
	if err := conn.QueryRowContext(ctx, "PRAGMA disk.user_version").Scan(&version); err != nil {
		return err
	}
	if version == 0 { // its first transaction is in a log that was never written
		return nil
	}
	if version != len(migrations) {
		return fmt.Errorf("it has version %d and cannot be migrated to %d on a full disk", version, len(migrations))
	}
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			conn.ExecContext(ctx, "ROLLBACK")
		}
	}()
	for _, table := range tables {
		if _, err := conn.ExecContext(ctx,
			fmt.Sprintf("INSERT INTO main.%s SELECT * FROM disk.%s", table, table)); err != nil {
			return err
		}
	}
	// Copy the numbers that were written, so that a lost row is detected.
	if _, err := conn.ExecContext(ctx, "INSERT OR REPLACE INTO main.totals SELECT * FROM disk.totals"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	return err
}
