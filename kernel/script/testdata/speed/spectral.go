package main

import (
	"fmt"
	"math"
)

func a(i, j int) float64 { return 1 / float64((i+j)*(i+j+1)/2+i+1) }

func times(v, u []float64, transposed bool) {
	for i := range v {
		sum := 0.0
		for j := range u {
			if transposed {
				sum += a(j, i) * u[j]
			} else {
				sum += a(i, j) * u[j]
			}
		}
		v[i] = sum
	}
}

func main() {
	const n = 110
	u, v, t := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range u {
		u[i] = 1
	}
	for i := 0; i < 5; i++ {
		times(t, u, false)
		times(v, t, true)
		times(t, v, false)
		times(u, t, true)
	}
	var vBv, vv float64
	for i := 0; i < n; i++ {
		vBv += u[i] * v[i]
		vv += v[i] * v[i]
	}
	fmt.Printf("%0.9f\n", math.Sqrt(vBv/vv))
}
