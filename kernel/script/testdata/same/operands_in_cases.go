package main

import "fmt"

type point struct{ x, y int }

func (p point) is(q point) bool { return p == q }

type flag bool

var yes = true

var p, more, pv = point{1, 2}, false, &yes

func valid(is bool) bool { return is }

func two() (point, error) { return point{3, 4}, nil }

func far(p point, err error) bool { return p.x > 2 && err == nil }

var first = valid(p.x == 1) && p == point{1, 2} || more

var second = map[bool]int{p.x == 2: 1}[false] == 0 && far(two())

func chosen(n int, c chan bool) string {
	switch {
	case n == 1 && p == point{1, 2}, point{2, 2}.is(p) && more:
		return "a literal"
	case valid(n == 2) && !valid(n == 3):
		return "a comparison"
	case n == 3 && (<-c || more):
		return "received"
	case bool(flag(n == 4) && flag(p.x < p.y)):
		return "a flag"
	case far(two()) && n == 5:
		return "several"
	}
	return "nothing"
}

func main() {
	c := make(chan bool, 9)
	for n := range 7 {
		c <- n > 2
		fmt.Println(chosen(n, c), first, second)
	}
	for i := 0; i < 9 && (map[string]bool{"x": true}["x"] && p == point{1, 2}); i++ {
		if i > 2 && (valid(i == 3) || *pv && []int{1, 2}[i%2] == 2) {
			p = point{}
		} else if (p == point{1, 2}) && far(two()) {
			fmt.Println(i, len([]point{{1, 2}, {}}) == 2 && !valid(p.x > p.y) || <-c)
		}
	}
	func() {
		defer func(far bool, q point) { fmt.Println(far && q == point{3, 4}) }(far(two()), point{3, 4})
	}()
}
