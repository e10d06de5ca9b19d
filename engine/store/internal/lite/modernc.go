//go:build !js

package lite

import (
	"unsafe"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	sqlite3 "modernc.org/sqlite/lib"
)

// A Conn is a connection, for use by one goroutine at a time.
type Conn struct {
	tls *libc.TLS
	db  uintptr
}

// Open connects to the existing database that a URI names.
func Open(uri string) (*Conn, error) {
	c := &Conn{tls: libc.NewTLS()}
	name, err := libc.CString(uri)
	if err != nil {
		c.tls.Close()
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	at := c.tls.Alloc(8)
	defer c.tls.Free(8)
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_URI | sqlite3.SQLITE_OPEN_NOMUTEX
	rc := sqlite3.Xsqlite3_open_v2(c.tls, name, at, flags, 0)
	c.db = *(*uintptr)(pointer(at))
	if rc != sqlite3.SQLITE_OK {
		err := c.failure(rc)
		c.Close()
		return nil, err
	}
	sqlite3.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	return c, nil
}

// pointer is an address in SQLite's memory, which lies outside Go's heap.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

func (c *Conn) failure(rc int32) error {
	text := libc.GoString(sqlite3.Xsqlite3_errstr(c.tls, rc))
	if c.db != 0 {
		text += ": " + libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db))
	}
	return &Error{int(rc), text}
}

func (c *Conn) check(rc int32) error {
	if rc == sqlite3.SQLITE_OK {
		return nil
	}
	return c.failure(rc)
}

// Close closes the connection, whose statements have been closed.
func (c *Conn) Close() error {
	err := c.check(sqlite3.Xsqlite3_close_v2(c.tls, c.db))
	c.tls.Close()
	return err
}

// WithoutTriggers keeps this connection from running triggers.
func (c *Conn) WithoutTriggers() error {
	values := c.tls.Alloc(16)
	defer c.tls.Free(16)
	return c.check(sqlite3.Xsqlite3_db_config(c.tls, c.db, sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER,
		libc.VaList(values, int32(0), uintptr(0))))
}

// Changes returns the number of rows that the last statement changed.
func (c *Conn) Changes() int64 { return sqlite3.Xsqlite3_changes64(c.tls, c.db) }

// LastID returns the id of the row that was inserted last.
func (c *Conn) LastID() int64 { return sqlite3.Xsqlite3_last_insert_rowid(c.tls, c.db) }

// A Stmt is a prepared statement.
type Stmt struct {
	c    *Conn
	stmt uintptr

	held uintptr // a copy of the row that is bound, in SQLite's memory
	room int     // bytes there
}

// Prepare prepares one statement.
func (c *Conn) Prepare(query string) (*Stmt, error) {
	text, err := libc.CString(query)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, text)
	at := c.tls.Alloc(8)
	defer c.tls.Free(8)
	rc := sqlite3.Xsqlite3_prepare_v2(c.tls, c.db, text, -1, at, 0)
	return &Stmt{c: c, stmt: *(*uintptr)(pointer(at))}, c.check(rc)
}

// Close frees the statement.
func (s *Stmt) Close() {
	sqlite3.Xsqlite3_finalize(s.c.tls, s.stmt)
	libc.Xfree(s.c.tls, s.held)
}

// Step goes to the next row and reports whether there is one.
func (s *Stmt) Step() (bool, error) {
	switch rc := sqlite3.Xsqlite3_step(s.c.tls, s.stmt); rc {
	case sqlite3.SQLITE_ROW:
		return true, nil
	case sqlite3.SQLITE_DONE:
		return false, nil
	default:
		return false, s.c.failure(rc)
	}
}

// Reset makes the statement ready to be executed again.
func (s *Stmt) Reset() { sqlite3.Xsqlite3_reset(s.c.tls, s.stmt) }

// Kind returns the kind of a column's value.
func (s *Stmt) Kind(i int) Kind { return Kind(sqlite3.Xsqlite3_column_type(s.c.tls, s.stmt, int32(i))) }

// Int returns a column's value of kind Int.
func (s *Stmt) Int(i int) int64 { return sqlite3.Xsqlite3_column_int64(s.c.tls, s.stmt, int32(i)) }

// Float returns a column's value of kind Float.
func (s *Stmt) Float(i int) float64 {
	return sqlite3.Xsqlite3_column_double(s.c.tls, s.stmt, int32(i))
}

// Bytes returns a column's value of kind Text or Blob. It is valid until the next step.
func (s *Stmt) Bytes(i int) []byte {
	p := sqlite3.Xsqlite3_column_blob(s.c.tls, s.stmt, int32(i))
	n := sqlite3.Xsqlite3_column_bytes(s.c.tls, s.stmt, int32(i))
	return unsafe.Slice((*byte)(pointer(p)), n)
}

func (s *Stmt) bindNull(i int) error {
	return s.c.check(sqlite3.Xsqlite3_bind_null(s.c.tls, s.stmt, int32(i+1)))
}

// BindInt binds a parameter, numbered from 0, to an integer.
func (s *Stmt) BindInt(i int, v int64) error {
	return s.c.check(sqlite3.Xsqlite3_bind_int64(s.c.tls, s.stmt, int32(i+1), v))
}

func (s *Stmt) bindFloat(i int, v float64) error {
	return s.c.check(sqlite3.Xsqlite3_bind_double(s.c.tls, s.stmt, int32(i+1), v))
}

// transient tells SQLite to copy what is bound.
const transient = ^uintptr(0)

func (s *Stmt) bindText(i int, v string) error {
	at := s.c.copyOf(unsafe.Slice(unsafe.StringData(v), len(v)))
	defer libc.Xfree(s.c.tls, at)
	return s.c.check(sqlite3.Xsqlite3_bind_text(s.c.tls, s.stmt, int32(i+1), at, int32(len(v)), transient))
}

func (s *Stmt) bindBlob(i int, v []byte) error {
	at := s.c.copyOf(v)
	defer libc.Xfree(s.c.tls, at)
	return s.c.check(sqlite3.Xsqlite3_bind_blob(s.c.tls, s.stmt, int32(i+1), at, int32(len(v)), transient))
}

// copyOf copies bytes into SQLite's memory.
func (c *Conn) copyOf(v []byte) uintptr {
	at := c.room(len(v) + 1)
	copy(unsafe.Slice((*byte)(pointer(at)), len(v)), v)
	return at
}

// room is some bytes of SQLite's memory.
func (c *Conn) room(size int) uintptr {
	at := libc.Xmalloc(c.tls, types.Size_t(size))
	if at == 0 {
		panic("lite: out of memory")
	}
	return at
}

// hold copies a row into SQLite's memory, where it stays until the next one.
func (s *Stmt) hold(row []byte) {
	if len(row) > s.room {
		libc.Xfree(s.c.tls, s.held)
		s.room = 2 * len(row)
		s.held = s.c.room(s.room)
	}
	copy(unsafe.Slice((*byte)(pointer(s.held)), len(row)), row)
}

// lasting tells SQLite that what is bound stays as it is.
const lasting = uintptr(0)

// bindHeld binds a parameter to a text of the row that is held.
func (s *Stmt) bindHeld(i, at, n int) error {
	return s.c.check(sqlite3.Xsqlite3_bind_text(s.c.tls, s.stmt, int32(i+1), s.held+uintptr(at), int32(n), lasting))
}
