package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store/internal/lite"
)

// snapshot calls f with a connection that cannot write, in one transaction.
func (s *Store) snapshot(f func(c *lite.Conn) error) error {
	c, err := lite.Open(s.readURI)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Exec("BEGIN"); err != nil {
		return err
	}
	return f(c)
}

// each calls f with the runs of the given keys, or with all if keys is nil, in the order
// in which they were collected. Runs with damaged rows are left out, and the error,
// which comes at the end, names each. An error of f ends it.
func (s *Store) each(keys []string, sel selection, f func(rec *record.Record) error) error {
	return s.snapshot(func(c *lite.Conn) error {
		in := newReading(s, c, sel)
		where := ""
		if keys != nil {
			where = "runs.key"
		}
		if err := in.prepare(where); err != nil {
			return err
		}
		if keys == nil {
			if err := in.all(f); err != nil {
				return err
			}
			return in.verdict(true)
		}
		for _, key := range keys {
			if err := in.one(key, f); err != nil {
				return err
			}
		}
		return in.verdict(false)
	})
}

// A reading converts rows to records, and checks them.
type reading struct {
	store *Store
	c     *lite.Conn
	selection
	trust bool // there are no checksums

	runs, incumbents *lite.Stmt
	next             int64  // the run of the next incumbent; the greatest int64 at the end
	row              []byte // the bytes of the row's checksum
	*record.Reader
	doing string // what Watch is told
	wrong error  // of the current run

	count, summed int64
	expected      int64 // approximate number of runs
	damages       []error
}

func newReading(s *Store, c *lite.Conn, sel selection) *reading {
	return &reading{store: s, c: c, selection: sel, trust: s.Unchecked(),
		Reader: record.NewReader(), doing: "read"}
}

// prepare prepares to read all runs or, if where is a column, those that have a value
// in it.
func (in *reading) prepare(where string) (err error) {
	crc, traceCRC := "runs.crc32c", "traces.crc32c"
	if in.trust {
		crc, traceCRC = "0", "0"
	}
	trace, join := "", ""
	if in.traces {
		trace, join = ", trace, "+traceCRC, " LEFT JOIN traces ON traces.run = runs.id"
	}
	runs, incumbents := " ORDER BY runs.id", " ORDER BY run, number"
	if where != "" {
		runs, incumbents = " WHERE "+where+" = ?", " WHERE run = ? ORDER BY number"
	}
	in.runs, err = in.c.Prepare(fmt.Sprintf("SELECT id, %s, moves, %s%s FROM runs "+
		"LEFT JOIN solutions ON solutions.run = runs.id%s%s", strings.Join(runNames, ", "), crc, trace, join, runs))
	if err == nil {
		in.incumbents, err = in.c.Prepare("SELECT run, number, cost, fmin, w, expanded, wall_ns FROM incumbents" + incumbents)
	}
	return err
}

// all reads all runs. Incumbents are in the same order.
func (in *reading) all(f func(rec *record.Record) error) error {
	last, err := in.c.Number("SELECT ifnull(max(id), 0) FROM runs")
	if err != nil {
		return err
	}
	in.expected = last
	if err := in.incumbent(); err != nil {
		return err
	}
	for {
		more, err := in.runs.Step()
		if err != nil {
			return err
		}
		id := int64(math.MaxInt64)
		if more {
			id = in.runs.ColumnInt64(0)
		}
		if in.next < id {
			return fmt.Errorf("%w: a solution of run %d, which does not exist", ErrDamaged, in.next)
		}
		if !more {
			return nil
		}
		if err := in.run(id, f); err != nil {
			return err
		}
		if in.count%1024 == 0 {
			if err := in.store.notify(in.doing, in.count, in.expected, " runs"); err != nil {
				return err
			}
		}
	}
}

// one reads the run that has a value in the column given to prepare, if there is one.
func (in *reading) one(value any, f func(rec *record.Record) error) error {
	defer in.runs.Reset()
	if err := in.runs.Bind(value); err != nil {
		return err
	}
	if more, err := in.runs.Step(); err != nil || !more {
		return err
	}
	id := in.runs.ColumnInt64(0)
	defer in.incumbents.Reset()
	if err := errors.Join(in.incumbents.Bind(id), in.incumbent()); err != nil {
		return err
	}
	return in.run(id, f)
}

// incumbent goes to the next incumbent.
func (in *reading) incumbent() error {
	more, err := in.incumbents.Step()
	if in.next = math.MaxInt64; more {
		in.next = in.incumbents.ColumnInt64(0)
	}
	return err
}

// verdict returns an error about all damage. whole means that all runs were read.
func (in *reading) verdict(whole bool) error {
	damages := in.damages
	if n := len(damages); n > 0 {
		damages = append(damages, in.store.damaged("%d of %d rows", n, in.count))
	}
	if whole && !in.trust {
		totals, err := in.totals()
		if err != nil {
			return err
		}
		damages = append(damages, totals...)
	}
	return errors.Join(damages...)
}

