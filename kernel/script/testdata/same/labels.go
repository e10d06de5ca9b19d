package main

import "fmt"

type N struct{ v int }

func (n N) Name() string { return fmt.Sprint("N", n.v) }

type Namer interface{ Name() string }

func lbl(xs []any) (n int, err error) {
outer:
	for _, x := range xs {
	sw:
		switch y, z := x, 3; w := y.(type) {
		case Namer:
			if w.Name() == "N1" {
				break sw
			}
			n += z
		case error:
			err = w
			break outer
		case int, float64:
			f := func() any { return w }
			fmt.Print(f(), " ")
			continue outer
		default:
			n += 100
			if n > 150 {
				break
			}
		}
		n++
	}
	return
}

func main() {
	fmt.Println(lbl([]any{N{1}, N{2}, 4, 2.5, "s", nil, fmt.Errorf("e"), 7}))
	switch any(N{3}).(type) {
	}
	var e Namer
	switch e.(type) {
	case nil:
		fmt.Println("nil")
	case N:
		fmt.Println("N")
	}
	switch t := func() any { return &N{5} }().(type) {
	case *N:
		t.v++
		fmt.Println(t.v, t.Name())
	}
}
