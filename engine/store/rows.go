package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store/internal/lite"
)

// snapshot calls f with a connection that cannot write, in one transaction.
func (s *Store) snapshot(f func(c *lite.Conn) error) error {
	c, err := lite.Open(s.readURI)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, first := range []string{fmt.Sprintf("PRAGMA busy_timeout = %d", busyTimeout.Milliseconds()),
		"PRAGMA query_only = 1", "BEGIN"} {
		if err := c.Exec(first); err != nil {
			return err
		}
	}
	return f(c)
}

// each calls f with the runs of the given keys, or with all if keys is nil, in the order
// in which they were collected. Runs with damaged rows are left out, and the error,
// which comes at the end, names each. An error of f ends it.
func (s *Store) each(keys []string, sel selection, f func(rec *Record) error) error {
	return s.snapshot(func(c *lite.Conn) error {
		in := newReading(s, c, sel)
		defer in.close()
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
	known
	names map[string]engine.Algorithm
	doing string // what Watch is told

	count, summed int64
	expected      int64 // approximate number of runs
	damages       []error
}

func newReading(s *Store, c *lite.Conn, sel selection) *reading {
	return &reading{store: s, c: c, selection: sel, trust: s.Unchecked(), known: newKnown(),
		names: map[string]engine.Algorithm{}, doing: "read"}
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
		"LEFT JOIN solutions ON solutions.run = runs.id%s%s", strings.Join(runColumns, ", "), crc, trace, join, runs))
	if err == nil {
		in.incumbents, err = in.c.Prepare("SELECT run, number, cost, fmin, w, expanded, wall_ns FROM incumbents" + incumbents)
	}
	return err
}

func (in *reading) close() {
	for _, s := range []*lite.Stmt{in.runs, in.incumbents} {
		if s != nil {
			s.Close()
		}
	}
}

// all reads all runs. Incumbents are in the same order.
func (in *reading) all(f func(rec *Record) error) error {
	last, err := in.c.Prepare("SELECT ifnull(max(id), 0) FROM runs")
	if err != nil {
		return err
	}
	defer last.Close()
	if _, err := last.Step(); err != nil {
		return err
	}
	in.expected = last.Int(0)
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
			id = in.runs.Int(0)
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
func (in *reading) one(value any, f func(rec *Record) error) error {
	defer in.runs.Reset()
	if err := in.runs.Bind(value); err != nil {
		return err
	}
	if more, err := in.runs.Step(); err != nil || !more {
		return err
	}
	id := in.runs.Int(0)
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
		in.next = in.incumbents.Int(0)
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
		s, err := in.c.Prepare("SELECT count, sum FROM totals WHERE of = ?")
		if err != nil {
			return err
		}
		defer s.Close()
		if err := s.Bind(of); err != nil {
			return err
		}
		switch more, err := s.Step(); {
		case err != nil:
			return err
		case !more:
			errs = append(errs, in.store.damaged("it does not record how many %s there are", of))
		case counted != s.Int(0), summed != s.Int(1):
			errs = append(errs, in.store.damaged("there are %d %s where %d were written, or they are not the same ones",
				counted, of, s.Int(0)))
		}
		return nil
	}
	if err := compare("runs", in.count, in.summed); err != nil || !in.traces {
		return errs, err
	}
	s, err := in.c.Prepare("SELECT count(*), ifnull(sum(crc32c), 0) FROM traces")
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if _, err := s.Step(); err != nil {
		return nil, err
	}
	return errs, compare("traces", s.Int(0), s.Int(1))
}

// A column reads the values of a row one after the other. The first that is not of the
// right kind is kept as an error.
type column struct {
	*reading
	i   int
	err error
}

// value adds the next column's value to the row's checksum, and returns its kind and its
// number or length.
func (c *column) value() (lite.Kind, uint64) {
	c.i++
	return c.sum(c.runs, c.i)
}

// sum adds a value to the row's checksum, and returns its kind and its number or length.
func (in *reading) sum(s *lite.Stmt, i int) (kind lite.Kind, number uint64) {
	in.row, kind, number = s.AppendColumn(in.row, i)
	return kind, number
}

// last is the last n bytes of the row: the text that was added last.
func (in *reading) last(n uint64) []byte { return in.row[len(in.row)-int(n):] }

func (c *column) wrong(kind lite.Kind, want string) {
	if c.err == nil {
		c.err = fmt.Errorf("found a value of kind %d, want %s", kind, want)
	}
}

// text returns a text, which is valid until the next step.
func (c *column) text() []byte {
	kind, n := c.value()
	if kind != lite.Text {
		c.wrong(kind, "text")
		return nil
	}
	return c.last(n)
}

// optional returns a text or blob, or nil.
func (c *column) optional() []byte {
	switch kind, n := c.value(); kind {
	case lite.Null:
	case lite.Text, lite.Blob:
		return c.last(n)
	default:
		c.wrong(kind, "text or nothing")
	}
	return nil
}

// few returns a text that is one of few, from the cache.
func (c *column) few() string { return c.known.text(c.text()) }

// int returns a number, or none if the column is NULL.
func (c *column) int(none int64) int64 {
	switch kind, n := c.value(); kind {
	case lite.Null:
	case lite.Int:
		return int64(n)
	default:
		c.wrong(kind, "an integer")
	}
	return none
}

func (c *column) float() float64 {
	switch kind, n := c.value(); kind {
	case lite.Float:
		return math.Float64frombits(n)
	case lite.Int:
		return float64(int64(n))
	default:
		c.wrong(kind, "a number")
	}
	return 0
}

