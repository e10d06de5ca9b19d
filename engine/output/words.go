package output

import (
	"fmt"
	"strings"
)

// Many is a number of things in words: "1 run", "2 runs".
func Many(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// Lines breaks a text between words, so that each line is at most so wide if its words are.
func Lines(text string, most float64, width func(string) float64) (lines []string) {
	for word := range strings.FieldsSeq(text) {
		if n := len(lines); n > 0 && width(lines[n-1]+" "+word) <= most {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
