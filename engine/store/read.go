package store

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
	"github.com/focal-search/focal/engine/record"
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

// DoneIDs is Done for runs by their ID, for studies of millions of runs.
func (s *Store) DoneIDs(opts ...Option) (map[record.ID]bool, error) {
	done := map[record.ID]bool{}
	err := s.EachKey(func(key []byte, solved bool) {
		if id, ok := record.ParseID(key); ok {
			done[id] = solved
		}
	}, opts...)
	if err != nil {
		return nil, err
	}
	return done, nil
}

// Scan calls f with each collected run, in the order in which they were collected. Runs
// with damaged rows are left out, and the error, an [ErrDamaged], names each. An error
// of f ends it.
func (s *Store) Scan(f func(rec *record.Record) error, opts ...Option) error {
	return s.explained(f, func(f func(*record.Record) error) error { return s.each(nil, selected(opts), f) })
}

// explained explains errors of read, which passes runs to f, unless they are f's own: the store has no part in
// those.
func (s *Store) explained(f func(*record.Record) error, read func(f func(*record.Record) error) error) error {
	var own error
	err := read(func(rec *record.Record) error {
		own = f(rec)
		return own
	})
	if own != nil {
		return own
	}
	return explain(s.path, err)
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
		return c.Each(query, func(row *lite.Stmt) error {
			each(row.ColumnRawBlob(0), row.ColumnBool(1))
			return nil
		})
	}))
}

// Results reads all collected runs, ordered by problem, algorithm, parameters, seed,
// limits (the widest last) and time of collection, with numbers compared by value. Runs
// with damaged rows are left out, and the error, an [ErrDamaged], names each.
func (s *Store) Results(opts ...Option) ([]*engine.Result, error) {
	found, err := s.Records(opts...)
	results := make([]*engine.Result, len(found))
	for i := range found {
		results[i] = found[i].Result
	}
	return results, err
}

// Records reads all collected runs, in the order of Results, with their origin.
func (s *Store) Records(opts ...Option) ([]*record.Record, error) {
	var found []*record.Record
	err := s.each(nil, selected(opts), func(rec *record.Record) error {
		found = append(found, rec)
		return nil
	})
	if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, explain(s.path, err)
	}
	slices.SortStableFunc(found, func(a, b *record.Record) int { return compare(a.Result, b.Result) })
	return found, err
}

// Each calls f with each collected run, in the order of Results, and reads one after the
// other. If rows are damaged, f is not called, and the error, an [ErrDamaged], names
// each. An error of f ends it.
func (s *Store) Each(f func(rec *record.Record) error, opts ...Option) error {
	return s.explained(f, func(f func(*record.Record) error) error { return s.eachInOrder(selected(opts), f) })
}

func (s *Store) eachInOrder(sel selection, f func(rec *record.Record) error) error {
	return s.snapshot(func(c *lite.Conn) error {
		places, err := s.places(c)
		if err != nil {
			return err
		}
		in := newReading(s, c, sel)
		in.doing = "written"
		if slices.IsSortedFunc(places, func(a, b place) int { return cmp.Compare(a.id, b.id) }) { // as after an import
			if err := in.prepare(""); err != nil {
				return err
			}
			if err := in.all(f); err != nil {
				return err
			}
			return in.verdict(false)
		}
		if err := in.prepare("runs.id"); err != nil {
			return err
		}
		for i, at := range places {
			if err := in.one(at.id, f); err != nil {
				return err
			}
			if i%1024 == 1023 {
				if err := s.notify(in.doing, int64(i), int64(len(places)), " runs"); err != nil {
					return err
				}
			}
		}
		return in.verdict(false)
	})
}

// A place determines the position of a run in the order of Results.
type place struct {
	id                       int64
	seed                     uint64
	problem, setting, limits uint32 // numbers: first in the order of occurrence, then ranks
}

