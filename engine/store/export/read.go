package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// A Line is a run and the line of the file on which it begins; in Parquet, which has no
// lines, the number of its row. Facts about the run's origin that the file lacks are
// empty.
type Line struct {
	Number int
	*record.Record
	Checked bool // the row has a checksum, and it is correct
	Foreign bool // the file does not say how many rows it has, so that lost ones would go unnoticed
	// Unread are the columns of another program's table whose names stand for none of ours.
	Unread []string
}

// parsed is what some consecutive rows of a file hold.
type parsed struct {
	lines   []Line
	damages []error // of each line
	failure error   // why the lines end before the rows
	room    []byte  // of a checksum
}

// add adds a row, which errors name by a word and its number. It returns false if the row
// cannot be read.
func (p *parsed) add(x *row, word string, number int, checked bool) bool {
	var damage error
	if checked && !errors.Is(x.failed, record.ErrUnknownDomain) {
		if damage = x.check(&p.room); damage != nil {
			damage = fmt.Errorf("%s%d: %w", word, number, damage)
		}
	}
	if damage == nil && x.failed != nil {
		p.failure = fmt.Errorf("%s%d: %w", word, number, x.failed)
		return false
	}
	p.lines = append(p.lines, Line{Number: number, Record: x.rec, Checked: checked && x.sum != ""})
	p.damages = append(p.damages, damage)
	return true
}

// pass calls f with each line, in order, and adds what is wrong with damaged ones to
// found instead.
func (p *parsed) pass(f func(Line) error, found *damages) error {
	for i, line := range p.lines {
		if damage := p.damages[i]; damage != nil {
			found.add(damage)
		} else if err := f(line); err != nil {
			return err
		}
	}
	return p.failure
}

// damages is what is wrong with the damaged rows of a file: all of them are counted, and
// the first mostNamed are named.
type damages struct {
	named []error
	more  int
}

const mostNamed = 20

func (d *damages) add(damage error) {
	if len(d.named) < mostNamed {
		d.named = append(d.named, damage)
	} else {
		d.more++
	}
}

// none reports whether no row is damaged.
func (d *damages) none() bool { return len(d.named) == 0 }

// err is one error for all, and for what ends the file, which may be nil.
func (d *damages) err(end error) error {
	all := d.named
	if d.more > 0 {
		all = append(all, fmt.Errorf("%w: %d more rows", store.ErrDamaged, d.more))
	}
	if end != nil {
		all = append(all, end)
	}
	return errors.Join(all...)
}

// Read reads the results in a CSV or Parquet file:
//
//	results, err := export.Read("runs.parquet")
//
// A CSV file of another program is read too if foreign says how, as in [Each]:
//
//	results, err := export.Read("other.csv", export.Foreign{"secs": "cpu_s"})
func Read(path string, foreign ...Foreign) ([]*engine.Result, error) {
	lines, err := ReadLines(path, foreign...)
	results := make([]*engine.Result, len(lines))
	for i, line := range lines {
		results[i] = line.Result
	}
	return results, err
}

// MostBytes is the greatest size of a file of results that is read as a whole.
const MostBytes = 512 << 20

// ReadLines reads the runs in a CSV or Parquet file, each with its place in it.
func ReadLines(path string, foreign ...Foreign) ([]Line, error) {
	lines, err := collected(func(f func(Line) error) error { return Each(path, f, foreign...) })
	if err != nil {
		return nil, err // part of a file must not pass for all of it
	}
	return lines, nil
}

// Each calls f with each run in a CSV or Parquet file, in order, and reads few of them
// ahead. An error of f ends it. An error of the file is returned after all runs before
// it have been passed to f. Damaged rows are left out: the error names the first
// thousand of them, and counts the others.
//
// A CSV file that another program has written for itself is read too if foreign says how.
func Each(path string, f func(Line) error, foreign ...Foreign) error {
	return each(path, true, f, foreign)
}

