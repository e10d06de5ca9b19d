// Package record is a finished run as stores, files, frames and reports have it: a [Record], its
// identity, and the one table of its [Columns], which everything that names, writes, reads or shows a
// column asks.
package record

import (
	"fmt"
	"hash/crc32"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/provenance"
)

// A Record is a finished run as stores and files hold it.
type Record struct {
	Key    string         `json:"key"`
	Result *engine.Result `json:"result"` // without Path, which follows from the moves
	Origin
	Finished time.Time `json:"finished_at"`

	split string    // the problem's name, whose parts are known
	parts [4]string // domain, set, instance and variant
}

// Identity returns the run's key. A record made by an engine with other counters is an
// error: it does not count as a run of this one.
func (rec *Record) Identity() (string, error) {
	id := idOf(rec.Result)
	if rec.Key == "" {
		return id.Key(), nil
	}
	if !id.writes(rec.Key) {
		return "", fmt.Errorf("%s %s: %w", rec.Result.Problem, rec.Result.Algorithm, rec.otherKey())
	}
	return rec.Key, nil
}

// Whole returns an error if a store would not keep the record, because of how the run
// ended or because its solution or its moves are missing.
func (rec *Record) Whole() error {
	r := rec.Result
	if err := Ended(r); err != nil {
		return err
	}
	if err := rec.Possible(); err != nil {
		return err
	}
	if r.Cost > 0 && len(r.Moves) == 0 && !rec.Foreign() {
		return fmt.Errorf("%s %s: a solution without its moves: want a file that was exported with moves", r.Problem,
			r.Algorithm)
	}
	return nil
}

// Possible returns an error that names a column if no search has such an outcome.
func (rec *Record) Possible() error {
	err := possible(rec.Result)
	if rec.Foreign() {
		err = CheckForeign(rec.Result)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", rec.Result.Problem, rec.Result.Algorithm, err)
	}
	return nil
}

func possible(r *engine.Result) error {
	for _, x := range []struct {
		column string
		value  int64
	}{
		{"expanded", r.Expanded}, {"generated", r.Generated}, {"inserted", r.Inserted}, {"reopened", r.Reopened},
		{"guided", r.Guided}, {"head", r.Head}, {"peak_bytes", r.PeakBytes}, {"lower_bound", r.LowerBound}, {"unit", r.Unit - 1},
		{"cost", r.Cost + 1}, // -1 is none
	} {
		if x.value < 0 {
			return fmt.Errorf("column %q: less than a search can have", x.column)
		}
	}
	switch {
	case r.Guided+r.Head != r.Expanded:
		return fmt.Errorf("column %q: %d, and %d guided and %d from the head of OPEN", "expanded", r.Expanded, r.Guided, r.Head)
	case r.Inserted > r.Generated:
		return fmt.Errorf("column %q: %d of %d that were generated", "inserted", r.Inserted, r.Generated)
	case r.Reopened > r.Inserted:
		return fmt.Errorf("column %q: %d of %d that were inserted", "reopened", r.Reopened, r.Inserted)
	case r.Solved() && r.LowerBound > r.Cost:
		return fmt.Errorf("column %q: %d is above the cost %d of a solution", "lower_bound", r.LowerBound, r.Cost)
	case r.Solved() && (r.FMin < 0 || r.FMin > r.LowerBound):
		return fmt.Errorf("column %q: %d is not between 0 and the lower bound %d", "fmin", r.FMin, r.LowerBound)
	case r.Status == engine.Optimal && r.LowerBound != r.Cost:
		return fmt.Errorf("column %q: %d, and an optimal cost of %d", "lower_bound", r.LowerBound, r.Cost)
	}
	return nil
}

// Ended returns an error if a run must not be stored because of how it ended: one that was
// interrupted or that failed has no result.
func Ended(r *engine.Result) error {
	switch r.Status {
	case engine.Solved, engine.Optimal, engine.BoundReached:
		if !r.Solved() {
			return fmt.Errorf("%s %s: a run that ended with %q and has no cost", r.Problem, r.Algorithm, r.Status)
		}
		return nil
	case engine.Unsolvable, engine.Refuted, engine.LimitInserted, engine.LimitGenerated, engine.LimitExpanded,
		engine.LimitTime, engine.LimitMemory:
		if err := r.EndErr(); err != nil && !IsForeign(r.Algorithm) {
			return fmt.Errorf("%s %s: %w", r.Problem, r.Algorithm, err)
		}
		return nil
	}
	return fmt.Errorf("%s %s: a run that ended with %q is not kept", r.Problem, r.Algorithm, r.Status)
}

func (rec *Record) otherKey() error {
	return fmt.Errorf("the key %q is not that of its run: it was written by a version with another identity of runs",
		rec.Key)
}

// An Origin records what made a run.
type Origin struct {
	Commit string `json:"engine_commit"` // of the checkout, with "+changes" if it had any; "" where the build recorded none
	Go     string `json:"go_version"`
	Host   string `json:"host"`
	Cores  int    `json:"cores"`
}

// ThisOrigin is the origin of runs made by this process.
var ThisOrigin = sync.OnceValue(func() Origin {
	host, _ := os.Hostname()
	return Origin{Commit: provenance.Commit(), Go: runtime.Version(), Host: host, Cores: runtime.NumCPU()}
})

// New returns the record of a run that this process has just made.
func New(r *engine.Result) *Record {
	kept := *r
	kept.Path = nil
	now := time.Now().UTC().Round(time.Millisecond)
	return &Record{Key: idOf(r).Key(), Result: &kept, Origin: ThisOrigin(), Finished: now}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum is the checksum of lines, rows and files: CRC-32C.
func Sum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }
