package main

import (
	"errors"
	"fmt"
	"time"
)

type E struct{}

func (*E) Error() string { return "E" }

type Q struct{}

func (Q) Name() string { return "Q" }

type Color int

func (c Color) String() string { return "color" }

type Named struct{ n string }

func (n Named) Name() string { return n.n }

type Plain struct{ n int }

type Namer interface{ Name() string }

func kind(x any) string {
	switch y := x.(type) {
	case *Plain:
		_ = y
		return "*Plain"
	case Plain:
		return "Plain"
	case *Named:
		return "*Named"
	case Named:
		return "Named"
	case Color:
		return "Color"
	case int:
		return "int"
	case []int:
		return "[]int"
	case map[string]int:
		return "map"
	case func() int:
		return "func"
	case bool:
		return "bool"
	case string:
		return "string"
	case float64:
		return "float64"
	case error:
		return "error " + y.Error()
	case fmt.Stringer:
		return "Stringer " + y.String()
	case Namer:
		return "Namer " + y.Name()
	}
	return "?"
}

func main() {
	p := &Named{"p"}
	for _, v := range []any{&Plain{1}, Plain{2}, &Named{"a"}, Named{"b"}, Color(2), 5, []int{1}, map[string]int{}, func() int { return 1 }, true, "s", 2.5, errors.New("x"), time.Second, &E{}, Q{}} {
		fmt.Print(kind(v), " ")
	}
	fmt.Println()
	var n Namer = &Named{"q"}
	_, a := n.(*Named)
	fmt.Println(kind(n), a, n.Name(), kind(p), kind(*p))
}
