package export

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/record"
)

// Foreign says how tables of other programs are read: which of this program's columns each of theirs is, by name.
// Other columns are found by the names and aliases of [record.Columns], with the unit of a time or size behind it, as
// in cpu_ms.
type Foreign map[string]string

// ParseForeign reads the flag of focal import: exp=expanded,secs=cpu_s.
func ParseForeign(text string) (Foreign, error) {
	names := Foreign{}
	for pair := range strings.SplitSeq(text, ",") {
		from, to, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if !ok || from == "" || to == "" {
			return nil, fmt.Errorf("%q is no pair of columns: want NAME=COLUMN, as in exp=expanded,secs=cpu_s", pair)
		}
		if _, ok := meaning(to); !ok {
			return nil, fmt.Errorf("%s: no column %q%s", pair, to, engine.Suggest(to, targets()))
		}
		names[from] = to
	}
	return names, nil
}

// A target is what a column of another program is: a column of ours, in some unit.
type target struct {
	*record.Column
	size   float64 // of its unit, in that of stores
	solved bool    // it says whether the run was solved
	at     int     // its place in a row
	header string
}

// key is the name of our column.
func (t target) key() string {
	if t.Column == nil {
		return ""
	}
	return cmp.Or(t.Name, t.Show)
}

var sizes = map[string]float64{"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "sec": 1e9, "seconds": 1e9, "min": 60e9,
	"b": 1, "bytes": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}

// meaning finds the column that a name stands for.
func meaning(name string) (target, bool) {
	plain := strings.ToLower(strings.NewReplacer(" ", "_", "-", "_", ".", "_", "(", "", ")", "").Replace(strings.TrimSpace(name)))
	find := func(name string) *record.Column {
		c := record.Find(name)
		if c == nil {
			c = record.Find(strings.ReplaceAll(name, "_", " "))
		}
		return c
	}
	if c := find(plain); c != nil {
		t := target{Column: c, size: 1, solved: c.Show == "solved"}
		if _, size := c.Unit.Shown(); plain != c.Name {
			t.size = size
		}
		return t, slices.Contains(targets(), c.Name) || t.solved
	}
	at := strings.LastIndexByte(plain, '_')
	if at < 0 {
		return target{}, false
	}
	c, size := find(plain[:at]), sizes[plain[at+1:]]
	bytes := strings.HasSuffix(plain[at:], "b") || plain[at:] == "_bytes"
	ok := c != nil && size > 0 && (c.Unit == record.Nanoseconds && !bytes || c.Unit == record.Bytes && bytes)
	return target{Column: c, size: size}, ok && slices.Contains(targets(), c.Name)
}

