package export_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// records are runs of every kind, from a store.
func records(t testing.TB) []*record.Record {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "korf.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	shard, err := s.Shard()
	if err != nil {
		t.Fatal(err)
	}
	third := engine.FS(2)
	third.W = engine.Ratio{Num: 4, Den: 3}
	odd := engine.AFS().With(engine.Schedule{Step: engine.Ratio{Num: 1, Den: 3}, Stop: engine.Ratio{Num: 1, Den: 1},
		UntilProved: true})
	limits := engine.WithLimits(engine.Limits{Expanded: 30, Inserted: 1e6, Generated: 1e6, Time: time.Hour,
		Memory: 1 << 30})
	for _, name := range []string{"npuzzle/random-8/2:heavy", "npuzzle/random-8/10:inverse", "npuzzle/random-8/1"} {
		p := domains.Get(name)
		for _, r := range []*engine.Result{
			engine.Solve(context.Background(), p, engine.PFS(1.5, 0.7), engine.Seed(1<<63+5)),
			engine.Solve(context.Background(), p, engine.AStar()),
			engine.Solve(context.Background(), p, third),
			engine.Solve(context.Background(), p, engine.FS(1.05), limits),
			engine.Solve(context.Background(), p, odd),
		} {
			if r.Algorithm.Name == "pfs" {
				r.Warnings = []string{`a "warning", with a comma`, "and\nanother"}
			}
			if err := shard.Append(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	shard.Close()
	if _, err := s.Collect(); err != nil {
		t.Fatal(err)
	}
	all, err := s.Records(store.WithMoves())
	if err != nil || len(all) != 15 {
		t.Fatal(len(all), err)
	}
	return all
}

// read reads a file in either format.
func read(t testing.TB, form string, data []byte) []*engine.Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), "runs."+form)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	results, err := export.Read(path)
	if err != nil || !export.Known("-", data) {
		t.Fatal(err)
	}
	return results
}

// The name makes a file CSV only if it is text.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       bool
	}{
		{"runs.csv", "", true},
		{"runs.CSV", "problem,algorithm\n", true},
		{"-", "key,problem_sha256,cost\n1,2,3\n", true},
		{"-", "PAR1\x00", true},
		{"-", "problem,algorithm\n", false},
		{"zeros.csv", "\x00\x00", false},
		{"-", "problem_sha256,\x00", false},
	} {
		if got := export.Known(c.name, []byte(c.data)); got != c.want {
			t.Errorf("%s with %q: %v, want %v", c.name, c.data, got, c.want)
		}
	}
}

// What is written is read back as the same results, moves included, and verifies.
func TestRoundTrip(t *testing.T) {
	all := records(t)
	for form, write := range map[string]func(*bytes.Buffer) error{
		"csv":     func(b *bytes.Buffer) error { return export.WriteCSV(b, all) },
		"parquet": func(b *bytes.Buffer) error { return export.WriteParquet(b, all) },
	} {
		var first, second bytes.Buffer
		if err := write(&first); err != nil {
			t.Fatal(err)
		}
		for i, r := range read(t, form, first.Bytes()) {
			want := *all[i].Result
			if r.Moves == nil {
				r.Moves = want.Moves // there, nil and an empty list are the same
			}
			if !reflect.DeepEqual(r, &want) {
				t.Errorf("%s, row %d:\n got %+v\nwant %+v", form, i+1, r, want)
			}
			if err := engine.Verify(domains.Get(r.Problem), r); err != nil {
				t.Errorf("%s: %v", form, err)
			}
		}
		if err := write(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: written twice, two files: %v", form, err)
		}
	}
}

