package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

// outputs is where results go. Files are begun before the first search, so
// that a wrong name costs no time, and get their names at the end.
type outputs struct {
	out     io.Writer
	json    bool
	traced  bool // JSON includes the trace
	trace   *output.File
	plot    string // name of the file
	results []*engine.Result
	files   []*output.File
	names   []string // of the files
}

func (c *solveCmd) openOutputs(runs int) (*outputs, error) {
	o := &outputs{
		out:    os.Stdout,
		json:   c.JSON || c.JSONTrace || strings.HasSuffix(c.Output, ".json") || strings.HasSuffix(c.Output, ".jsonl"),
		traced: c.JSONTrace,
	}
	if c.Trace != "" && runs > 1 {
		return nil, fmt.Errorf("--trace writes the trace of one run, and there are %d", runs)
	}
	var err error
	if c.Output != "" {
		if o.out, err = o.create(c.Output); err != nil {
			return nil, err
		}
	}
	if c.Trace != "" {
		if o.trace, err = o.create(c.Trace); err != nil {
			return nil, err
		}
	}
	if c.Plot != "" {
		if ext := strings.ToLower(filepath.Ext(c.Plot)); ext != ".html" && ext != ".svg" && ext != ".png" {
			return nil, fmt.Errorf("--plot: the name %q must end in .html, .svg or .png", c.Plot)
		}
		f, err := newFile(c.Plot, o.names...) // to see whether it can be written
		if err != nil {
			return nil, err
		}
		f.Discard()
		o.plot = c.Plot
	}
	return o, nil
}

func (o *outputs) create(name string) (*output.File, error) {
	f, err := newFile(name, o.names...)
	if err != nil {
		return nil, err
	}
	o.files, o.names = append(o.files, f), append(o.names, name)
	return f, nil
}

// write takes a result in. JSON is written at once, so that what has been
// solved is there whatever happens next.
func (o *outputs) write(r *engine.Result) error {
	o.results = append(o.results, r)
	if !o.json {
		return nil
	}
	line := *r
	if !o.traced {
		line.Trace = nil
	}
	return json.NewEncoder(o.out).Encode(&line)
}

// finish writes what needs all results.
func (o *outputs) finish() error {
	var errs []error
	if !o.json {
		errs = append(errs, o.summary())
	}
	for _, r := range o.results {
		if o.trace != nil {
			errs = append(errs, writeTrace(o.trace, r))
		}
	}
	if o.plot != "" && len(o.results) > 0 {
		errs = append(errs, inOrder(func() error { return plot.Trajectory(o.results...).Save(o.plot) }))
	}
	for _, f := range o.files {
		errs = append(errs, f.Commit())
	}
	return errors.Join(errs...)
}

// summary prints for people what came out: all of one result, a table of several.
func (o *outputs) summary() error {
	text := show.TableText(show.ResultsTable(o.results...))
	if len(o.results) == 1 {
		text = summary(o.results[0])
	}
	_, err := io.WriteString(o.out, escaped(text))
	return err
}

func summary(r *engine.Result) string {
	var s strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&s, "  %-11s  %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(&s, "%s %s\n", r.Problem, r.Algorithm)
	if r.Algorithm.Draws() {
		row("seed", "%d", r.Seed)
	}
	row("status", "%s", r.Status)
	switch cost := r.CostString(r.Cost); {
	case r.Solved() && r.Factor() == 1:
		row("cost", "%s, which is optimal", cost)
	case r.Status == engine.Refuted:
		row("cost", "%s, without a bound", cost)
	case r.Solved():
		row("cost", "%s, at most %.4f times the optimum", cost, r.Factor())
	}
	row("lower bound", "%s", r.CostString(r.LowerBound))
	row("expanded", "%s: %s guided, %s from the head of OPEN", show.Count(r.Expanded), show.Count(r.Guided),
		show.Count(r.Head))
	row("generated", "%s", show.Count(r.Generated))
	row("inserted", "%s, of which %s reopened", show.Count(r.Inserted), show.Count(r.Reopened))
	row("time", "%s, CPU %s", show.Duration(r.Wall), show.Duration(r.CPU))
	row("memory", "%.1f MiB", float64(r.PeakBytes)/(1<<20))
	if r.Algorithm.Schedule != nil {
		row("solutions", "%d", len(r.Incumbents))
	}
	for _, w := range r.Warnings {
		row("warning", "%s", w)
	}
	if r.Found() {
		row("solution", "%d moves: %s", len(r.Path), strings.Join(r.Path, " "))
	}
	return s.String()
}
