package store

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
)

// An Option selects what is read in addition to identity, outcome and counters.
type Option func(*selection)

type selection struct{ moves, traces bool }

// WithMoves reads solutions too. The domain knows the names of their moves.
func WithMoves() Option { return func(s *selection) { s.moves = true } }

// WithTraces reads traces too, for the runs that have one.
func WithTraces() Option { return func(s *selection) { s.traces = true } }

// Done reports for all collected runs, by key, whether they have a solution. With
// [WithMoves] or [WithTraces] a run counts only if it has these.
func (s *Store) Done(opts ...Option) (map[string]bool, error) {
	var sel selection
	for _, set := range opts {
		set(&sel)
	}
	query := "SELECT key, cost IS NOT NULL FROM runs"
	if sel.moves {
		query += " JOIN solutions ON solutions.run = runs.id"
	}
	if sel.traces {
		query += " JOIN traces ON traces.run = runs.id"
	}
	rows, err := s.db.Query(query)
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer rows.Close()
	done := map[string]bool{}
	for rows.Next() {
		var key string
		var solved bool
		if err := rows.Scan(&key, &solved); err != nil {
			return nil, explain(s.path, err)
		}
		done[key] = solved
	}
	return done, explain(s.path, rows.Err())
}

// Results reads all collected runs, ordered by problem, algorithm, parameters, seed,
// limits (the widest last) and time of collection, with numbers compared by value. Runs
// with damaged rows are left out, and the error, an [ErrDamaged], names each.
func (s *Store) Results(opts ...Option) ([]*engine.Result, error) {
	found, err := s.sorted(opts)
	results := make([]*engine.Result, len(found))
	for i := range found {
		results[i] = found[i].Result
	}
	return results, err
}

// Records reads all collected runs, in the order of Results, with their origin.
func (s *Store) Records(opts ...Option) ([]*Record, error) {
	return s.sorted(opts)
}

func (s *Store) sorted(opts []Option) ([]*Record, error) {
	found, err := s.read(nil, opts)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, explain(s.path, err)
	}
	slices.SortStableFunc(found, func(a, b *Record) int {
		return cmp.Or(natural.Compare(a.Result.Problem, b.Result.Problem), a.compare(b))
	})
	return found, err
}

// Find reads the runs with the given keys, in their order; nil stands for a missing
// run.
func (s *Store) Find(keys []string, opts ...Option) ([]*engine.Result, error) {
	var runs int
	if err := s.reader.QueryRow("SELECT count(*) FROM runs").Scan(&runs); err != nil {
		return nil, explain(s.path, err)
	}
	wanted := append([]string{}, keys...)
	if len(keys) > runs/4 {
		wanted = nil // reading all is faster than so many look-ups
	}
	found, err := s.read(wanted, opts)
	if err != nil {
		return nil, explain(s.path, err)
	}
	byKey := make(map[string]*engine.Result, len(found))
	for _, x := range found {
		byKey[x.Key] = x.Result
	}
	results := make([]*engine.Result, len(keys))
	for i, key := range keys {
		results[i] = byKey[key]
	}
	return results, nil
}

// compare orders runs of one problem.
func (a *Record) compare(b *Record) int {
	x, y := a.Result, b.Result
	return cmp.Or(
		cmp.Compare(slices.Index(engine.AlgorithmNames(), x.Algorithm.Name),
			slices.Index(engine.AlgorithmNames(), y.Algorithm.Name)),
		cmp.Compare(x.Algorithm.W.Float(), y.Algorithm.W.Float()),
		cmp.Compare(x.Algorithm.P, y.Algorithm.P),
		cmp.Compare(x.Seed, y.Seed),
		slices.Compare(numbers(x.Limits), numbers(y.Limits)),
	)
}

// numbers returns limits for comparison; no limit is wider than any.
func numbers(l engine.Limits) []uint64 {
	all := []uint64{uint64(l.Inserted), uint64(l.Generated), uint64(l.Expanded), uint64(l.Time), uint64(l.Memory)}
	for i := range all {
		all[i]-- // 0, for none, becomes the greatest
	}
	return all
}

