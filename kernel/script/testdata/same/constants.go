package main

import (
	"fmt"
	"time"
)

type Color int

const (
	red Color = iota + 1
	green
	_
	blue
)

const (
	_          = iota
	KB float64 = 1 << (10 * iota)
	MB
	half = 0.5 * iota
)

const (
	x, y = iota, iota + 10
	x2, y2
	_, _
	x3, y3
)

const (
	bit0, mask0 = 1 << iota, 1<<iota - 1
	bit1, mask1
	_, name = iota, "name"
	text, minus
)

const (
	first, on = Color(iota), iota == 1
	second, off
	a, b rune = 'a' + iota, 'b' + iota
	c, d
	tiny, big     = -iota, 1 << 70
	third, str    = 1.0 / 3, "a" + "b"
	wait, untyped = iota * time.Second, 'x' + iota
)

const one, two = 1, "two"

type Weight float32

const (
	light Weight = iota / 2.0
	heavy
)

func local() {
	const (
		e, f = iota * 2, iota * 3
		g, h
	)
	const (
		_         = iota
		k float64 = iota + 0.25
		l
	)
	const (
		m = iota
		n
	)
	fmt.Println(e, f, g, h, k, l, m, n)
}

func main() {
	fmt.Println(red, green, blue, KB, MB, half, x, y, x2, y2, x3, y3)
	fmt.Println(bit0, mask0, bit1, mask1, name, text, minus)
	fmt.Println(int(first), on, int(second), off, a, b, c, d, tiny, big>>68, wait, untyped, third, str, one, two)
	fmt.Println(float64(light), float64(heavy)/2, KB/3, x3/2)
	local()
}
