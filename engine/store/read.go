package store

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
)

// An Option says what is read of runs beside identity, outcome and counters.
type Option func(*selection)

type selection struct{ moves, traces, origins bool }

// WithMoves reads solutions too. Their moves' names are for the domain to tell.
func WithMoves() Option { return func(s *selection) { s.moves = true } }

// WithTraces reads traces too, of the runs that have one.
func WithTraces() Option { return func(s *selection) { s.traces = true } }

// Done tells of all collected runs, by key, whether they have a solution. With
// [WithMoves] or [WithTraces] a run counts only if it has those.
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

// Results reads all collected runs, by problem, algorithm, parameters, seed,
// limits, the widest last, and when they were collected: numbers by value, not by
// their digits.
func (s *Store) Results(opts ...Option) ([]*engine.Result, error) {
	found, err := s.sorted(opts)
	results := make([]*engine.Result, len(found))
	for i := range found {
		results[i] = found[i].Result
	}
	return results, err
}

// Records reads all collected runs, in the order of Results, with what made them.
func (s *Store) Records(opts ...Option) ([]*Record, error) {
	return s.sorted(append(opts, func(s *selection) { s.origins = true }))
}

func (s *Store) sorted(opts []Option) ([]*Record, error) {
	found, err := s.read(nil, opts)
	if err != nil {
		return nil, explain(s.path, err)
	}
	slices.SortStableFunc(found, func(a, b *Record) int {
		return cmp.Or(natural.Compare(a.Result.Problem, b.Result.Problem), a.compare(b))
	})
	return found, nil
}

// Find reads the runs with the given keys, in their order; nil stands for a run
// that is not there.
func (s *Store) Find(keys []string, opts ...Option) ([]*engine.Result, error) {
	var runs int
	if err := s.reader.QueryRow("SELECT count(*) FROM runs").Scan(&runs); err != nil {
		return nil, explain(s.path, err)
	}
	wanted := append([]string{}, keys...)
	if len(keys) > runs/4 {
		wanted = nil // reading all is faster than looking so many up
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
		cmp.Compare(slices.Index(engine.AlgorithmNames(), x.Algorithm.Name), slices.Index(engine.AlgorithmNames(), y.Algorithm.Name)),
		cmp.Compare(x.Algorithm.W.Float(), y.Algorithm.W.Float()),
		cmp.Compare(x.Algorithm.P, y.Algorithm.P),
		cmp.Compare(x.Seed, y.Seed),
		slices.Compare(numbers(x.Limits), numbers(y.Limits)),
	)
}

// numbers are limits in order; none is wider than any.
func numbers(l engine.Limits) []uint64 {
	all := []uint64{uint64(l.Inserted), uint64(l.Generated), uint64(l.Expanded), uint64(l.Time), uint64(l.Memory)}
	for i := range all {
		all[i]-- // 0, for none, becomes the greatest
	}
	return all
}

const originColumns = ", engine_commit, go_version, host, cores, finished_at"

const readRuns = `SELECT id, key, problem, problem_sha256, algorithm, w_exact, p, schedule, seed,
	ifnull(limit_inserted, 0), ifnull(limit_generated, 0), ifnull(limit_expanded, 0), ifnull(limit_time_ns, 0), ifnull(limit_memory, 0),
	status, unit, ifnull(cost, -1), fmin, lower_bound,
	expanded, generated, inserted, reopened, guided, head,
	peak_bytes, wall_ns, cpu_ns, warnings, moves, trace` + originColumns + `
FROM runs`

