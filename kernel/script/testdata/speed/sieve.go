package main

import "fmt"

func main() {
	const n = 1500000
	composite := make([]bool, n)
	count := 0
	for i := 2; i < n; i++ {
		if composite[i] {
			continue
		}
		count++
		for j := 2 * i; j < n; j += i {
			composite[j] = true
		}
	}
	fmt.Println(count)
}
