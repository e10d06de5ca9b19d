package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/record"
	reports "github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

// readResults reads a store or a file of results. Traces are read only if they are
// needed.
func readResults(name string, traces bool) ([]*engine.Result, error) {
	var parts []store.Option
	if traces {
		parts = append(parts, store.WithTraces())
	}
	claims, err := readFile(name, parts...)
	if err != nil {
		return nil, usage(err)
	}
	return oneVersion(name, claims), nil
}

// gather reads the runs of a store or of a file that focal export wrote, without their
// moves, incumbents of first-solution algorithms and traces. ok is false where the runs
// have to be looked at before, and for other files.
func gather(name string) (runs *reports.Runs, ok bool, err error) {
	debug.SetGCPercent(25) // most of the heap is what the report keeps
	runs = new(reports.Runs)
	versions := record.Versions{}
	add := func(rec *record.Record) error {
		versions[rec.Version()]++
		runs.AddRecord(rec)
		return nil
	}
	if isStore(name) {
		s, err := openStore(name)
		if err != nil {
			return nil, false, usage(err)
		}
		defer s.Close()
		defer watched(s)()
		err = s.Each(add)
		return runs, len(versions) < 2, stopped(usage(err))
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() || !export.KnownFile(name) {
		return nil, false, nil // reading it reports the error
	}
	var rows rowCount
	err = export.Each(name, func(line export.Line) error {
		rows.add(line)
		return add(line.Record)
	}, export.Foreign{})
	if err == nil && len(versions) < 2 {
		rows.warn(name)
	}
	return runs, len(versions) < 2, usage(err)
}

// oneVersion keeps the results of one version of the counters, and warns about others.
func oneVersion(name string, claims []claim) []*engine.Result {
	records := make([]*record.Record, len(claims))
	for i := range claims {
		if records[i] = claims[i].record; records[i] == nil {
			records[i] = &record.Record{Result: &claims[i].result}
		}
	}
	records, leftOut := record.OneVersion(records)
	if leftOut != "" {
		warn(name + ": " + leftOut)
	}
	results := make([]*engine.Result, len(records))
	for i, rec := range records {
		results[i] = rec.Result
	}
	return results
}

// readFile reads anything that holds results: a store, with the given parts in addition
// to the numbers, or a file that focal export or focal solve wrote. With an error it
// also returns the results before it.
func readFile(name string, parts ...store.Option) ([]claim, error) {
	if isStore(name) {
		return readStore(name, parts)
	}
	data, err := readInput(name)
	if err != nil {
		return nil, err
	}
	return parseFile(name, data)
}

// parseFile reads the contents of a file that focal export or focal solve wrote.
func parseFile(name string, data []byte) ([]claim, error) {
	if !export.Known(name, data) {
		return readClaims(name, data)
	}
	lines, err := export.Parse(name, data, export.Foreign{})
	claims := make([]claim, len(lines))
	for i, line := range lines {
		claims[i] = claim{file: name, line: line.Number, result: *line.Result, record: line.Record, unchecked: !line.Checked}
	}
	var rows rowCount
	for _, line := range lines {
		rows.add(line)
	}
	rows.warn(name)
	return claims, err
}

// A rowCount counts the rows of a file, and those without a checksum.
type rowCount struct {
	all, unchecked, others int
	foreign                bool
	unread                 []string
}

func (n *rowCount) add(line export.Line) {
	n.all++
	if line.Record.Foreign() {
		n.others, n.unread = n.others+1, line.Unread
		return
	}
	if !line.Checked {
		n.unchecked++
	}
	n.foreign = n.foreign || line.Foreign
}

func (n *rowCount) warn(name string) {
	if n.unchecked > 0 {
		warn(fmt.Sprintf("%s: %d of %d rows carry no checksum, as in files of an older version: damage would go "+
			"unnoticed", name, n.unchecked, n.all))
	}
	if n.others > 0 {
		warn(fmt.Sprintf("%s: %s of other programs, which are marked as foreign and cannot be verified", name,
			output.Many(n.others, "run")))
	}
	if len(n.unread) > 0 {
		warn(fmt.Sprintf("%s: not read, since no column here has such a name: %s; --columns NAME=COLUMN says what one is", name,
			strings.Join(n.unread, ", ")))
	}
	if n.foreign {
		warn(fmt.Sprintf("%s: foreign: the file does not say how many rows it has, as if another program or an older version "+
			"had written it: lost rows would go unnoticed", name))
	}
}

// eachRecord calls f with the runs of a file that focal export wrote, after comparing
// each with its key, and returns how many there are. An error names the row.
func eachRecord(name string, f func(export.Line) error, foreign ...export.Foreign) (int, error) {
	var rows rowCount
	var own error // of f
	err := export.Each(name, func(line export.Line) error {
		rows.add(line)
		_, err := line.Identity()
		if err == nil {
			err = line.Possible()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line.Number, err)
		}
		own = f(line)
		return own
	}, foreign...)
	switch {
	case own != nil:
		return 0, own
	case err != nil:
		return 0, usage(err)
	}
	rows.warn(name)
	return rows.all, nil
}

// readInput reads a file that focal export or focal solve wrote, or standard input for "-".
func readInput(name string) ([]byte, error) {
	start := func(first []byte) error {
		if !export.Known(name, first) && input.JSON(first) != nil {
			return errors.New("no results: want JSON objects as focal solve --json writes them, or CSV or Parquet as " +
				"focal export does")
		}
		return nil
	}
	if name == "-" {
		data, err := input.ReadAll(os.Stdin, "standard input", export.MostBytes, start)
		return data, plainPath(err)
	}
	data, err := input.ReadFile(name, export.MostBytes, start)
	return data, input.Plain(name, err)
}

// isStore recognizes a store by the beginning of the file, or by the shards beside one
// that has not been collected yet.
func isStore(name string) bool {
	if hasShards(name) {
		return true
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false // a pipe can be read only once
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 16)
	n, _ := io.ReadFull(f, start)
	return bytes.HasPrefix(start[:n], []byte("SQLite format 3"))
}

// hasShards reports whether a store of that name has shards.
func hasShards(name string) bool {
	info, err := os.Stat(store.ShardsDir(name))
	return err == nil && info.IsDir()
}

// openStore opens a store for reading. That runs are left out has its exit code.
func openStore(name string) (*store.Store, error) {
	s, err := store.OpenExisting(name, warn)
	if err == nil {
		leftOut = leftOut || s.LeftOut() != nil
	}
	return s, err
}

// leftOut reports whether runs of a store are left out, as they are damaged.
var leftOut bool

// readStore reads a store, including its shards. Damage in them causes warnings and
// does not prevent reading the rest.
func readStore(name string, parts []store.Option) ([]claim, error) {
	s, err := openStore(name)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	records, err := s.Records(parts...)
	claims := make([]claim, len(records))
	for i, rec := range records {
		claims[i] = claim{file: name, line: i + 1, result: *rec.Result, record: rec}
	}
	return claims, err
}
