package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Reasons why a store cannot be read or written, for use with errors.Is.
var (
	ErrFull     = errors.New("the disk is full: what was finished before is kept; make room and continue")
	ErrReadOnly = errors.New("the store is read-only: it can be read but takes no new runs")
	ErrBusy     = errors.New("another process has been writing to the store for too long")
	ErrNotStore = errors.New("not a store of Focal")
	ErrNewer    = errors.New("the store was made by a newer version of Focal: use that one, or another store")
)

// errNoRoom is the reason why a new store cannot be created.
var errNoRoom = fmt.Errorf("there is no store yet, and its folder takes no new files: %w", fs.ErrPermission)

// Primary result codes of SQLite (https://sqlite.org/rescode.html).
const (
	codeBusy         = 5
	codeReadOnly     = 8
	codeIO           = 10
	codeCorrupt      = 11
	codeFull         = 13
	codeCannotOpen   = 14
	codeNotADatabase = 26
)

// explain describes in the store's terms why something went wrong with a file.
func explain(name string, err error) error {
	if err == nil || errors.Is(err, ErrDamaged) { // which names the store
		return err
	}
	var reason error
	var path *fs.PathError
	switch codeOf(err) {
	case codeFull:
		reason = ErrFull
	case codeIO, codeCannotOpen: // a quota that is used up, or no room for SQLite's log
		if fullDisk(filepath.Dir(name)) {
			reason = ErrFull
		}
	case codeReadOnly:
		reason = ErrReadOnly
	case codeBusy:
		reason = ErrBusy
	case codeNotADatabase:
		reason = ErrNotStore
	case codeCorrupt:
		return fmt.Errorf("%s: the database is %w%s: %w", name, ErrDamaged, alsoIn(name), err)
	}
	switch {
	case reason != nil:
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		reason = ErrFull
	case errors.Is(err, errNoRoom):
		reason = errNoRoom
	case forbidden(err):
		reason = ErrReadOnly
	case errors.As(err, &path):
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	default:
		reason = err
	}
	if errors.Is(reason, ErrNotStore) { // its first page is damaged, if it has shards
		return fmt.Errorf("%s: %w%s", name, reason, alsoIn(name))
	}
	return fmt.Errorf("%s: %w", name, reason)
}

// alsoIn says where the runs of a damaged database are too, if its shards are there.
func alsoIn(path string) string {
	if shards, err := os.ReadDir(ShardsDir(path)); err != nil || len(shards) == 0 {
		return ""
	}
	return fmt.Sprintf("; the runs are in %s too: rename the damaged file, and the same command collects them into a new one",
		ShardsDir(path))
}

// forbidden reports whether an error is due to permissions or to a read-only disk.
func forbidden(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
