package store

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
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
	binary.BigEndian.PutUint32(sum[:], record.Sum(text))
	return hex.EncodeToString(sum[:])
}

const (
	lineSum = `{"crc32c":"`
	lineRun = `","run":`
)

// appendLine appends a record's line.
func appendLine(b []byte, rec *record.Record) ([]byte, error) {
	at := len(b) + len(lineSum)
	b = append(b, lineSum+"00000000"+lineRun...)
	run := len(b)
	l := lines{text: b, writing: true, failed: !plain(rec)}
	if l.record(rec); l.failed {
		text, err := json.Marshal(rec)
		if err != nil {
			return b, err
		}
		l.text = append(b[:run], text...)
	}
	copy(l.text[at:], checksum(l.text[run:]))
	return append(l.text, "}\n"...), nil
}

// plain reports whether a record has only what nearly all have.
func plain(rec *record.Record) bool {
	r, p := rec.Result, rec.Result.Algorithm.P
	return r.Trace == nil && len(r.Path) == 0 && len(r.Warnings) == 0 && r.Error == "" && len(r.Queues) == 0 &&
		r.Algorithm.Schedule == nil && r.Algorithm.Version == "" && r.Algorithm.Code == "" &&
		rec.Finished.Year() >= 0 && rec.Finished.Year() < 10_000 && rec.Finished.Location() == time.UTC &&
		(p == 0 || p >= 1e-6 && p <= 1) // other values, and NaN, have other formats
}

// lines writes or reads plain lines of shards.
type lines struct {
	text    []byte // what has been written, or has still to be read
	writing bool
	failed  bool // the line is not plain
	*record.Reader
}

func newLines() *lines { return &lines{Reader: record.NewReader()} }

// A numbered is a number of a result with the text that precedes it.
type numbered struct {
	before string
	value  *int64
}

// record writes or reads a record, in the form of encoding/json.
func (l *lines) record(rec *record.Record) {
	r := rec.Result
	l.string(`{"key":"`, &rec.Key, false)
	l.string(`,"result":{"problem":"`, &r.Problem, true)
	l.string(`,"problem_sha256":"`, &r.Digest, true)
	l.string(`,"algorithm":{"name":"`, &r.Algorithm.Name, true)
	l.ratio(`,"w":"`, &r.Algorithm.W)
	l.float(`,"p":`, &r.Algorithm.P)
	l.uint(`},"seed":`, &r.Seed)
	l.literal(`,"limits":{`)
	comma, limits := "", &r.Limits
	for _, n := range [...]numbered{{`"inserted":`, &limits.Inserted}, {`"generated":`, &limits.Generated},
		{`"expanded":`, &limits.Expanded}, {`"time_ns":`, (*int64)(&limits.Time)}, {`"memory_bytes":`, &limits.Memory}} {
		if l.there(*n.value != 0, comma, n.before) {
			l.int("", n.value)
			comma = ","
		}
	}
	l.string(`},"status":"`, (*string)(&r.Status), true)
	for _, n := range [...]numbered{
		{`,"unit":`, &r.Unit}, {`,"cost":`, &r.Cost}, {`,"fmin":`, &r.FMin}, {`,"lower_bound":`, &r.LowerBound},
		{`,"expanded":`, &r.Expanded}, {`,"generated":`, &r.Generated}, {`,"inserted":`, &r.Inserted},
		{`,"reopened":`, &r.Reopened}, {`,"guided":`, &r.Guided}, {`,"head":`, &r.Head},
		{`,"peak_bytes":`, &r.PeakBytes}, {`,"wall_ns":`, (*int64)(&r.Wall)}, {`,"cpu_ns":`, (*int64)(&r.CPU)},
	} {
		l.int(n.before, n.value)
	}
	if l.there(len(r.Moves) > 0, `,"moves":[`, "") {
		l.moves(&r.Moves)
	}
	next := `,"incumbents":[{"cost":`
	for i := 0; l.there(i < len(r.Incumbents), next, ""); i++ {
		next = `,{"cost":`
		if !l.writing {
			r.Incumbents = append(r.Incumbents, engine.Incumbent{})
		}
		x := &r.Incumbents[i]
		l.int("", &x.Cost)
		l.int(`,"fmin":`, &x.FMin)
		l.ratio(`,"w":"`, &x.W)
		l.int(`,"expanded":`, &x.Expanded)
		l.int(`,"wall_ns":`, (*int64)(&x.Wall))
		l.literal("}")
	}
	if len(r.Incumbents) > 0 {
		l.literal("]")
	}
	l.string(`},"engine_commit":"`, &rec.Commit, true)
	l.string(`,"go_version":"`, &rec.Go, true)
	l.string(`,"host":"`, &rec.Host, true)
	cores := int64(rec.Cores)
	l.int(`,"cores":`, &cores)
	rec.Cores = int(cores)
	l.literal(`,"finished_at":"`)
	if l.writing {
		l.text = append(rec.Finished.AppendFormat(l.text, time.RFC3339Nano), '"')
	} else if rec.Finished.UnmarshalText(l.quoted()) != nil {
		l.failed = true
	}
	l.literal("}")
}

// literal writes a text, or expects it.
func (l *lines) literal(text string) {
	if !l.there(true, text, "") {
		l.fail()
	}
}

