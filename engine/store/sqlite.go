//go:build !js

package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/focal-search/focal/engine/store/internal/lite"
)

// connect makes a handle whose connections can write, or only read. Where nothing can write
// to the database, it is fixed.
func connect(path string, write, fixed bool) (*sql.DB, error) {
	full, err := withoutLinks(path)
	if err != nil {
		return nil, err
	}
	options := url.Values{"_pragma": {fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds())}}
	if write {
		options["_pragma"] = append(options["_pragma"], "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)")
		options.Set("_txlock", "immediate") // a transaction waits for the lock when it begins, and never fails later
	} else {
		options["_pragma"] = append(options["_pragma"], "query_only(1)")
		readOnly(full, fixed, options)
	}
	return sql.Open("sqlite", fileURL(full, options.Encode()))
}

// readOnly adds the options with which a database is opened that is only read.
func readOnly(path string, fixed bool, options url.Values) {
	options.Set("mode", "ro")
	if log, err := os.Stat(path + "-wal"); fixed && (err != nil || log.Size() == 0) {
		options.Set("immutable", "1") // otherwise SQLite tries to create its log
	}
}

// withoutLog has an inserter write to the database itself, with a journal to roll back, until restore is
// called. A transaction that is much larger than the cache writes most pages several times: to the log each
// time with a checksum, and once more from there. It takes the log away only if nothing else has the
// database open.
func (s *Store) withoutLog(w *inserter) (restore func()) {
	for _, db := range []*sql.DB{s.db, s.reader} {
		db.SetMaxIdleConns(0)
		defer db.SetMaxIdleConns(2) // the default
	}
	mode := func(mode string) { _ = w.c.Exec("PRAGMA journal_mode = " + mode) } // it stays if it cannot be changed
	mode("DELETE")
	return func() { mode("WAL") }
}

// uris name a database for reading and for writing.
func uris(path string, fixed bool) (read, write string, err error) {
	full, err := withoutLinks(path)
	options := url.Values{}
	readOnly(full, fixed, options)
	return fileURL(full, options.Encode()), fileURL(full, ""), err
}

// memoryURI names a database in memory that connectMemory has made.
func memoryURI(name string) string { return fileURL("/focal-"+name, "vfs=memdb") }

// connectMemory makes a handle whose connections share a database in memory.
func connectMemory(name string, write bool) (*sql.DB, error) {
	options := url.Values{"vfs": {"memdb"}}
	if write {
		options.Set("_pragma", "foreign_keys(1)")
		options.Set("_txlock", "immediate")
	} else {
		options.Set("_pragma", "query_only(1)")
	}
	return sql.Open("sqlite", fileURL("/focal-"+name, options.Encode()))
}

// fileURL is SQLite's name for a file with options.
func fileURL(path, options string) string {
	file := url.URL{Scheme: "file", Path: path, RawQuery: options}
	return file.String()
}

// confine bounds the values in a connection's SQL, and denies it other files, which
// ATTACH and VACUUM INTO would create.
func confine(conn *sql.Conn) error {
	if _, err := sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, mostValue); err != nil {
		return err
	}
	_, err := sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_ATTACHED, 0)
	return err
}

// memory creates an empty database in memory. It has a single connection, since each
// would have its own database.
func memory() (*sql.DB, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// codeOf is SQLite's primary code of an error, 0 if the error is not SQLite's.
func codeOf(err error) int {
	var row *lite.Error
	if errors.As(err, &row) {
		return row.Code & 0xff
	}
	var db *sqlite.Error
	if errors.As(err, &db) {
		return db.Code() & 0xff // the other bits of an extended code give details
	}
	return 0
}