// Parquet leaves out the keys that follow from other columns by the rule that it names, and no others: that of a
// user-defined algorithm, and one of another revision. All keys are read as they were.
func TestKeys(t *testing.T) {
	all := records(t)
	own, older := *all[0], *all[1]
	r := *own.Result
	r.Algorithm.Version, r.Algorithm.Code = "1", "c0de"
	own.Result, own.Key = &r, record.Key(r.Digest, r.Algorithm, r.Seed, r.Limits)
	older.SetKey(record.Rule{Counters: record.CounterVersion, Revision: 7})
	all = append(all, &own, &older)
	var b bytes.Buffer
	if err := export.WriteParquet(&b, all); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[struct {
		Key      string `parquet:"key"`
		Counters *int64 `parquet:"counters,optional"`
		Revision *int64 `parquet:"revision,optional"`
	}](bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(rows) != len(all) {
		t.Fatal(len(rows), err)
	}
	for i, row := range rows {
		if kept := i >= len(all)-2; kept != (row.Key == all[i].Key) || kept != (row.Counters == nil) || !kept && row.Key != "" {
			t.Errorf("row %d: %+v, of key %s", i+1, row, all[i].Key)
		}
	}
	lines, err := export.Parse("runs.parquet", b.Bytes())
	if err != nil || len(lines) != len(all) {
		t.Fatal(len(lines), err)
	}
	for i, line := range lines {
		if line.Key != all[i].Key || !line.Checked {
			t.Errorf("row %d: key %s, want %s", i+1, line.Key, all[i].Key)
		}
	}
	if older.Version() != 0 || all[1].Version() != record.CounterVersion {
		t.Error("a key of another revision passes for one of this")
	}
}

// A summary has all of a result but its moves. It is noticed if a bit of the file is wrong. Of a
// file without a checksum of its own the whole rows are read, and checked.
func TestSummary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.parquet")
	summary := func(data []byte) (results []*engine.Result, checked bool, err error) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		err = export.EachSummary(path, func(line export.Line) error {
			checked = line.Checked
			if len(line.Result.Moves) == 0 {
				line.Result.Moves = nil
			}
			results = append(results, line.Result)
			return nil
		})
		return results, checked, err
	}
	file := parquetFile(t)
	want := read(t, "parquet", file)
	for _, r := range want {
		r.Moves = nil
	}
	have, _, err := summary(file)
	if err != nil || len(have) != len(want) {
		t.Fatalf("%d runs, %v, want %d", len(have), err, len(want))
	}
	for i := range want {
		if !reflect.DeepEqual(have[i], want[i]) {
			t.Errorf("row %d:\n got %+v\nwant %+v", i+1, have[i], want[i])
		}
	}
	r := rand.New(rand.NewPCG(15, 5))
	for range 200 {
		changed := bytes.Clone(file)
		at := r.IntN(len(changed))
		changed[at] ^= 1 << r.IntN(8)
		if _, _, err := summary(changed); err == nil {
			t.Errorf("bit flipped in byte %d of %d: no error", at, len(changed))
		}
	}
	have, checked, err := summary(unsummed(file))
	if err != nil || !checked || len(have) != len(want) || have[0].Moves == nil {
		t.Errorf("without a checksum: %v, checked %v, %v", have, checked, err)
	}
}

