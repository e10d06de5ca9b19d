package export

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/store"
)

// WriteCSV writes runs as comma-separated values, with a header.
func WriteCSV(out io.Writer, records []*store.Record) error { return write(NewCSV(out), records) }

// NewCSV makes a Writer of comma-separated values, with a header.
func NewCSV(out io.Writer) Writer {
	w := &csvWriter{out: csv.NewWriter(out), fields: make([]string, len(columns))}
	w.out.Write(columns) // an error is kept until it is closed
	return w
}

type csvWriter struct {
	out    *csv.Writer
	fields []string
	text   []byte
	ends   []int
	room   []byte // of a checksum
}

func (w *csvWriter) Write(rec *store.Record) error {
	x, err := checkedRow(rec, &w.room)
	if err != nil {
		return err
	}
	if w.text, w.ends, err = x.texts(w.text[:0], w.ends[:0]); err != nil {
		return err
	}
	text, from := string(w.text), 0
	for i, end := range w.ends {
		w.fields[i] = text[from:end]
		from = end
	}
	return w.out.Write(w.fields)
}

func (w *csvWriter) Close() error {
	w.out.Flush()
	return w.out.Error()
}

// ReadCSV reads a file written by WriteCSV. Another program may have removed lines,
// removed columns that are not required, or changed the order of columns. With an
// error, which names the line, it also returns the results before it.
func ReadCSV(in io.Reader) ([]Line, error) {
	return collected(func(f func(Line) error) error { return eachCSV(in, f) })
}

// eachCSV calls f with each run of a file; see ReadCSV.
func eachCSV(in io.Reader, f func(Line) error) error {
	r := csv.NewReader(in)
	r.ReuseRecord = true
	header, err := r.Read()
	if err == io.EOF {
		return errors.New("no header: want a file as focal export writes it")
	}
	if err != nil {
		return plain(err)
	}
	if err := complete(header); err != nil {
		return fmt.Errorf("1: %w", err)
	}
	places := make([]*field, len(header)) // nil for other columns
	for i, name := range header {
		for j := range fields {
			if fields[j].name == name {
				places[i] = &fields[j]
			}
		}
	}
	checked := !slices.ContainsFunc(columns,
		func(name string) bool { return !slices.Contains(header, name) }) // else columns were left out
	batches := func(yield func(lines) bool) {
		for {
			var b lines
			for len(b.texts) < atOnce && b.err == nil {
				var texts []string
				if texts, b.err = r.Read(); b.err == nil {
					number, _ := r.FieldPos(0)
					b.numbers, b.texts = append(b.numbers, number), append(b.texts, slices.Clone(texts))
				}
			}
			if !yield(b) || b.err != nil {
				return
			}
		}
	}
	var found damages
	for b := range inorder.Map(batches, func(b lines) lines { return b.parse(places, checked) }) {
		if err := b.pass(f, &found); err != nil {
			return err
		}
		switch {
		case b.err == io.EOF:
			return found.err(nil)
		case b.err != nil:
			return found.err(plain(b.err))
		}
	}
	return nil
}

// atOnce is how many rows are read before they are parsed.
const atOnce = 256

// lines are some consecutive lines of a file.
type lines struct {
	numbers []int
	texts   [][]string
	err     error // why there are no more
	parsed
}

func (b lines) parse(places []*field, checked bool) lines {
	for i, texts := range b.texts {
		number := b.numbers[i]
		var x row
		for i, text := range texts {
			if places[i] == nil {
				continue
			}
			if err := places[i].parse(text, &x); err != nil {
				b.failure = fmt.Errorf("%d: column %q: %w", number, places[i].name, err)
				return b
			}
		}
		if !b.add(&x, "", number, checked) {
			return b
		}
	}
	return b
}

// plain puts the line first, as in other errors.
func plain(err error) error {
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%d: %w", wrong.Line, wrong.Err)
	}
	return err
}
