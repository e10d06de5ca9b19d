package export_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// One flipped bit in a file is noticed, or changes nothing that is read.
func TestFlippedBits(t *testing.T) {
	flips := 1000
	if n, err := strconv.Atoi(os.Getenv("FOCAL_FLIPS")); err == nil {
		flips = n
	}
	all := records(t)
	for form, write := range map[string]func(*bytes.Buffer) error{
		"csv":     func(b *bytes.Buffer) error { return export.WriteCSV(b, all) },
		"parquet": func(b *bytes.Buffer) error { return export.WriteParquet(b, all) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		want, err := export.Parse("runs."+form, b.Bytes())
		if err != nil || !want[0].Checked {
			t.Fatal(err, want[0].Checked)
		}
		r := rand.New(rand.NewPCG(15, 4))
		noticed, named, unchecked, harmless := 0, 0, 0, 0
		for range flips {
			changed := bytes.Clone(b.Bytes())
			at := r.IntN(len(changed))
			changed[at] ^= 1 << r.IntN(8)
			have, err := export.Parse("runs."+form, changed)
			var row *export.Damage
			switch {
			case err != nil:
				noticed++
				if errors.As(err, &row) {
					named++
				}
			case len(have) > 0 && !have[0].Checked: // the reader reports it
				unchecked++
			case reflect.DeepEqual(have, want):
				harmless++
			default:
				t.Errorf("%s: bit flipped in byte %d of %d: silently different", form, at, len(changed))
			}
		}
		t.Logf("%s: %d flips: %d noticed, %d of them with their row; %d took the checksums away, %d changed nothing",
			form, flips, noticed, named, unchecked, harmless)
	}
}

// A flipped bit in parts without a checksum, the footer and the pages' headers, is
// noticed too, or changes nothing that is read, and takes little memory.
func TestFlippedHeaders(t *testing.T) {
	step := 103
	if testing.Short() {
		step = 409
	}
	if os.Getenv("FOCAL_FLIPS") != "" {
		step = 1
	}
	for form, data := range map[string][]byte{"of focal": parquetFile(t), "of another program": unsummed(parquetFile(t))} {
		want, err := export.Parse("runs.parquet", data)
		if err != nil || !want[0].Checked {
			t.Fatal(err, want[0].Checked)
		}
		flips, noticed, unchecked, most := 0, 0, 0, uint64(0)
		for i, part := 0, headers(t, data); i < 8*len(part); i += step {
			at, bit := part[i/8], byte(1)<<(i%8)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			data[at] ^= bit
			have, err := export.Parse("runs.parquet", data)
			data[at] ^= bit
			runtime.ReadMemStats(&after)
			most = max(most, after.TotalAlloc-before.TotalAlloc)
			if most > 256<<20 {
				t.Fatalf("%s: bit %d flipped in byte %d of %d: %d MiB", form, i%8, at, len(data), most>>20)
			}
			flips++
			switch {
			case err != nil:
				noticed++
			case len(have) > 0 && !have[0].Checked:
				unchecked++
			case !reflect.DeepEqual(have, want):
				t.Errorf("%s: bit %d flipped in byte %d of %d: silently different", form, i%8, at, len(data))
			}
		}
		t.Logf("%s: %d flips: %d noticed, %d took the checksums away, at most %d MiB",
			form, flips, noticed, unchecked, most>>20)
		if form == "of focal" && noticed != flips {
			t.Errorf("%d of %d flips were noticed", noticed, flips)
		}
	}
}

// Of a file with very many damaged rows the error names twenty and counts the others.
func TestManyDamages(t *testing.T) {
	var b bytes.Buffer
	if err := export.WriteCSV(&b, records(t)); err != nil {
		t.Fatal(err)
	}
	header, rows, _ := strings.Cut(b.String(), "\n")
	row, _, _ := strings.Cut(rows, "\n")
	digit := strings.LastIndexAny(row, "0123456789")
	other := "1"
	if row[digit] == '1' {
		other = "2"
	}
	bad := row[:digit] + other + row[digit+1:]
	lines, err := export.Parse("runs.csv", []byte(header+"\n"+strings.Repeat(bad+"\n", 2500)+row+"\n"))
	if len(lines) != 1 || !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("%d lines, want the one that is not damaged; %.200v", len(lines), err)
	}
	if text := err.Error(); strings.Count(text, "\n") != 20 || !strings.HasSuffix(text, "2480 more rows") {
		t.Errorf("%d lines of errors, the last %q", strings.Count(text, "\n")+1, text[strings.LastIndex(text, "\n")+1:])
	}
}