// read reads the runs with the given keys, or all if keys is nil.
func (s *Store) read(keys []string, opts []Option) ([]*Record, error) {
	var sel selection
	for _, set := range opts {
		set(&sel)
	}
	query, where := readRuns, ""
	var args []any
	if keys != nil {
		list, err := json.Marshal(keys)
		if err != nil {
			return nil, err
		}
		where, args = " WHERE runs.key IN (SELECT value FROM json_each(?))", []any{string(list)}
	}
	for _, part := range []struct {
		column, table string
		wanted        bool
	}{{"moves", "solutions", sel.moves}, {"trace", "traces", sel.traces}} {
		if part.wanted {
			query += fmt.Sprintf(" LEFT JOIN %s ON %[1]s.run = runs.id", part.table)
		} else {
			query = strings.Replace(query, ", "+part.column, ", NULL", 1)
		}
	}
	if !sel.origins {
		query = strings.Replace(query, originColumns, "", 1)
	}
	tx, err := s.reader.Begin() // one look at the store for both tables
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	rows, err := tx.Query(query+where+" ORDER BY runs.id", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	in := reading{rows: rows, origins: sel.origins, ratios: map[string]engine.Ratio{}}
	for rows.Next() {
		if err := in.run(); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	query = "SELECT run, incumbents.cost, incumbents.fmin, incumbents.w, incumbents.expanded, incumbents.wall_ns FROM incumbents"
	if keys != nil {
		query += " JOIN runs ON runs.id = run"
	}
	if in.rows, err = tx.Query(query+where+" ORDER BY run, number", args...); err != nil {
		return nil, err
	}
	defer in.rows.Close()
	return in.found, in.incumbents()
}

// reading makes results of rows.
type reading struct {
	rows    *sql.Rows
	origins bool
	ids     []int64
	found   []*Record
	ratios  map[string]engine.Ratio // as there are few, and parsing takes its time
}

func (in *reading) run() error {
	r := new(engine.Result)
	rec := &Record{Result: r}
	var id, seed int64
	var w, finished string
	var schedule, warnings, moves, trace []byte
	a, l := &r.Algorithm, &r.Limits
	places := []any{
		&id, &rec.Key, &r.Problem, &r.Digest, &a.Name, &w, &a.P, &schedule, &seed,
		&l.Inserted, &l.Generated, &l.Expanded, &l.Time, &l.Memory,
		&r.Status, &r.Unit, &r.Cost, &r.FMin, &r.LowerBound,
	}
	places = append(append(places, counters(&r.Counters)...),
		&r.PeakBytes, &r.Wall, &r.CPU, &warnings, &moves, &trace)
	if in.origins {
		places = append(places, &rec.Commit, &rec.Go, &rec.Host, &rec.Cores, &finished)
	}
	err := in.rows.Scan(places...)
	if err != nil {
		return err
	}
	r.Seed = uint64(seed)
	if in.origins {
		if rec.Finished, err = time.Parse(time.RFC3339Nano, finished); err != nil {
			return fmt.Errorf("run %s: %w", rec.Key, err)
		}
	}
	if a.W, err = in.ratio(w); err != nil {
		return err
	}
	if trace != nil {
		if trace, err = unpack(trace); err != nil {
			return fmt.Errorf("run %s: trace: %w", rec.Key, err)
		}
	}
	for _, part := range []struct {
		text []byte
		to   any
	}{{schedule, &a.Schedule}, {warnings, &r.Warnings}, {moves, &r.Moves}, {trace, &r.Trace}} {
		if part.text == nil {
			continue
		}
		if err := json.Unmarshal(part.text, part.to); err != nil {
			return fmt.Errorf("run %s: %w", rec.Key, err)
		}
	}
	in.ids = append(in.ids, id)
	in.found = append(in.found, rec)
	return nil
}

func unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	_, err = text.ReadFrom(z)
	return text.Bytes(), err
}

// incumbents gives the runs, which come by id, their incumbents, which do too.
func (in *reading) incumbents() error {
	at := 0
	for in.rows.Next() {
		var x engine.Incumbent
		var run, wall int64
		var w string
		if err := in.rows.Scan(&run, &x.Cost, &x.FMin, &w, &x.Expanded, &wall); err != nil {
			return err
		}
		var err error
		if x.W, err = in.ratio(w); err != nil {
			return err
		}
		x.Wall = time.Duration(wall)
		for in.ids[at] < run {
			at++
		}
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
