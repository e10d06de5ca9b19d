package store

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/focal-search/focal/engine"
)

// A line of a shard is a record and its checksum, a CRC-32C of the record's text. Nearly
// all lines contain only numbers and plain texts. These are encoded and decoded here
// without encoding/json, with the same result.
type line struct {
	Sum string          `json:"crc32c"`
	Run json.RawMessage `json:"run"`
}

func checksum(text []byte) string {
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(text, castagnoli))
	return hex.EncodeToString(sum[:])
}

const (
	lineSum = `{"crc32c":"`
	lineRun = `","run":`
)

// appendLine appends a record's line.
func (rec *Record) appendLine(b []byte) ([]byte, error) {
	at := len(b) + len(lineSum)
	b = append(b, lineSum+"00000000"+lineRun...)
	run := len(b)
	b, plain := rec.appendPlain(b)
	if !plain {
		text, err := json.Marshal(rec)
		if err != nil {
			return b, err
		}
		b = append(b[:run], text...)
	}
	copy(b[at:], checksum(b[run:]))
	return append(b, "}\n"...), nil
}

// appendPlain appends a record as json.Marshal writes it; false if it cannot.
func (rec *Record) appendPlain(b []byte) ([]byte, bool) {
	r := rec.Result
	ok := r.Trace == nil && len(r.Path) == 0 && len(r.Warnings) == 0 && r.Error == "" && len(r.Queues) == 0 &&
		r.Algorithm.Schedule == nil && r.Algorithm.Version == "" && r.Algorithm.Code == "" &&
		rec.Finished.Year() >= 0 && rec.Finished.Year() < 10_000 && rec.Finished.Location() == time.UTC
	text := func(before, value string) {
		ok = ok && plainText(value)
		b = append(append(append(b, before...), value...), '"')
	}
	number := func(before string, n int64) { b = strconv.AppendInt(append(b, before...), n, 10) }
	limit := func(before string, n int64) {
		if n == 0 {
			return
		}
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		number(before, n)
	}
	text(`{"key":"`, rec.Key)
	text(`,"result":{"problem":"`, r.Problem)
	text(`,"problem_sha256":"`, r.Digest)
	text(`,"algorithm":{"name":"`, r.Algorithm.Name)
	text(`,"w":"`, r.Algorithm.W.String())
	p := r.Algorithm.P
	ok = ok && (p == 0 || p >= 1e-6 && p <= 1) // other values, and NaN, have other formats
	b = strconv.AppendFloat(append(b, `,"p":`...), p, 'f', -1, 64)
	b = strconv.AppendUint(append(b, `},"seed":`...), r.Seed, 10)
	b = append(b, `,"limits":{`...)
	limit(`"inserted":`, r.Limits.Inserted)
	limit(`"generated":`, r.Limits.Generated)
	limit(`"expanded":`, r.Limits.Expanded)
	limit(`"time_ns":`, int64(r.Limits.Time))
	limit(`"memory_bytes":`, r.Limits.Memory)
	text(`},"status":"`, string(r.Status))
	for _, n := range numbersOf(r) {
		number(n.before, *n.value)
	}
	for i, m := range r.Moves {
		before := ","
		if i == 0 {
			before = `,"moves":[`
		}
		number(before, int64(m))
	}
	if len(r.Moves) > 0 {
		b = append(b, ']')
	}
	for i, x := range r.Incumbents {
		before := `,{"cost":`
		if i == 0 {
			before = `,"incumbents":[{"cost":`
		}
		number(before, x.Cost)
		number(`,"fmin":`, x.FMin)
		text(`,"w":"`, x.W.String())
		number(`,"expanded":`, x.Expanded)
		number(`,"wall_ns":`, int64(x.Wall))
		b = append(b, '}')
	}
	if len(r.Incumbents) > 0 {
		b = append(b, ']')
	}
	text(`},"engine_commit":"`, rec.Commit)
	text(`,"go_version":"`, rec.Go)
	text(`,"host":"`, rec.Host)
	number(`,"cores":`, int64(rec.Cores))
	b = append(rec.Finished.AppendFormat(append(b, `,"finished_at":"`...), time.RFC3339Nano), `"}`...)
	return b, ok
}

