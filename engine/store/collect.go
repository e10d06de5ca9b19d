package store

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store/internal/lite"
)

// A Damage is a line of a shard that is damaged or that contradicts the store. Collect
// skips it.
type Damage struct {
	Shard  string
	Offset int64 // where the line starts, in bytes
	Why    error

	key string // of its run, if it can be read
}

func (d *Damage) Error() string {
	return fmt.Sprintf("%s: byte %d: %s", d.Shard, d.Offset, input.Brief(d.Why.Error()))
}
func (d *Damage) Unwrap() error { return d.Why }

// Collect copies what is new in the shards into the database and returns the number of
// new runs. If it is interrupted at any point, the next call continues. A line that is
// not finished yet is left for later.
//
// Damaged lines are skipped and reported, as one [Damage] or several joined; everything
// else has been collected then. An open store reports a line once. Whoever opens the store
// next finds it again, until its run is in the database or the line has been removed.
func (s *Store) Collect() (int, error) {
	s.collecting.Lock()
	defer s.collecting.Unlock()
	shards, err := s.uncollected()
	if err != nil {
		return 0, explain(s.path, err)
	}
	if s.readOnly && len(shards) > 0 {
		return 0, fmt.Errorf("shards have new runs, which cannot be collected: %w", explain(s.path, ErrReadOnly))
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
	var damages, lesser []error
	for _, name := range shards {
		for more := true; more; {
			c := collection{shard: name, waiting: s.waiting[filepath.Base(name)],
				notify: func(read int64) error { return s.notify("collected", collected+read, all, " B") }}
			if err := w.inTransaction(func() error { return c.run(w) }); err != nil {
				return total, explain(s.path, err)
			}
			total += c.added
			collected += c.read
			damages, lesser = append(damages, c.damages...), append(lesser, c.lesser...)
			if len(damages) > 0 && c.waiting.read > 0 {
				if s.waiting == nil {
					s.waiting = map[string]waiting{}
				}
				s.waiting[filepath.Base(name)] = c.waiting
			}
			more = c.more
		}
	}
	damages = slices.DeleteFunc(damages, func(err error) bool { // the run may have been made again, and come later
		d := err.(*Damage)
		kept, _, err := w.kept(d.key)
		return d.key != "" && kept != nil && err == nil
	})
	s.leftOut = append(s.leftOut, damages...)
	return total, errors.Join(append(damages, lesser...)...)
}

// LeftOut says how many runs of the shards could not be collected since the store was opened, and why; nil if all were.
func (s *Store) LeftOut() error {
	s.collecting.Lock()
	defer s.collecting.Unlock()
	n := len(s.leftOut)
	if n == 0 {
		return nil
	}
	const mostNamed = 20
	named := errors.Join(s.leftOut[:min(n, mostNamed)]...)
	what := "1 line of its shards cannot be used, and its run is left out"
	if n > 1 {
		what = fmt.Sprintf("%d lines of its shards cannot be used, and their runs are left out", n)
	}
	if n > mostNamed {
		what += fmt.Sprintf("; the first %d are", mostNamed)
	}
	return fmt.Errorf("%s: %w: %s: %w", s.path, ErrDamaged, what, named)
}

// waiting is a shard with a line that cannot be collected. The database keeps the position before it, so that whoever
// opens the store finds it again.
type waiting struct{ first, read int64 }

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
	err := s.snapshot(func(c *lite.Conn) error {
		return c.Each(query, func(row *lite.Stmt) error {
			name, offset := row.ColumnText(0), row.ColumnInt64(1)
			if row.ColumnType(2) == sqlite3.NULL || row.ColumnInt64(2) == sumOf(name, offset) {
				offsets[name] = offset // else from the start: runs already present stay
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	for name, w := range s.waiting {
		offsets[name] = max(offsets[name], w.read)
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
	lesser  []error
	waiting waiting
}

func (c *collection) run(w *inserter) error {
	name := filepath.Base(c.shard)
	err := w.c.Each("SELECT offset, crc32c FROM shards WHERE name = ?", func(row *lite.Stmt) error {
		if offset := row.ColumnInt64(0); row.ColumnInt64(1) == sumOf(name, offset) {
			c.offset = offset
		}
		return nil
	}, name)
	if err != nil {
		return err
	}
	c.offset = max(c.offset, c.waiting.read)
	from := c.offset
	for b := range readBatches(c.shard, from, batchBytes) {
		if b.err != nil {
			return b.err
		}
		c.more = b.more
		if err := c.notify(c.read); err != nil {
			return err
		}
		for i := range b.lines {
			l := &b.lines[i]
			if err := c.take(w, l); err != nil {
				return err
			}
			c.offset += int64(l.length)
			c.read += int64(l.length)
		}
	}
	if c.offset == from {
		return nil
	}
	to := c.offset
	if len(c.damages) > 0 && c.waiting.read == 0 {
		c.waiting.first = c.damages[0].(*Damage).Offset
	}
	if len(c.damages) > 0 || c.waiting.read > 0 {
		to, c.waiting.read = c.waiting.first, c.offset
	}
	return execute(w.setOffset, name, to, sumOf(name, to))
}

// A batch is some consecutive lines of a shard.
type batch struct {
	text  []byte
	lines []shardLine
	more  bool  // the shard has more lines, but enough has been read
	err   error // of the file

	rows []byte // of the lines' rows
}

// A shardLine is a line with its record and its row in the database, or why there are none.
type shardLine struct {
	length int
	rec    *record.Record
	row    []byte
	err    error
	key    string // of a damaged line, if it has one
}

// readBatches reads a shard from an offset on, until enough has been read, and parses
// its lines on all cores. A last line without a newline does not count.
func readBatches(shard string, offset, enough int64) iter.Seq[*batch] {
	pieces := func(yield func(*batch) bool) {
		read, stopped := int64(0), false
		err := eachPiece(shard, offset, func(text []byte) (bool, error) {
			read += int64(len(text))
			more := read >= enough
			stopped = !yield(&batch{text: bytes.Clone(text), more: more})
			return !more && !stopped, nil
		})
		if err != nil && !stopped {
			yield(&batch{err: err})
		}
	}
	return inorder.Map(pieces, func(b *batch) *batch {
		for text := range bytes.Lines(b.text) {
			l := shardLine{length: len(text)}
			if l.rec, l.err = readLine(text); l.err == nil {
				from := len(b.rows)
				b.rows = appendRow(b.rows, l.rec)
				l.row = b.rows[from:]
			} else {
				l.key = keyIn(text)
			}
			b.lines = append(b.lines, l)
		}
		return b
	})
}

// keyIn is the key in a damaged line, "" if there is none.
func keyIn(text []byte) string {
	_, rest, _ := bytes.Cut(text, []byte(`"key":"`))
	key, _, _ := bytes.Cut(rest, []byte{'"'})
	if _, ok := record.ParseID(key); !ok {
		return ""
	}
	return string(key)
}

// take puts a line's record into the database, or notes why not.
func (c *collection) take(w *inserter, l *shardLine) error {
	damaged := func(why error) { c.damages = append(c.damages, &Damage{c.shard, c.offset, why, l.key}) }
	if l.err != nil {
		if kept, _, err := w.kept(l.key); err != nil || kept != nil {
			return err // the run is there
		}
		damaged(l.err)
		return nil
	}
	added, err := w.add(l.rec, l.row)
	var conflict *conflict
	var lesser *lesser
	switch {
	case errors.As(err, &conflict):
		damaged(err)
		return nil
	case errors.As(err, &lesser): // the run is there
		c.lesser = append(c.lesser, &Damage{Shard: c.shard, Offset: c.offset, Why: err})
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
	second *record.Record
}

func (c *conflict) Error() string {
	r := c.second.Result
	if c.second.Foreign() {
		return fmt.Sprintf("%s %s is %s with %s, and here with %s: want a column seed, w or another name that tells them apart",
			r.Problem, r.Algorithm, c.where, found(c.kept), found(r))
	}
	return fmt.Sprintf("%s %s is %s with %s, and here (commit %q, host %s) with %s: the same run must give the same result",
		r.Problem, r.Algorithm, c.where, found(c.kept), c.second.Commit, c.second.Host, found(r))
}

// found is what is known of a run's cost and counters.
func found(r *engine.Result) string {
	known := []string{"no cost"}
	switch {
	case r.Unit == 0: // it is not known
		known = nil
	case r.Found():
		known[0] = "cost " + r.CostString(r.Cost)
	}
	c := r.Counters
	for i, n := range []int64{c.Expanded, c.Generated, c.Inserted, c.Reopened, c.Guided, c.Head} {
		if n >= 0 {
			name := []string{"expanded", "generated", "inserted", "reopened", "guided", "head"}[i]
			known = append(known, fmt.Sprintf("%s %d", name, n))
		}
	}
	return strings.Join(known, ", ")
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
	if r.Found() {
		return fmt.Sprintf("%q and cost %d", r.Status, r.Cost)
	}
	return fmt.Sprintf("%q", r.Status)
}

// An inserter is a connection that writes, with its prepared statements.
type inserter struct {
	c                                                *lite.Conn
	run, same, incumbent, solution, trace, setOffset *lite.Stmt
	runs, traces                                     total // what this transaction adds to the totals
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
	// One statement for each row, without triggers; see addTotals.
	_, err = c.Config(sqlite3.DBCONFIG_ENABLE_TRIGGER, false)
	err = errors.Join(err, c.Exec(fmt.Sprintf("PRAGMA cache_size = -%d", min(max(bytes, leastCache), mostCache)>>10)))
	if err != nil {
		in.close()
		return nil, err
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

func (in *inserter) close() { in.c.Close() }

// inTransaction runs f in a transaction that excludes other writers.
func (in *inserter) inTransaction(f func() error) error {
	return in.c.Transaction(func() error {
		in.runs, in.traces = total{}, total{}
		if err := f(); err != nil {
			return err
		}
		return in.addTotals()
	})
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

// execute executes a statement with values.
func execute(s *lite.Stmt, values ...any) error {
	if err := s.Bind(values...); err != nil {
		return err
	}
	return s.Exec()
}

// add puts a record into the database, whose row is that of appendRow, and reports
// whether it is new.
func (in *inserter) add(rec *record.Record, row []byte) (bool, error) {
	added, err := in.insert(rec, row)
	if err != nil || added {
		return added, err
	}
	return false, in.again(rec, row)
}

// insert puts a record into the database unless it is there, and reports whether it was
// not.
func (in *inserter) insert(rec *record.Record, row []byte) (bool, error) {
	sum := int64(record.Sum(row))
	rest, err := in.run.BindRow(1, len(runColumns), row)
	if err = errors.Join(err, in.run.BindInt64(len(runColumns)+1, sum)); err != nil {
		return false, err
	}
	if err := in.run.Exec(); err != nil || in.c.Changes() == 0 {
		return false, err
	}
	in.runs.add(1, sum)
	id := in.c.LastInsertRowID()
	if !rec.Result.Found() {
		rest = lite.SkipNull(rest)
	} else if rest, err = in.of(id, in.solution, 1, rest); err != nil {
		return false, err
	}
	for range rec.Result.Incumbents {
		if rest, err = in.of(id, in.incumbent, 6, rest); err != nil {
			return false, err
		}
	}
	return true, in.addTrace(id, rec)
}

// of executes a statement with the id of a run and the next n values of its row, and
// returns the rest of the row.
func (in *inserter) of(id int64, s *lite.Stmt, n int, row []byte) (rest []byte, err error) {
	if rest, err = s.BindRow(2, n, row); err == nil {
		err = s.BindInt64(1, id)
	}
	if err == nil {
		err = s.Exec()
	}
	return rest, err
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
func (in *inserter) again(rec *record.Record, row []byte) error {
	r := rec.Result
	kept, id, err := in.kept(rec.Key)
	if err != nil {
		return err
	}
	if Differ(kept, r) {
		return &conflict{"in the store", kept, rec}
	}
	replaces, err := Replaces(kept, r)
	switch {
	case !replaces:
		return err
	case kept.Status == r.Status && kept.Cost == r.Cost && kept.Counters == r.Counters:
		return in.addTrace(id, rec)
	}
	return in.replace(id, rec, row) // the trace is of this run, and not of the one before
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
	return &engine.Result{Status: engine.Status(s.ColumnText(1)), Cost: s.ColumnInt64(2),
		Counters: engine.Counters{Expanded: s.ColumnInt64(3), Generated: s.ColumnInt64(4), Inserted: s.ColumnInt64(5),
			Reopened: s.ColumnInt64(6), Guided: s.ColumnInt64(7), Head: s.ColumnInt64(8)}}, s.ColumnInt64(0), nil
}

// less reports whether a run contains less than another with the same key: it was cut
// off by the clock or memory and the other was not, or it found no solution or a worse
// one.
func less(a, b *engine.Result) bool {
	return !repeats(a.Status) && (repeats(b.Status) || b.Found() && (!a.Found() || a.Cost > b.Cost))
}

// replace puts a record in place of the run with this id.
func (in *inserter) replace(id int64, rec *record.Record, row []byte) error {
	for _, of := range []struct {
		rows string
		sum  *total
	}{{"incumbents WHERE run", nil}, {"solutions WHERE run", nil}, {"traces WHERE run", &in.traces},
		{"runs WHERE id", &in.runs}} {
		if of.sum != nil {
			subtract := func(row *lite.Stmt) error {
				of.sum.add(-1, -row.ColumnInt64(0))
				return nil
			}
			if err := in.c.Each(fmt.Sprintf("SELECT crc32c FROM %s = %d", of.rows, id), subtract); err != nil {
				return err
			}
		}
		if err := in.c.Exec(fmt.Sprintf("DELETE FROM %s = %d", of.rows, id)); err != nil {
			return err
		}
	}
	_, err := in.add(rec, row)
	return err
}

// Differ reports whether two results of the same run contradict each other.
func Differ(a, b *engine.Result) bool {
	return repeats(a.Status) && repeats(b.Status) && (a.Status != b.Status || a.Cost != b.Cost || a.Counters != b.Counters)
}

// repeats reports whether every run with this status ends with the same counters.
func repeats(s engine.Status) bool {
	return s != engine.LimitTime && s != engine.LimitMemory
}

func (in *inserter) addTrace(id int64, rec *record.Record) error {
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
	err := execute(in.trace, id, packed.Bytes(), sum)
	if err == nil && in.c.Changes() > 0 {
		in.traces.add(1, sum)
	}
	return err
}

// runColumns are the columns of the table runs, without its checksum.
var runColumns = slices.DeleteFunc(slices.Clone(record.Stored),
	func(c *record.Column) bool { return c.Kind == record.Moves || c.Kind == record.Incumbents })

var runNames = func() (names []string) {
	for _, c := range runColumns {
		names = append(names, c.Name)
	}
	return names
}()

var insertRun = fmt.Sprintf("INSERT INTO runs (%s, crc32c) VALUES (?%s) ON CONFLICT (key) DO NOTHING",
	strings.Join(runNames, ", "), strings.Repeat(", ?", len(runColumns)))

// appendRow appends the row of a run: the values of runColumns, the moves, and for each
// incumbent its number and what it has. They are what the checksum is of.
func appendRow(b []byte, rec *record.Record) []byte {
	for _, c := range runColumns {
		switch v := c.Value(rec); {
		case v.None():
			b = lite.AppendNull(b)
		case c.Kind == record.Real:
			b = lite.AppendFloat(b, v.Real())
		case c.Kind == record.Int, c.Kind == record.Seed:
			b = lite.AppendInt(b, v.Int())
		default:
			b = lite.AppendText(b, v.Text())
		}
	}
	switch r := rec.Result; {
	case !r.Found():
		b = lite.AppendNull(b)
	case r.Moves == nil:
		b = lite.AppendText(b, "null") // as in JSON
	default:
		b = lite.AppendTextBy(b, func(b []byte) []byte {
			return append(record.AppendMoves(append(b, '['), r.Moves, ','), ']')
		})
	}
	for i, x := range rec.Result.Incumbents {
		b = lite.AppendInt(lite.AppendInt(lite.AppendInt(b, int64(i+1)), x.Cost), x.FMin)
		b = lite.AppendText(b, x.W.String())
		b = lite.AppendInt(lite.AppendInt(b, x.Expanded), int64(x.Wall))
	}
	return b
}
