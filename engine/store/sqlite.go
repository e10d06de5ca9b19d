package store

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/ncruces/go-sqlite3"

	"github.com/focal-search/focal/engine/store/internal/lite"
)

// Locks of this SQLite belong to an open file, not to the process: it does not lose them when the process opens and
// closes the file otherwise.

// uris name a database for reading and for writing. Where nothing can write to it, it is fixed.
func uris(path string, fixed bool) (read, write string, err error) {
	full, err := withoutLinks(path)
	if err != nil {
		return "", "", err
	}
	return uri(full, placeOf(full, fixed), false), uri(full, placeOf(full, false), true), nil
}

// memoryURIs name a database in memory, which its connections share.
func memoryURIs(name string) (read, write string) {
	of := func(write bool) string { return uri("/focal-"+name, url.Values{"vfs": {"memdb"}}, write) }
	return of(false), of(true)
}

func uri(path string, options url.Values, write bool) string {
	mode, pragma := "ro", "query_only(1)"
	if write {
		mode, pragma = "rw", "synchronous(FULL)"
	}
	if !options.Has("vfs") {
		options.Set("mode", mode)
	}
	options["_pragma"] = []string{fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()), pragma}
	return fileURL(path, options.Encode())
}

// fileURL is SQLite's name for a file with options.
func fileURL(path, options string) string {
	file := url.URL{Scheme: "file", Path: path, RawQuery: options}
	return file.String()
}

// hold opens the connection that is there as long as the store is.
func (s *Store) hold() (err error) {
	if s.readOnly {
		s.held, err = lite.Open(s.readURI)
		return err
	}
	if s.held, err = lite.Open(s.writeURI); err != nil {
		return err
	}
	err = s.held.Exec("PRAGMA foreign_keys = 1; PRAGMA journal_mode = WAL")
	if codeOf(err) == codeBusy { // another writes without the log, and SQLite does not wait for that: it stays so
		return nil
	}
	return err
}

// withoutLog has an inserter write to the database itself, with a journal to roll back, until restore is
// called. A transaction that is much larger than the cache writes most pages several times: to the log each
// time with a checksum, and once more from there. It takes the log away only if nothing else has the
// database open.
func (s *Store) withoutLog(w *inserter) (restore func()) {
	s.held.Close()
	mode := func(mode string) { _ = w.c.Exec("PRAGMA journal_mode = " + mode) } // it stays if it cannot be changed
	mode("DELETE")
	return func() {
		mode("WAL")
		_ = s.hold() // without it each operation makes the log anew
	}
}

// confine bounds the values in a connection's SQL, and denies it other files, which
// ATTACH and VACUUM INTO would create. A text in double quotes that is no column is a text.
func confine(c *lite.Conn) error {
	c.Limit(sqlite3.LIMIT_LENGTH, mostValue)
	c.Limit(sqlite3.LIMIT_ATTACHED, 0)
	_, err := c.Config(sqlite3.DBCONFIG_DQS_DML, true)
	return err
}

// codeOf is SQLite's primary code of an error, 0 if the error is not SQLite's.
func codeOf(err error) int {
	var code sqlite3.ErrorCode
	errors.As(err, &code)
	return int(code)
}
