package store

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
)

// A Damage is a line of a shard that is damaged or that contradicts the store. Collect
// skips it.
type Damage struct {
	Shard  string
	Offset int64 // where the line starts, in bytes
	Why    error
}

func (d *Damage) Error() string { return fmt.Sprintf("%s: byte %d: %v", d.Shard, d.Offset, d.Why) }
func (d *Damage) Unwrap() error { return d.Why }

// Collect copies what is new in the shards into the database and returns the number of
// new runs. If it is interrupted at any point, the next call continues. A line that is
// not finished yet is left for later.
//
// Damaged lines are skipped and reported once, as one [Damage] or several joined;
// everything else has been collected then.
func (s *Store) Collect() (int, error) {
	shards, err := s.uncollected()
	if err != nil {
		return 0, explain(s.path, err)
	}
	if s.readOnly && len(shards) > 0 {
		return 0, fmt.Errorf("%d shards have new runs, which cannot be collected: %w", len(shards),
			explain(s.path, ErrReadOnly))
	}
	total := 0
	var damages []error
	for _, name := range shards {
		for more := true; more; {
			c := collection{shard: name}
			err := s.inTransaction(func(tx *sql.Tx) error { return c.run(tx) })
			if err != nil {
				return total, explain(s.path, err)
			}
			total += c.added
			damages = append(damages, c.damages...)
			more = c.more
		}
	}
	return total, errors.Join(damages...)
}

// uncollected lists the shards that have something new.
func (s *Store) uncollected() ([]string, error) {
	offsets := map[string]int64{}
	query := "SELECT name, offset, crc32c FROM shards"
	if s.Unchecked() {
		query = "SELECT name, offset, NULL FROM shards"
	}
	rows, err := s.db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var offset int64
		var crc sql.NullInt64
		if err := rows.Scan(&name, &offset, &crc); err != nil {
			return nil, err
		}
		if !crc.Valid || crc.Int64 == sumOf(name, offset) { // else from the start: runs already present stay
			offsets[name] = offset
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return grownShards(s.path, offsets)
}

// batchBytes is how much of a shard one transaction reads, so that collectors take
// turns.
const batchBytes = 4 << 20

// A collection is one transaction's work on one shard.
type collection struct {
	shard   string
	tx      *sql.Tx
	offset  int64
	added   int
	more    bool // there is more to read
	damages []error
}

func (c *collection) run(tx *sql.Tx) error {
	c.tx = tx
	name := filepath.Base(c.shard)
	var crc int64
	err := tx.QueryRow("SELECT offset, crc32c FROM shards WHERE name = ?", name).Scan(&c.offset, &crc)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err == nil && crc != sumOf(name, c.offset) {
		c.offset = 0
	}
	from := c.offset
	insert, err := newInserter(tx)
	if err != nil {
		return err
	}
	defer insert.close()
	err = eachLine(c.shard, from, func(text []byte) (bool, error) {
		err := c.take(insert, text)
		c.offset += int64(len(text))
		c.more = c.offset-from >= batchBytes
		return !c.more, err
	})
	if err != nil {
		return err
	}
	if c.offset == from {
		return nil
	}
	_, err = tx.Exec(`INSERT INTO shards (name, offset, crc32c) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET offset = excluded.offset, crc32c = excluded.crc32c`, name, c.offset, sumOf(name, c.offset))
	return err
}

// take puts one line into the database, or records why not.
func (c *collection) take(insert *inserter, text []byte) error {
	damaged := func(why error) { c.damages = append(c.damages, &Damage{c.shard, c.offset, why}) }
	rec, err := readLine(text)
	if err != nil {
		damaged(err)
		return nil
	}
	added, err := insert.add(rec)
	var conflict *conflict
	var lesser *lesser
	if errors.As(err, &conflict) || errors.As(err, &lesser) {
		damaged(err)
		return nil
	}
	if added {
		c.added++
	}
	return err
}

// A conflict is a run recorded a second time with different counters.
type conflict struct {
	where  string // of the first one
	kept   *engine.Result
	second *Record
}

func (c *conflict) Error() string {
	r := c.second.Result
	return fmt.Sprintf("%s %s is %s with cost %d and %+v, and here (commit %q, host %s) with cost %d and %+v: runs must repeat themselves",
		r.Problem, r.Algorithm, c.where, c.kept.Cost, c.kept.Counters, c.second.Commit, c.second.Host, r.Cost, r.Counters)
}

// A lesser outcome is a run recorded a second time, with a trace, that the clock or the
// memory limit ended earlier than the run that is kept.
type lesser struct{ kept, second *engine.Result }

func (l *lesser) Error() string {
	return fmt.Sprintf("%s %s ended here with %s, and in the store with %s, which is kept, without the trace of this one: make the run again where it has the time and memory that it had",
		l.second.Problem, l.second.Algorithm, outcome(l.second), outcome(l.kept))
}

func outcome(r *engine.Result) string {
	if r.Solved() {
		return fmt.Sprintf("%q and cost %d", r.Status, r.Cost)
	}
	return fmt.Sprintf("%q", r.Status)
}

// An inserter holds the prepared statements of a collection.
type inserter struct {
	tx                                    *sql.Tx
	run, same, incumbent, solution, trace *sql.Stmt
}

func newInserter(tx *sql.Tx) (*inserter, error) {
	in := &inserter{tx: tx}
	for _, s := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&in.run, insertRun},
		{&in.same, "SELECT id, status, ifnull(cost, -1), expanded, generated, inserted, reopened, guided, head FROM runs WHERE key = ?"},
		{&in.incumbent, "INSERT INTO incumbents (run, number, cost, fmin, w, expanded, wall_ns) VALUES (?, ?, ?, ?, ?, ?, ?)"},
		{&in.solution, "INSERT INTO solutions (run, moves) VALUES (?, ?)"},
		{&in.trace, "INSERT OR IGNORE INTO traces (run, trace, crc32c) VALUES (?, ?, ?)"},
	} {
		var err error
		if *s.to, err = tx.Prepare(s.query); err != nil {
			in.close()
			return nil, err
		}
	}
	return in, nil
}

