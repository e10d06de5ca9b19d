// Package export writes the runs of a store to files for other programs, as
// comma-separated values or as Parquet, and reads such files back to the same results.
// Both have one row per run and the columns of the table runs (see package store), as
// well as the solution's moves and the incumbents, so that an exported result can be
// verified like any other. Traces stay in the store.
//
// Costs are integers in units of 1/unit, and times are in nanoseconds. In CSV an empty
// field means none, moves are numbers separated by spaces, and the other lists are JSON;
// in Parquet they are lists. The last column is a checksum of the others: a row that has
// changed since it was written is an error that names the row. A file without that column
// is read without this check. A Parquet file has a checksum of the whole file too. A CSV
// file has a closing, the number of its rows and a sum of their checksums, behind the
// checksum of its last row; that it has one says its header, whose last name is in quotes.
// Other programs notice neither. A file that lacks both is foreign: another program, or an
// older version, has written it.
package export

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/store"
)

// A row is a run as stored in a file. Every field is a column.
type row struct {
	Key           string  `parquet:"key"`
	Problem       string  `parquet:"problem,dict"`
	Domain        string  `parquet:"domain,dict"`
	ProblemSet    string  `parquet:"problem_set,dict"`
	Instance      string  `parquet:"instance,dict"`
	Variant       string  `parquet:"variant,dict"`
	ProblemSHA256 string  `parquet:"problem_sha256,dict"`
	Algorithm     string  `parquet:"algorithm,dict"`
	W             float64 `parquet:"w,dict"`
	WExact        string  `parquet:"w_exact,dict"`
	P             float64 `parquet:"p,dict"`
	Schedule      *string `parquet:"schedule,optional,dict"`
	Seed          uint64  `parquet:"seed"`

	LimitInserted  *int64 `parquet:"limit_inserted,optional"`
	LimitGenerated *int64 `parquet:"limit_generated,optional"`
	LimitExpanded  *int64 `parquet:"limit_expanded,optional"`
	LimitTime      *int64 `parquet:"limit_time_ns,optional"`
	LimitMemory    *int64 `parquet:"limit_memory,optional"`

	Status     string   `parquet:"status,dict"`
	Unit       int64    `parquet:"unit"`
	Cost       *int64   `parquet:"cost,optional"`
	FMin       int64    `parquet:"fmin"`
	LowerBound int64    `parquet:"lower_bound"`
	Expanded   int64    `parquet:"expanded"`
	Generated  int64    `parquet:"generated"`
	Inserted   int64    `parquet:"inserted"`
	Reopened   int64    `parquet:"reopened"`
	Guided     int64    `parquet:"guided"`
	Head       int64    `parquet:"head"`
	PeakBytes  int64    `parquet:"peak_bytes"`
	Wall       int64    `parquet:"wall_ns"`
	CPU        int64    `parquet:"cpu_ns"`
	Warnings   []string `parquet:"warnings,list"`

	Commit     string `parquet:"engine_commit,dict"`
	Go         string `parquet:"go_version,dict"`
	Host       string `parquet:"host,dict"`
	Cores      int64  `parquet:"cores"`
	FinishedAt string `parquet:"finished_at"`

	Moves      []engine.Move `parquet:"moves,list"`
	Incumbents []incumbent   `parquet:"incumbents,list"`

	CRC *string `parquet:"crc32c,optional"` // of the other columns, in hexadecimal; nil in older files
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// check compares a row with its checksum, if it has one, for which room is used again.
func (x *row) check(room *[]byte) error {
	if x.CRC == nil {
		return nil
	}
	have, err := x.checksum(room)
	if err != nil {
		return err
	}
	if have := sumText(have); have != *x.CRC {
		return &Damage{x.Key, fmt.Sprintf("its checksum is %s, not %s as it was written", have, *x.CRC)}
	}
	return nil
}

// sumText is a checksum in hexadecimal.
func sumText(sum uint32) string {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], sum)
	return hex.EncodeToString(b[:])
}

