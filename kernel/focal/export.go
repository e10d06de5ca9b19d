package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
)

type exportCmd struct {
	Store   string `arg:"" help:"Store that focal sweep made, or a file that focal export wrote, to be rewritten with checksums."`
	CSV     string `placeholder:"FILE" help:"Write comma-separated values with a header; - is standard output."`
	Parquet string `placeholder:"FILE" help:"Write Parquet, which is smaller and keeps the types; - is standard output."`
	Moves   bool   `default:"true" negatable:"" help:"Write solutions (the default). Without them focal verify has nothing to replay."`
	Salvage bool   `help:"Write the runs of a damaged store or file that are not damaged, and print which ones are."`
}

func (exportCmd) Help() string {
	return `There is one row for each run, with everything that the store knows of it except traces: costs are
integers in units of 1/unit, times are in nanoseconds, and an empty value means none. focal report and focal
verify read such files like a store.

Nothing is written if any run is damaged. If nothing else has these runs, --salvage writes the others. Import them
into a new store, and focal sweep makes the missing runs again.

` + example("focal export study.db --parquet runs.parquet", "focal export study.db --csv - --no-moves",
		"focal export damaged.db --parquet runs.parquet --salvage")
}

func (c *exportCmd) Run() error {
	if c.CSV == "" && c.Parquet == "" {
		return usage(errors.New("nothing to write: want --csv FILE or --parquet FILE"))
	}
	if c.CSV == "-" && c.Parquet == "-" {
		return usagef("--csv and --parquet both write to standard output: want a file for one of them")
	}
	each, end, err := c.runs()
	if err != nil {
		return err
	}
	defer end()
	keep := []string{c.Store} // files that no output may replace
	var missing []string      // warnings about runs that are not written
	var files []*output.File
	for _, file := range []struct {
		name string
		form func(io.Writer) export.Writer
	}{{c.CSV, export.NewCSV}, {c.Parquet, export.NewParquet}} {
		if file.name == "" {
			continue
		}
		out, err := newFile(file.name, keep...)
		if err != nil {
			return err
		}
		defer out.Discard()
		w := file.form(out)
		if missing, err = c.salvage(each, w); err == nil {
			err = w.Close()
		}
		if err != nil {
			return stopped(input.Plain(file.name, err))
		}
		keep, files = append(keep, file.name), append(files, out)
	}
	for _, f := range files { // if all are complete
		if err := f.Commit(); err != nil {
			return err
		}
	}
	for _, text := range missing {
		warn(text)
	}
	return nil
}

// runs returns a function that passes on the runs to be written. Those of a file must
// match their keys, so that no checksum vouches for damaged data.
func (c *exportCmd) runs() (each func(f func(*record.Record) error) error, end func(), err error) {
	if isStore(c.Store) {
		s, err := openStore(c.Store)
		if err != nil {
			return nil, nil, usage(err)
		}
		var parts []store.Option
		if c.Moves {
			parts = append(parts, store.WithMoves())
		}
		done := watched(s)
		read := s.Each
		if c.Salvage {
			read = s.Scan
		}
		each = func(f func(*record.Record) error) error { return storeError(read(f, parts...)) }
		return each, func() { done(); s.Close() }, nil
	}
	each = func(f func(*record.Record) error) error {
		_, err := eachRecord(c.Store, func(line export.Line) error {
			if !c.Moves {
				line.Result.Moves = nil
			}
			return f(line.Record)
		})
		return err
	}
	return each, func() {}, nil
}

// salvage writes the runs that are not damaged, and returns warnings about the others. Without --salvage any damage
// is an error.
func (c *exportCmd) salvage(each func(func(*record.Record) error) error, w export.Writer) (
	missing []string, err error) {
	written := 0
	err = each(func(rec *record.Record) error {
		written++
		return w.Write(rec)
	})
	switch {
	case !errors.Is(err, store.ErrDamaged):
		return nil, err
	case !c.Salvage:
		return nil, usagef("%w; --salvage writes the other runs", err)
	case written == 0:
		return nil, err
	}
	return []string{err.Error(), fmt.Sprintf("%s of %s could be read", output.Many(written, "run"), c.Store)}, nil
}
