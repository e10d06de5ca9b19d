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
	"strings"
	"sync"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
)

// WriteCSV writes runs as comma-separated values, with a header.
func WriteCSV(out io.Writer, records []*record.Record) error { return write(NewCSV(out), records) }

// NewCSV makes a Writer of comma-separated values, with a header.
func NewCSV(out io.Writer) Writer {
	buffered := bufio.NewWriter(out)
	w := &csvWriter{buffer: buffered, out: csv.NewWriter(buffered)}
	return w
}

// begin writes the header. An error is kept until the file is closed.
func (w *csvWriter) begin(quote string) {
	last := len(names) - 1
	fmt.Fprintf(w.buffer, "%s,%s%s%s\n", strings.Join(names[:last], ","), quote, names[last], quote)
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

func (w *csvWriter) Write(rec *record.Record) error {
	w.text, w.ends = w.text[:0], w.ends[:0]
	for _, c := range record.Stored {
		w.text = c.Append(w.text, rec)
		w.ends = append(w.ends, len(w.text))
	}
	if w.fields == nil {
		w.begin(`"`)
	} else if err := w.out.Write(w.fields); err != nil {
		return err
	}
	text, from := string(w.text), 0
	w.fields = w.fields[:0]
	for i, end := range w.ends {
		field := text[from:end]
		if record.Stored[i].Kind == record.Text {
			field = output.Cell(field)
		}
		w.fields, from = append(w.fields, field), end
	}
	sum := checksum(rec, &w.room)
	w.fields = append(w.fields, sum)
	w.closing.add(sum)
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

// eachCSV calls f with each run of a file. Lost rows and changed columns are errors. In a file that another program
// has written, and in which nothing says how many rows there were, lines and columns that are not required may be
// missing, and the columns may be in another order. Errors begin with the line.
func eachCSV(in io.Reader, f func(Line) error) error {
	buffered := bufio.NewReader(input.Text(in))
	start, _ := buffered.Peek(4096)
	first, _, _ := bytes.Cut(start, []byte("\n"))
	whole := bytes.HasSuffix(bytes.TrimRight(first, "\r"), []byte{'"'}) // it has a closing
	r := csv.NewReader(buffered)
	r.ReuseRecord = true
	header, err := r.Read()
	if err == io.EOF {
		return errors.New("1: no header: want a file as focal export writes it")
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
	for i, name := range header {
		if slices.Contains(header[:i], name) && slices.Contains(names, name) {
			return fmt.Errorf("1: two columns are named %q", name)
		}
	}
	checked := hasAll(header)                        // else columns were left out
	places := []int{slices.Index(header, sumColumn)} // of the checksum and the columns
	for _, c := range record.Settable {
		places = append(places, slices.Index(header, c.Name))
	}
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
	said, numbers := "", []int{1} // the closing, and the lines of the header and the rows
	pass := func(line Line) error {
		line.Foreign = !whole
		return f(line)
	}
	for b := range inorder.Map(batches, func(b lines) lines { return b.parse(places, checked) }) {
		have.rows = append(have.rows, b.have.rows...)
		said, numbers = said+b.said, append(numbers, b.numbers...)
		if err := b.pass(pass, &found); err != nil {
			return err
		}
		switch {
		case b.err == io.EOF && (whole || said != "") && found.none():
			return have.compare(said, numbers)
		case b.err == io.EOF:
			return found.err(nil)
		case b.err != nil:
			return found.err(plain(b.err))
		}
	}
	return nil
}

// differences says which columns a header lacks, and which it has in their places.
func differences(header []string) string {
	without := func(all, some []string) string {
		known := func(name string) bool { return slices.Contains(some, name) }
		return strings.Join(slices.DeleteFunc(slices.Clone(all), known), ", ")
	}
	missing, others := without(names, header), without(header, names)
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

// readers are kept for parsing.
var readers = sync.Pool{New: func() any { return record.NewReader() }}

func (b lines) parse(places []int, checked bool) lines {
	in := readers.Get().(*record.Reader)
	defer readers.Put(in)
	rows := newRows(len(b.texts))
	for i, texts := range b.texts {
		x := &rows[i]
		for j, c := range record.Settable {
			if places[1+j] < 0 {
				continue
			}
			text := texts[places[1+j]]
			if c.Kind == record.Text {
				text = input.Cell(text)
			}
			v, err := c.Parse(text)
			if err != nil {
				x.fail(c.Name, err)
				continue
			}
			x.set(in, c, v)
		}
		if places[0] >= 0 {
			crc, said := cutClosing(texts[places[0]])
			x.sum = crc
			b.said += said
			b.have.add(crc)
		}
		if !b.add(x, "", b.numbers[i], checked) {
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
