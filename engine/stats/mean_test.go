package stats

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// Values of R's quantile, whose default is type 7.
func TestQuantile(t *testing.T) {
	ten := []float64{10, 3, 1, 2, 4, 9, 8, 7, 5, 6}
	before := slices.Clone(ten)
	for _, k := range []struct {
		x       []float64
		q, want float64
	}{
		{ten, 0, 1}, {ten, .25, 3.25}, {ten, .5, 5.5}, {ten, .75, 7.75}, {ten, .9, 9.1}, {ten, 1, 10},
		{[]float64{4, 1, 2}, .5, 2}, {[]float64{7}, .3, 7}, {[]float64{5, 5, 5}, .7, 5},
	} {
		if got, err := Quantile(k.x, k.q); err != nil || math.Abs(got-k.want) > 1e-15*k.want {
			t.Errorf("Quantile(%v, %v) = %v, %v; want %v", k.x, k.q, got, err, k.want)
		}
	}
	if !slices.Equal(ten, before) {
		t.Error("Quantile reordered its argument")
	}
}

func TestMeans(t *testing.T) {
	x := []float64{1, 10, 100, 1000}
	for _, k := range []struct {
		name string
		of   func([]float64) (float64, error)
		want float64
	}{{"Mean", Mean, 277.75}, {"GeometricMean", GeometricMean, math.Pow(10, 1.5)}, {"Median", Median, 55}} {
		if got, err := k.of(x); err != nil || math.Abs(got/k.want-1) > 1e-14 {
			t.Errorf("%s(%v) = %v, %v; want %v", k.name, x, got, err, k.want)
		}
	}
}

func ExampleQuantile() {
	lower, err := Quantile([]float64{1, 2, 3, 4}, 0.25)
	fmt.Println(lower, err)
	// Output: 1.75 <nil>
}
