package ledger

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// Of several processes on one store one gets each claim, and a process that gets it later
// sees what was made meanwhile, also by one that has ended.
func TestClaims(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	shard, err := store.NewShard(path)
	if err != nil {
		t.Fatal(err)
	}
	defer shard.Close()
	var results []*engine.Result
	var keys []string
	for i := range 4 {
		r := engine.Solve(t.Context(), domains.Get(fmt.Sprintf("npuzzle/random-8/%d", i+1)), engine.FS(2))
		results = append(results, r)
		keys = append(keys, record.Key(r.Digest, r.Algorithm, r.Seed, r.Limits))
	}
	open := func() *Claims {
		c, err := OpenClaims(path, false)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	take := func(c *Claims, i int, want State) {
		t.Helper()
		if have, r, err := c.Take(keys[i]); err != nil || have != want || (r != nil) != (want == Done) {
			t.Fatalf("run %d: %v, %v, %v; want %v", i, have, r, err, want)
		}
	}
	a := open()
	if !a.Alone() {
		t.Error("the first is not the only one")
	}
	take(a, 0, Mine)
	take(a, 1, Mine)
	b := open()
	if b.Alone() {
		t.Error("the second is the only one")
	}
	take(b, 0, Other)
	take(b, 2, Mine)
	take(a, 2, Other)
	if a.Alone() {
		t.Error("the first has not noticed the second")
	}
	// b makes run 2 and ends; a makes run 0 and continues.
	if err := shard.Append(results[2], results[0]); err != nil {
		t.Fatal(err)
	}
	if err := a.Give(keys[0]); err != nil {
		t.Fatal(err)
	}
	take(b, 0, Done)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	take(a, 2, Done)
	// A process that ends without having made its run leaves it to the others.
	c := open()
	take(c, 3, Mine)
	take(a, 3, Other)
	c.Close()
	take(a, 3, Mine)
	a.Close()
	if d := open(); !d.Alone() {
		t.Error("one that comes after all others is not the only one")
	} else {
		d.Close()
	}
}
