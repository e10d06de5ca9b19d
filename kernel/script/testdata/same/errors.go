package main

import (
	"errors"
	"fmt"
)

type E struct{ x int }

func (p *E) Error() string { return fmt.Sprint("E", p.x) }

type V struct{ a, x int }

func (p V) Error() string { return fmt.Sprint("V", p.x) }

type K string

func (k K) Error() string { return string(k) }

func find(i int) error {
	if i > 1 {
		return &E{i}
	}
	return V{1, i}
}

func check() (int, error) {
	var e error = K("k")
	return 1, e
}

func main() {
	var errs []error
	for i := range 3 {
		errs = append(errs, &E{i})
		errs = append(errs, V{0, i})
		errs = append(errs, K(fmt.Sprint("k", i)))
		var e error = &E{i}
		errs = append(errs, e, find(i))
		e = V{i, i}
		errs = append(errs, e)
	}
	for _, e := range errs {
		fmt.Print(e, " ", e.Error(), " ")
	}
	fmt.Println()
	e := errs[0]
	if x, ok := e.(*E); ok {
		fmt.Println(x.x)
	}
	w := fmt.Errorf("wrapped: %w", e)
	fmt.Println(w)
	_, err := check()
	fmt.Println(err)
	sentinel := errors.New("s")
	w = fmt.Errorf("a: %w", fmt.Errorf("b: %w", sentinel))
	fmt.Println(errors.Is(w, sentinel), w)
	switch e.(type) {
	case V:
		fmt.Println("V")
	case *E:
		fmt.Println("*E")
	}
	fmt.Printf("%d %v %s\n", V{1, 2}, V{1, 2}, &E{4})
}
