package main

import (
	"fmt"
	"math"
)

type body struct{ x, y, z, vx, vy, vz, mass float64 }

func energy(bodies []body) float64 {
	e := 0.0
	for i := range bodies {
		b := &bodies[i]
		e += 0.5 * b.mass * (b.vx*b.vx + b.vy*b.vy + b.vz*b.vz)
		for j := i + 1; j < len(bodies); j++ {
			c := &bodies[j]
			dx, dy, dz := b.x-c.x, b.y-c.y, b.z-c.z
			e -= b.mass * c.mass / math.Sqrt(dx*dx+dy*dy+dz*dz)
		}
	}
	return e
}

func advance(bodies []body, dt float64) {
	for i := range bodies {
		b := &bodies[i]
		for j := i + 1; j < len(bodies); j++ {
			c := &bodies[j]
			dx, dy, dz := b.x-c.x, b.y-c.y, b.z-c.z
			d := dx*dx + dy*dy + dz*dz
			m := dt / (d * math.Sqrt(d))
			b.vx -= dx * c.mass * m
			b.vy -= dy * c.mass * m
			b.vz -= dz * c.mass * m
			c.vx += dx * b.mass * m
			c.vy += dy * b.mass * m
			c.vz += dz * b.mass * m
		}
	}
	for i := range bodies {
		b := &bodies[i]
		b.x += dt * b.vx
		b.y += dt * b.vy
		b.z += dt * b.vz
	}
}

func main() {
	bodies := []body{
		{0, 0, 0, 0, 0, 0, 39.478},
		{4.841, -1.160, -0.103, 0.606, 2.811, -0.025, 0.037},
		{8.343, 4.124, -0.403, -1.010, 1.825, 0.008, 0.011},
		{12.894, -15.111, -0.223, 1.082, 0.868, -0.010, 0.001},
		{15.379, -25.919, 0.179, 0.979, 0.594, -0.034, 0.002},
	}
	for i := 0; i < 9000; i++ {
		advance(bodies, 0.01)
	}
	fmt.Printf("%.9f\n", energy(bodies))
}
