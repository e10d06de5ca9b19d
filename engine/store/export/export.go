// Package export writes the runs of a store to files for other programs, as
// comma-separated values or as Parquet, and reads such files back to the same results.
// Both have one row per run and the columns of [record.Stored], with the solution's moves
// and the incumbents, so that an exported result can be verified like any other. Traces stay in the store.
//
// Costs are integers in units of 1/unit, and times are in nanoseconds. In CSV an empty
// field means none, moves are numbers separated by spaces, and the other lists are JSON;
// in Parquet they are lists. A key that follows from other columns is empty in Parquet,
// where two columns say by which version of the counters and revision of the algorithm.
// The last column of CSV, in Parquet the one before these two, is a checksum of the
// others: a row that has changed since it was written is an error that names the row. A
// file without that column is read without this check. A Parquet file has a checksum of
// the whole file too. A CSV file has a closing, the number of its rows and a sum of their
// checksums, behind the checksum of its last row; that it has one says its header, whose
// last name is in quotes. Other programs notice neither. A file that lacks both is
// foreign: another program, or an older version, has written it.
package export

import (
	"fmt"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// sumColumn is the name of the last column, a checksum of the others in hexadecimal. Older files lack it.
const sumColumn = "crc32c"

// names are those of all columns.
var names = func() (all []string) {
	for _, c := range record.Stored {
		all = append(all, c.Name)
	}
	return append(all, sumColumn)
}()

// checksum is that of a run: the CRC-32C of all columns in their CSV form, each preceded by its name and followed by a
// newline. The form is in room, whose capacity is used again.
func checksum(rec *record.Record, room *[]byte) string {
	b := (*room)[:0]
	for _, c := range record.Stored {
		b = append(c.Append(append(append(b, c.Name...), 0), rec), '\n')
	}
	*room = b
	return fmt.Sprintf("%08x", record.Sum(b))
}

// A row is what a row of a file holds.
type row struct {
	rec    *record.Record
	sum    string // its checksum; "" if it has none
	rule   record.Rule
	failed error // the first column that could not be set
}

// key sets the key where it is left out.
func (x *row) key() {
	if x.rec.Key == "" && x.rule.Counters > 0 {
		x.rec.SetKey(x.rule)
	}
}

// set sets a column.
func (x *row) set(in *record.Reader, c *record.Column, v record.Value) {
	if err := in.Set(c, x.rec, v); err != nil {
		x.fail(c.Name, err)
	}
}

func (x *row) fail(column string, err error) {
	if x.failed == nil {
		x.failed = fmt.Errorf("column %q: %w", column, err)
	}
}

// check returns how the row is damaged, if it has a checksum.
func (x *row) check(room *[]byte) error {
	switch {
	case x.sum == "":
	case x.failed != nil:
		return &Damage{x.rec.Key, x.failed.Error()}
	default:
		if have := checksum(x.rec, room); have != x.sum {
			return &Damage{x.rec.Key, fmt.Sprintf("its checksum is %s, not %s as it was written", have, x.sum)}
		}
	}
	return nil
}

// A Damage is a row that has changed since it was written. Its key may be wrong too.
type Damage struct{ Key, Why string }

func (d *Damage) Error() string {
	return fmt.Sprintf("run %s is damaged: %s", input.Brief(d.Key), input.Brief(d.Why))
}

// Is makes errors.Is report store.ErrDamaged.
func (d *Damage) Is(target error) bool { return target == store.ErrDamaged }

// A Writer writes runs to a file, one after the other.
type Writer interface {
	Write(rec *record.Record) error
	Close() error // writes what is left; the file stays open
}

// write writes runs with a Writer.
func write(w Writer, records []*record.Record) error {
	for _, rec := range records {
		if err := w.Write(rec); err != nil {
			return err
		}
	}
	return w.Close()
}