func (in *inserter) close() {
	for _, s := range []*sql.Stmt{in.run, in.same, in.incumbent, in.solution, in.trace} {
		if s != nil {
			s.Close()
		}
	}
}

// add puts a record into the database and reports whether it is new.
func (in *inserter) add(rec *Record) (bool, error) {
	values, err := runValues(rec)
	if err != nil {
		return false, err
	}
	r := rec.Result
	var moves any
	if r.Solved() {
		text, err := json.Marshal(r.Moves)
		if err != nil {
			return false, err
		}
		moves = string(text)
	}
	var check sum
	check.add(values...)
	check.add(moves)
	for i, x := range r.Incumbents {
		check.add(i+1, x.Cost, x.FMin, x.W.String(), x.Expanded, int64(x.Wall))
	}
	done, err := in.run.Exec(append(values, int64(check))...)
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		if err == nil {
			err = in.again(rec)
		}
		return false, err
	}
	id, err := done.LastInsertId()
	if err != nil {
		return false, err
	}
	for i, x := range r.Incumbents {
		if _, err := in.incumbent.Exec(id, i+1, x.Cost, x.FMin, x.W.String(), x.Expanded, int64(x.Wall)); err != nil {
			return false, err
		}
	}
	if moves != nil {
		if _, err := in.solution.Exec(id, moves); err != nil {
			return false, err
		}
	}
	return true, in.addTrace(id, rec)
}

// Replaces reports whether the second of two results of one run replaces the one that
// is kept. It does if it has a trace, unless the other also has one and is otherwise
// the same, or the second contains less, for example because the clock ended it
// earlier. The latter is the error.
func Replaces(kept, second *engine.Result) (bool, error) {
	switch {
	case second.Trace == nil:
		return false, nil
	case kept.Status == second.Status && kept.Cost == second.Cost && kept.Counters == second.Counters:
		return kept.Trace == nil, nil
	case less(second, kept):
		return false, &lesser{kept, second}
	}
	return true, nil
}

// again handles a run that is already in the database.
func (in *inserter) again(rec *Record) error {
	r := rec.Result
	var id int64
	var kept engine.Result
	if err := in.same.QueryRow(rec.Key).Scan(append([]any{&id, &kept.Status, &kept.Cost},
		counters(&kept.Counters)...)...); err != nil {
		return err
	}
	if differ(&kept, r) {
		return &conflict{"in the store", &kept, rec}
	}
	replaces, err := Replaces(&kept, r)
	switch {
	case !replaces:
		return err
	case kept.Status == r.Status && kept.Cost == r.Cost && kept.Counters == r.Counters:
		return in.addTrace(id, rec)
	}
	return in.replace(id, rec) // the trace is of this run, and not of the one before
}

