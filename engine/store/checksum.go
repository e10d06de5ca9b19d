package store

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"

	"github.com/focal-search/focal/engine/store/internal/lite"
)

// A sum is a CRC-32C of values as SQLite returns them. It includes each value's kind and
// length, so different values cannot look alike.
type sum uint32

func (s *sum) add(values ...any) {
	var room [256]byte // enough for most values
	for _, value := range values {
		b := room[:0]
		switch v := value.(type) {
		case nil:
			b = append(b, nothing)
		case int64:
			b = appendInt(b, v)
		case int:
			b = appendInt(b, int64(v))
		case float64:
			b = appendFloat(b, v)
		case string:
			b = appendBytes(b, 's', v)
		case []byte:
			b = appendBytes(b, 'b', v)
		default:
			b = fmt.Appendf(b, "? %T", v) // never in a row that this program wrote
		}
		*s = sum(crc32.Update(uint32(*s), castagnoli, b))
	}
}

// nothing stands for NULL in a sum. The functions below append other values.
const nothing = 'n'

func appendInt(b []byte, v int64) []byte {
	return binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
}

func appendFloat(b []byte, v float64) []byte {
	return binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
}

func appendBytes[T string | []byte](b []byte, kind byte, v T) []byte {
	return append(binary.BigEndian.AppendUint64(append(b, kind), uint64(len(v))), v...)
}

func sumOf(values ...any) int64 {
	var s sum
	s.add(values...)
	return int64(s)
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
	return fmt.Sprintf("%s: run %s (%s %s) is damaged: %s", d.Path, d.Key, d.Problem, d.Algorithm, d.Why)
}

// Is makes errors.Is report ErrDamaged.
func (d *RowDamage) Is(target error) bool { return target == ErrDamaged }

// damaged returns an ErrDamaged about a database, not about one row.
func (s *Store) damaged(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s; the runs are in %s too, and a new store collects them from there",
		s.path, ErrDamaged, fmt.Sprintf(format, args...), ShardsDir(s.path))
}

// Check reads the whole database and reports everything that has changed since it was
// written: every row of a run, with its moves, incumbents and trace, by its checksum;
// lost rows, by their number; indexes and pages, by SQLite's own check; tables and
// views, by their definitions. A store of an older version that cannot be written to
// has no checksums; see [Store.Unchecked].
func (s *Store) Check() error {
	return s.checked(func(*Record) {})
}

// checked is Check, and calls f with the runs that it has read, in the order in which
// they were collected.
func (s *Store) checked(f func(rec *Record)) error {
	if s.Unchecked() {
		return nil
	}
	err := s.check(f)
	if codeOf(err) != 0 {
		return explain(s.path, err)
	}
	return err
}

func (s *Store) check(f func(rec *Record)) error {
	errs := []error{s.checkSchema()}
	rows, err := s.reader.Query("PRAGMA integrity_check(5)")
	if err != nil {
		return explain(s.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return explain(s.path, err)
		}
		if text != "ok" {
			errs = append(errs, s.damaged("%s", strings.ReplaceAll(text, "\n", "; ")))
		}
	}
	if err := rows.Err(); err != nil {
		return explain(s.path, err)
	}
	err = s.each(nil, selection{traces: true}, func(rec *Record) error {
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
func (s *Store) checkSchema() error {
	fresh, err := memory()
	if err != nil {
		return err
	}
	defer fresh.Close()
	for _, m := range migrations {
		if _, err := fresh.Exec(m); err != nil {
			return err
		}
	}
	const query = "SELECT type || ' ' || name, tbl_name || ' ' || ifnull(sql, '') FROM sqlite_schema"
	want, err := pairs(fresh, query)
	if err != nil {
		return err
	}
	have, err := pairs(s.reader, query)
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

func pairs(db *sql.DB, query string) (map[string]string, error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, err
		}
		all[name] = text
	}
	return all, rows.Err()
}

// fill adds checksums to the rows of a store of version 1, whose contents are trusted,
// since nothing could reveal damage in them. tx is the migration; the rows are read as
// they were before it.
func (s *Store) fill(tx *sql.Tx) error {
	run, err := tx.Prepare("UPDATE runs SET crc32c = ? WHERE key = ?")
	if err != nil {
		return err
	}
	defer run.Close()
	trace, err := tx.Prepare("UPDATE traces SET crc32c = ? WHERE run = (SELECT id FROM runs WHERE key = ?)")
	if err != nil {
		return err
	}
	defer trace.Close()
	return s.snapshot(func(c *lite.Conn) error {
		in := newReading(s, c, selection{traces: true})
		defer in.close()
		if err := in.prepare(""); err != nil {
			return err
		}
		return in.all(func(rec *Record) error {
			if _, err := run.Exec(int64(crc32.Checksum(in.row, castagnoli)), rec.Key); err != nil || rec.Result.Trace == nil {
				return err
			}
			_, err := trace.Exec(sumOf(rec.Key, in.runs.Bytes(len(runColumns)+3)), rec.Key)
			return err
		})
	})
}
