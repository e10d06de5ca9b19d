// Package text reads instances that are lists of integers, such as a stack of pancakes.
// It keeps the position of each number for error messages.
package text

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/focal-search/focal/engine/input"
)

// Numbers are the numbers of a text in order.
type Numbers struct {
	Values []int
	file   string
	places []place
}

// A place is a line and a column, both from 1. Columns count characters.
type place struct{ line, column int }

// Read reads integers separated by spaces, commas or new lines. A # begins a comment.
// More than most numbers are an error. The file's name is for errors, which give line
// and column.
func Read(in io.Reader, file string, most int) (*Numbers, error) {
	n := &Numbers{file: file}
	lines := bufio.NewScanner(input.Text(in))
	line := 0
	for lines.Scan() {
		line++
		content, _, _ := strings.Cut(lines.Text(), "#")
		for at := 0; at < len(content); {
			word := content[at:]
			if i := strings.IndexFunc(word, separates); i >= 0 {
				word = word[:i]
			}
			if word != "" {
				if err := n.add(word, place{line, 1 + utf8.RuneCountInString(content[:at])}, most); err != nil {
					return nil, err
				}
				at += len(word)
				continue
			}
			_, size := utf8.DecodeRuneInString(content[at:])
			at += size
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, line+1, err)
	}
	return n, nil
}

func separates(r rune) bool { return r == ',' || unicode.IsSpace(r) }

func (n *Numbers) add(word string, at place, most int) error {
	v, err := strconv.Atoi(word)
	n.places = append(n.places, at)
	switch i := len(n.Values); {
	case err != nil:
		return n.Locate(i, fmt.Errorf("%.40q is not a whole number", word))
	case i == most:
		return n.Locate(i, fmt.Errorf("%d is one number too many: want at most %d", v, most))
	}
	n.Values = append(n.Values, v)
	return nil
}

// Locate prefixes an error with the position of number i, as file:line:column, or only
// with the file if i is negative.
func (n *Numbers) Locate(i int, err error) error {
	if i < 0 {
		return fmt.Errorf("%s: %w", n.file, err)
	}
	return fmt.Errorf("%s:%d:%d: %w", n.file, n.places[i].line, n.places[i].column, err)
}

// InLines is how many numbers are in each line that has any, 0 if lines differ.
func (n *Numbers) InLines() int {
	of := map[int]int{}
	for _, p := range n.places {
		of[p.line]++
	}
	same := 0
	for _, count := range of {
		if same != 0 && count != same {
			return 0
		}
		same = count
	}
	return same
}

// List reads integers separated by hyphens, as 3-1-2, the form of an instance in a
// problem's name.
func List(text string) ([]int, error) {
	words := strings.Split(text, "-")
	numbers := make([]int, len(words))
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 31)
		if err != nil {
			return nil, fmt.Errorf("number %d, %.40q, is not a whole number: want numbers with hyphens between them, as "+
				"3-1-2", i+1, word)
		}
		numbers[i] = int(n)
	}
	return numbers, nil
}