// targets are the columns that another program can give.
func targets() (names []string) {
	for _, c := range record.Stored {
		if c.Kind <= record.Real && (c.Show != "" || strings.HasPrefix(c.Name, "limit_") || c.Name == "fmin") && !slices.Contains(
			[]string{"domain", "instance"}, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// measures are the columns of which there must be one.
var measures = []string{"expanded", "generated", "cost", "wall_ns", "cpu_ns"}

// words are how programs say that a run ended.
var words = map[string]engine.Status{"timeout": engine.LimitTime, "time": engine.LimitTime, "time limit": engine.LimitTime,
	"memout": engine.LimitMemory, "oom": engine.LimitMemory, "memory": engine.LimitMemory, "out of memory": engine.LimitMemory,
	"expanded": engine.LimitExpanded, "generated": engine.LimitGenerated, "solution found": engine.Solved,
	"infeasible": engine.Unsolvable}

// eachForeign calls f with each run of a table that another program has written.
func eachForeign(in io.Reader, names Foreign, f func(Line) error) error {
	text := bufio.NewReaderSize(input.Text(in), 1<<16)
	start, _ := text.Peek(1 << 16)
	first, _, _ := strings.Cut(string(start), "\n")
	r := csv.NewReader(text)
	r.FieldsPerRecord = -1
	for _, comma := range ";\t" {
		if strings.ContainsRune(first, comma) && !strings.ContainsRune(first, ',') {
			r.Comma = comma
		}
	}
	rows, err := r.ReadAll()
	if err != nil {
		return plain(err)
	}
	if len(rows) == 0 {
		return errors.New("1: no header: want a line with the names of the columns")
	}
	header := rows[0]
	if len(rows) > 1 && len(rows[1]) == len(header)+1 { // R's names of rows have no name themselves
		header = append([]string{""}, header...)
	}
	columns, err := names.withInstance(rows[1:], header).of(header)
	if err != nil {
		return fmt.Errorf("1: %w", err)
	}
	if len(rows) == 1 {
		return errors.New("1: a header, and no rows below it")
	}
	var unread []string
	for i, name := range header {
		if name != "" && !strings.HasPrefix(name, "Unnamed:") && !slices.ContainsFunc(columns, func(c target) bool { return c.at == i }) {
			unread = append(unread, name)
		}
	}
	values := record.NewReader()
	unit, err := unitOf(rows[1:], columns)
	if err != nil {
		return err
	}
	line := 1
	for i, row := range rows[1:] {
		if line = i + 2; len(row) != len(header) {
			return fmt.Errorf("%d: %d fields, and the header has %d", line, len(row), len(header))
		}
		rec, err := foreignRun(values, row, columns, unit)
		if err == nil {
			err = f(Line{Number: line, Record: rec, Foreign: true, Unread: unread})
		} else {
			err = fmt.Errorf("%d: %w", line, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withInstance takes a column instance for that of problems, unless another one may be part of their names, or its
// values are numbers.
func (names Foreign) withInstance(rows [][]string, header []string) Foreign {
	at := -1
	for i, name := range header {
		to := strings.ToLower(cmp.Or(names[name], strings.TrimSpace(name)))
		if c := record.Find(to); to == "instance" && at < 0 && names[name] == "" {
			at = i
		} else if to == "instance" || c != nil && slices.Contains(nameColumns, cmp.Or(c.Name, c.Show)) {
			return names
		}
	}
	for _, row := range rows {
		if at < 0 || at >= len(row) || strings.Trim(row[at], "0123456789. ") == "" {
			return names
		}
	}
	if at < 0 {
		return names
	}
	all := Foreign{header[at]: "problem"}
	maps.Copy(all, names)
	return all
}

// nameColumns are those that are a problem's name or, beside an instance, a part of it.
var nameColumns = []string{"problem", "domain", "problem_set", "set", "variant"}

// of finds the columns of a header. One error names all that are missing.
func (names Foreign) of(header []string) (columns []target, err error) {
	at := map[string]string{} // their names by ours
	for from := range names {
		if !slices.Contains(header, from) {
			return nil, fmt.Errorf("no column %q, which --columns names%s", from, engine.Suggest(from, header))
		}
	}
	for i, name := range header {
		to, given := names[name]
		if !given {
			to = name
		}
		t, ok := meaning(to)
		key := t.key()
		if other, taken := at[key]; !ok || taken && !given {
			if _, chosen := names[other]; ok && !chosen {
				return nil, fmt.Errorf("the columns %q and %q are both %s: want --columns to say which counts", other, name, key)
			}
			continue
		}
		columns = slices.DeleteFunc(columns, func(c target) bool { return c.key() == key })
		t.at, t.header, at[key] = i, name, name
		columns = append(columns, t)
	}
	var missing []string
	for _, name := range []string{"problem", "algorithm"} {
		if _, ok := at[name]; !ok {
			missing = append(missing, "no column "+name)
		}
	}
	if !slices.ContainsFunc(measures, func(name string) bool { _, ok := at[name]; return ok }) {
		missing = append(missing, "none of expanded, generated, cost, time and cpu")
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s: want these, or --columns NAME=COLUMN for those with another name", strings.Join(missing, ", "))
	}
	return columns, nil
}

// missing reports whether a cell has no value, as pandas, R and spreadsheets write it.
func missing(text string) bool {
	return slices.Contains([]string{"", "na", "nan", "none", "null", "inf", "#n/a", "<na>"}, strings.ToLower(text))
}

// unitOf is the unit of costs on problems that are not known here: a power of ten that makes all costs integers.
func unitOf(rows [][]string, columns []target) (int64, error) {
	digits := 0
	for i, row := range rows {
		for _, c := range columns {
			if c.Column == nil || c.at >= len(row) || c.Unit != record.Cost {
				continue
			}
			if _, decimals, _ := strings.Cut(strings.TrimSpace(row[c.at]), "."); strings.Trim(decimals, "0123456789") == "" {
				digits = max(digits, len(strings.TrimRight(decimals, "0")))
			}
			if digits > 9 {
				return 0, fmt.Errorf("%d: column %q: %s has more than nine decimals: round the costs", i+2, c.header, row[c.at])
			}
		}
	}
	return int64(math.Pow10(digits)), nil
}

// foreignRun is the run of a row.
func foreignRun(in *record.Reader, row []string, columns []target, unit int64) (*record.Record, error) {
	cell := func(name string) string {
		for _, c := range columns {
			if c.key() == name {
				return input.Cell(strings.TrimSpace(row[c.at]))
			}
		}
		return ""
	}
	rec, err := record.NewForeign(cell("problem"), cell("algorithm"))
	if err != nil {
		return nil, err
	}
	r := rec.Result
	if r.Unit == 0 {
		r.Unit = unit
	}
	solved, measured := "", false
	for _, c := range columns {
		text := input.Cell(strings.TrimSpace(row[c.at]))
		if missing(text) || c.Name == "problem" || c.Name == "algorithm" {
			continue
		}
		switch {
		case c.solved:
			solved = strings.ToLower(text)
		case c.Name == "status":
			status, known := words[strings.ToLower(text)]
			if !known {
				status = engine.Status(strings.ToLower(text))
			}
			r.Status = status
		case c.Name == "w", c.Name == "w_exact":
			r.Algorithm.W, err = in.Ratio(text)
		default:
			err = setNumber(in, rec, c, text)
			measured = measured || slices.Contains(measures, c.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", c.header, err)
		}
	}
	costs := slices.ContainsFunc(columns, func(c target) bool { return c.key() == "cost" })
	return rec, ended(r, solved, costs && missing(cell("cost")) || !measured)
}

// setNumber sets a number, in the unit of stores.
func setNumber(in *record.Reader, rec *record.Record, c target, text string) error {
	size := c.size
	if c.Unit == record.Cost {
		size = float64(rec.Result.Unit)
	}
	v, err := c.Parse(text)
	if err != nil {
		if strings.Contains(text, ",") {
			err = fmt.Errorf("%q is not a number: want a decimal point and no other separators", input.Brief(text))
		}
		return err
	}
	whole, decimals, _ := strings.Cut(text, ".")
	x := v.Real() * size
	n := math.Round(x)
	off := max(1e-9*n, size*math.Pow10(-len(decimals))/2) // a cost is rounded to its last decimal
	if decimals == "" {
		off = 0
	}
	integer := c.Kind == record.Seed || c.Kind == record.Int && c.Unit != record.Cost && size == 1
	switch {
	case integer && decimals == "000" && len(whole) <= 3: // some write a point between thousands
		return fmt.Errorf("%q: write %s000 or %s", text, whole, whole)
	case c.Kind == record.Seed:
		return in.Set(c.Column, rec, v)
	case c.Kind == record.Int && (v.Real() < 0 || n >= 1<<62):
		return fmt.Errorf("%q is not a number from 0 on", input.Brief(text))
	case c.Kind != record.Int || size == 1:
		return in.Set(c.Column, rec, v)
	case c.Unit == record.Cost && (math.Abs(x-n) > off || off > 0.5 && x != n):
		return fmt.Errorf("%q is no multiple of 1/%d, the unit of the problem's costs", text, rec.Result.Unit)
	}
	return in.Set(c.Column, rec, record.IntValue(int64(n)))
}

// ended completes how a run ended, which may be without a cost where others have one.
func ended(r *engine.Result, solved string, without bool) error {
	known := []engine.Status{engine.Solved, engine.Optimal, engine.BoundReached, engine.Unsolvable, engine.LimitInserted,
		engine.LimitGenerated, engine.LimitExpanded, engine.LimitTime, engine.LimitMemory}
	no := slices.Contains([]string{"0", "0.0", "false", "no", "f", "n"}, solved)
	yes := slices.Contains([]string{"1", "1.0", "true", "yes", "t", "y"}, solved)
	switch {
	case solved != "" && !yes && !no:
		return fmt.Errorf("column %q: %q is neither true nor false", "solved", solved)
	case r.Status == "" && (no || without && !yes):
		return errors.New(`a run without a solution, and no word in a column status says how it ended, such as "limit: time"`)
	case r.Status == "":
		r.Status = engine.Solved
	case !slices.Contains(known, r.Status):
		return fmt.Errorf("column %q: no status %q: want one of %s", "status", input.Brief(string(r.Status)), list(known))
	}
	answered := r.Status == engine.Solved || r.Status == engine.Optimal || r.Status == engine.BoundReached
	switch {
	case answered && no, r.Status == engine.Unsolvable && (yes || r.Cost >= 0):
		return fmt.Errorf("column %q: %q, and other columns say the opposite", "status", r.Status)
	case answered && r.Cost < 0: // how much it costs is not known
		r.Unit, r.Cost, r.FMin, r.LowerBound = 0, 0, -1, -1
	}
	r.LowerBound = max(r.LowerBound, r.FMin)
	return nil
}

func list[T ~string](all []T) string {
	var texts []string
	for _, x := range all {
		texts = append(texts, strconv.Quote(string(x)))
	}
	return strings.Join(texts, ", ")
}