// less reports whether a run contains less than another with the same key: it was cut
// off by the clock or memory and the other was not, or it found no solution or a worse
// one.
func less(a, b *engine.Result) bool {
	return !repeats(a.Status) && (repeats(b.Status) || b.Solved() && (!a.Solved() || a.Cost > b.Cost))
}

// replace puts a record in place of the run with this id.
func (in *inserter) replace(id int64, rec *Record) error {
	for _, table := range []string{"incumbents WHERE run", "solutions WHERE run", "traces WHERE run", "runs WHERE id"} {
		if _, err := in.tx.Exec("DELETE FROM "+table+" = ?", id); err != nil {
			return err
		}
	}
	_, err := in.add(rec)
	return err
}

// differ reports whether two results of the same run contradict each other.
func differ(a, b *engine.Result) bool {
	return repeats(a.Status) && repeats(b.Status) && (a.Status != b.Status || a.Cost != b.Cost || a.Counters != b.Counters)
}

// repeats reports whether every run with this status ends with the same counters.
func repeats(s engine.Status) bool {
	return s != engine.LimitTime && s != engine.LimitMemory
}

func (in *inserter) addTrace(id int64, rec *Record) error {
	r := rec.Result
	if r.Trace == nil {
		return nil
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if err := errors.Join(json.NewEncoder(z).Encode(r.Trace), z.Close()); err != nil {
		return err
	}
	_, err := in.trace.Exec(id, packed.Bytes(), sumOf(rec.Key, packed.Bytes()))
	return err
}

// runColumns are the columns of runs in the order of runValues.
var runColumns = []string{
	"key", "problem", "domain", "problem_set", "instance", "variant", "problem_sha256",
	"algorithm", "w", "w_exact", "p", "schedule", "seed",
	"limit_inserted", "limit_generated", "limit_expanded", "limit_time_ns", "limit_memory",
	"status", "unit", "cost", "fmin", "lower_bound",
	"expanded", "generated", "inserted", "reopened", "guided", "head",
	"peak_bytes", "wall_ns", "cpu_ns", "warnings",
	"engine_commit", "go_version", "host", "cores", "finished_at",
}

var insertRun = fmt.Sprintf("INSERT INTO runs (%s) VALUES (?%s) ON CONFLICT (key) DO NOTHING",
	strings.Join(append(runColumns[:len(runColumns):len(runColumns)], "crc32c"), ", "),
	strings.Repeat(", ?", len(runColumns)))

func runValues(rec *Record) ([]any, error) {
	r, l := rec.Result, rec.Result.Limits
	schedule, err := optionalJSON(r.Algorithm.Schedule, r.Algorithm.Schedule != nil)
	if err != nil {
		return nil, err
	}
	warnings, err := optionalJSON(r.Warnings, len(r.Warnings) > 0)
	if err != nil {
		return nil, err
	}
	domain, set, instance, variant := engine.SplitName(r.Problem)
	return []any{
		rec.Key, r.Problem, domain, set, instance, variant, r.Digest,
		r.Algorithm.FullName(), r.Algorithm.W.Float(), r.Algorithm.W.String(), r.Algorithm.P, schedule, int64(r.Seed),
		optional(l.Inserted, 0), optional(l.Generated, 0), optional(l.Expanded, 0), optional(int64(l.Time), 0),
		optional(l.Memory, 0),
		string(r.Status), r.Unit, optional(r.Cost, -1), r.FMin, r.LowerBound,
		r.Expanded, r.Generated, r.Inserted, r.Reopened, r.Guided, r.Head,
		r.PeakBytes, int64(r.Wall), int64(r.CPU), warnings,
		rec.Commit, rec.Go, rec.Host, rec.Cores, rec.Finished.Format(time.RFC3339Nano),
	}, nil
}

// optional is a value, or NULL if it equals none.
func optional(value, none int64) any {
	if value == none {
		return nil
	}
	return value
}

func optionalJSON(value any, there bool) (any, error) {
	if !there {
		return nil, nil
	}
	text, err := json.Marshal(value)
	return string(text), err
}

// counters returns the places of the six counters, in the order of the columns.
func counters(c *engine.Counters) []any {
	return []any{&c.Expanded, &c.Generated, &c.Inserted, &c.Reopened, &c.Guided, &c.Head}
}
