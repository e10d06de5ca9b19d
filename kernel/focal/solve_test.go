package main

import (
	"math/big"
	"os/exec"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/exit"
)

func TestFlagValues(t *testing.T) {
	for text, want := range map[string]size{
		"1B": 1, "4GiB": 4 << 30, "500MB": 500e6, "1.5 MiB": 3 << 19, "2KiB": 2048, "7TiB": 7 << 40,
	} {
		var got size
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q is %d bytes (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "B", "GiB", "4", "0", "0GiB", "-1MB", "NaNB", "0.1B", "9e99TB", "infB", "4 GiB x"} {
		var got size
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken as %d bytes", text, got)
		}
	}
}

func TestThreshold(t *testing.T) {
	for _, test := range []struct {
		w    engine.Ratio
		fmin engine.Cost
		want string
	}{
		{engine.Ratio{Num: 5, Den: 4}, 306, "382.5"},
		{engine.Ratio{Num: 21, Den: 20}, 1<<53 + 1, "9457559217478042.65"},
		{engine.Ratio{Num: 2, Den: 1}, 7, "14"},
		{engine.Ratio{Num: 4, Den: 3}, 5, "20/3"},
	} {
		got := threshold(test.w, test.fmin)
		if got != test.want {
			t.Errorf("%v·%d = %s, want %s", test.w, test.fmin, got, test.want)
		}
		exact, ok := new(big.Rat).SetString(got)
		if product := new(big.Rat).Mul(big.NewRat(test.w.Num, test.w.Den), big.NewRat(test.fmin, 1)); !ok ||
			exact.Cmp(product) != 0 {
			t.Errorf("%s is not exactly %v", got, product)
		}
	}
}

func TestWorse(t *testing.T) {
	order := []int{exit.OK, exit.Unsolvable, exit.Limit, exit.Interrupted, exit.Wrong}
	for i, a := range order {
		for j, b := range order {
			if got, want := worse(a, b), order[max(i, j)]; got != want {
				t.Errorf("worse(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// BenchmarkProcess solves an easy problem, from the start of the process to its end.
func BenchmarkProcess(b *testing.B) {
	for b.Loop() {
		if err := exec.Command("focal", "solve", "npuzzle/random-8/1", "--alg", "fs", "-w", "1.5",
			"--json").Run(); err != nil {
			b.Fatal(err)
		}
	}
}