// read reads the runs with the given keys, or all if keys is nil. Runs with damaged
// rows are left out, and the error names each.
func (s *Store) read(keys []string, opts []Option) ([]*Record, error) {
	var sel selection
	for _, set := range opts {
		set(&sel)
	}
	tx, err := s.reader.Begin() // one snapshot for all tables
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	in := reading{path: s.path, trust: s.Unchecked(), moves: sel.moves, traces: sel.traces}
	found, err := in.all(tx, keys)
	if err != nil {
		return nil, err
	}
	var damages []error
	whole := found[:0]
	for i, rec := range found {
		if in.damages[i] == "" {
			whole = append(whole, rec)
			continue
		}
		damages = append(damages, &RowDamage{s.path, rec.Key, rec.Result.Problem, rec.Result.Algorithm.String(),
			in.damages[i]})
	}
	if n := len(damages); n > 0 {
		damages = append(damages, s.damaged("%d of %d rows", n, len(in.found)))
	}
	if keys == nil && !in.trust {
		damages = append(damages, s.totals(tx, &in))
	}
	return whole, errors.Join(damages...)
}

// totals compares the number of rows and the sum of their checksums with the totals in
// the store.
func (s *Store) totals(tx *sql.Tx, in *reading) error {
	var errs []error
	for _, of := range []string{"runs", "traces"} {
		if of == "traces" && !in.traces {
			continue
		}
		var count, total, counted, summed int64
		err := tx.QueryRow("SELECT count, sum FROM totals WHERE of = ?", of).Scan(&count, &total)
		if err == nil {
			err = tx.QueryRow("SELECT count(*), ifnull(sum(+crc32c), 0) FROM "+of).Scan(&counted, &summed)
		}
		switch {
		case errors.Is(err, sql.ErrNoRows):
			errs = append(errs, s.damaged("it does not record how many %s there are", of))
		case err != nil:
			return err
		case of == "runs" && int64(len(in.found)) != count, counted != count, summed != total:
			errs = append(errs, s.damaged("there are %d %s where %d were written, or they are not the same ones",
				counted, of, count))
		}
	}
	return errors.Join(errs...)
}

// reading converts rows to records.
type reading struct {
	path          string
	trust         bool // there are no checksums
	moves, traces bool

	rows    *sql.Rows
	ids     []int64
	sums    []sum   // of each row, as it is read
	stored  []int64 // the checksums that the store has
	packed  [][]byte
	found   []*Record
	damages []string                // what is wrong with each; "" if nothing is
	ratios  map[string]engine.Ratio // there are few, and parsing is slow
}

// all reads the runs with the given keys, or all.
func (in *reading) all(tx *sql.Tx, keys []string) ([]*Record, error) {
	in.ratios = map[string]engine.Ratio{}
	crc, traceCRC := "runs.crc32c", "traces.crc32c"
	if in.trust {
		crc, traceCRC = "0", "0"
	}
	trace, join := "NULL, NULL", ""
	if in.traces {
		trace, join = "trace, "+traceCRC, " LEFT JOIN traces ON traces.run = runs.id"
	}
	where := ""
	var args []any
	if keys != nil {
		list, err := json.Marshal(keys)
		if err != nil {
			return nil, err
		}
		where, args = " WHERE runs.key IN (SELECT value FROM json_each(?))", []any{string(list)}
	}
	var err error
	in.rows, err = tx.Query(fmt.Sprintf("SELECT id, %s, moves, %s, %s FROM runs LEFT JOIN solutions ON solutions.run = runs.id%s%s ORDER BY runs.id",
		strings.Join(runColumns, ", "), crc, trace, join, where), args...)
	if err != nil {
		return nil, err
	}
	defer in.rows.Close()
	for in.rows.Next() {
		if err := in.run(); err != nil {
			return nil, err
		}
	}
	if err := in.rows.Err(); err != nil {
		return nil, err
	}
	query := "SELECT run, number, incumbents.cost, incumbents.fmin, incumbents.w, incumbents.expanded, incumbents.wall_ns FROM incumbents"
	if keys != nil {
		query += " JOIN runs ON runs.id = run"
	}
	if in.rows, err = tx.Query(query+where+" ORDER BY run, number", args...); err != nil {
		return nil, err
	}
	defer in.rows.Close()
	if err := in.incumbents(); err != nil {
		return nil, err
	}
	for i, s := range in.sums {
		if !in.trust && int64(s) != in.stored[i] {
			in.damages[i] = fmt.Sprintf("its checksum is %08x, not %08x as it was written", uint32(s), uint32(in.stored[i]))
		}
		in.sums[i] = s
	}
	return in.found, nil
}

