package stats

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Holm's procedure is the closed test of Bonferroni's: a hypothesis is rejected if every
// set of hypotheses that contains it is, by size times its least p.
func TestHolmIsTheClosedTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for m := 1; m <= 6; m++ {
		for range 50 {
			p := make([]float64, m)
			for i := range p {
				p[i] = float64(rng.IntN(17)) / 64 // with ties, and 0
			}
			adjusted, err := Holm(p)
			if err != nil {
				t.Fatal(err)
			}
			for i := range p {
				if want := closedTest(p, i); adjusted[i] != want {
					t.Fatalf("Holm(%v)[%d] = %v; want %v", p, i, adjusted[i], want)
				}
			}
		}
	}
}

func closedTest(p []float64, i int) float64 {
	worst := 0.0
	for set := range 1 << len(p) {
		if set>>i&1 == 0 {
			continue
		}
		size, least := 0, 1.0
		for j, v := range p {
			if set>>j&1 == 1 {
				size, least = size+1, min(least, v)
			}
		}
		worst = max(worst, min(1, float64(size)*least))
	}
	return worst
}

func ExampleHolm() {
	adjusted, err := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	fmt.Println(adjusted, err)
	// Output: [0.03 0.06 0.06 0.02] <nil>
}
