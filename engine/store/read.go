package store

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
	"github.com/focal-search/focal/engine/store/internal/lite"
)

// An Option selects what is read in addition to identity, outcome and counters.
type Option func(*selection)

type selection struct{ moves, traces bool }

// WithMoves reads solutions too. The domain knows the names of their moves.
func WithMoves() Option { return func(s *selection) { s.moves = true } }

// WithTraces reads traces too, for the runs that have one.
func WithTraces() Option { return func(s *selection) { s.traces = true } }

// selected applies options.
func selected(opts []Option) (sel selection) {
	for _, set := range opts {
		set(&sel)
	}
	return sel
}

// Done reports for all collected runs, by key, whether they have a solution. With
// [WithMoves] or [WithTraces] a run counts only if it has these.
func (s *Store) Done(opts ...Option) (map[string]bool, error) {
	done := map[string]bool{}
	err := s.EachKey(func(key []byte, solved bool) { done[string(key)] = solved }, opts...)
	if err != nil {
		return nil, err
	}
	return done, nil
}

// EachKey calls each with the key of every collected run, which is valid during the
// call, and whether it has a solution. Options are as for [Store.Done].
func (s *Store) EachKey(each func(key []byte, solved bool), opts ...Option) error {
	sel := selected(opts)
	query := "SELECT key, cost IS NOT NULL FROM runs"
	if sel.moves {
		query += " JOIN solutions ON solutions.run = runs.id"
	}
	if sel.traces {
		query += " JOIN traces ON traces.run = runs.id"
	}
	return explain(s.path, s.snapshot(func(c *lite.Conn) error {
		keys, err := c.Prepare(query)
		if err != nil {
			return err
		}
		defer keys.Close()
		for {
			more, err := keys.Step()
			if err != nil || !more {
				return err
			}
			each(keys.Bytes(0), keys.Int(1) != 0)
		}
	}))
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
	by := newOrder()
	slices.SortStableFunc(found, func(a, b *Record) int { return by.compare(a.Result, b.Result) })
	return found, err
}

// An order is that of results.
type order struct{ algorithms map[string]int }

func newOrder() order {
	o := order{map[string]int{}}
	for i, name := range engine.AlgorithmNames() {
		o.algorithms[name] = i + 1
	}
	return o
}

func (o order) compare(x, y *engine.Result) int {
	if x.Problem != y.Problem {
		return natural.Compare(x.Problem, y.Problem)
	}
	return cmp.Or(
		cmp.Compare(o.algorithms[x.Algorithm.Name], o.algorithms[y.Algorithm.Name]), // 0: of one's own
		cmp.Compare(x.Algorithm.W.Float(), y.Algorithm.W.Float()),
		cmp.Compare(x.Algorithm.P, y.Algorithm.P),
		cmp.Compare(x.Seed, y.Seed),
		compareLimits(&x.Limits, &y.Limits),
	)
}

// compareLimits compares limits one after the other; no limit is wider than any.
func compareLimits(a, b *engine.Limits) int {
	if *a == *b {
		return 0
	}
	wide := func(n int64) uint64 { return uint64(n) - 1 } // 0, for none, becomes the greatest
	return cmp.Or(
		cmp.Compare(wide(a.Inserted), wide(b.Inserted)),
		cmp.Compare(wide(a.Generated), wide(b.Generated)),
		cmp.Compare(wide(a.Expanded), wide(b.Expanded)),
		cmp.Compare(wide(int64(a.Time)), wide(int64(b.Time))),
		cmp.Compare(wide(a.Memory), wide(b.Memory)),
	)
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

// read reads the runs with the given keys, or all if keys is nil. Runs with damaged
// rows are left out, and the error names each.
func (s *Store) read(keys []string, opts []Option) ([]*Record, error) {
	var found []*Record
	err := s.each(keys, selected(opts), func(rec *Record) error {
		found = append(found, rec)
		return nil
	})
	if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, err
	}
	return found, err
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
