package main

import "fmt"

func visit(names []string) {
	for i := range 3 {
		defer func() { fmt.Println("range", i) }()
	}
	for i := 0; i < 2; i++ {
		j := i * 10
		defer func() {
			fmt.Println("for", i, j)
			func() { fmt.Println("inner", j) }()
		}()
	}
	for k, name := range names {
		defer func(n int) {
			defer func() { fmt.Println("nested", k, name) }()
			fmt.Println("names", n, k, name)
		}(k + 1)
	}
}

func total(xs []int) (sum int) {
	for _, x := range xs {
		defer func() { sum += x }()
	}
	return 1
}

func guarded() (err error) {
	for range 2 {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("recovered %v", r)
			}
		}()
	}
	panic("once")
}

func main() {
	visit([]string{"a", "b"})
	fmt.Println(total([]int{2, 3, 5}))
	fmt.Println(guarded())
	for i := range 2 {
		func() {
			defer func() { fmt.Println("own", i) }()
		}()
	}
}
