package inorder

import (
	"runtime"
	"testing"
)

// Results come in order even if some are ready early, and no goroutine is left once the
// reader stops.
func TestMap(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, last := range []int{0, 1, 50, 999} {
		ended, next := false, 0
		numbers := func(yield func(int) bool) {
			defer func() { ended = true }()
			for i := range 1000 {
				if !yield(i) {
					return
				}
			}
		}
		for square := range Map(numbers, func(i int) int { return i * i }) {
			if square != next*next {
				t.Fatalf("got %d, want %d", square, next*next)
			}
			if next == last {
				break
			}
			next++
		}
		if !ended || next != last {
			t.Errorf("stopped at %d of %d, ended %v", next, last, ended)
		}
	}
	for runtime.NumGoroutine() > before { // the last results are not read
		runtime.Gosched()
	}
}
