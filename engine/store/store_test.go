package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// solve makes small results of every kind that a store keeps.
var solve = sync.OnceValue(func() []*engine.Result {
	ctx := context.Background()
	limits := engine.WithLimits(engine.Limits{Expanded: 30, Inserted: 1e6, Generated: 1e6, Time: time.Hour,
		Memory: 1 << 30})
	var all []*engine.Result
	for _, name := range []string{"npuzzle/random-8/2:heavy", "npuzzle/random-8/10:inverse", "npuzzle/random-8/1"} {
		p := domains.Get(name)
		third, _ := engine.ParseRatio("4/3")
		odd := engine.FS(2)
		odd.W = third
		all = append(all,
			engine.Solve(ctx, p, engine.PFS(1.5, 0.7), engine.Seed(1<<63+5)),
			engine.Solve(ctx, p, engine.PFS(1.5, 0.7), engine.Seed(42), engine.Traced()),
			engine.Solve(ctx, p, engine.AStar()),
			engine.Solve(ctx, p, odd),
			engine.Solve(ctx, p, engine.FS(1.05), limits),
			engine.Solve(ctx, p, engine.APFS(0.7)),
			engine.Solve(ctx, p, engine.AFS().With(engine.Schedule{Step: engine.Ratio{Num: 1, Den: 3},
				Stop: engine.Ratio{Num: 1, Den: 1}, UntilProved: true})),
		)
	}
	all[0].Warnings = []string{"a warning", "another"}
	return all
})

// kept returns what a store keeps of a result.
func kept(r *engine.Result, moves, trace bool) *engine.Result {
	k := *r
	k.Path = nil
	if !moves {
		k.Moves = nil
	}
	if !trace {
		k.Trace = nil
	}
	return &k
}

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fill(t *testing.T, s *store.Store, results ...*engine.Result) {
	t.Helper()
	shard, err := s.Shard()
	if err != nil {
		t.Fatal(err)
	}
	defer shard.Close()
	for _, r := range results {
		if err := shard.Append(r); err != nil {
			t.Fatal(err)
		}
	}
}

func collect(t *testing.T, s *store.Store, want int) {
	t.Helper()
	if n, err := s.Collect(); n != want || err != nil {
		t.Fatalf("collected %d, %v; want %d", n, err, want)
	}
}

func count(t *testing.T, s *store.Store, query string, args ...any) int64 {
	t.Helper()
	_, rows, err := s.Query(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return rows[0][0].(int64)
}

// What is stored is read back to the last digit, in natural order.
func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a store with spaces, 100 % odd?#.db")
	s := open(t, path)
	fill(t, s, solve()...)
	collect(t, s, len(solve()))
	collect(t, s, 0)

	for _, test := range []struct {
		moves, traces bool
		opts          []store.Option
	}{
		{false, false, nil},
		{true, false, []store.Option{store.WithMoves()}},
		{true, true, []store.Option{store.WithMoves(), store.WithTraces()}},
	} {
		got, err := s.Results(test.opts...)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(solve())
		slices.SortStableFunc(want, func(a, b *engine.Result) int {
			order := []string{"npuzzle/random-8/1", "npuzzle/random-8/2:heavy", "npuzzle/random-8/10:inverse"}
			return slices.Index(order, a.Problem) - slices.Index(order, b.Problem)
		})
		algorithms := []int{2, 4, 3, 1, 0, 6, 5} // A*, FS 1.05, FS 4/3, PFS with seeds 42 and 2^63+5, AFS, APFS
		for i, r := range got {
			w := kept(want[i/7*7+algorithms[i%7]], test.moves, test.traces)
			if !reflect.DeepEqual(r, w) {
				t.Errorf("row %d:\n got %+v\nwant %+v", i, r, w)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d results, want %d", len(got), len(want))
		}
	}
}

func key(r *engine.Result) string { return record.Key(r.Digest, r.Algorithm, r.Seed, r.Limits) }

func TestFindAndDone(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "korf.db"))
	all := solve()
	fill(t, s, all[:6]...)
	collect(t, s, 6)
	keys := []string{key(all[5]), "there is none", key(all[0]), key(all[7])}
	got, err := s.Find(keys, store.WithMoves())
	want := []*engine.Result{kept(all[5], true, false), nil, kept(all[0], true, false), nil}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	done, err := s.Done()
	if err != nil || len(done) != 6 || done[key(all[4])] || !done[key(all[0])] {
		t.Errorf("done: %v, %v", done, err)
	}
	traced, err := s.Done(store.WithTraces())
	if err != nil || len(traced) != 1 || !traced[key(all[1])] {
		t.Errorf("with traces: %v, %v", traced, err)
	}
	// A trace that comes later is added to the run.
	again := *all[0]
	again.Trace = all[1].Trace
	fill(t, s, &again)
	collect(t, s, 0)
	if traced, err = s.Done(store.WithTraces(), store.WithMoves()); err != nil || len(traced) != 2 {
		t.Errorf("with traces: %v, %v", traced, err)
	}
}

