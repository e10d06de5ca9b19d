// Package input reads what users give: files up to a maximum size, and the values of study
// files and flags, such as limits and ranges of seeds.
//
// Endless devices and pipes, and files of another kind, are errors and do not exhaust
// memory.
package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// ErrTooLong is the error for an input that exceeds the maximum size.
var ErrTooLong = errors.New("too long")

// A Start checks the first bytes of an input, up to StartSize, and returns an error if the
// input is of another kind. The rest is then not read.
type Start func(first []byte) error

// StartSize is the number of bytes of a longer input that a Start gets.
const StartSize = 4096

// JSON is a Start that accepts the beginning of a JSON object or list.
func JSON(first []byte) error {
	if text := bytes.TrimLeft(first, " \t\r\n"); len(text) > 0 && text[0] != '{' && text[0] != '[' {
		return errors.New("not JSON: want an object, which begins with {")
	}
	return nil
}

// ReadFile is like os.ReadFile for a file of at most most bytes, whose first bytes
// every start accepts.
func ReadFile(path string, most int64, starts ...Start) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > most {
		return nil, tooLong(path, most)
	}
	return ReadAll(f, path, most, starts...)
}

// Plain reduces a file error to the file's name and what is wrong.
func Plain(name string, err error) error {
	var reason *fs.PathError
	if errors.As(err, &reason) {
		return fmt.Errorf("%s: %w", name, reason.Err)
	}
	return err
}

// ReadAll is like io.ReadAll for an input of at most most bytes, whose first bytes
// every start accepts. The name is for errors.
func ReadAll(r io.Reader, name string, most int64, starts ...Start) ([]byte, error) {
	if len(starts) > 0 {
		buffered := bufio.NewReaderSize(r, StartSize)
		first, err := buffered.Peek(StartSize)
		if err != nil && err != io.EOF {
			return nil, err
		}
		for _, start := range starts {
			if err := start(first); err != nil {
				return nil, &fs.PathError{Op: "read", Path: name, Err: err}
			}
		}
		r = buffered
	}
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = tooLong(name, most)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Text reads a text in UTF-8 or, if it begins with the mark of the order of bytes, in UTF-16. The mark is left out.
// UTF-16 without it is an error. Carriage returns alone, with which old programs end lines, are read as ends of lines.
func Text(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	if start, _ := in.Peek(2); len(start) == 2 && (start[0] == 0) != (start[1] == 0) {
		return failing{errors.New("a text in UTF-16 without a mark of the order of its bytes: want UTF-8")}
	}
	text := bufio.NewReader(transform.NewReader(in, unicode.BOMOverride(transform.Nop)))
	start, _ := text.Peek(4096)
	if bytes.IndexByte(start[:max(0, len(start)-1)], '\r') >= 0 && bytes.IndexByte(start, '\n') < 0 {
		return returns{text}
	}
	return text
}

// returns reads each carriage return as the end of a line.
type returns struct{ io.Reader }

func (r returns) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// failing is a reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// Brief is a text to be quoted in a message, cut if it is long.
func Brief(text string) string { return Cut(text, 400) }

// Cut is Brief for a text of which more is shown.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(text[:most], ""), len(text))
}

func tooLong(name string, most int64) error {
	size := fmt.Sprintf("%d bytes", most)
	if most >= 1<<20 {
		size = fmt.Sprintf("%d MiB", most>>20)
	} else if most >= 1<<10 {
		size = fmt.Sprintf("%d KiB", most>>10)
	}
	return &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: it is read up to %s", ErrTooLong, size)}
}
