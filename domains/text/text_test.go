package text

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	n, err := Read(strings.NewReader("# a title, with 7\n3 1,2\r\n\n\t-4 # four\n"), "x", 4)
	if err != nil || !slices.Equal(n.Values, []int{3, 1, 2, -4}) {
		t.Fatalf("%+v, %v", n, err)
	}
	for i, want := range map[int]string{-1: "x: bad", 0: "x:2:1: bad", 1: "x:2:3: bad", 2: "x:2:5: bad", 3: "x:4:2: bad"} {
		if err := n.Locate(i, errors.New("bad")); err.Error() != want {
			t.Errorf("number %d: %v, want %s", i, err, want)
		}
	}
	if n, err := Read(strings.NewReader(" #\n"), "x", 4); err != nil || len(n.Values) > 0 {
		t.Errorf("empty input is read as %+v, %v", n, err)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"1 2\n3 x":                 `x:2:3: "x" is not a whole number`,
		"é1":                       `x:1:1: "é1" is not a whole number`,
		"1,\u00a0é":                `x:1:4: "é" is not a whole number`,
		"1 2.5":                    `x:1:3: "2.5" is not a whole number`,
		"9999999999999999999":      `x:1:1: "9999999999999999999" is not a whole number`,
		"1 2\n 3\n  4":             "x:3:3: 4 is one number too many: want at most 3",
		strings.Repeat("1", 1<<17): "x:1: bufio.Scanner: token too long",
	} {
		if _, err := Read(strings.NewReader(text), "x", 3); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// FuzzRead: no text makes Read panic, and every number has a position.
func FuzzRead(f *testing.F) {
	f.Add("1 2 # 3\n4,5")
	f.Add("\xff 1")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Read(strings.NewReader(text), "x", 100)
		if err == nil && len(n.Values) != len(n.places) {
			t.Fatalf("%d numbers at %d places", len(n.Values), len(n.places))
		}
	})
}
