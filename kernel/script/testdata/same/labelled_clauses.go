// Labels in the clauses of switch and select statements.
package main

import "fmt"

func main() {
	x := 2
	switch {
	case x > 1:
	v5:
		for i := range 3 {
			for j := range 3 {
				if j == 2 {
					continue v5
				}
				if i == 2 {
					break v5
				}
				fmt.Println(i, j)
			}
		}
		fmt.Println("end")
	default:
		fmt.Println("no")
	}
	switch y := any(x).(type) {
	case int:
		fmt.Println("int", y)
	outer:
		for i := 0; i < 3; i++ {
			for {
				continue outer
			}
		}
	}
	select {
	default:
	o:
		for {
			break o
		}
		fmt.Println("o")
	}
	func() {
	p:
		for {
			for {
				break p
			}
		}
		fmt.Println("p")
	}()
}
