package export

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/store"
)

// WriteCSV writes runs as comma-separated values, with a header.
func WriteCSV(out io.Writer, records []*store.Record) error { return write(NewCSV(out), records) }

// NewCSV makes a Writer of comma-separated values, with a header.
func NewCSV(out io.Writer) Writer {
	buffered := bufio.NewWriter(out)
	w := &csvWriter{buffer: buffered, out: csv.NewWriter(buffered)}
	return w
}

// begin writes the header. An error is kept until the file is closed.
func (w *csvWriter) begin(quote string) {
	last := len(columns) - 1
	fmt.Fprintf(w.buffer, "%s,%s%s%s\n", strings.Join(columns[:last], ","), quote, columns[last], quote)
}

type csvWriter struct {
	buffer  *bufio.Writer
	out     *csv.Writer
	fields  []string // of the latest row, which is written when it is known whether it is the last
	closing closing
	text    []byte
	ends    []int
	room    []byte // of a checksum
}

// A closing says how many rows a file has, and the sum of their checksums. It stands behind the checksum of the last
// row.
type closing struct{ rows, sum uint64 }

// add counts a row with its checksum.
func (c *closing) add(crc string) {
	sum, _ := strconv.ParseUint(crc, 16, 32) // another text is no checksum, and the row is damaged
	c.rows++
	c.sum += sum
}

// String is the closing in a file.
func (c closing) String() string { return fmt.Sprintf("-%d-%016x", c.rows, c.sum) }

// cutClosing separates a checksum from the closing behind it; there is none if said is "".
func cutClosing(text string) (crc, said string) {
	if at := len("00000000"); len(text) > at && text[at] == '-' {
		return text[:at], text[at:]
	}
	return text, ""
}

func (w *csvWriter) Write(rec *store.Record) error {
	x, err := checkedRow(rec, &w.room)
	if err != nil {
		return err
	}
	if w.text, w.ends, err = x.texts(w.text[:0], w.ends[:0]); err != nil {
		return err
	}
	if w.fields == nil {
		w.begin(`"`)
	} else if err := w.out.Write(w.fields); err != nil {
		return err
	}
	text, from := string(w.text), 0
	w.fields = w.fields[:0]
	for _, end := range w.ends {
		w.fields = append(w.fields, text[from:end])
		from = end
	}
	w.closing.add(*x.CRC)
	return nil
}

func (w *csvWriter) Close() error {
	if w.fields == nil {
		w.begin("") // no row can have a closing
	} else {
		w.fields[len(w.fields)-1] += w.closing.String()
		w.out.Write(w.fields)
	}
	w.out.Flush()
	return cmp.Or(w.out.Error(), w.buffer.Flush())
}

// ReadCSV reads a file written by WriteCSV. Lost rows and changed columns are errors. In a file that another program
// has written, and in which nothing says how many rows there were, lines and columns that are not required may be
// missing, and the columns may be in another order. With an error, which names the line, it also returns the results
// before it.
func ReadCSV(in io.Reader) ([]Line, error) {
	return collected(func(f func(Line) error) error { return eachCSV(in, f) })
}

// eachCSV calls f with each run of a file; see ReadCSV.
func eachCSV(in io.Reader, f func(Line) error) error {
	buffered := bufio.NewReader(input.Text(in))
	start, _ := buffered.Peek(4096)
	first, _, _ := bytes.Cut(start, []byte("\n"))
	whole := bytes.HasSuffix(bytes.TrimRight(first, "\r"), []byte{'"'}) // it has a closing
	r := csv.NewReader(buffered)
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
	if differ := differences(header); whole && differ != "" {
		return fmt.Errorf("1: %w: %s: want the columns that focal export wrote, or without the quotes around the last a "+
			"file of another program", store.ErrDamaged, differ)
	}
	places := make([]*field, len(header)) // nil for other columns
	for i, name := range header {
		if slices.Contains(header[:i], name) && slices.Contains(columns, name) {
			return fmt.Errorf("1: two columns are named %q", name)
		}
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
	var have closing
	said, end := "", 1 // the closing, and the line of the last row
	pass := func(line Line) error {
		line.Foreign = !whole
		return f(line)
	}
	for b := range inorder.Map(batches, func(b lines) lines { return b.parse(places, checked) }) {
		have.rows += b.have.rows
		have.sum += b.have.sum
		said += b.said
		if n := len(b.numbers); n > 0 {
			end = b.numbers[n-1]
		}
		if err := b.pass(pass, &found); err != nil {
			return err
		}
		switch {
		case b.err == io.EOF && (whole || said != "") && found.none():
			if err := have.compare(said); err != nil {
				return fmt.Errorf("%d: %w", end, err)
			}
			return nil
		case b.err == io.EOF:
			return found.err(nil)
		case b.err != nil:
			return found.err(plain(b.err))
		}
	}
	return nil
}

// compare compares the rows of a file with those that its closing speaks of.
func (c closing) compare(said string) error {
	rows, _, _ := strings.Cut(strings.TrimPrefix(said, "-"), "-")
	switch {
	case said == c.String():
		return nil
	case said == "":
		return damaged("the file has %d rows and ends without its closing: rows are missing at its end", c.rows)
	case rows != fmt.Sprint(c.rows):
		return damaged("the file has %d rows, and %s were written", c.rows, rows)
	}
	return damaged("the file has other rows than the %d that were written", c.rows)
}

// differences says which columns a header lacks, and which it has in their places.
func differences(header []string) string {
	without := func(all, some []string) string {
		known := func(name string) bool { return slices.Contains(some, name) }
		return strings.Join(slices.DeleteFunc(slices.Clone(all), known), ", ")
	}
	missing, others := without(columns, header), without(header, columns)
	if missing != "" && others != "" {
		return fmt.Sprintf("no column %s, and in its place %s", missing, others)
	} else if missing != "" {
		return "no column " + missing
	}
	return ""
}

// atOnce is how many rows are read before they are parsed.
const atOnce = 256

// lines are some consecutive lines of a file.
type lines struct {
	numbers []int
	texts   [][]string
	err     error // why there are no more
	have    closing
	said    string // the closing, if it is among these rows
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
		if x.CRC != nil {
			crc, said := cutClosing(*x.CRC)
			x.CRC = &crc
			b.said += said
			b.have.add(crc)
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
