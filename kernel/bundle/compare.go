package bundle

import "strings"

// A Difference is a code cell whose output differs when it is run again.
type Difference struct {
	Cell    int    // its number among the code cells, from 1
	Bundled string // its old output, from shortly before the first difference to the last
	Again   string // its new output
}

// Compare compares the outputs of two executions of a notebook, cell by cell, as plain
// text and without times.
func Compare(bundled, again *Notebook) []Difference {
	before, now := bundled.Says(), again.Says()
	var differences []Difference
	for i := range max(len(before), len(now)) {
		a, b := at(before, i), at(now, i)
		if a != b {
			a, b = difference(a, b)
			differences = append(differences, Difference{i + 1, a, b})
		}
	}
	return differences
}

func at(says []string, i int) string {
	if i < len(says) {
		return says[i]
	}
	return ""
}

// How many words are shown around a difference, and of it.
const around, shown = 6, 30

// difference reduces two texts to the parts in which they differ.
func difference(a, b string) (string, string) {
	x, y := strings.Fields(a), strings.Fields(b)
	same := 0 // at the start
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	rest := 0 // the same at the end
	for rest < min(len(x), len(y))-same && x[len(x)-1-rest] == y[len(y)-1-rest] {
		rest++
	}
	return part(x, same, len(x)-rest), part(y, same, len(y)-rest)
}

// part returns the words from one position to another with a few around them, limited
// to what a reader wants to see.
func part(words []string, from, to int) string {
	if len(words) == 0 {
		return "(nothing)"
	}
	from = max(from-around, 0)
	to = min(to+around, from+shown, len(words))
	text := strings.Join(words[from:to], " ")
	if from > 0 {
		text = "… " + text
	}
	if to < len(words) {
		text += " …"
	}
	return text
}