// places reads and checks all rows, and returns their places in order.
func (s *Store) places(c *lite.Conn) ([]place, error) {
	in := newReading(s, c, selection{})
	if err := in.prepare(""); err != nil {
		return nil, err
	}
	problems, settings, limits := numbering[string]{}, numbering[setting]{}, numbering[engine.Limits]{}
	var places []place
	err := in.all(func(rec *record.Record) error {
		r := rec.Result
		places = append(places, place{in.runs.ColumnInt64(0), r.Seed, problems.number(r.Problem),
			settings.number(settingOf(r)), limits.number(r.Limits)})
		return nil
	})
	if err == nil {
		err = in.verdict(true)
	}
	if err != nil {
		return nil, err
	}
	problemRanks := problems.ranks(natural.Compare)
	settingRanks := settings.ranks(compareSettings)
	limitRanks := limits.ranks(engine.Limits.Compare)
	for i := range places {
		at := &places[i]
		at.problem, at.setting, at.limits = problemRanks[at.problem], settingRanks[at.setting], limitRanks[at.limits]
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.problem, b.problem), cmp.Compare(a.setting, b.setting), cmp.Compare(a.seed, b.seed),
			cmp.Compare(a.limits, b.limits), cmp.Compare(a.id, b.id))
	})
	return places, nil
}

// A numbering numbers values in the order in which they occur.
type numbering[V comparable] map[V]uint32

func (n numbering[V]) number(v V) uint32 {
	i, known := n[v]
	if !known {
		i = uint32(len(n))
		n[v] = i
	}
	return i
}

// ranks returns the rank of each value in an order. Equal values have the same rank.
func (n numbering[V]) ranks(compare func(a, b V) int) []uint32 {
	sorted := slices.SortedFunc(maps.Keys(n), compare)
	ranks, rank := make([]uint32, len(n)), uint32(0)
	for i, v := range sorted {
		if i > 0 && compare(sorted[i-1], v) != 0 {
			rank++
		}
		ranks[n[v]] = rank
	}
	return ranks
}

// compare is the order of results.
func compare(x, y *engine.Result) int {
	if x.Problem != y.Problem {
		return natural.Compare(x.Problem, y.Problem)
	}
	return cmp.Or(
		compareSettings(settingOf(x), settingOf(y)),
		cmp.Compare(x.Seed, y.Seed),
		x.Limits.Compare(y.Limits),
	)
}

// A setting is an algorithm with its parameters.
type setting struct {
	name string
	w    engine.Ratio
	p    float64
}

func settingOf(r *engine.Result) setting {
	return setting{r.Algorithm.Name, r.Algorithm.W, r.Algorithm.P}
}

func compareSettings(a, b setting) int {
	return cmp.Or(
		engine.CompareAlgorithms(a.name, b.name),
		cmp.Compare(a.w.Float(), b.w.Float()),
		cmp.Compare(a.p, b.p),
	)
}

// Find reads the runs with the given keys, in their order; nil stands for a missing
// run.
func (s *Store) Find(keys []string, opts ...Option) ([]*engine.Result, error) {
	ids := make([]record.ID, len(keys))
	for i, key := range keys {
		ids[i], _ = record.ParseID([]byte(key)) // the zero ID, which no run has, if it is no key
	}
	return s.FindIDs(ids, opts...)
}

// FindIDs is Find for runs by their ID.
func (s *Store) FindIDs(ids []record.ID, opts ...Option) ([]*engine.Result, error) {
	var runs int64
	if err := s.snapshot(func(c *lite.Conn) (err error) {
		runs, err = c.Number("SELECT count(*) FROM runs")
		return err
	}); err != nil {
		return nil, explain(s.path, err)
	}
	results, places := make([]*engine.Result, len(ids)), make(map[record.ID]int, len(ids))
	for i, id := range ids {
		places[id] = i
	}
	var wanted []string
	if int64(len(ids)) <= runs/4 { // else reading all is faster than so many look-ups
		wanted = make([]string, len(ids))
		for i, id := range ids {
			wanted[i] = id.Key()
		}
	}
	err := s.each(wanted, selected(opts), func(rec *record.Record) error {
		if id, ok := record.ParseID([]byte(rec.Key)); ok {
			if i, ok := places[id]; ok {
				results[i] = rec.Result
			}
		}
		return nil
	})
	if err != nil {
		return nil, explain(s.path, err)
	}
	for i, id := range ids {
		results[i] = results[places[id]] // one that is given twice
	}
	return results, nil
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
