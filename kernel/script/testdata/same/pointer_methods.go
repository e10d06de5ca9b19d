// Pointers to types whose methods are all of the value, in interfaces.
package main

import (
	"errors"
	"fmt"
)

type pair struct{ a, b int }

func (p pair) Sum() int { return p.a + p.b }

type level int

func (l level) Sum() int { return int(l) }

type both struct {
	pair
	name string
}

type summer interface{ Sum() int }

type failure struct{ code int }

func (f failure) Error() string { return fmt.Sprint("code ", f.code) }

type named interface {
	summer
	Name() string
}

func (b both) Name() string { return b.name }

func main() {
	l := level(7)
	for _, x := range []any{pair{1, 2}, &pair{3, 4}, &l, both{pair{1, 1}, "b"}, &both{pair{2, 2}, "c"}, failure{1}, &failure{2}, 3} {
		switch x := x.(type) {
		case named:
			fmt.Println(x.Name(), x.Sum())
		case interface{ Sum() int }:
			fmt.Println(x.Sum())
		case error:
			fmt.Println(x)
		default:
			fmt.Println("none")
		}
		s, ok := x.(summer)
		fmt.Println(s != nil, ok)
		p, ok := x.(*pair)
		fmt.Println(p, ok)
	}
	var x any = &pair{3, 4}
	y := x
	y.(*pair).a = 5
	fmt.Println(x.(summer).Sum(), x == y, x == any(&pair{5, 4}), x.(summer) == y.(summer))
	m := map[any]string{x: "x", &l: "l"}
	fmt.Println(m[y], m[&l], m[&pair{5, 4}] == "")
	fmt.Printf("%v %+v %T %T\n", x, x, x, y.(summer))
	var err error = &failure{3}
	var target *failure
	fmt.Println(errors.As(err, &target), target.code, errors.Is(err, target), err)
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(x.(named))
	}()
}