// Columns that are not needed may be missing, columns may be in another order, and
// unknown columns are ignored.
func TestOtherColumns(t *testing.T) {
	all := records(t)
	var b bytes.Buffer
	if err := export.WriteCSV(&b, all[:1]); err != nil {
		t.Fatal(err)
	}
	const need = "cost,mine,problem_sha256,problem,algorithm,w_exact,p,seed,status,unit,fmin,lower_bound,expanded,generated,inserted,reopened,guided,head"
	lines, err := export.Parse("x.csv", []byte(need+
		"\n,x,ab,npuzzle/korf/1,fs,4/3,1,7,limit: time,1,5,6,9,8,7,6,5,4\n"))
	want := engine.Result{
		Problem: "npuzzle/korf/1", Digest: "ab",
		Algorithm: engine.Algorithm{Name: "fs", W: engine.Ratio{Num: 4, Den: 3}, P: 1}, Seed: 7,
		Status: engine.LimitTime, Unit: 1, Cost: -1, FMin: 5, LowerBound: 6,
		Counters: engine.Counters{Expanded: 9, Generated: 8, Inserted: 7, Reopened: 6, Guided: 5, Head: 4},
	}
	if err != nil || len(lines) != 1 || lines[0].Number != 2 || !reflect.DeepEqual(lines[0].Result, &want) {
		t.Errorf("%+v, %v", lines, err)
	}
	for text, say := range map[string]string{
		"":             "1: no header",
		"a,b\n1,2":     "1: no column problem, problem_sha256, algorithm, w_exact, p, seed, status, unit, cost, fmin, lower_bound, expanded, ",
		need + "\n1,2": "2: wrong number of fields",
		need + "\nmany,x,ab,npuzzle/korf/1,fs,4/3,1,7,solved,1,5,6,9,8,7,6,5,4":  `2: column "cost": "many" is not an integer`,
		need + "\n1,x,ab,npuzzle/korf/1,fs,much,1,7,solved,1,5,6,9,8,7,6,5,4":    `2: column "w_exact": "much" is not`,
		need + "\n1,x,ab,npuzzle/korf/1,fs,2,most,7,solved,1,5,6,9,8,7,6,5,4":    `2: column "p": "most" is not a number`,
		need + "\n1,x,ab,npuzzle/korf/1,fs,2,1,-7,solved,1,5,6,9,8,7,6,5,4":      `2: column "seed": "-7" is not an integer that is not negative`,
		need + ",moves\n1,x,ab,a,fs,2,1,7,solved,1,5,6,9,8,7,6,5,4,1 up":         `2: column "moves": "up" is not`,
		need + ",incumbents\n1,x,ab,a,fs,2,1,7,solved,1,5,6,9,8,7,6,5,4,{}":      `2: column "incumbents": "{}" is not JSON`,
		need + ",schedule\n1,x,ab,a,afs,2,1,7,solved,1,5,6,9,8,7,6,5,4,nonsense": `2: column "schedule": "nonsense" is not JSON`,
	} {
		if _, err := export.Parse("x.csv", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "x.csv:"+strings.TrimPrefix(say, ":")) {
			t.Errorf("%q: %v, want %s", text, err, say)
		}
	}
	if _, err := export.Parse("x.parquet", []byte("PAR1, and no Parquet")); err == nil ||
		!strings.HasPrefix(err.Error(), "x.parquet: ") {
		t.Errorf("what is not Parquet: %v", err)
	}
	if _, err := export.Read("none.csv"); err == nil || err.Error() != "none.csv: no such file or directory" {
		t.Errorf("no file: %v", err)
	}
}

// Of a file of many pages, which are read on all cores while the next are on their way, every row is as it was written.
func TestManyPages(t *testing.T) {
	const n = 20_000
	one := records(t)[0]
	var b bytes.Buffer
	w := export.NewParquet(&b)
	for i := range n {
		rec, r := *one, *one.Result
		r.Seed, r.Moves, rec.Result = uint64(i), nil, &r
		r.Digest = strings.Repeat(string(rune('a'+i%26)), 1+i%64)
		r.Cost, r.Status, r.Incumbents = -1, engine.LimitTime, nil
		rec.Key = ""
		if err := w.Write(&rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer // the same rows in pages of some dozens
	out := parquet.NewGenericWriter[any](&small, file.Schema(), parquet.PageBufferSize(512), parquet.Compression(&zstd.Codec{}))
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		if _, err := parquet.CopyRows(out, rows); err != nil {
			t.Fatal(err)
		}
		rows.Close()
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	i := 0
	err = export.EachOf("runs", bytes.NewReader(small.Bytes()), int64(small.Len()), func(line export.Line) error {
		r := line.Result
		if want := strings.Repeat(string(rune('a'+i%26)), 1+i%64); !line.Checked || r.Seed != uint64(i) || r.Digest != want {
			t.Fatalf("row %d: checked %v, seed %d, %q, want %q", i, line.Checked, r.Seed, r.Digest, want)
		}
		i++
		return nil
	})
	if err != nil || i != n {
		t.Errorf("%d rows of %d, %.300v", i, n, err)
	}
}

// A name that a spreadsheet would run is marked in CSV, and read back as it is.
func TestFormulas(t *testing.T) {
	rec := *records(t)[0]
	r := *rec.Result
	r.Problem, rec.Result, rec.Key = "=HYPERLINK(1)/+a/@b", &r, ""
	var b bytes.Buffer
	if err := export.WriteCSV(&b, []*record.Record{&rec}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, ",'=HYPERLINK(1)/+a/@b,'=HYPERLINK(1),'+a,'@b,") {
		t.Errorf("not marked: %s", text)
	}
	if back := read(t, "csv", b.Bytes()); len(back) != 1 || back[0].Problem != r.Problem {
		t.Errorf("read back as %+v", back)
	}
}
