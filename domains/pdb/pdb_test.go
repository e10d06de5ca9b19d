package pdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestRank: numbers of arrangements are dense, in any order of the objects, and unrank is the inverse of rank.
func TestRank(t *testing.T) {
	for _, size := range [][2]int{{5, 1}, {5, 5}, {9, 4}, {12, 3}, {64, 2}} {
		places, objects := size[0], size[1]
		seen, at := map[string]bool{}, make([]uint8, objects)
		for i := range arrangements(places, objects) {
			unrank(places, i, at)
			if got := rank(places, at); got != i {
				t.Fatalf("%v: %d is %v, which is %d", size, i, at, got)
			}
			if sorted := slices.Sorted(slices.Values(at)); len(slices.Compact(sorted)) != objects || int(sorted[objects-1]) >= places {
				t.Fatalf("%v: %d is %v", size, i, at)
			}
			seen[fmt.Sprint(at)] = true
		}
		if len(seen) != arrangements(places, objects) {
			t.Errorf("%v: %d arrangements", size, len(seen))
		}
	}
}

// TestEntries: the numbers of entries that Korf and Felner (2002) give.
func TestEntries(t *testing.T) {
	for size, want := range map[[2]int]int{{16, 6}: 5_765_760, {16, 7}: 57_657_600, {16, 8}: 518_918_400, {25, 6}: 127_512_000} {
		if got := arrangements(size[0], size[1]); got != want {
			t.Errorf("%d objects on %d places: %d arrangements, want %d", size[1], size[0], got, want)
		}
	}
	if err := Check(&Pattern{Places: 64, Goal: make([]uint8, 40)}); err == nil {
		t.Error("40 objects on 64 places are not refused")
	}
}

// swaps is the puzzle in which a move exchanges two neighbours on a line.
func swaps(places int, goal ...uint8) *Pattern {
	return &Pattern{Name: fmt.Sprint("swaps ", places, goal), Places: places, Goal: goal,
		Moves: func(at []uint8, _ uint64, visit func([]uint8, uint64)) {
			for left := range uint8(places - 1) {
				swapped := slices.Clone(at)
				for i, p := range at {
					switch p {
					case left:
						swapped[i]++
					case left + 1:
						swapped[i]--
					}
				}
				visit(swapped, 1)
			}
		}}
}

// TestInversions: where neighbours are exchanged, the distance of all objects is the number of inversions (Kendall's tau).
func TestInversions(t *testing.T) {
	const n = 7
	d, err := Make(t.Context(), swaps(n, 0, 1, 2, 3, 4, 5, 6), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := make([]uint8, n)
	for i := range d.Len() {
		unrank(n, i, at)
		inversions := uint8(0)
		for j, a := range at {
			for _, b := range at[j+1:] {
				if a > b {
					inversions++
				}
			}
		}
		if got := d.Distance(at); got != inversions {
			t.Fatalf("%v: %d, want %d", at, got, inversions)
		}
	}
	if d.Len() != 5040 || d.Greatest() != n*(n-1)/2 {
		t.Errorf("%d entries, at most %d", d.Len(), d.Greatest())
	}
}

// TestKept: a stored database is read again, and made anew if it is damaged; a cancelled context ends the making.
func TestKept(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	t.Setenv("LocalAppData", cache)
	p := swaps(12, 3, 0, 5, 1)
	d, err := Make(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := load(p); !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := d.store(p); err != nil {
		t.Fatal(err)
	}
	same := func() error {
		again, err := load(p)
		if err == nil && !slices.Equal(again.distances, d.distances) {
			err = errors.New("the distances differ")
		}
		return err
	}
	if err := same(); err != nil {
		t.Fatal(err)
	}
	name, err := file(p)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		if at > 200 && at%101 != 0 {
			continue
		}
		damaged := slices.Clone(whole)
		damaged[at] ^= 16
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if same() == nil {
			t.Fatalf("a change of byte %d is not noticed", at)
		}
		if err := os.WriteFile(name, whole[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		if same() == nil {
			t.Fatalf("the first %d bytes are taken for the whole", at)
		}
	}
	all, err := Get(t.Context(), p, p)
	if err != nil || all[0] != all[1] || !slices.Equal(all[0].distances, d.distances) {
		t.Fatalf("%v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(cache, "*", "pdb", "*")); len(left) > 1 {
		t.Errorf("%v", left)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := Make(ctx, swaps(26, 0, 1, 2, 3, 4, 5), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Make(t.Context(), swaps(4), nil); err == nil {
		t.Error("no error of an empty pattern")
	}
}