// run reads one row. If a value is wrong, only this row is damaged.
func (in *reading) run() error {
	r := &engine.Result{Cost: -1}
	rec := &Record{Result: r}
	var id, seed, cores, wall, cpu, limitTime, crc, traceCRC int64
	var w, finished, status string
	var schedule, warnings, moves, trace []byte
	a, l, c := &r.Algorithm, &r.Limits, &r.Counters
	var check sum
	places := []any{&id}
	for _, to := range []any{
		&rec.Key, &r.Problem, nil, nil, nil, nil, &r.Digest,
		&a.Name, nil, &w, &a.P, &schedule, &seed,
		&l.Inserted, &l.Generated, &l.Expanded, &limitTime, &l.Memory,
		&status, &r.Unit, (*int64)(&r.Cost), (*int64)(&r.FMin), (*int64)(&r.LowerBound),
		&c.Expanded, &c.Generated, &c.Inserted, &c.Reopened, &c.Guided, &c.Head,
		&r.PeakBytes, &wall, &cpu, &warnings,
		&rec.Commit, &rec.Go, &rec.Host, &cores, &finished,
		&moves,
	} {
		places = append(places, place{to, &check})
	}
	places = append(places, place{&crc, nil}, place{&trace, nil}, place{&traceCRC, nil})
	damage := ""
	if err := in.rows.Scan(places...); err != nil {
		damage = err.Error()
	}
	own := engine.ParseFullName(a.Name)
	a.Name, a.Version, a.Code = own.Name, own.Version, own.Code
	r.Seed, r.Status, rec.Cores = uint64(seed), engine.Status(status), int(cores)
	r.Wall, r.CPU, l.Time = time.Duration(wall), time.Duration(cpu), time.Duration(limitTime)
	packed := trace
	if err := in.parse(rec, w, finished, schedule, warnings, moves, trace); err != nil && damage == "" {
		damage = err.Error()
	}
	if trace != nil && !in.trust && traceCRC != sumOf(rec.Key, packed) {
		damage = "its trace is not as it was written"
	}
	in.ids = append(in.ids, id)
	in.sums = append(in.sums, check)
	in.stored = append(in.stored, crc)
	in.packed = append(in.packed, packed)
	in.found = append(in.found, rec)
	in.damages = append(in.damages, damage)
	return nil
}

// parse reads the text columns of a row.
func (in *reading) parse(rec *Record, w, finished string, schedule, warnings, moves, trace []byte) (err error) {
	r := rec.Result
	if rec.Finished, err = time.Parse(time.RFC3339Nano, finished); err != nil {
		return err
	}
	if r.Algorithm.W, err = in.ratio(w); err != nil {
		return err
	}
	if trace != nil {
		if trace, err = unpack(trace); err != nil {
			return fmt.Errorf("trace: %w", err)
		}
	}
	if !in.moves {
		moves = nil
	}
	for _, part := range []struct {
		text []byte
		to   any
	}{{schedule, &r.Algorithm.Schedule}, {warnings, &r.Warnings}, {moves, &r.Moves}, {trace, &r.Trace}} {
		if part.text == nil {
			continue
		}
		if err := json.Unmarshal(part.text, part.to); err != nil {
			return err
		}
	}
	return nil
}

// mostTrace exceeds the text of a trace of 4,096 samples.
const mostTrace = 256 << 20

func unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, mostTrace+1))
	if err == nil && len(text) > mostTrace {
		err = fmt.Errorf("more than %d MiB", mostTrace>>20)
	}
	return text, err
}

// incumbents assigns their incumbents to the runs; both are ordered by id.
func (in *reading) incumbents() error {
	at := 0
	for in.rows.Next() {
		var x engine.Incumbent
		var run, wall int64
		var w string
		var check sum
		values := make([]any, 6)
		places := []any{&run}
		for i := range values {
			places = append(places, &values[i])
		}
		if err := in.rows.Scan(places...); err != nil {
			return err
		}
		for at < len(in.ids) && in.ids[at] < run {
			at++
		}
		if at == len(in.ids) || in.ids[at] != run {
			return fmt.Errorf("%w: a solution of run %d, which is not there", ErrDamaged, run)
		}
		in.sums[at].add(values...)
		places = []any{nil, (*int64)(&x.Cost), (*int64)(&x.FMin), &w, &x.Expanded, &wall}
		for i, to := range places {
			if err := (place{to, &check}).Scan(values[i]); err != nil && in.damages[at] == "" {
				in.damages[at] = err.Error()
			}
		}
		var err error
		if x.W, err = in.ratio(w); err != nil && in.damages[at] == "" {
			in.damages[at] = err.Error()
		}
		x.Wall = time.Duration(wall)
		r := in.found[at].Result
		r.Incumbents = append(r.Incumbents, x)
	}
	return in.rows.Err()
}

func (in *reading) ratio(text string) (engine.Ratio, error) {
	if r, ok := in.ratios[text]; ok {
		return r, nil
	}
	r, err := engine.ParseRatio(text)
	in.ratios[text] = r
	return r, err
}
