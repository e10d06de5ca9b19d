// Package natural compares names so that numbers in them are ordered by value.
package natural

import (
	"cmp"
	"strings"
)

// Compare compares texts by the value of the numbers in them: 9 before 10. It is 0 only for
// equal texts: 01 and 1 are in the order of their characters.
func Compare(a, b string) int { return cmp.Or(byValue(a, b), strings.Compare(a, b)) }

func byValue(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if order := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); order != 0 {
				return order
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits is how many digits a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