// totals compares the number of rows and the sum of their checksums with the totals in
// the store.
func (in *reading) totals() (errs []error, err error) {
	compare := func(of string, counted, summed int64) error {
		there := false
		err := in.c.Each("SELECT count, sum FROM totals WHERE of = ?", func(row *lite.Stmt) error {
			if there = true; counted != row.ColumnInt64(0) || summed != row.ColumnInt64(1) {
				errs = append(errs, in.store.damaged("there are %d %s where %d were written, or they are not the same ones",
					counted, of, row.ColumnInt64(0)))
			}
			return nil
		}, of)
		if err == nil && !there {
			errs = append(errs, in.store.damaged("it does not record how many %s there are", of))
		}
		return err
	}
	if err := compare("runs", in.count, in.summed); err != nil || !in.traces {
		return errs, err
	}
	return errs, in.c.Each("SELECT count(*), ifnull(sum(crc32c), 0) FROM traces", func(row *lite.Stmt) error {
		return compare("traces", row.ColumnInt64(0), row.ColumnInt64(1))
	})
}

// sum adds a value to the row's checksum, and returns it. Its text is valid until the next step.
func (in *reading) sum(s *lite.Stmt, i int) record.Value {
	row, is, n := s.AppendColumn(in.row, i)
	in.row = row
	switch is {
	case sqlite3.INTEGER:
		return record.IntValue(int64(n))
	case sqlite3.FLOAT:
		return record.RealValue(math.Float64frombits(n))
	case sqlite3.TEXT, sqlite3.BLOB:
		return record.TextValue(record.Transient(in.row[len(in.row)-int(n):]))
	}
	return record.Value{}
}

// run reads the row of a run, and its incumbents. If a value is wrong, only this run is
// damaged.
func (in *reading) run(id int64, f func(rec *record.Record) error) error {
	in.row, in.wrong = in.row[:0], nil
	in.count++
	r := new(engine.Result)
	rec := &record.Record{Result: r}
	n := len(runColumns)
	for i, c := range runColumns {
		if v := in.sum(in.runs, i+1); !c.Derived { // the others were made of these
			in.keep(c.Name, in.Set(c, rec, v))
		}
	}
	if moves := in.sum(in.runs, n+1); in.moves && len(moves.Text()) > 2 && moves.Text() != "null" {
		var err error
		r.Moves, err = record.ParseMoves(strings.Trim(moves.Text(), "[]"), ',')
		in.keep("moves", err)
	}
	stored := in.runs.ColumnInt64(n + 2)
	in.summed += stored
	if in.traces && in.runs.ColumnType(n+3) != sqlite3.NULL {
		in.trace(rec, in.runs.ColumnRawBlob(n+3), in.runs.ColumnInt64(n+4))
	}
	for in.next == id {
		if err := in.addIncumbent(r); err != nil {
			return err
		}
	}
	why := ""
	if in.wrong != nil {
		why = in.wrong.Error()
	}
	if sum := int64(record.Sum(in.row)); !in.trust && sum != stored {
		why = fmt.Sprintf("its checksum is %08x, not %08x as it was written", sum, uint32(stored))
	}
	if why != "" {
		in.damages = append(in.damages, &RowDamage{in.store.path, rec.Key, r.Problem, r.Algorithm.String(), why})
		return nil
	}
	return f(rec)
}

// keep keeps the first thing that is wrong with a run.
func (in *reading) keep(column string, err error) {
	if err != nil && in.wrong == nil {
		in.wrong = fmt.Errorf("%s: %w", column, err)
	}
}

// trace reads a run's trace, which has a checksum of its own.
func (in *reading) trace(rec *record.Record, packed []byte, crc int64) {
	if !in.trust && crc != sumOf(rec.Key, packed) {
		in.keep("trace", errors.New("it is not as it was written"))
		return
	}
	text, err := unpack(packed)
	if err == nil {
		err = json.Unmarshal(text, &rec.Result.Trace)
	}
	in.keep("trace", err)
}

// addIncumbent reads the current incumbent and goes to the next.
func (in *reading) addIncumbent(r *engine.Result) error {
	var v [7]record.Value
	for i := 1; i < len(v); i++ {
		v[i] = in.sum(in.incumbents, i)
	}
	w, err := in.Ratio(v[4].Text())
	in.keep("incumbents", err)
	r.Incumbents = append(r.Incumbents, engine.Incumbent{Cost: v[2].Int(), FMin: v[3].Int(), W: w, Expanded: v[5].Int(),
		Wall: time.Duration(v[6].Int())})
	return in.incumbent()
}