// run reads the row of a run, and its incumbents. If a value is wrong, only this run is
// damaged.
func (in *reading) run(id int64, f func(rec *Record) error) error {
	in.row = in.row[:0]
	in.count++
	c := &column{reading: in}
	r := new(engine.Result)
	rec := &Record{Result: r}
	rec.Key, r.Problem = string(c.text()), c.few()
	for range 4 { // parts of the name
		c.value()
	}
	r.Digest = c.few()
	r.Algorithm = in.algorithm(c.text())
	c.value() // w as a number
	var err error
	if r.Algorithm.W, err = in.known.ratio(c.text()); err != nil && c.err == nil {
		c.err = err
	}
	r.Algorithm.P = c.float()
	c.json(c.optional(), &r.Algorithm.Schedule)
	r.Seed = uint64(c.int(0))
	l := &r.Limits
	l.Inserted, l.Generated, l.Expanded, l.Time, l.Memory = c.int(0), c.int(0), c.int(0), time.Duration(c.int(0)), c.int(0)
	r.Status, r.Unit = engine.Status(c.few()), c.int(0)
	r.Cost, r.FMin, r.LowerBound = c.int(-1), c.int(0), c.int(0)
	n := &r.Counters
	n.Expanded, n.Generated, n.Inserted, n.Reopened, n.Guided, n.Head = c.int(0), c.int(0), c.int(0), c.int(0), c.int(0),
		c.int(0)
	r.PeakBytes, r.Wall, r.CPU = c.int(0), time.Duration(c.int(0)), time.Duration(c.int(0))
	c.json(c.optional(), &r.Warnings)
	rec.Commit, rec.Go, rec.Host, rec.Cores = c.few(), c.few(), c.few(), int(c.int(0))
	if rec.Finished, err = time.Parse(time.RFC3339Nano, string(c.text())); err != nil && c.err == nil {
		c.err = err
	}
	if moves := c.optional(); in.moves {
		c.json(moves, &r.Moves)
	}
	stored := in.runs.Int(c.i + 1)
	in.summed += stored
	if in.traces {
		if packed := in.runs.Bytes(c.i + 2); in.runs.Kind(c.i+2) != lite.Null {
			c.trace(rec, packed, in.runs.Int(c.i+3))
		}
	}
	for in.next == id {
		if err := c.addIncumbent(r); err != nil {
			return err
		}
	}
	why := ""
	if c.err != nil {
		why = c.err.Error()
	}
	if sum := rowSum(in.row); !in.trust && sum != stored {
		why = fmt.Sprintf("its checksum is %08x, not %08x as it was written", sum, uint32(stored))
	}
	if why != "" {
		in.damages = append(in.damages, &RowDamage{in.store.path, rec.Key, r.Problem, r.Algorithm.String(), why})
		return nil
	}
	return f(rec)
}

// json reads a column in JSON, unless it is empty.
func (c *column) json(text []byte, to any) {
	if text == nil {
		return
	}
	if moves, ok := to.(*[]engine.Move); ok && readMoves(text, moves) {
		return
	}
	if err := json.Unmarshal(text, to); err != nil && c.err == nil {
		c.err = err
	}
}

// readMoves reads a list of numbers as json.Marshal writes it, and nothing else.
func readMoves(text []byte, to *[]engine.Move) bool {
	if len(text) < 3 || text[0] != '[' || text[len(text)-1] != ']' {
		return false
	}
	moves := make([]engine.Move, 0, len(text)/2)
	number, digits := uint64(0), 0
	for _, b := range text[1:] {
		switch {
		case '0' <= b && b <= '9' && digits < 9:
			number, digits = 10*number+uint64(b-'0'), digits+1
		case (b == ',' || b == ']') && digits > 0:
			moves = append(moves, engine.Move(number))
			number, digits = 0, 0
		default:
			return false
		}
	}
	*to = slices.Clip(moves)
	return true
}

// trace reads a run's trace, which has a checksum of its own.
func (c *column) trace(rec *Record, packed []byte, crc int64) {
	if !c.trust && crc != sumOf(rec.Key, packed) {
		c.err = errors.New("its trace is not as it was written")
		return
	}
	text, err := unpack(packed)
	if err != nil {
		err = fmt.Errorf("trace: %w", err)
	} else {
		err = json.Unmarshal(text, &rec.Result.Trace)
	}
	if err != nil && c.err == nil {
		c.err = err
	}
}

// addIncumbent reads the current incumbent and goes to the next.
func (c *column) addIncumbent(r *engine.Result) error {
	var numbers [7]int64
	var w []byte
	for i := 1; i < len(numbers); i++ {
		want := lite.Int
		if i == 4 {
			want = lite.Text
		}
		kind, n := c.sum(c.incumbents, i)
		if numbers[i] = int64(n); kind != want {
			c.wrong(kind, "what an incumbent has")
		} else if kind == lite.Text {
			w = c.last(n)
		}
	}
	if c.err == nil {
		x := engine.Incumbent{Cost: numbers[2], FMin: numbers[3], Expanded: numbers[5], Wall: time.Duration(numbers[6])}
		if x.W, c.err = c.known.ratio(w); c.err == nil {
			r.Incumbents = append(r.Incumbents, x)
		}
	}
	return c.incumbent()
}

// algorithm returns the algorithm with a full name, without parameters.
func (in *reading) algorithm(name []byte) engine.Algorithm {
	a, known := in.names[string(name)]
	if !known {
		a = engine.ParseFullName(string(name))
		in.names[string(name)] = a
	}
	return a
}