// A trace belongs to its run: if a time limit lets two runs end differently, the run with
// the trace replaces the one without.
func TestTraceOfAnotherRun(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	first := *solve()[0]
	first.Status, first.Trace = engine.LimitTime, nil
	first.Limits.Time = time.Second
	second := first
	second.Expanded++
	second.Trace = &engine.Trace{Samples: []engine.Sample{{Expanded: second.Expanded}}}
	third := first
	third.Expanded += 2
	fill(t, s, &first)
	collect(t, s, 1)
	fill(t, s, &second, &third)
	collect(t, s, 0)
	results, err := s.Results(store.WithTraces(), store.WithMoves())
	if err != nil || len(results) != 1 || results[0].Expanded != second.Expanded || results[0].Trace == nil ||
		!slices.Equal(results[0].Moves, first.Moves) {
		t.Errorf("%v, %v", results, err)
	}
}

// A run that a time or memory limit ended does not replace a better outcome for the sake
// of its trace, and a note says so; for studies that need traces the run is missing. A
// run with a better outcome is stored with its trace.
func TestTraceOfLesserRun(t *testing.T) {
	trace := &engine.Trace{Samples: []engine.Sample{{Expanded: 7}}}
	solved := *solve()[0]
	solved.Limits = engine.Limits{Expanded: solved.Expanded, Time: time.Hour}
	cheaper, cut := solved, solved
	cheaper.Status, cheaper.Cost = engine.LimitTime, solved.Cost-1
	cut.Status, cut.Cost, cut.Moves, cut.Incumbents = engine.LimitTime, -1, nil, nil
	dear := cut
	dear.Status, dear.Cost, dear.Moves = engine.LimitMemory, solved.Cost+5, solved.Moves
	none, nodes := cut, cut
	none.Status, nodes.Status = engine.Unsolvable, engine.LimitExpanded
	for name, test := range map[string]struct {
		first, second engine.Result
		replaced      bool
	}{
		"solved, then cut off":             {solved, cut, false},
		"solved, then one found in time":   {solved, cheaper, false},
		"unsolvable, then cut off":         {none, cut, false},
		"a limit of nodes, then cut off":   {nodes, cut, false},
		"found in time, then cut off":      {dear, cut, false},
		"found in time, then a worse one":  {cheaper, dear, false},
		"found in time, then a better one": {dear, cheaper, true},
		"cut off, then solved":             {cut, solved, true},
		"cut off, then found in time":      {cut, dear, true},
		"found in time, then solved":       {cheaper, solved, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "runs.db"))
			fill(t, s, &test.first)
			collect(t, s, 1)
			test.second.Trace = trace
			fill(t, s, &test.second)
			want := &test.first
			if test.replaced {
				want = &test.second
			}
			n, err := s.Collect()
			var damage *store.Damage
			if n != 0 || errors.As(err, &damage) == test.replaced || err != nil &&
				!strings.Contains(err.Error(), "which is kept, without the trace") {
				t.Errorf("collected %d, %v", n, err)
			}
			collect(t, s, 0)
			got, err := s.Results(store.WithMoves(), store.WithTraces())
			if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], kept(want, true, true)) {
				t.Errorf("the store has %+v, %v; want %+v", got, err, want)
			}
			if done, err := s.Done(store.WithTraces()); err != nil || (len(done) == 1) != test.replaced {
				t.Errorf("done with traces: %v, %v", done, err)
			}
		})
	}
}

