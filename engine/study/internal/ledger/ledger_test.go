package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// A run that was made several times, with and without a trace or the time it took, counts
// as done for a part of a study exactly if it does for the database.
func TestOneRuleForPartAndDatabase(t *testing.T) {
	p := domains.Get("npuzzle/random-8/3")
	limits := engine.TimeLimit(1e12)
	whole := engine.Solve(t.Context(), p, engine.FS(1.5), limits)
	traced := engine.Solve(t.Context(), p, engine.FS(1.5), limits, engine.Traced())
	cut := func(expanded int64) *engine.Result { // as a time limit ends it
		r := engine.Solve(t.Context(), p, engine.FS(1.5), engine.Traced(), engine.MaxExpanded(expanded))
		r.Limits, r.Status = traced.Limits, engine.LimitTime
		return r
	}
	short, longer := cut(3), cut(5)
	cutPlain := *short
	cutPlain.Trace = nil
	made := map[string]*engine.Result{"whole": whole, "traced": traced, "cut": short, "cut later": longer,
		"cut, no trace": &cutPlain}
	key := record.IDOf(whole.Digest, whole.Algorithm, whole.Seed, whole.Limits)
	for one, first := range made {
		for two, second := range made {
			path := filepath.Join(t.TempDir(), "runs.db")
			shard, err := store.NewShard(path)
			if err == nil {
				err = shard.Append(first, second)
			}
			if err != nil {
				t.Fatal(err)
			}
			shard.Close()
			var warned [2]int
			for _, trace := range []bool{false, true} {
				var says [2]string
				for i, part := range []bool{true, false} {
					l, err := Open(Study{Path: path, IDs: []record.ID{key}, Trace: trace, Part: part})
					if err != nil {
						t.Fatal(err)
					}
					warnings, err := l.Update()
					if err != nil {
						t.Fatal(err)
					}
					done, err := l.Done()
					if err != nil {
						t.Fatal(err)
					}
					found, err := l.Find([]record.ID{key})
					if err != nil {
						t.Fatal(err)
					}
					r := found[0]
					if r == nil {
						t.Fatalf("%s, %s: nothing is found", one, two)
					}
					if (r.Trace != nil) != (trace && done[key] == r.Solved() && len(done) == 1) {
						t.Errorf("%s, %s: trace %v, done %v", one, two, r.Trace != nil, done)
					}
					says[i] = fmt.Sprintf("done %v, %d expanded, %s", done, r.Expanded, r.Status)
					warned[i] += len(warnings)
					l.Close()
				}
				if says[0] != says[1] {
					t.Errorf("%s, then %s, with traces %v:\nfor the part %s\nfor the database %s", one, two, trace, says[0], says[1])
				}
			}
			if warned[0] != 2*warned[1] { // the database says it once, to the first that looks
				t.Errorf("%s, then %s: %d warnings for the parts, %d for the databases", one, two, warned[0], warned[1])
			}
		}
	}
}

// TestPartsTogether: of parts that start at the same time on a database without shards, each
// finds all its runs, and one writes them to a shard.
func TestPartsTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	shard, err := store.NewShard(path)
	if err != nil {
		t.Fatal(err)
	}
	var ids []record.ID
	for n := 1; n <= 50; n++ {
		r := engine.Solve(t.Context(), domains.Get(fmt.Sprintf("npuzzle/random-8/%d", n)), engine.FS(1.5))
		ids = append(ids, record.IDOf(r.Digest, r.Algorithm, r.Seed, r.Limits))
		if err := shard.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	shard.Close()
	s, err := store.Open(path)
	if err == nil {
		_, err = s.Collect()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := os.RemoveAll(store.ShardsDir(path)); err != nil {
		t.Fatal(err)
	}
	var parts sync.WaitGroup
	for range 6 {
		parts.Go(func() {
			l, err := Open(Study{Path: path, IDs: ids, Part: true})
			if err != nil {
				t.Error(err)
				return
			}
			defer l.Close()
			if _, err := l.Update(); err != nil {
				t.Error(err)
			}
			if done, err := l.Done(); err != nil || len(done) != len(ids) {
				t.Errorf("a part finds %d runs of %d: %v", len(done), len(ids), err)
			}
		})
	}
	parts.Wait()
	if files, err := filepath.Glob(filepath.Join(store.ShardsDir(path), "*.jsonl")); err != nil || len(files) != 1 {
		t.Errorf("shards %v, error %v", files, err)
	}
}
