package stats

import (
	"fmt"
	"math"
	"testing"
)

func TestLogRatiosTie(t *testing.T) {
	for a := 1.; a <= 60; a++ {
		for b := 1.; b <= 60; b++ {
			l, err := LogRatios([]float64{a, b, 3 * a}, []float64{b, a, 3 * b})
			if err != nil {
				t.Fatal(err)
			}
			if l[0] != -l[1] || l[0] != l[2] || math.Abs(l[0]-(math.Log(a)-math.Log(b))) > 1e-14 {
				t.Errorf("ln of %v/%v, its inverse and itself: %v", a, b, l)
			}
		}
	}
}

// In integers, more exceeds less by at most 1 % where 100·more <= 101·less.
func TestCompareIsExact(t *testing.T) {
	for less := 0; less <= 20_000; less += 50 {
		for more := less; more <= less+less/100+1; more++ {
			var want WinTieLoss
			if 100*more <= 101*less {
				want.Tie = 2
			} else {
				want.Win, want.Loss = 1, 1
			}
			x, y := float64(less), float64(more)
			if got, err := Compare([]float64{x, y}, []float64{y, x}, 1); err != nil || got != want {
				t.Fatalf("%d and %d: %+v, %v; want %+v", less, more, got, err, want)
			}
		}
	}
}

func ExampleMedianRatio() {
	pfs := []float64{100, 250, 90, 400}
	fs := []float64{800, 500, 720, 300}
	ratio, err := MedianRatio(pfs, fs)
	fmt.Println(ratio, err)
	// Output: 0.3125 <nil>
}

func ExampleCompare() {
	pfs := []float64{100, 505, 90, 400}
	fs := []float64{800, 500, 720, 300}
	score, err := Compare(pfs, fs, 1)
	fmt.Printf("%+v %v\n", score, err)
	// Output: {Win:2 Tie:1 Loss:1} <nil>
}
