package store

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"
)

// A sum is a CRC-32C of values as SQLite returns them: each with its kind and, if it
// has one, its length, so that none can be mistaken for another.
type sum uint32

func (s *sum) add(values ...any) {
	var room [256]byte // enough for most values
	for _, value := range values {
		b := room[:0]
		switch v := value.(type) {
		case nil:
			b = append(b, 'n')
		case int64:
			b = binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
		case int:
			b = binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
		case float64:
			b = binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
		case string:
			b = append(binary.BigEndian.AppendUint64(append(b, 's'), uint64(len(v))), v...)
		case []byte:
			b = append(binary.BigEndian.AppendUint64(append(b, 'b'), uint64(len(v))), v...)
		default:
			b = fmt.Appendf(b, "? %T", v) // never in a row that this program wrote
		}
		*s = sum(crc32.Update(uint32(*s), castagnoli, b))
	}
}

func sumOf(values ...any) int64 {
	var s sum
	s.add(values...)
	return int64(s)
}

// ErrDamaged is the reason for rejecting a row, or a whole database.
var ErrDamaged = errors.New("damaged")

// A RowDamage is a run whose row has changed since it was written. What was read of it
// may be wrong, including its key and its name.
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
	_, err := s.checked()
	return err
}

// checked is Check and also returns the runs that it has read.
func (s *Store) checked() ([]*Record, error) {
	if s.Unchecked() {
		return nil, nil
	}
	records, err := s.check()
	if codeOf(err) != 0 {
		return records, explain(s.path, err)
	}
	return records, err
}

func (s *Store) check() ([]*Record, error) {
	var errs []error
	errs = append(errs, s.checkSchema())
	rows, err := s.reader.Query("PRAGMA integrity_check(5)")
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, explain(s.path, err)
		}
		if text != "ok" {
			errs = append(errs, s.damaged("%s", strings.ReplaceAll(text, "\n", "; ")))
		}
	}
	if err := rows.Err(); err != nil {
		return nil, explain(s.path, err)
	}
	records, err := s.read(nil, []Option{WithTraces()})
	return records, errors.Join(append(errs, err)...)
}

// Unchecked reports whether the store has no checksums.
func (s *Store) Unchecked() bool { return s.schema < checksums }

// checksums is the schema version that introduced them.
const checksums = 2

// checkSchema compares the definitions of tables and views with those that this program
// makes, because SQLite trusts them.
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

// fill adds checksums to the rows of a store of version 1. Their contents are trusted,
// since nothing could reveal damage in them.
func (s *Store) fill(tx *sql.Tx) error {
	in := reading{path: s.path, trust: true, traces: true}
	found, err := in.all(tx, nil)
	if err != nil {
		return err
	}
	run, err := tx.Prepare("UPDATE runs SET crc32c = ? WHERE id = ?")
	if err != nil {
		return err
	}
	defer run.Close()
	trace, err := tx.Prepare("UPDATE traces SET crc32c = ? WHERE run = ?")
	if err != nil {
		return err
	}
	defer trace.Close()
	for i := range found {
		if _, err := run.Exec(int64(in.sums[i]), in.ids[i]); err != nil {
			return err
		}
		if in.packed[i] != nil {
			if _, err := trace.Exec(sumOf(found[i].Key, in.packed[i]), in.ids[i]); err != nil {
				return err
			}
		}
	}
	_, err = tx.Exec(`INSERT INTO totals SELECT 'runs', count(*), ifnull(sum(crc32c), 0) FROM runs
		UNION ALL SELECT 'traces', count(*), ifnull(sum(crc32c), 0) FROM traces`)
	return err // shards without checksums are collected anew, which changes nothing
}

// A place receives one value of a row, of any type, since damage may have changed the
// type.
type place struct {
	to  any
	sum *sum // also receives the value
}

// Scan implements sql.Scanner.
func (p place) Scan(src any) error {
	if p.sum != nil {
		p.sum.add(src)
	}
	wrong := func() error {
		return fmt.Errorf("found %T, want what goes into %T", src,
			p.to)
	} // only for damaged rows
	switch to := p.to.(type) {
	case *string:
		v, ok := src.(string)
		if !ok {
			return wrong()
		}
		*to = v
	case *[]byte:
		switch v := src.(type) {
		case nil:
			*to = nil
		case string:
			*to = []byte(v)
		case []byte:
			*to = append([]byte{}, v...)
		default:
			return wrong()
		}
	case *int64:
		switch v := src.(type) {
		case nil: // keeps its value
		case int64:
			*to = v
		default:
			return wrong()
		}
	case *float64:
		switch v := src.(type) {
		case float64:
			*to = v
		case int64:
			*to = float64(v)
		default:
			return wrong()
		}
	case nil: // only its checksum is needed
	default:
		return wrong()
	}
	return nil
}
