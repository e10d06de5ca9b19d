package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb"

	"github.com/focal-search/focal/engine/store/internal/lite"
)

// connect makes a handle whose connections can write, or only read. In a browser the
// database is in memory; its shards are its only files, and are collected anew whenever
// a store is opened.
func connect(path string, write, _ bool) (*sql.DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	options := url.Values{"vfs": {"memdb"}, "_pragma": {fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds())}}
	if write {
		options["_pragma"] = append(options["_pragma"], "foreign_keys(1)")
		options.Set("_txlock", "immediate") // a transaction waits for the lock when it begins, and never fails later
	} else {
		options["_pragma"] = append(options["_pragma"], "query_only(1)")
	}
	return sql.Open("sqlite3", fileURL(full, options.Encode()))
}

// withoutLog does nothing: a database in memory has no log.
func (s *Store) withoutLog(*inserter) (restore func()) { return func() {} }

// connectMemory makes a handle whose connections share a database in memory, as all do
// here.
func connectMemory(name string, write bool) (*sql.DB, error) {
	return connect("/focal-"+name, write, false)
}

// uris name a database for reading and for writing.
func uris(path string, _ bool) (read, write string, err error) {
	full, err := filepath.Abs(path)
	uri := fileURL(full, "vfs=memdb")
	return uri, uri, err
}

// memoryURI names a database that connectMemory has made.
func memoryURI(name string) string { return fileURL("/focal-"+name, "vfs=memdb") }

// fileURL is SQLite's name for a file with options.
func fileURL(path, options string) string {
	file := url.URL{Scheme: "file", Path: path, RawQuery: options}
	return file.String()
}

// confine bounds the values in a connection's SQL, and denies it other databases. Text
// in double quotes means the same as elsewhere.
func confine(conn *sql.Conn) error {
	return conn.Raw(func(c any) error {
		db := c.(driver.Conn).Raw()
		db.Limit(sqlite3.LIMIT_LENGTH, mostValue)
		db.Limit(sqlite3.LIMIT_ATTACHED, 0)
		_, err := db.Config(sqlite3.DBCONFIG_DQS_DML, true)
		return err
	})
}

// memory creates an empty database in memory. It has a single connection, since each
// would have its own database.
func memory() (*sql.DB, error) {
	db, err := sql.Open("sqlite3", ":memory:")
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
	var db *sqlite3.Error
	if errors.As(err, &db) {
		return int(db.Code())
	}
	return 0
}