// Of a run at several limits the one with the widest comes last, so that it counts in
// reports; no limit is the widest. Of runs that differ only in their problem's content,
// the one collected last comes last.
func TestOrder(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	var want []*engine.Result
	for _, l := range []engine.Limits{{Inserted: 20}, {Inserted: 100}, {Inserted: 100, Time: time.Second}, {}} {
		for i := range 2 {
			r := *solve()[0]
			r.Limits, r.Digest = l, strings.Repeat("ab"[i:i+1], 64)
			if l.Time == 0 && l.Inserted == 100 {
				r.Limits.Time = time.Millisecond
			}
			want = append(want, &r)
		}
	}
	for i := len(want) - 2; i >= 0; i -= 2 { // the widest first
		fill(t, s, want[i], want[i+1])
	}
	collect(t, s, len(want))
	got, err := s.Results()
	if err != nil || len(got) != len(want) {
		t.Fatal(got, err)
	}
	for i := range want {
		if got[i].Limits != want[i].Limits || got[i].Digest != want[i].Digest {
			t.Errorf("%d: %+v %.1s, want %+v %.1s", i, got[i].Limits, got[i].Digest, want[i].Limits, want[i].Digest)
		}
	}
}

// The identity of runs is pinned: if it changed, every store would be void.
func TestKey(t *testing.T) {
	limits := engine.Limits{Inserted: 5e6, Time: 300 * time.Second}
	for want, got := range map[string]string{
		"0dc9eda568d8c321cc46baf3a78805b7": record.Key("abc", engine.PFS(1.25, 0.7), 42, limits),
		"0b8cfbdcaf084a9201e0a2bcd9c46484": record.Key("abc", engine.FS(1.25), 42, limits),
		"7c4cbaf7afd1478e705e4b92eab686e7": record.Key("abc", engine.APDPS(0.7), 42, engine.Limits{}),
	} {
		if got != want {
			t.Errorf("key %s, want %s", got, want)
		}
	}
	base := record.Key("abc", engine.PFS(1.25, 0.7), 42, limits)
	for name, other := range map[string]string{
		"content":   record.Key("abd", engine.PFS(1.25, 0.7), 42, limits),
		"algorithm": record.Key("abc", engine.PDPS(1.25, 0.7), 42, limits),
		"w":         record.Key("abc", engine.PFS(1.2, 0.7), 42, limits),
		"p":         record.Key("abc", engine.PFS(1.25, 0.6), 42, limits),
		"seed":      record.Key("abc", engine.PFS(1.25, 0.7), 43, limits),
		"limits":    record.Key("abc", engine.PFS(1.25, 0.7), 42, engine.Limits{Inserted: 5e6}),
	} {
		if other == base {
			t.Errorf("%s does not count", name)
		}
	}
	schedule := *engine.DefaultSchedule()
	schedule.UntilProved = true
	if record.Key("abc", engine.AFS(), 1, limits) == record.Key("abc", engine.AFS().With(schedule), 1, limits) {
		t.Error("the schedule does not count")
	}
	if record.Key("abc", engine.FS(1.5), 1, limits) != record.Key("abc", engine.FS(1.5), 2, limits) {
		t.Error("the seed matters although nothing is drawn")
	}
}

// A probability of -0 is 0.
func TestKeyOfZero(t *testing.T) {
	minus := math.Copysign(0, -1)
	named, err := engine.NewAlgorithm("pfs", 1.25, minus)
	if err != nil {
		t.Fatal(err)
	}
	want := record.Key("abc", engine.PFS(1.25, 0), 42, engine.Limits{})
	for _, a := range []engine.Algorithm{engine.PFS(1.25, minus), named} {
		if got := record.Key("abc", a, 42, engine.Limits{}); got != want || a.String() != "PFS(w=1.25, p=0)" {
			t.Errorf("%s has the key %s, not %s", a, got, want)
		}
	}
}

// Interrupted and failed runs are not stored.
func TestNotKept(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "korf.db"))
	shard, err := s.Shard()
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range []engine.Status{engine.Failed, engine.LimitCancelled} {
		if err := shard.Append(&engine.Result{Status: status}); err == nil || !strings.Contains(err.Error(), "not kept") {
			t.Errorf("%s: %v", status, err)
		}
	}
	fine := solve()[0]
	if err := shard.Append(fine); err != nil {
		t.Errorf("the next run: %v", err)
	}
	shard.Close()
	if err := shard.Append(fine); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	collect(t, s, 1)
}