// A Damage is a row that has changed since it was written. Its key may be wrong too.
type Damage struct{ Key, Why string }

func (d *Damage) Error() string {
	return fmt.Sprintf("run %s is damaged: %s", input.Brief(d.Key), input.Brief(d.Why))
}

// Is makes errors.Is report store.ErrDamaged.
func (d *Damage) Is(target error) bool { return target == store.ErrDamaged }

type incumbent struct {
	Cost     int64  `parquet:"cost" json:"cost"`
	FMin     int64  `parquet:"fmin" json:"fmin"`
	W        string `parquet:"w" json:"w"`
	Expanded int64  `parquet:"expanded" json:"expanded"`
	Wall     int64  `parquet:"wall_ns" json:"wall_ns"`
}

// required are the columns without which a row does not describe a run.
var required = []string{"problem", "problem_sha256", "algorithm", "w_exact", "p", "seed", "status", "unit", "cost",
	"fmin", "lower_bound",
	"expanded", "generated", "inserted", "reopened", "guided", "head"}

func newRow(rec *store.Record) (row, error) {
	r := rec.Result
	domain, set, instance, variant := engine.SplitName(r.Problem)
	x := row{
		Key: rec.Key, Problem: r.Problem, Domain: domain, ProblemSet: set, Instance: instance, Variant: variant,
		ProblemSHA256: r.Digest,
		Algorithm:     r.Algorithm.FullName(), W: r.Algorithm.W.Float(), WExact: r.Algorithm.W.String(), P: r.Algorithm.P,
		Seed:          r.Seed,
		LimitInserted: optional(r.Limits.Inserted, 0), LimitGenerated: optional(r.Limits.Generated, 0),
		LimitExpanded: optional(r.Limits.Expanded, 0),
		LimitTime:     optional(int64(r.Limits.Time), 0), LimitMemory: optional(r.Limits.Memory, 0),
		Status: string(r.Status), Unit: r.Unit, Cost: optional(r.Cost, -1), FMin: r.FMin, LowerBound: r.LowerBound,
		Expanded: r.Expanded, Generated: r.Generated, Inserted: r.Inserted, Reopened: r.Reopened, Guided: r.Guided,
		Head:      r.Head,
		PeakBytes: r.PeakBytes, Wall: int64(r.Wall), CPU: int64(r.CPU), Warnings: r.Warnings,
		Commit: rec.Commit, Go: rec.Go, Host: rec.Host, Cores: int64(rec.Cores),
		FinishedAt: rec.Finished.Format(time.RFC3339Nano),
		Moves:      r.Moves,
	}
	if r.Algorithm.Schedule != nil {
		text, err := json.Marshal(r.Algorithm.Schedule)
		if err != nil {
			return x, err
		}
		schedule := string(text)
		x.Schedule = &schedule
	}
	for _, i := range r.Incumbents {
		x.Incumbents = append(x.Incumbents, incumbent{i.Cost, i.FMin, i.W.String(), i.Expanded, int64(i.Wall)})
	}
	return x, nil
}

// A Writer writes runs to a file, one after the other.
type Writer interface {
	Write(rec *store.Record) error
	Close() error // writes what is left; the file stays open
}

// checkedRow is the row of a run, with its checksum, for which room is used again.
func checkedRow(rec *store.Record, room *[]byte) (row, error) {
	x, err := newRow(rec)
	if err == nil {
		var sum uint32
		sum, err = x.checksum(room)
		text := sumText(sum)
		x.CRC = &text
	}
	if err != nil {
		return x, fmt.Errorf("run %s: %w", rec.Key, err)
	}
	return x, nil
}

// write writes runs with a Writer.
func write(w Writer, records []*store.Record) error {
	for _, rec := range records {
		if err := w.Write(rec); err != nil {
			return err
		}
	}
	return w.Close()
}