// parquetFile returns a file of a few runs.
func parquetFile(t testing.TB) []byte {
	var b bytes.Buffer
	if err := export.WriteParquet(&b, records(t)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unsummed returns a file without checksums, as another program would write it.
func unsummed(data []byte) []byte {
	data = bytes.Replace(data, []byte("focal version 2"), []byte("other version 2"), 1)
	return bytes.Replace(data, []byte("FSUM"), []byte("none"), 1)
}

// headers returns the positions of the bytes of a file's page headers and of its end.
func headers(t testing.TB, data []byte) (places []int) {
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	add := func(from, to int) {
		for ; from < to; from++ {
			places = append(places, from)
		}
	}
	for _, group := range file.Metadata().RowGroups {
		for _, column := range group.Columns {
			at := int(cmp.Or(column.MetaData.DictionaryPageOffset, column.MetaData.DataPageOffset))
			for end := at + int(column.MetaData.TotalCompressedSize); at < end; {
				var h format.PageHeader
				in := new(thrift.CompactProtocol).NewReaderFromBytes(data[at:end])
				if err := thrift.NewDecoder(in).Decode(&h); err != nil {
					t.Fatal(err)
				}
				add(at, at+in.BytesRead())
				at += in.BytesRead() + int(h.CompressedPageSize)
			}
		}
	}
	add(len(data)-8-int(binary.LittleEndian.Uint32(data[len(data)-8:])), len(data))
	return places
}

// A CSV file from which something is missing is refused, and the reason says what. What another program has made of it
// is read and marked as foreign.
func TestWholeCSV(t *testing.T) {
	all := records(t)
	var b bytes.Buffer
	if err := export.WriteCSV(&b, all); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(b.String(), "\n")
	lines = lines[:len(lines)-1]
	header, n := lines[0], len(all)
	join := func(lines ...[]string) string { return strings.Join(slices.Concat(lines...), "") }
	rows := fmt.Sprintf("the file has %d rows, and %d were written", n-1, n)
	for name, test := range map[string]struct{ text, want string }{
		"a row is missing":        {join(lines[:2], lines[3:]), rows + ": the row with the checksum " + sumIn(lines[2]) + " is missing between"},
		"two rows are missing":    {join(lines[:2], lines[4:]), ": 2 are missing between the lines 2 and 3"},
		"the last row is missing": {join(lines[:n]), "ends without its closing"},
		"only the header":         {header, "ends without its closing"},
		"a row for another":       {join(lines[:2], lines[1:2], lines[3:]), "it has other ones between the lines"},
		"a column has another name": {join([]string{strings.Replace(header, "wall_ns", "wall_nz", 1)}, lines[1:]),
			"1: damaged: no column wall_ns, and in its place wall_nz"},
		"a letter of the last column": {join([]string{strings.Replace(header, "crc32c", "crc32d", 1)}, lines[1:]),
			"no column crc32c, and in its place crc32d"},
		"its quotes and a row": {join([]string{strings.Replace(header, `"crc32c"`, "crc32c", 1)}, lines[2:]), rows},
		"two columns":          {join([]string{strings.Replace(header, "fmin", "cost", 1)}, lines[1:]), "no column"},
	} {
		got, err := export.Parse("runs.csv", []byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "runs.csv:") {
			t.Errorf("%s: %d lines, %v; want %s", name, len(got), err, test.want)
		}
	}
	for name, test := range map[string]struct {
		text    string
		foreign bool
	}{
		"as written":                     {b.String(), false},
		"in another order":               {join(lines[:1], lines[2:], lines[1:2]), false},
		"with the line ends of Windows":  {strings.ReplaceAll(b.String(), "\n", "\r\n"), false},
		"quotes that a program left out": {strings.Replace(b.String(), `"crc32c"`, "crc32c", 1), true},
		"and a row fewer":                {strings.Replace(join(lines[:n]), `"crc32c"`, "crc32c", 1), true},
	} {
		got, err := export.Parse("runs.csv", []byte(test.text))
		if err != nil || len(got) < n-1 || got[0].Foreign != test.foreign || !got[0].Checked {
			t.Errorf("%s: %d lines, foreign: %v, %v", name, len(got), got[0].Foreign, err)
		}
	}
}

// sumIn is the checksum at the end of a line.
func sumIn(line string) string {
	sum := line[strings.LastIndexByte(strings.TrimSpace(line), ',')+1:]
	return sum[:8]
}

// Where rows are missing is said, in a file of any size: the lines that are named enclose them.
func TestWhereRowsAreMissing(t *testing.T) {
	one := records(t)[0]
	r := rand.New(rand.NewPCG(56, 2))
	for range 60 {
		n := 2 + r.IntN(400)
		var b bytes.Buffer
		w := export.NewCSV(&b)
		for i := range n {
			rec, result := *one, *one.Result
			result.Seed, rec.Result, rec.Key = uint64(i), &result, ""
			if err := w.Write(&rec); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(b.String(), "\n")
		at := 1 + r.IntN(n-1) // of the first that goes; the last one stays
		gone := 1 + r.IntN(n-at)
		_, err := export.Parse("runs.csv", []byte(strings.Join(slices.Concat(lines[:at], lines[at+gone:]), "")))
		var line, from, to, m int
		text := fmt.Sprint(err)
		place := text[max(strings.Index(text, "between"), 0):]
		fmt.Sscanf(text, "runs.csv:%d: damaged: the file has %d rows", &line, &m)
		fmt.Sscanf(place, "between the lines %d and %d", &from, &to)
		// Row i stands on line i+1 of the whole file; those before the gap keep their lines.
		if m != n-gone || line != from || from > at || to < at+1 || (gone > 1) != strings.Contains(text, fmt.Sprintf(": %d are missing", gone)) {
			t.Errorf("of %d rows %d to %d: %v", n, at, at+gone-1, err)
		}
		if 32*(to-from) > 3*n+96 {
			t.Errorf("of %d rows %d: %d lines to look at", n, gone, to-from)
		}
	}
}

// All damaged rows are reported with their lines, and the others are read.
func TestDamagedRowsAreNamed(t *testing.T) {
	all := records(t)
	var b bytes.Buffer
	if err := export.WriteCSV(&b, all); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(b.String(), ","+strconv.FormatInt(all[1].Result.Expanded, 10)+",", ",1,", 1)
	text = strings.Replace(text, all[4].Result.Digest, "0"+all[4].Result.Digest[1:], 1)
	lines, err := export.Parse("runs.csv", []byte(text))
	if len(lines) != len(all)-2 || !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("%d lines of %d, %v", len(lines), len(all), err)
	}
	if n := strings.Count(err.Error(), "is damaged: its checksum is "); n != 2 ||
		!strings.HasPrefix(err.Error(), "runs.csv:") {
		t.Errorf("%d rows are named: %v", n, err)
	}
	// A file of an older version is read without checks.
	old := strings.ReplaceAll(b.String(), "\n", "\n")
	header, rest, _ := strings.Cut(old, "\n")
	if lines, err = export.Parse("old.csv", []byte(strings.TrimSuffix(header, `,"crc32c"`)+",more\n"+rest)); err != nil ||
		len(lines) != len(all) || lines[0].Checked {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}