// An import with a run of a kind that is not stored, or with runs that contradict each
// other, is refused as a whole; a run that is given twice is stored once.
func TestImportRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	s := open(t, path)
	fine := &record.Record{Result: solve()[0]}
	changed := func(change func(*engine.Result)) *record.Record {
		r := *fine.Result
		change(&r)
		return &record.Record{Result: &r}
	}
	for want, rec := range map[string]*record.Record{
		`a run that ended with "bogus" is not kept`:            changed(func(r *engine.Result) { r.Status = "bogus" }),
		`a run that ended with "error" is not kept`:            changed(func(r *engine.Result) { r.Status = engine.Failed }),
		`a run that ended with "limit: cancelled" is not kept`: changed(func(r *engine.Result) { r.Status = engine.LimitCancelled }),
		`a run that ended with "solved" and has no cost`:       changed(func(r *engine.Result) { r.Cost, r.Moves = -1, nil }),
		"a solution without its moves":                         changed(func(r *engine.Result) { r.Moves = nil }),
		"is given before with cost":                            changed(func(r *engine.Result) { r.Expanded++; r.Head++ }),
		`column "lower_bound": `:                               changed(func(r *engine.Result) { r.LowerBound = r.Cost + 1 }),
		`column "fmin": `:                                      changed(func(r *engine.Result) { r.FMin = -1 }),
		`column "reopened": less than a search can have`:       changed(func(r *engine.Result) { r.Reopened = -1 }),
		`column "inserted": `:                                  changed(func(r *engine.Result) { r.Inserted = r.Generated + 1 }),
		`column "expanded": `:                                  changed(func(r *engine.Result) { r.Expanded++ }),
	} {
		if n, err := s.Import([]*record.Record{fine, rec}); n != 0 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d taken in, %v; want %s", n, err, want)
		}
	}
	if shards, err := os.ReadDir(store.ShardsDir(path)); len(shards) > 0 {
		t.Errorf("there are shards: %v, %v", shards, err)
	}
	if n, err := s.Import([]*record.Record{fine, fine}); n != 1 || err != nil {
		t.Errorf("%d taken in, %v; want 1", n, err)
	}
	if n := count(t, s, "SELECT count(*) FROM runs"); n != 1 {
		t.Errorf("%d runs, want 1", n)
	}
}

// The first import into a store bypasses the log of its database, unless somebody else has it open. Whatever
// happens, other connections find it as usual afterwards.
func TestFirstImport(t *testing.T) {
	for name, test := range map[string]struct {
		shared bool  // another one has the store open
		fails  error // what the sequence ends with
		exists bool  // whether the log is there meanwhile
	}{
		"alone":   {},
		"failing": {fails: errors.New("no more")},
		"shared":  {shared: true, exists: true},
	} {
		path := filepath.Join(t.TempDir(), "korf.db")
		s := open(t, path)
		if test.shared {
			count(t, open(t, path), "SELECT count(*) FROM runs")
		}
		n, err := s.ImportEach(func(f func(*record.Record) error) error {
			for _, r := range solve() {
				if err := f(&record.Record{Result: r}); err != nil {
					return err
				}
			}
			if _, err := os.Stat(path + "-wal"); (err == nil) != test.exists {
				t.Errorf("%s: during the import its log is there: %t, want %t", name, err == nil, test.exists)
			}
			return test.fails
		})
		want := len(solve())
		if test.fails != nil {
			want = 0
		}
		if n != want || !errors.Is(err, test.fails) {
			t.Errorf("%s: %d runs are imported, error %v; want %d, %v", name, n, err, want, test.fails)
		}
		if have := count(t, s, "SELECT count(*) FROM runs"); have != int64(want) {
			t.Errorf("%s: there are %d runs, want %d", name, have, want)
		}
		if _, rows, err := open(t, path).Query("SELECT journal_mode FROM pragma_journal_mode"); err != nil ||
			rows[0][0] != "wal" {
			t.Errorf("%s: the journal is %v afterwards, error %v", name, rows, err)
		}
	}
}

