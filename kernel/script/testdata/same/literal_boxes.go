package main

import "fmt"

type N struct{ s string }

func (n N) Name() string { return n.s }

type Namer interface{ Name() string }

type Plain struct{ a int }

func main() {
	var x any = N{"n"}
	_, ok := x.(Namer)
	switch y := x.(type) {
	case Namer:
		fmt.Println(y.Name(), ok)
	}
	x = N{"m"}
	switch y := x.(type) {
	case Namer:
		fmt.Println(y.Name())
	}
	m := map[string]any{"a": N{"q"}, "b": &N{"r"}}
	m["c"] = N{"s"}
	for _, k := range []string{"a", "c"} {
		switch y := m[k].(type) {
		case Namer:
			fmt.Println(y.Name())
		}
		if v, ok := m[k].(N); ok {
			fmt.Println(v.s)
		}
	}
	x = Plain{3}
	if p, ok := x.(Plain); ok {
		fmt.Println(p.a, x)
	}
	fmt.Println(x.(Plain) == Plain{3})
}
