package tsplib

import (
	"math"
	"math/bits"
)

// distances are TSPLIB's distance functions. Every product is converted to
// float64 before it is used, so that no machine fuses it with a sum.
var distances = map[string]func(a, b Point) int64{
	"EUC_2D":  func(a, b Point) int64 { return nint(math.Sqrt(squared(a, b))) },
	"EUC_3D":  func(a, b Point) int64 { return nint(math.Sqrt(squared(a, b))) },
	"MAN_2D":  manhattan,
	"MAN_3D":  manhattan,
	"MAX_2D":  maximum,
	"MAX_3D":  maximum,
	"CEIL_2D": func(a, b Point) int64 { return int64(math.Ceil(math.Sqrt(squared(a, b)))) },
	"ATT":     att,
	"GEO":     geo,
}

func squared(a, b Point) float64 {
	dx, dy, dz := a.X-b.X, a.Y-b.Y, a.Z-b.Z
	return float64(float64(dx*dx)+float64(dy*dy)) + float64(dz*dz)
}

// manhattan is the sum of the differences, rounded.
func manhattan(a, b Point) int64 {
	return nint(math.Abs(a.X-b.X) + math.Abs(a.Y-b.Y) + math.Abs(a.Z-b.Z))
}

// maximum is the greatest of the differences, each rounded.
func maximum(a, b Point) int64 {
	return max(nint(math.Abs(a.X-b.X)), nint(math.Abs(a.Y-b.Y)), nint(math.Abs(a.Z-b.Z)))
}

// nint rounds as TSPLIB does.
func nint(x float64) int64 { return int64(x + 0.5) }

// att is the pseudo-Euclidean distance.
func att(a, b Point) int64 {
	r := math.Sqrt(squared(a, b) / 10)
	t := nint(r)
	if float64(t) < r {
		t++
	}
	return t
}

// geo is the distance on a sphere.
func geo(a, b Point) int64 {
	const radius = 6378.388
	q1 := math.Cos(radians(a.Y) - radians(b.Y))
	q2 := math.Cos(radians(a.X) - radians(b.X))
	q3 := math.Cos(radians(a.X) + radians(b.X))
	sum, difference := float64((1+q1)*q2), float64((1-q1)*q3)
	cosine := min(0.5*(sum-difference), 1) // rounding may take it beyond
	return int64(float64(radius*math.Acos(cosine)) + 1)
}

// radians converts degrees whose decimals are minutes, with TSPLIB's own pi.
func radians(x float64) float64 {
	const pi = 3.141592
	degrees := math.Trunc(x)
	minutes := x - degrees
	return pi * (degrees + 5*minutes/3) / 180
}

// Unit is the number of units in 1 for Euclidean distances.
const Unit = 1 << 20

// Euclidean returns the exact distance of two points with integer coordinates rounded
// up to 20 binary places, ceil(2^20·sqrt(dx²+dy²)) in units of 2^-20. Rounding up keeps
// the triangle inequality. If a difference of coordinates exceeds 2^31, it returns
// math.MaxInt64, which problems reject.
func Euclidean(a, b [2]int64) int64 {
	dx, okX := difference(a[0], b[0])
	dy, okY := difference(a[1], b[1])
	if !okX || !okY {
		return math.MaxInt64
	}
	s := dx*dx + dy*dy
	return ceilSqrt(s>>24, s<<40)
}

// difference is a - b, and whether it is within 2^31.
func difference(a, b int64) (d uint64, ok bool) {
	d = uint64(max(a, b)) - uint64(min(a, b))
	return d, d <= 1<<31
}

// ceilSqrt is the least r with r² >= hi·2^64 + lo, for hi < 2^42. A
// floating-point root is the guess, which exact products correct.
func ceilSqrt(hi, lo uint64) int64 {
	r := uint64(math.Sqrt(math.Ldexp(float64(hi), 64) + float64(lo)))
	below := func(r uint64) bool { // r² < hi·2^64 + lo
		h, l := bits.Mul64(r, r)
		return h < hi || h == hi && l < lo
	}
	for r > 0 && !below(r-1) {
		r--
	}
	for below(r) {
		r++
	}
	return int64(r)
}
