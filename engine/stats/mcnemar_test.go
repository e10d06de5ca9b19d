package stats

import (
	"fmt"
	"math/big"
	"testing"
)

func TestMcNemarKnown(t *testing.T) {
	for _, k := range []struct {
		b, c int
		p    float64
	}{
		{0, 5, 0.0625}, {5, 0, 0.0625}, {0, 0, 1}, {0, 1, 1}, {3, 3, 1}, {1, 9, 22.0 / 1024},
		{0, maxDiscordant, 0}, {maxDiscordant / 2, maxDiscordant / 2, 1},
	} {
		if p, err := McNemar(k.b, k.c); err != nil || p != k.p {
			t.Errorf("McNemar(%d, %d) = %v, %v; want %v", k.b, k.c, p, err, k.p)
		}
	}
}

// The binomial's probabilities summed as fractions over both tails: all outcomes at least
// as far from n/2.
func TestMcNemarIsTheBinomialSum(t *testing.T) {
	counts := [][2]int{{300, 420}, {61, 640}, {0, 1000}}
	for b := range 30 {
		for c := range 30 {
			counts = append(counts, [2]int{b, c})
		}
	}
	for _, k := range counts {
		b, c := k[0], k[1]
		n, far := b+c, max(b, c)-min(b, c)
		sum := new(big.Int)
		for i := range n + 1 {
			if max(2*i-n, n-2*i) >= far {
				sum.Add(sum, new(big.Int).Binomial(int64(n), int64(i)))
			}
		}
		want, _ := new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
		if p, err := McNemar(b, c); err != nil || p != want {
			t.Errorf("McNemar(%d, %d) = %v, %v; want %v", b, c, p, err, want)
		}
	}
}

// Five instances are solved only by PFS and none only by FS: not evidence at the 5 %
// level.
func ExampleMcNemar() {
	p, err := McNemar(5, 0)
	fmt.Println(p, err)
	// Output: 0.0625 <nil>
}