// An import removes what one that was killed has left.
func TestKilledImport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	s := open(t, path)
	fill(t, s, solve()[0])
	left := filepath.Join(store.ShardsDir(path), "host-1-ABC.jsonl.part")
	if err := os.WriteFile(left, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Import([]*record.Record{{Result: solve()[1]}}); n != 2 || err != nil {
		t.Errorf("%d runs are new, error %v; want the run of the shard and the one that is imported", n, err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there, error %v", left, err)
	}
}

// A store has the same shards by all its names, also before its database is made.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	path, link, second := filepath.Join(dir, "korf.db"), filepath.Join(dir, "link.db"), filepath.Join(dir, "second.db")
	for name, to := range map[string]string{link: "korf.db", second: link} {
		if err := os.Symlink(to, name); err != nil {
			t.Skip("this system makes no symbolic links: ", err)
		}
	}
	for i, name := range []string{second, link, path} {
		shard, err := store.NewShard(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(shard.Append(solve()[i]), shard.Close()); err != nil {
			t.Fatal(err)
		}
	}
	collect(t, open(t, link), 3)
	if have := count(t, open(t, path), "SELECT count(*) FROM runs"); have != 3 {
		t.Errorf("there are %d runs, want 3", have)
	}

	// What a link leads to is relative to its real directory.
	for _, folder := range []string{"home", "big/data", "big/other"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"home/data": "../big/data", "big/data/korf.db": "../other/korf.db"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	shard, err := store.NewShard(filepath.Join(dir, "home", "data", "korf.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(shard.Append(solve()[0]), shard.Close()); err != nil {
		t.Fatal(err)
	}
	collect(t, open(t, filepath.Join(dir, "big", "other", "korf.db")), 1)
}

// Users' SQL can read and cannot write.
func TestQuery(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "korf.db"))
	fill(t, s, solve()...)
	collect(t, s, len(solve()))
	columns, rows, err := s.Query("SELECT instance, status, cost, count(*) AS n FROM runs WHERE algorithm = ? AND w < 1.1 GROUP BY ALL_ ORDER BY 1", "fs")
	if err == nil || err.Error() != "no such column: ALL_" {
		t.Errorf("wrong SQL: %v, %v, %v", columns, rows, err)
	}
	columns, rows, err = s.Query("SELECT instance, status, cost, count(*) AS n FROM runs WHERE algorithm = ? AND w < 1.1 GROUP BY instance ORDER BY 1", "fs")
	want := [][]any{{"1", "limit: expanded", nil, int64(1)}, {"10", "limit: expanded", nil, int64(1)},
		{"2", "limit: expanded", nil, int64(1)}}
	if err != nil || !slices.Equal(columns, []string{"instance", "status", "cost", "n"}) ||
		!reflect.DeepEqual(rows, want) {
		t.Errorf("%v, %v, %v", columns, rows, err)
	}
	_, rows, err = s.Query("SELECT cost, lower_bound, factor FROM results WHERE problem LIKE '%inverse' AND algorithm = 'astar'")
	r := solve()[9]
	if err != nil || rows[0][0] != float64(r.Cost)/360360 || rows[0][2] != 1.0 {
		t.Errorf("the view: %v, %v", rows, err)
	}
	for _, query := range []string{
		"DELETE FROM runs", "PRAGMA query_only = 0; DELETE FROM runs", "PRAGMA journal_mode = DELETE",
		"PRAGMA user_version = 9",
		"DROP TABLE runs", "VACUUM",
	} {
		if _, _, err := s.Query(query); err == nil {
			t.Errorf("%s: no error", query)
		}
	}
	other := filepath.Join(t.TempDir(), "other.db")
	for _, query := range []string{"ATTACH ? AS y", "VACUUM INTO ?"} {
		if _, _, err := s.Query(query, other); err == nil || err.Error() != "a query can only read" {
			t.Errorf("%s: %v", query, err)
		}
		if _, err := os.Stat(other); err == nil {
			t.Errorf("%s: there is a file", query)
		}
	}
	for query, want := range map[string]string{
		"SELECT 1; SELECT 2":                "more than one statement: want one query",
		"SELECT ';' -- one;\n; /* ; */ x":   "more than one statement: want one query",
		"SELECT 1":                          "the query has places for 0 values, and there are 2: want one for each ?",
		"SELECT ?":                          "the query has places for 1 values, and there are 2: want one for each ?",
		"SELECT ?, ?, ?":                    "the query has places for 3 values, and there are 2: want one for each ?",
		"SELECT instance FROM run WHERE ? ": "no such table: run",
	} {
		if _, _, err := s.Query(query, 1, 2); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", query, err, want)
		}
	}
	const odd = "-- one; comment\nSELECT ';', \";\", ? AS [a;b], /* ; */ ? AS `c;d` ; -- two;\n ;"
	if _, rows, err := s.Query(odd, 1, 2); err != nil ||
		!reflect.DeepEqual(rows, [][]any{{";", ";", int64(1), int64(2)}}) {
		t.Errorf("%s: %v, %v", odd, rows, err)
	}
	if n := count(t, s, "SELECT count(*) FROM runs"); n != int64(len(solve())) {
		t.Errorf("%d runs left", n)
	}
	if _, rows, _ := s.Query("SELECT journal_mode, user_version FROM pragma_journal_mode, pragma_user_version"); rows[0][0] != "wal" || rows[0][1] != int64(2) {
		t.Errorf("pragmas: %v", rows)
	}
}

