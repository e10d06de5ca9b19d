package lite

import (
	"unsafe"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb"
)

// A Conn is a connection, for use by one goroutine at a time.
type Conn struct{ db *sqlite3.Conn }

// Open connects to the existing database that a URI names.
func Open(uri string) (*Conn, error) {
	db, err := sqlite3.OpenFlags(uri, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	return &Conn{db}, nil
}

// Close closes the connection, whose statements have been closed.
func (c *Conn) Close() error { return c.db.Close() }

// WithoutTriggers keeps this connection from running triggers.
func (c *Conn) WithoutTriggers() error {
	_, err := c.db.Config(sqlite3.DBCONFIG_ENABLE_TRIGGER, false)
	return err
}

// Changes returns the number of rows that the last statement changed.
func (c *Conn) Changes() int64 { return c.db.Changes() }

// LastID returns the id of the row that was inserted last.
func (c *Conn) LastID() int64 { return c.db.LastInsertRowID() }

// A Stmt is a prepared statement.
type Stmt struct{ *sqlite3.Stmt }

// Prepare prepares one statement.
func (c *Conn) Prepare(query string) (*Stmt, error) {
	s, _, err := c.db.Prepare(query)
	return &Stmt{s}, err
}

// Close frees the statement.
func (s *Stmt) Close() { s.Stmt.Close() }

// Step goes to the next row and reports whether there is one.
func (s *Stmt) Step() (bool, error) { return s.Stmt.Step(), s.Err() }

// Reset makes the statement ready to be executed again.
func (s *Stmt) Reset() { s.Stmt.Reset() }

// Kind returns the kind of a column's value.
func (s *Stmt) Kind(i int) Kind { return Kind(s.ColumnType(i)) }

// Int returns a column's value of kind Int.
func (s *Stmt) Int(i int) int64 { return s.ColumnInt64(i) }

// Float returns a column's value of kind Float.
func (s *Stmt) Float(i int) float64 { return s.ColumnFloat(i) }

// Bytes returns a column's value of kind Text or Blob. It is valid until the next step.
func (s *Stmt) Bytes(i int) []byte { return s.ColumnRawBlob(i) }

// BindInt binds a parameter, numbered from 0, to an integer.
func (s *Stmt) BindInt(i int, v int64) error { return s.BindInt64(i+1, v) }

// bindBytes binds a parameter to a text, which SQLite copies.
func (s *Stmt) bindBytes(i int, text []byte) error {
	return s.BindText(i+1, unsafe.String(unsafe.SliceData(text), len(text)))
}

func (s *Stmt) bindNull(i int) error             { return s.BindNull(i + 1) }
func (s *Stmt) bindFloat(i int, v float64) error { return s.BindFloat(i+1, v) }
func (s *Stmt) bindText(i int, v string) error   { return s.BindText(i+1, v) }
func (s *Stmt) bindBlob(i int, v []byte) error   { return s.BindBlob(i+1, v) }
