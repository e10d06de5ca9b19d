package store

import (
	"errors"
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store/internal/lite"
)

// sumOf is a CRC-32C of values as rows have them. It includes each value's kind and
// length, so different values cannot look alike.
func sumOf(values ...any) int64 {
	var row []byte
	for _, value := range values {
		switch v := value.(type) {
		case int64:
			row = lite.AppendInt(row, v)
		case string:
			row = lite.AppendText(row, v)
		case []byte:
			row = lite.AppendBlob(row, v)
		default:
			panic(fmt.Sprintf("store: a value of type %T", v))
		}
	}
	return int64(record.Sum(row))
}

// ErrDamaged is the reason for rejecting a row, or a whole database.
var ErrDamaged = errors.New("damaged")

// A RowDamage is a run whose row has changed since it was written. Everything read from
// it may be wrong, including its key and name.
type RowDamage struct {
	Path, Key, Problem, Algorithm string
	Why                           string
}

func (d *RowDamage) Error() string {
	return fmt.Sprintf("%s: run %s (%s %s) is damaged: %s", d.Path, input.Brief(d.Key), input.Brief(d.Problem),
		input.Brief(d.Algorithm), input.Brief(d.Why))
}

// Is makes errors.Is report ErrDamaged.
func (d *RowDamage) Is(target error) bool { return target == ErrDamaged }

// damaged returns an ErrDamaged about a database, not about one row.
func (s *Store) damaged(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s%s", s.path, ErrDamaged, fmt.Sprintf(format, args...), alsoIn(s.path))
}

// Check reads the whole database and reports everything that has changed since it was
// written: every row of a run, with its moves, incumbents and trace, by its checksum;
// lost rows, by their number; indexes and pages, by SQLite's own check; tables and
// views, by their definitions. A store of an older version that cannot be written to
// has no checksums; see [Store.Unchecked].
func (s *Store) Check() error {
	return s.checked(func(*record.Record) {})
}

// checked is Check, and calls f with the runs that it has read, in the order in which
// they were collected.
func (s *Store) checked(f func(rec *record.Record)) error {
	if s.Unchecked() {
		return nil
	}
	err := s.check(f)
	if codeOf(err) != 0 {
		return explain(s.path, err)
	}
	return err
}

func (s *Store) check(f func(rec *record.Record)) error {
	var errs []error
	err := s.snapshot(func(c *lite.Conn) error {
		errs = append(errs, s.checkSchema(c))
		return c.Each("PRAGMA integrity_check(5)", func(row *lite.Stmt) error {
			if text := row.ColumnText(0); text != "ok" {
				errs = append(errs, s.damaged("%s", strings.ReplaceAll(text, "\n", "; ")))
			}
			return nil
		})
	})
	if err != nil {
		return explain(s.path, err)
	}
	err = s.each(nil, selection{traces: true}, func(rec *record.Record) error {
		f(rec)
		return nil
	})
	return errors.Join(append(errs, err)...)
}

// Unchecked reports whether the store has no checksums.
func (s *Store) Unchecked() bool { return s.schema < checksums }

// checksums is the schema version that introduced them.
const checksums = 2

// checkSchema compares the definitions of tables and views with those of this program,
// because SQLite does not check them.
func (s *Store) checkSchema(c *lite.Conn) error {
	fresh, err := lite.Open(":memory:")
	if err != nil {
		return err
	}
	defer fresh.Close()
	if err := fresh.Exec(strings.Join(migrations, ";")); err != nil {
		return err
	}
	want, err := definitions(fresh)
	if err != nil {
		return err
	}
	have, err := definitions(c)
	if err != nil {
		return explain(s.path, err)
	}
	var errs []error
	for name, text := range want {
		if have[name] != text {
			errs = append(errs, s.damaged("the %s is not as it was made", name))
		}
	}
	return errors.Join(errs...)
}

// definitions returns how the tables and views of a database are defined, by their names.
func definitions(c *lite.Conn) (map[string]string, error) {
	all := map[string]string{}
	return all, c.Each("SELECT type || ' ' || name, tbl_name || ' ' || ifnull(sql, '') FROM sqlite_schema",
		func(row *lite.Stmt) error {
			all[row.ColumnText(0)] = row.ColumnText(1)
			return nil
		})
}

// fill adds checksums to the rows of a store of version 1, whose contents are trusted,
// since nothing could reveal damage in them. It is a part of the migration; the rows are read as
// they were before that.
func (s *Store) fill() error {
	run, err := s.held.Prepare("UPDATE runs SET crc32c = ? WHERE key = ?")
	if err != nil {
		return err
	}
	defer run.Close()
	trace, err := s.held.Prepare("UPDATE traces SET crc32c = ? WHERE run = (SELECT id FROM runs WHERE key = ?)")
	if err != nil {
		return err
	}
	defer trace.Close()
	return s.snapshot(func(c *lite.Conn) error {
		in := newReading(s, c, selection{traces: true})
		if err := in.prepare(""); err != nil {
			return err
		}
		return in.all(func(rec *record.Record) error {
			if err := execute(run, int64(record.Sum(in.row)), rec.Key); err != nil || rec.Result.Trace == nil {
				return err
			}
			return execute(trace, sumOf(rec.Key, in.runs.ColumnRawBlob(len(runColumns)+3)), rec.Key)
		})
	})
}
