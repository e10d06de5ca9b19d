package store

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/store/internal/lite"
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
	if len(shards) == 0 {
		return 0, nil
	}
	all := pending(shards)
	w, err := s.write(all)
	if err != nil {
		return 0, explain(s.path, err)
	}
	defer w.close()
	total, collected := 0, int64(0)
	var damages []error
	for _, name := range shards {
		for more := true; more; {
			c := collection{shard: name, notify: func(read int64) error { return s.notify("collected", collected+read, all, " B") }}
			if err := w.inTransaction(func() error { return c.run(w) }); err != nil {
				return total, explain(s.path, err)
			}
			total += c.added
			collected += c.read
			damages = append(damages, c.damages...)
			more = c.more
		}
	}
	return total, errors.Join(damages...)
}

// pending is the size of some shards.
func pending(shards []string) (bytes int64) {
	for _, name := range shards {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
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
// turns. Keys come in no order, so a transaction changes most pages of a large index,
// and the fewer there are the better.
const batchBytes = 128 << 20

// A collection is one transaction's work on one shard.
type collection struct {
	shard   string
	offset  int64
	added   int
	read    int64 // bytes
	notify  func(read int64) error
	more    bool // there is more to read
	damages []error
}

func (c *collection) run(w *inserter) error {
	name := filepath.Base(c.shard)
	if err := w.offset.Bind(name); err != nil {
		return err
	}
	defer w.offset.Reset()
	if there, err := w.offset.Step(); err != nil {
		return err
	} else if there && w.offset.Int(1) == sumOf(name, w.offset.Int(0)) {
		c.offset = w.offset.Int(0)
	}
	from := c.offset
	for b := range readBatches(c.shard, from, batchBytes) {
		if b.err != nil {
			return b.err
		}
		c.more = b.more
		if err := c.notify(c.read); err != nil {
			return err
		}
		for i, length := range b.lines {
			if err := c.take(w, b.records[i], b.errs[i]); err != nil {
				return err
			}
			c.offset += int64(length)
			c.read += int64(length)
		}
	}
	if c.offset == from {
		return nil
	}
	return w.exec(w.setOffset, name, c.offset, sumOf(name, c.offset))
}

// A batch is some consecutive lines of a shard.
type batch struct {
	text    []byte
	lines   []int // the length of each
	records []*Record
	errs    []error // for lines without a record
	more    bool    // the shard has more lines, but enough has been read
	err     error   // of the file
}

// readBatches reads a shard from an offset on, until enough has been read, and parses
// its lines on all cores. A last line without a newline does not count.
func readBatches(shard string, offset, enough int64) iter.Seq[*batch] {
	const size = 256 << 10 // bytes of a batch, so that few records exist at a time
	batches := func(yield func(*batch) bool) {
		b, read, stopped := new(batch), int64(0), false
		err := eachLine(shard, offset, func(text []byte) (bool, error) {
			b.text = append(b.text, text...)
			b.lines = append(b.lines, len(text))
			read += int64(len(text))
			b.more = read >= enough
			if len(b.text) >= size && !b.more {
				stopped = !yield(b)
				b = new(batch)
			}
			return !b.more && !stopped, nil
		})
		if b.err = err; !stopped {
			yield(b)
		}
	}
	readers := sync.Pool{New: func() any { return newLines() }}
	return inorder.Map(batches, func(b *batch) *batch {
		in := readers.Get().(*lines)
		defer readers.Put(in)
		b.records, b.errs = make([]*Record, len(b.lines)), make([]error, len(b.lines))
		at := 0
		for i, n := range b.lines {
			b.records[i], b.errs[i] = in.read(b.text[at:][:n])
			at += n
		}
		return b
	})
}

// take puts a line's record into the database, or notes why not.
func (c *collection) take(w *inserter, rec *Record, why error) error {
	damaged := func(why error) { c.damages = append(c.damages, &Damage{c.shard, c.offset, why}) }
	if why != nil {
		damaged(why)
		return nil
	}
	added, err := w.add(rec)
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
	return fmt.Sprintf("%s %s is %s with cost %d and %+v, and here (commit %q, host %s) with cost %d and %+v: "+
		"the same run must give the same result",
		r.Problem, r.Algorithm, c.where, c.kept.Cost, c.kept.Counters, c.second.Commit, c.second.Host, r.Cost, r.Counters)
}

// A lesser outcome is a run recorded a second time, with a trace, that the clock or the
// memory limit ended earlier than the run that is kept.
type lesser struct{ kept, second *engine.Result }

func (l *lesser) Error() string {
	return fmt.Sprintf("%s %s ended here with %s, and in the store with %s, which is kept, without the trace "+
		"of this one: repeat the run with as much time and memory as the first had",
		l.second.Problem, l.second.Algorithm, outcome(l.second), outcome(l.kept))
}

func outcome(r *engine.Result) string {
	if r.Solved() {
		return fmt.Sprintf("%q and cost %d", r.Status, r.Cost)
	}
	return fmt.Sprintf("%q", r.Status)
}

// An inserter is a connection that writes, with its prepared statements.
type inserter struct {
	c                                                        *lite.Conn
	run, same, incumbent, solution, trace, offset, setOffset *lite.Stmt
	values                                                   []any // of a row
	runs, traces                                             total // what this transaction adds to the totals
}

// A total is a number of rows and the sum of their checksums.
type total struct{ count, sum int64 }

func (t *total) add(count, sum int64) {
	t.count += count
	t.sum += sum
}

// Bounds on the cache of a connection that writes, in bytes; the allocator of SQLite's
// pages takes twice as much.
const (
	leastCache = 2 << 20
	mostCache  = 128 << 20
)

// write makes an inserter for about as many bytes of lines.
func (s *Store) write(bytes int64) (*inserter, error) {
	c, err := lite.Open(s.writeURI)
	if err != nil {
		return nil, err
	}
	in := &inserter{c: c}
	pragmas := []string{
		fmt.Sprintf("PRAGMA busy_timeout = %d", busyTimeout.Milliseconds()), "PRAGMA synchronous = FULL",
		fmt.Sprintf("PRAGMA cache_size = -%d", min(max(bytes, leastCache), mostCache)>>10),
	}
	if err := c.WithoutTriggers(); err != nil { // one statement for each row; see addTotals
		in.close()
		return nil, err
	}
	for _, p := range pragmas {
		if err := c.Exec(p); err != nil {
			in.close()
			return nil, err
		}
	}
	for _, s := range []struct {
		to    **lite.Stmt
		query string
	}{
		{&in.run, insertRun},
		{&in.same, "SELECT id, status, ifnull(cost, -1), expanded, generated, inserted, reopened, guided, " +
			"head FROM runs WHERE key = ?"},
		{&in.incumbent, "INSERT INTO incumbents (run, number, cost, fmin, w, expanded, wall_ns) " +
			"VALUES (?, ?, ?, ?, ?, ?, ?)"},
		{&in.solution, "INSERT INTO solutions (run, moves) VALUES (?, ?)"},
		{&in.trace, "INSERT OR IGNORE INTO traces (run, trace, crc32c) VALUES (?, ?, ?)"},
		{&in.offset, "SELECT offset, crc32c FROM shards WHERE name = ?"},
		{&in.setOffset, "INSERT INTO shards (name, offset, crc32c) VALUES (?, ?, ?) " +
			"ON CONFLICT (name) DO UPDATE SET offset = excluded.offset, crc32c = excluded.crc32c"},
	} {
		if *s.to, err = c.Prepare(s.query); err != nil {
			in.close()
			return nil, err
		}
	}
	return in, nil
}

func (in *inserter) close() {
	for _, s := range []*lite.Stmt{in.run, in.same, in.incumbent, in.solution, in.trace, in.offset, in.setOffset} {
		if s != nil {
			s.Close()
		}
	}
	in.c.Close()
}

// inTransaction runs f in a transaction that excludes other writers.
func (in *inserter) inTransaction(f func() error) error {
	if err := in.c.Exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	in.runs, in.traces = total{}, total{}
	err := f()
	if err == nil {
		err = in.addTotals()
	}
	if err == nil {
		err = in.c.Exec("COMMIT")
	}
	if err != nil {
		_ = in.c.Exec("ROLLBACK") // SQLite may have done so
	}
	return err
}

// addTotals does at the end of a transaction what triggers do for other programs.
func (in *inserter) addTotals() error {
	for of, t := range map[string]total{"runs": in.runs, "traces": in.traces} {
		if t == (total{}) {
			continue
		}
		err := in.c.Exec(fmt.Sprintf("UPDATE totals SET count = count + %d, sum = sum + %d WHERE of = '%s'",
			t.count, t.sum, of))
		if err != nil {
			return err
		}
	}
	return nil
}

func (in *inserter) exec(s *lite.Stmt, values ...any) error {
	if err := s.Bind(values...); err != nil {
		return err
	}
	return s.Exec()
}

// add puts a record into the database and reports whether it is new.
func (in *inserter) add(rec *Record) (bool, error) {
	values, err := runValues(rec, in.values[:0])
	if err != nil {
		return false, err
	}
	r := rec.Result
	var moves any
	if r.Solved() {
		moves = movesText(r.Moves)
	}
	var check sum
	check.add(values...)
	check.add(moves)
	for i, x := range r.Incumbents {
		check.add(i+1, x.Cost, x.FMin, x.W.String(), x.Expanded, int64(x.Wall))
	}
	in.values = append(values, int64(check))
	if err := in.exec(in.run, in.values...); err != nil {
		return false, err
	}
	if in.c.Changes() == 0 {
		return false, in.again(rec)
	}
	in.runs.add(1, int64(check))
	id := in.c.LastID()
	for i, x := range r.Incumbents {
		if err := in.exec(in.incumbent, id, i+1, x.Cost, x.FMin, x.W.String(), x.Expanded, int64(x.Wall)); err != nil {
			return false, err
		}
	}
	if moves != nil {
		if err := in.exec(in.solution, id, moves); err != nil {
			return false, err
		}
	}
	return true, in.addTrace(id, rec)
}

// movesText is a list of moves as json.Marshal writes it.
func movesText(moves []engine.Move) string {
	if moves == nil {
		return "null"
	}
	b := []byte{'['}
	for i, m := range moves {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(m), 10)
	}
	return string(append(b, ']'))
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
	kept, id, err := in.kept(rec.Key)
	if err != nil {
		return err
	}
	if differ(kept, r) {
		return &conflict{"in the store", kept, rec}
	}
	replaces, err := Replaces(kept, r)
	switch {
	case !replaces:
		return err
	case kept.Status == r.Status && kept.Cost == r.Cost && kept.Counters == r.Counters:
		return in.addTrace(id, rec)
	}
	return in.replace(id, rec) // the trace is of this run, and not of the one before
}

// kept is the outcome of the run in the database that has a key; nil if there is none.
func (in *inserter) kept(key string) (r *engine.Result, id int64, err error) {
	defer in.same.Reset()
	if err := in.same.Bind(key); err != nil {
		return nil, 0, err
	}
	s := in.same
	if there, err := s.Step(); err != nil || !there {
		return nil, 0, err
	}
	return &engine.Result{Status: engine.Status(s.Bytes(1)), Cost: s.Int(2),
		Counters: engine.Counters{Expanded: s.Int(3), Generated: s.Int(4), Inserted: s.Int(5), Reopened: s.Int(6),
			Guided: s.Int(7), Head: s.Int(8)}}, s.Int(0), nil
}

// less reports whether a run contains less than another with the same key: it was cut
// off by the clock or memory and the other was not, or it found no solution or a worse
// one.
func less(a, b *engine.Result) bool {
	return !repeats(a.Status) && (repeats(b.Status) || b.Solved() && (!a.Solved() || a.Cost > b.Cost))
}

// replace puts a record in place of the run with this id.
func (in *inserter) replace(id int64, rec *Record) error {
	for _, of := range []struct {
		rows string
		sum  *total
	}{{"incumbents WHERE run", nil}, {"solutions WHERE run", nil}, {"traces WHERE run", &in.traces},
		{"runs WHERE id", &in.runs}} {
		if of.sum != nil {
			if err := in.subtract(of.sum, fmt.Sprintf("SELECT crc32c FROM %s = %d", of.rows, id)); err != nil {
				return err
			}
		}
		if err := in.c.Exec(fmt.Sprintf("DELETE FROM %s = %d", of.rows, id)); err != nil {
			return err
		}
	}
	_, err := in.add(rec)
	return err
}

// subtract subtracts the rows and checksums that a query finds from a total.
func (in *inserter) subtract(from *total, query string) error {
	s, err := in.c.Prepare(query)
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		more, err := s.Step()
		if err != nil || !more {
			return err
		}
		from.add(-1, -s.Int(0))
	}
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
	sum := sumOf(rec.Key, packed.Bytes())
	err := in.exec(in.trace, id, packed.Bytes(), sum)
	if err == nil && in.c.Changes() > 0 {
		in.traces.add(1, sum)
	}
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

// runValues appends the values of a run's row.
func runValues(rec *Record, to []any) ([]any, error) {
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
	return append(to,
		rec.Key, r.Problem, domain, set, instance, variant, r.Digest,
		r.Algorithm.FullName(), r.Algorithm.W.Float(), r.Algorithm.W.String(), r.Algorithm.P, schedule, int64(r.Seed),
		optional(l.Inserted, 0), optional(l.Generated, 0), optional(l.Expanded, 0), optional(int64(l.Time), 0),
		optional(l.Memory, 0),
		string(r.Status), r.Unit, optional(r.Cost, -1), r.FMin, r.LowerBound,
		r.Expanded, r.Generated, r.Inserted, r.Reopened, r.Guided, r.Head,
		r.PeakBytes, int64(r.Wall), int64(r.CPU), warnings,
		rec.Commit, rec.Go, rec.Host, rec.Cores, rec.Finished.Format(time.RFC3339Nano),
	), nil
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
