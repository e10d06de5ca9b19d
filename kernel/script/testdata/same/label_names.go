// Labels have the names of variables, functions and types.
package main

import "fmt"

type row []int

func find(rows []row, want int) (found []int) {
	add := func(xs ...int) { found = append(found, xs...) }
found:
	for i, row := range rows {
	row:
		for j, x := range row {
			switch {
			case x < 0:
				break found
			case x == want:
				add(i, j)
				continue found
			case x > 100:
				break row
			}
		}
		add(-1)
	}
	return found
}

func fmt2(n int) (out string) {
find:
	for {
		n--
		if n%2 == 0 {
			goto find
		}
		if n < 0 {
			goto out
		}
		out += fmt.Sprint(n)
	}
out:
	return out + "!"
}

func main() {
	fmt.Println(find([]row{{1, 2}, {3, 200, 2}, {2}, {-1, 2}, {2}}, 2), fmt2(6))
main:
	for i := range 3 {
		if i == 1 {
			break main
		}
		fmt.Println(i)
	}
}
