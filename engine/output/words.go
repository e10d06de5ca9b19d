package output

import "fmt"

// Many is a number of things in words: "1 run", "2 runs".
func Many(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
