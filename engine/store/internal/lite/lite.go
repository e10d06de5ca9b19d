// Package lite reads and writes an SQLite database row by row, without the copies that
// database/sql makes of every value.
package lite

import (
	"fmt"
	"slices"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb"
)

// A Conn is a connection, for use by one goroutine at a time.
type Conn struct{ *sqlite3.Conn }

// Open connects to the database that a URI names.
func Open(uri string) (*Conn, error) {
	c, err := sqlite3.OpenFlags(uri, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	return &Conn{c}, nil
}

// Close closes the connection and its statements.
func (c *Conn) Close() error {
	for _, s := range slices.Collect(c.Stmts()) {
		s.Close()
	}
	return c.Conn.Close()
}

// Transaction runs f in a transaction that excludes other writers.
func (c *Conn) Transaction(f func() error) error {
	if err := c.Exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := f()
	if err == nil {
		err = c.Exec("COMMIT")
	}
	if err != nil {
		_ = c.Exec("ROLLBACK") // SQLite may have done so
	}
	return err
}

// Prepare prepares one statement.
func (c *Conn) Prepare(query string) (*Stmt, error) {
	s, _, err := c.Conn.Prepare(query)
	return &Stmt{s}, err
}

// Each calls f with each row that a query finds.
func (c *Conn) Each(query string, f func(row *Stmt) error, values ...any) error {
	s, err := c.Prepare(query)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Bind(values...); err != nil {
		return err
	}
	for {
		if more, err := s.Step(); err != nil || !more {
			return err
		}
		if err := f(s); err != nil {
			return err
		}
	}
}

// Number returns the number that a query finds; 0 if it finds none.
func (c *Conn) Number(query string) (n int64, err error) {
	err = c.Each(query, func(row *Stmt) error {
		n = row.ColumnInt64(0)
		return nil
	})
	return n, err
}

// A Stmt is a prepared statement. Its columns are numbered from 0, and its parameters from 1.
type Stmt struct{ *sqlite3.Stmt }

// Step goes to the next row and reports whether there is one.
func (s *Stmt) Step() (bool, error) { return s.Stmt.Step(), s.Err() }

// Bind binds all parameters: int64, int, float64, bool, string, []byte or nil.
func (s *Stmt) Bind(values ...any) error {
	for i, value := range values {
		var err error
		switch v := value.(type) {
		case nil:
			err = s.BindNull(i + 1)
		case int64:
			err = s.BindInt64(i+1, v)
		case int:
			err = s.BindInt(i+1, v)
		case bool:
			err = s.BindBool(i+1, v)
		case float64:
			err = s.BindFloat(i+1, v)
		case string:
			err = s.BindText(i+1, v)
		case []byte:
			err = s.BindBlob(i+1, v)
		default:
			err = fmt.Errorf("a value of type %T: want a number, a text or bytes", v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
