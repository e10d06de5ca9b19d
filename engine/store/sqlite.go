//go:build !js

package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// connect makes a handle whose connections are for writing, or cannot.
func connect(path string, write bool) (*sql.DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	options := url.Values{"_pragma": {fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds())}}
	if write {
		options["_pragma"] = append(options["_pragma"], "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)")
		options.Set("_txlock", "immediate") // a transaction waits for its turn at its begin, and never fails half-way
	} else {
		options["_pragma"] = append(options["_pragma"], "query_only(1)")
		options.Set("mode", "ro")
		if log, err := os.Stat(full + "-wal"); (err != nil || log.Size() == 0) && !writable(path) {
			options.Set("immutable", "1") // else SQLite wants to make its log anew
		}
	}
	return sql.Open("sqlite", fileURL(full, options.Encode()))
}

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

// fileURL is how SQLite names a file with options.
func fileURL(path, options string) string {
	file := url.URL{Scheme: "file", Path: path, RawQuery: options}
	return file.String()
}

// confine bounds the values of a connection's SQL, and keeps it from other files,
// which ATTACH and VACUUM INTO would make.
func confine(conn *sql.Conn) error {
	if _, err := sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, mostValue); err != nil {
		return err
	}
	_, err := sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_ATTACHED, 0)
	return err
}

// memory makes an empty database in memory. Each of its connections would have one
// of its own, so there is one only.
func memory() (*sql.DB, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// codeOf is SQLite's primary code of an error, 0 where it is not SQLite's.
func codeOf(err error) int {
	var db *sqlite.Error
	if errors.As(err, &db) {
		return db.Code() & 0xff // the rest of an extended code tells details
	}
	return 0
}