// optional is a value, or nil if it equals none.
func optional(value, none int64) *int64 {
	if value == none {
		return nil
	}
	return &value
}

func valueOr(p *int64, none int64) int64 {
	if p == nil {
		return none
	}
	return *p
}

// line is the run that a row describes and, if checked is set, how the row is damaged.
func (x *row) line(number int, checked bool, room *[]byte) (line Line, damage, err error) {
	if checked {
		if damage := x.check(room); damage != nil {
			return line, damage, nil
		}
	}
	rec, err := x.record()
	return Line{Number: number, Record: rec, Checked: checked && x.CRC != nil}, nil, err
}

// record is the run that a row describes.
func (x *row) record() (*store.Record, error) {
	r, err := x.result()
	if err != nil {
		return nil, err
	}
	rec := &store.Record{Key: x.Key, Result: r,
		Origin: store.Origin{Commit: x.Commit, Go: x.Go, Host: x.Host, Cores: int(x.Cores)}}
	if x.FinishedAt != "" {
		if rec.Finished, err = time.Parse(time.RFC3339Nano, x.FinishedAt); err != nil {
			return nil, fmt.Errorf("finished_at: %q is not a time as 2006-01-02T15:04:05Z", x.FinishedAt)
		}
	}
	return rec, nil
}

func (x *row) result() (*engine.Result, error) {
	r := &engine.Result{
		Problem: x.Problem, Digest: x.ProblemSHA256, Algorithm: engine.Algorithm{Name: x.Algorithm, P: x.P}, Seed: x.Seed,
		Limits: engine.Limits{
			Inserted: valueOr(x.LimitInserted, 0), Generated: valueOr(x.LimitGenerated, 0),
			Expanded: valueOr(x.LimitExpanded, 0),
			Time:     time.Duration(valueOr(x.LimitTime, 0)), Memory: valueOr(x.LimitMemory, 0),
		},
		Status: engine.Status(x.Status), Unit: x.Unit, Cost: valueOr(x.Cost, -1), FMin: x.FMin, LowerBound: x.LowerBound,
		Counters: engine.Counters{
			Expanded: x.Expanded, Generated: x.Generated, Inserted: x.Inserted, Reopened: x.Reopened, Guided: x.Guided,
			Head: x.Head,
		},
		PeakBytes: x.PeakBytes, Wall: time.Duration(x.Wall), CPU: time.Duration(x.CPU),
	}
	if len(x.Warnings) > 0 {
		r.Warnings = x.Warnings
	}
	own := engine.ParseFullName(x.Algorithm)
	r.Algorithm.Name, r.Algorithm.Version, r.Algorithm.Code = own.Name, own.Version, own.Code
	var err error
	if r.Algorithm.W, err = engine.ParseRatio(x.WExact); err != nil {
		return nil, fmt.Errorf("w_exact: %w", err)
	}
	if w := r.Algorithm.W.Float(); x.W != 0 && x.W != w {
		return nil, fmt.Errorf("w is %v, where w_exact says %s", x.W, x.WExact)
	}
	if x.Schedule != nil {
		if err := json.Unmarshal([]byte(*x.Schedule), &r.Algorithm.Schedule); err != nil {
			return nil, fmt.Errorf("schedule: %w", err)
		}
	}
	if len(x.Moves) > 0 {
		r.Moves = x.Moves
	}
	if len(x.Incumbents) > 0 {
		r.Incumbents = make([]engine.Incumbent, 0, len(x.Incumbents))
	}
	for _, i := range x.Incumbents {
		w, err := engine.ParseRatio(i.W)
		if err != nil {
			return nil, fmt.Errorf("incumbents: w: %w", err)
		}
		r.Incumbents = append(r.Incumbents,
			engine.Incumbent{Cost: i.Cost, FMin: i.FMin, W: w, Expanded: i.Expanded, Wall: time.Duration(i.Wall)})
	}
	return r, nil
}
