package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
	"github.com/ncruces/go-sqlite3/ext/serdes"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb"
)

// Locks of this SQLite belong to an open file, not to the process: it does not lose them when the process opens and
// closes the file otherwise.

// connect makes a handle whose connections can write, or only read. Where nothing can write
// to the database, it is fixed.
func connect(path string, write, fixed bool) (*sql.DB, error) {
	options, err := placeOf(path, fixed && !write)
	if err != nil {
		return nil, err
	}
	return handle(path, options, write)
}

// connectMemory makes a handle whose connections share a database in memory.
func connectMemory(name string, write bool) (*sql.DB, error) {
	return handle("/focal-"+name, url.Values{"vfs": {"memdb"}}, write)
}

func handle(path string, options url.Values, write bool) (*sql.DB, error) {
	full, err := withoutLinks(path)
	if err != nil {
		return nil, err
	}
	pragmas := []string{fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds())}
	if write {
		pragmas = append(pragmas, "foreign_keys(1)", "synchronous(FULL)")
		if !options.Has("vfs") {
			pragmas = append(pragmas, "journal_mode(WAL)")
		}
		options.Set("_txlock", "immediate") // a transaction waits for the lock when it begins, and never fails later
	} else {
		pragmas = append(pragmas, "query_only(1)")
		if !options.Has("vfs") {
			options.Set("mode", "ro")
		}
	}
	options["_pragma"] = pragmas
	return sql.Open("sqlite3", fileURL(full, options.Encode()))
}

// uris name a database for reading and for writing.
func uris(path string, fixed bool) (read, write string, err error) {
	full, err := withoutLinks(path)
	if err != nil {
		return "", "", err
	}
	for _, to := range []*string{&write, &read} {
		options, err := placeOf(path, fixed && to == &read)
		if err != nil {
			return "", "", err
		}
		if to == &read && !options.Has("vfs") {
			options.Set("mode", "ro")
		}
		*to = fileURL(full, options.Encode())
	}
	return read, write, nil
}

// memoryURI names a database in memory that connectMemory has made.
func memoryURI(name string) string { return fileURL("/focal-"+name, "vfs=memdb") }

// fileURL is SQLite's name for a file with options.
func fileURL(path, options string) string {
	file := url.URL{Scheme: "file", Path: path, RawQuery: options}
	return file.String()
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

// confine bounds the values in a connection's SQL, and denies it other files, which
// ATTACH and VACUUM INTO would create. A text in double quotes that is no column is a text.
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

// serialized is a database as it is in a file.
func serialized(db *sql.DB) (contents []byte, err error) {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	err = conn.Raw(func(c any) (err error) {
		contents, err = serdes.Serialize(c.(driver.Conn).Raw(), "main")
		return err
	})
	return contents, err
}

// codeOf is SQLite's primary code of an error, 0 if the error is not SQLite's.
func codeOf(err error) int {
	var code sqlite3.ErrorCode
	errors.As(err, &code)
	return int(code)
}