// A numbered is a number of a result with the text that precedes it in a line.
type numbered struct {
	before string
	value  *int64
}

// numbersOf returns the numbers of a result that every line has.
func numbersOf(r *engine.Result) [13]numbered {
	return [...]numbered{
		{`,"unit":`, &r.Unit}, {`,"cost":`, &r.Cost}, {`,"fmin":`, &r.FMin}, {`,"lower_bound":`, &r.LowerBound},
		{`,"expanded":`, &r.Expanded}, {`,"generated":`, &r.Generated}, {`,"inserted":`, &r.Inserted},
		{`,"reopened":`, &r.Reopened}, {`,"guided":`, &r.Guided}, {`,"head":`, &r.Head},
		{`,"peak_bytes":`, &r.PeakBytes}, {`,"wall_ns":`, (*int64)(&r.Wall)}, {`,"cpu_ns":`, (*int64)(&r.CPU)},
	}
}

// plainText reports whether a text needs no escapes in JSON.
func plainText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// lines reads lines of shards.
type lines struct {
	rest   []byte
	failed bool // the line is not plain
	known
}

func newLines() *lines { return &lines{known: newKnown()} }

// read reads a whole line back, and rejects anything inconsistent.
func (in *lines) read(text []byte) (*Record, error) {
	rec := in.plain(text)
	if rec == nil {
		var err error
		if rec, err = readLine(text); err != nil {
			return nil, err
		}
	}
	if id, ok := ParseID([]byte(rec.Key)); !ok || id != idOf(rec.Result) {
		return nil, rec.otherKey()
	}
	return rec, nil
}

// readLine reads any line, without checking its key.
func readLine(text []byte) (*Record, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("not a line of a shard: %w", err)
	}
	if sum := checksum(l.Run); sum != l.Sum {
		return nil, fmt.Errorf("the checksum is %s, not %s as it was written", sum, l.Sum)
	}
	rec := new(Record)
	if err := json.Unmarshal(l.Run, rec); err != nil {
		return nil, err
	}
	if rec.Result == nil {
		return nil, rec.otherKey()
	}
	return rec, nil
}

// plain reads a line written by appendPlain. It returns nil for any other line.
func (in *lines) plain(text []byte) *Record {
	head := len(lineSum) + 8 + len(lineRun)
	if len(text) < head+2 || string(text[:len(lineSum)]) != lineSum || string(text[head-len(lineRun):head]) != lineRun ||
		string(text[len(text)-2:]) != "}\n" {
		return nil
	}
	run := text[head : len(text)-2]
	if checksum(run) != string(text[len(lineSum):][:8]) {
		return nil
	}
	in.rest, in.failed = run, false
	r := new(engine.Result)
	rec := &Record{Result: r}
	in.expect(`{"key":"`)
	rec.Key = string(in.text())
	in.expect(`,"result":{"problem":"`)
	r.Problem = in.few()
	in.expect(`,"problem_sha256":"`)
	r.Digest = in.few()
	in.expect(`,"algorithm":{"name":"`)
	r.Algorithm.Name = in.few()
	in.expect(`,"w":"`)
	r.Algorithm.W = in.ratio()
	in.expect(`,"p":`)
	r.Algorithm.P = in.float()
	in.expect(`},"seed":`)
	r.Seed = in.digits()
	in.expect(`,"limits":{`)
	l := &r.Limits
	for i, limit := range []struct {
		name string
		to   *int64
	}{
		{`"inserted":`, &l.Inserted}, {`"generated":`, &l.Generated}, {`"expanded":`, &l.Expanded},
		{`"time_ns":`, (*int64)(&l.Time)}, {`"memory_bytes":`, &l.Memory},
	} {
		if in.sees(limit.name) || i > 0 && in.sees(","+limit.name) {
			*limit.to = in.int()
		}
	}
	in.expect(`},"status":"`)
	r.Status = engine.Status(in.few())
	for _, n := range numbersOf(r) {
		in.expect(n.before)
		*n.value = in.int()
	}
	if in.sees(`,"moves":[`) {
		r.Moves = make([]engine.Move, 0, in.until(']'))
		for more := true; more; more = in.sees(",") {
			r.Moves = append(r.Moves, engine.Move(in.digits()))
		}
		in.expect("]")
	}
	if in.sees(`,"incumbents":[`) {
		for more := true; more; more = in.sees(",") {
			var x engine.Incumbent
			in.expect(`{"cost":`)
			x.Cost = in.int()
			in.expect(`,"fmin":`)
			x.FMin = in.int()
			in.expect(`,"w":"`)
			x.W = in.ratio()
			in.expect(`,"expanded":`)
			x.Expanded = in.int()
			in.expect(`,"wall_ns":`)
			x.Wall = time.Duration(in.int())
			in.expect("}")
			r.Incumbents = append(r.Incumbents, x)
		}
		in.expect("]")
	}
	in.expect(`},"engine_commit":"`)
	rec.Commit = in.few()
	in.expect(`,"go_version":"`)
	rec.Go = in.few()
	in.expect(`,"host":"`)
	rec.Host = in.few()
	in.expect(`,"cores":`)
	rec.Cores = int(in.int())
	in.expect(`,"finished_at":"`)
	finished := in.text()
	in.expect("}")
	if in.failed || len(in.rest) > 0 || rec.Finished.UnmarshalText(finished) != nil {
		return nil
	}
	return rec
}