// EachSummary is like Each, but the runs may lack their moves and the facts about their
// origin. A Parquet file that has a checksum of its own is read faster without them.
func EachSummary(path string, f func(Line) error) error { return each(path, false, f, nil) }

func each(path string, whole bool, f func(Line) error, foreign []Foreign) error {
	file, err := os.Open(path)
	if err != nil {
		return input.Plain(path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return input.Plain(path, err)
	}
	if !info.Mode().IsRegular() { // a pipe, which can be read only once
		data, err := input.ReadFile(path, MostBytes, func(first []byte) error {
			if !Known(path, first) {
				return errUnknown
			}
			return nil
		})
		if err != nil {
			return input.Plain(path, err)
		}
		return eachOf(path, bytes.NewReader(data), int64(len(data)), whole, f, foreign)
	}
	return eachOf(path, file, info.Size(), whole, f, foreign)
}

// errUnknown is what is wrong with a file that is not [Known].
var errUnknown = errors.New("neither CSV nor Parquet: want a file as focal export writes it")

// EachOf is like Each for size bytes of in. The name is for errors.
func EachOf(name string, in io.ReaderAt, size int64, f func(Line) error) error {
	return eachOf(name, in, size, true, f, nil)
}

func eachOf(name string, in io.ReaderAt, size int64, whole bool, f func(Line) error, foreign []Foreign) error {
	start := make([]byte, 4096)
	n, err := in.ReadAt(start, 0)
	if err != nil && err != io.EOF {
		return input.Plain(name, err)
	}
	var own error // of f
	keep := func(line Line) error {
		own = f(line)
		return own
	}
	separator := ": "
	if bytes.HasPrefix(start[:n], []byte(parquetMagic)) {
		err = eachParquet(in, size, whole, keep)
	} else {
		separator = ":"
		if len(foreign) == 0 || len(foreign[0]) == 0 {
			err = eachCSV(io.NewSectionReader(in, 0, size), keep)
		}
		if len(foreign) == 0 && errors.Is(err, errIncomplete) {
			err = fmt.Errorf("%w; a table of another program is read with export.Foreign{}", err)
		}
		if len(foreign) > 0 && (len(foreign[0]) > 0 || errors.Is(err, errIncomplete)) {
			err = eachForeign(io.NewSectionReader(in, 0, size), foreign[0], keep)
		}
	}
	switch {
	case own != nil:
		return own
	case err != nil && !Known(name, start[:n]):
		return fmt.Errorf("%s: %w", name, errUnknown)
	}
	return named(err, name+separator)
}

// collected are the lines that a function passes on.
func collected(each func(f func(Line) error) error) (lines []Line, err error) {
	err = each(func(line Line) error {
		lines = append(lines, line)
		return nil
	})
	return lines, err
}

const parquetMagic = "PAR1"

// Known reports whether a file's contents are in one of the two formats: Parquet by its
// first bytes, CSV by the file's name or its header, and as text, which has no zero bytes.
func Known(name string, data []byte) bool {
	if bytes.HasPrefix(data, []byte(parquetMagic)) {
		return true
	}
	header, _, _ := bytes.Cut(data, []byte("\n"))
	named := strings.EqualFold(filepath.Ext(name), ".csv") || bytes.Contains(header, []byte("problem_sha256,"))
	return named && bytes.IndexByte(data, 0) < 0
}

// KnownFile reports whether the file at path is [Known].
func KnownFile(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, 4096)
	n, _ := io.ReadFull(file, start)
	return Known(path, start[:n])
}

// Parse is like Each for the contents of a file. With an error, which names the
// file and for CSV the line, it also returns the results before it.
func Parse(name string, data []byte, foreign ...Foreign) ([]Line, error) {
	return collected(func(f func(Line) error) error {
		return eachOf(name, bytes.NewReader(data), int64(len(data)), true, f, foreign)
	})
}

// named puts a name before an error, or before each of several joined errors.
func named(err error, before string) error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("%s%w", before, err)
	}
	var all []error
	for _, err := range joined.Unwrap() {
		all = append(all, named(err, before))
	}
	return errors.Join(all...)
}