// there writes a text, of two parts, if what follows is there, or reports whether it comes next.
func (l *lines) there(there bool, first, second string) bool {
	n := len(first)
	switch {
	case l.writing && there:
		l.text = append(append(l.text, first...), second...)
		return true
	case l.writing, len(l.text) < n+len(second), string(l.text[:n]) != first, string(l.text[n:n+len(second)]) != second:
		return false
	}
	l.text = l.text[n+len(second):]
	return true
}

func (l *lines) fail() { l.failed, l.text = true, l.text[:0] }

// string is a text without escapes, which is one of few or not.
func (l *lines) string(before string, value *string, few bool) {
	l.literal(before)
	switch {
	case l.writing:
		l.failed = l.failed || !plainText(*value)
		l.text = append(append(l.text, *value...), '"')
	case few:
		*value = l.Few(record.Transient(l.quoted()))
	default:
		*value = string(l.quoted())
	}
}

func (l *lines) ratio(before string, value *engine.Ratio) {
	l.literal(before)
	if l.writing {
		l.text = append(append(l.text, value.String()...), '"')
		return
	}
	var err error
	if *value, err = l.Ratio(record.Transient(l.quoted())); err != nil {
		l.fail()
	}
}

// quoted reads a plain text and the closing quote.
func (l *lines) quoted() []byte {
	for i, c := range l.text {
		switch {
		case c == '"':
			text := l.text[:i]
			l.text = l.text[i+1:]
			return text
		case c < ' ' || c >= utf8.RuneSelf || c == '\\':
			l.fail()
			return nil
		}
	}
	l.fail()
	return nil
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

func (l *lines) int(before string, value *int64) {
	l.literal(before)
	if l.writing {
		l.text = strconv.AppendInt(l.text, *value, 10)
		return
	}
	negative := l.there(true, "-", "")
	n := l.digits()
	if n >= 1<<63 {
		l.fail()
	}
	if *value = int64(n); negative {
		*value = -*value
	}
}

func (l *lines) uint(before string, value *uint64) {
	l.literal(before)
	if l.writing {
		l.text = strconv.AppendUint(l.text, *value, 10)
		return
	}
	*value = l.digits()
}

// digits reads an unsigned integer in JSON's format.
func (l *lines) digits() (n uint64) {
	i := 0
	for i < len(l.text) && '0' <= l.text[i] && l.text[i] <= '9' {
		n = 10*n + uint64(l.text[i]-'0')
		i++
	}
	if i == 0 || i > 19 || i > 1 && l.text[0] == '0' {
		l.fail()
		return 0
	}
	l.text = l.text[i:]
	return n
}

func (l *lines) float(before string, value *float64) {
	l.literal(before)
	if l.writing {
		l.text = strconv.AppendFloat(l.text, *value, 'f', -1, 64)
		return
	}
	i := max(bytes.IndexAny(l.text, ",}"), 0)
	x, err := strconv.ParseFloat(string(l.text[:i]), 64)
	if err != nil || l.text[0] > '9' || l.text[0] < '-' {
		l.fail()
		return
	}
	*value, l.text = x, l.text[i:]
}

func (l *lines) moves(value *[]engine.Move) {
	if l.writing {
		l.text = append(record.AppendMoves(l.text, *value, ','), ']')
		return
	}
	end := max(bytes.IndexByte(l.text, ']'), 0)
	*value = make([]engine.Move, 0, bytes.Count(l.text[:end], []byte(","))+1)
	for more := true; more; more = l.there(true, ",", "") {
		*value = append(*value, engine.Move(l.digits()))
	}
	l.literal("]")
}

// read reads a whole line back, and rejects anything inconsistent.
func (l *lines) read(text []byte) (*record.Record, error) {
	rec := l.plain(text)
	if rec == nil {
		var err error
		if rec, err = readLine(text); err != nil {
			return nil, err
		}
	}
	if rec.Key == "" {
		return nil, errors.New("a run without a key")
	}
	_, err := rec.Identity()
	return rec, err
}

// readLine reads any line, without checking its key.
func readLine(text []byte) (*record.Record, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("not a line of a shard: %w", err)
	}
	if sum := checksum(l.Run); sum != l.Sum {
		return nil, fmt.Errorf("the checksum is %s, not %s as it was written", sum, l.Sum)
	}
	rec := new(record.Record)
	if err := json.Unmarshal(l.Run, rec); err != nil {
		return nil, err
	}
	if rec.Result == nil {
		return nil, errors.New("a line without a result")
	}
	return rec, nil
}

// plain reads a line that appendLine wrote without encoding/json. It returns nil for any other line.
func (l *lines) plain(text []byte) *record.Record {
	head := len(lineSum) + 8 + len(lineRun)
	if len(text) < head+2 || string(text[:len(lineSum)]) != lineSum || string(text[head-len(lineRun):head]) != lineRun ||
		string(text[len(text)-2:]) != "}\n" {
		return nil
	}
	run := text[head : len(text)-2]
	if checksum(run) != string(text[len(lineSum):][:8]) {
		return nil
	}
	l.text, l.failed = run, false
	rec := &record.Record{Result: new(engine.Result)}
	if l.record(rec); l.failed || len(l.text) > 0 {
		return nil
	}
	return rec
}