// many makes results that a store takes for different runs.
func many(n int) []*engine.Result {
	var all []*engine.Result
	for i := range n {
		r := *solve()[i%3*7]
		r.Problem = fmt.Sprintf("npuzzle/korf/%d:heavy", i+1)
		r.Digest = fmt.Sprintf("%064d", i)
		all = append(all, &r)
	}
	return all
}

// Reading and grouping 50,000 runs should take less than a second.
func BenchmarkRead50000(b *testing.B) {
	const n = 50_000
	s, err := store.Open(filepath.Join(b.TempDir(), "korf.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	shard, err := s.Shard()
	if err != nil {
		b.Fatal(err)
	}
	all := many(n)
	keys := make([]string, n)
	for i, r := range all {
		keys[i] = key(r)
	}
	start := time.Now()
	if err := shard.Append(all...); err != nil {
		b.Fatal(err)
	}
	b.Logf("append: %v", time.Since(start))
	start = time.Now()
	if got, err := s.Collect(); got != n || err != nil {
		b.Fatal(got, err)
	}
	b.Logf("collect: %v", time.Since(start))

	b.Run("Results", func(b *testing.B) {
		for b.Loop() {
			results, err := s.Results()
			if err != nil {
				b.Fatal(err)
			}
			group(b, results, n)
		}
	})
	b.Run("Find", func(b *testing.B) {
		for b.Loop() {
			results, err := s.Find(keys)
			if err != nil {
				b.Fatal(err)
			}
			group(b, results, n)
		}
	})
	b.Run("Done", func(b *testing.B) {
		for b.Loop() {
			if done, err := s.Done(); err != nil || len(done) != n {
				b.Fatal(len(done), err)
			}
		}
	})
	b.Run("SQL", func(b *testing.B) {
		for b.Loop() {
			_, rows, err := s.Query("SELECT domain, problem_set, variant, algorithm, w, p, count(*), count(cost), avg(expanded), avg(cpu_ns) FROM runs GROUP BY 1, 2, 3, 4, 5, 6")
			if err != nil || len(rows) != 1 || rows[0][6] != int64(n) {
				b.Fatal(rows, err)
			}
		}
	})
}

func group(b *testing.B, results []*engine.Result, n int) {
	expanded := map[string]int64{}
	runs := 0
	for _, r := range results {
		_, set, _, variant := engine.SplitName(r.Problem)
		expanded[set+variant+r.Algorithm.String()] += r.Expanded
		runs++
	}
	if len(expanded) != 1 || runs != n {
		b.Fatal(expanded, runs)
	}
}

// TestEndsWithoutALimit: a run that claims to have ended at a limit which it does not have is
// not stored.
func TestEndsWithoutALimit(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	shard, err := s.Shard()
	if err != nil {
		t.Fatal(err)
	}
	defer shard.Close()
	for _, status := range []engine.Status{engine.LimitInserted, engine.LimitGenerated, engine.LimitExpanded, engine.LimitTime} {
		r := *solve()[0]
		r.Status, r.Cost, r.Moves, r.Incumbents, r.Limits = status, -1, nil, nil, engine.Limits{}
		if err := shard.Append(&r); err == nil || !strings.Contains(err.Error(), "has no such limit") {
			t.Errorf("%s: %v", status, err)
		}
	}
}

// A new store has its name when it is complete, however many begin it.
func TestNewStoreIsComplete(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new.db")
	begun, seen := make(chan bool), make(chan error, 1)
	go func() {
		close(begun)
		for {
			data, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil && (len(data) < 100 || !bytes.Contains(data, []byte("CREATE TABLE totals")) || data[63] != 2 || data[18] != 2) { // user_version; a log
				err = fmt.Errorf("%d bytes are there, and no whole store", len(data))
			}
			seen <- err
			return
		}
	}()
	<-begun
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s, err := store.Open(path)
			if err != nil {
				t.Error(err)
				return
			}
			s.Close()
		})
	}
	all.Wait()
	if err := <-seen; err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".focal-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A store can be opened while another process imports into it without a log.
func TestOpenBesideImport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	open(t, path).Close()
	other, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1) // the transaction below is of this connection
	for _, statement := range []string{"PRAGMA journal_mode = DELETE", "BEGIN IMMEDIATE"} {
		if _, err := other.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, path)
	if done, err := s.Done(); err != nil || len(done) != 0 {
		t.Error(done, err)
	}
	if _, err := other.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
}
