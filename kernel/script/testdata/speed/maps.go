package main

import "fmt"

func main() {
	counts := map[int]int{}
	x := 1
	for i := 0; i < 1500000; i++ {
		x = (x*1103515245 + 12345) % 2147483648
		counts[x%1000]++
	}
	most := 0
	for _, n := range counts {
		if n > most {
			most = n
		}
	}
	fmt.Println(len(counts), most)
}