// sees consumes a text if it comes next.
func (in *lines) sees(what string) bool {
	if len(in.rest) < len(what) || string(in.rest[:len(what)]) != what {
		return false
	}
	in.rest = in.rest[len(what):]
	return true
}

func (in *lines) expect(what string) {
	if !in.sees(what) {
		in.fail()
	}
}

func (in *lines) fail() { in.failed, in.rest = true, nil }

// text reads a plain text and the closing quote.
func (in *lines) text() []byte {
	for i, c := range in.rest {
		switch {
		case c == '"':
			text := in.rest[:i]
			in.rest = in.rest[i+1:]
			return text
		case c < ' ' || c >= utf8.RuneSelf || c == '\\':
			in.fail()
			return nil
		}
	}
	in.fail()
	return nil
}

// few reads a text that is one of few, from the cache.
func (in *lines) few() string { return in.known.text(in.text()) }

func (in *lines) ratio() engine.Ratio {
	r, err := in.known.ratio(in.text())
	if err != nil {
		in.fail()
	}
	return r
}

// until returns an upper bound on the number of numbers before a byte.
func (in *lines) until(end byte) int {
	n := max(bytes.IndexByte(in.rest, end), 0)
	return bytes.Count(in.rest[:n], []byte(",")) + 1
}

// digits reads an unsigned integer in JSON's format.
func (in *lines) digits() (n uint64) {
	i := 0
	for i < len(in.rest) && '0' <= in.rest[i] && in.rest[i] <= '9' {
		n = 10*n + uint64(in.rest[i]-'0')
		i++
	}
	if i == 0 || i > 19 || i > 1 && in.rest[0] == '0' {
		in.fail()
		return 0
	}
	in.rest = in.rest[i:]
	return n
}

func (in *lines) int() int64 {
	negative := in.sees("-")
	n := in.digits()
	if n >= 1<<63 {
		in.fail()
	}
	if negative {
		return -int64(n)
	}
	return int64(n)
}

func (in *lines) float() float64 {
	i := bytes.IndexAny(in.rest, ",}")
	if i < 0 {
		in.fail()
		return 0
	}
	x, err := strconv.ParseFloat(string(in.rest[:i]), 64)
	if err != nil || in.rest[0] > '9' || in.rest[0] < '-' {
		in.fail()
	}
	in.rest = in.rest[min(i, len(in.rest)):]
	return x
}
