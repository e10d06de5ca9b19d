package gctsp

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// weightTypes are the kinds of distances that are known.
var weightTypes = []string{"EUC_2D", "GEO", "ATT"}

// metric computes the distances of the problem, for the rows of the wanted points:
// for EUC_2D exact distances, rounded up to units of 1/tsplib.Unit, for ATT and GEO
// TSPLIB's integers, which are rounded up as well. It also returns the number of
// units in 1.
func metric(weightType string, points []tsplib.Point, wanted []int) (distances [][]engine.Cost, unit int64, err error) {
	switch weightType {
	case "ATT", "GEO":
		f := tsplib.File{Dimension: len(points), WeightType: weightType, Points: points}
		return f.Distances(), 1, nil
	case "EUC_2D":
		distances, err = euclidean(points, wanted)
		return distances, tsplib.Unit, err
	}
	return nil, 0, fmt.Errorf("edge weight type %q%s", weightType, engine.Suggest(weightType, weightTypes))
}

// every lists n points.
func every(n int) []int {
	points := make([]int, n)
	for i := range points {
		points[i] = i
	}
	return points
}

// maxDecimals is the greatest number of decimal places of a coordinate.
const maxDecimals = 15

// decimal is the shortest decimal that parses to the same float64: what the file
// contained.
func decimal(x float64) (whole, fraction string, err error) {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	whole, fraction, _ = strings.Cut(text, ".")
	if len(fraction) > maxDecimals {
		return "", "", fmt.Errorf("the coordinate %g has %d decimal places: want at most %d", x, len(fraction), maxDecimals)
	}
	return whole, fraction, nil
}

// euclidean is ceil(2^20·sqrt(dx²+dy²)) for points whose coordinates are between
// -10^9 and 10^9 and may have decimal places, in the rows of those wanted.
func euclidean(points []tsplib.Point, wanted []int) ([][]engine.Cost, error) {
	decimals := 0
	for i, p := range points {
		for _, x := range [2]float64{p.X, p.Y} {
			_, fraction, err := decimal(x)
			if err != nil {
				return nil, fmt.Errorf("node %d: %w", i, err)
			}
			decimals = max(decimals, len(fraction))
		}
	}
	distance := func(a, b tsplib.Point) engine.Cost {
		return tsplib.Euclidean([2]int64{int64(a.X), int64(a.Y)}, [2]int64{int64(b.X), int64(b.Y)})
	}
	if decimals > 0 {
		distance = scaled(points, decimals)
	}
	distances := make([][]engine.Cost, len(points))
	for _, i := range wanted {
		distances[i] = make([]engine.Cost, len(points))
		for j, q := range points {
			if known := distances[j]; known != nil && j != i {
				distances[i][j] = known[i]
			} else if j != i {
				distances[i][j] = distance(points[i], q)
			}
		}
	}
	return distances, nil
}

// scaled makes the distance function of points with so many decimal places: the
// least r with r² >= 2^40·(dx²+dy²), on coordinates scaled to integers.
func scaled(points []tsplib.Point, decimals int) func(a, b tsplib.Point) engine.Cost {
	integers := map[float64]*big.Int{}
	for _, p := range points {
		for _, x := range [2]float64{p.X, p.Y} {
			whole, fraction, _ := decimal(x)
			integers[x], _ = new(big.Int).SetString(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10)
		}
	}
	square := new(big.Int).Exp(big.NewInt(100), big.NewInt(int64(decimals)), nil) // of the scale
	roundUp := new(big.Int).Sub(square, big.NewInt(1))
	return func(a, b tsplib.Point) engine.Cost {
		var dx, dy, sum, r big.Int
		dx.Sub(integers[a.X], integers[b.X])
		dy.Sub(integers[a.Y], integers[b.Y])
		sum.Add(dx.Mul(&dx, &dx), dy.Mul(&dy, &dy))
		sum.Lsh(&sum, 40).Add(&sum, roundUp).Div(&sum, square)
		r.Sqrt(&sum)
		if dx.Mul(&r, &r).Cmp(&sum) < 0 {
			return r.Int64() + 1
		}
		return r.Int64()
	}
}
