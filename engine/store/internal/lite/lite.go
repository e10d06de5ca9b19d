// Package lite reads and writes an SQLite database row by row, without the copies that
// database/sql makes of every value.
package lite

import "fmt"

// A Kind is the type of a value.
type Kind int

// The kinds of values, as SQLite numbers them.
const (
	Int Kind = iota + 1
	Float
	Text
	Blob
	Null
)

// Exec executes one statement and drops its rows.
func (c *Conn) Exec(query string) error {
	s, err := c.Prepare(query)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Exec()
}

// Exec executes a statement, drops its rows, and makes it ready for the next values.
func (s *Stmt) Exec() error {
	defer s.Reset()
	for {
		if more, err := s.Step(); err != nil || !more {
			return err
		}
	}
}

// Bind binds all parameters: int64, int, float64, string, []byte or nil.
func (s *Stmt) Bind(values ...any) error {
	for i, value := range values {
		var err error
		switch v := value.(type) {
		case nil:
			err = s.bindNull(i)
		case int64:
			err = s.BindInt(i, v)
		case int:
			err = s.BindInt(i, int64(v))
		case float64:
			err = s.bindFloat(i, v)
		case string:
			err = s.bindText(i, v)
		case []byte:
			err = s.bindBlob(i, v)
		default:
			panic(fmt.Sprintf("lite: a value of type %T", v))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
