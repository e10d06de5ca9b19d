package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/focal-search/focal/engine/store"
)

type exportCmd struct {
	Store string `arg:"" help:"Store that focal sweep made."`
	CSV   string `required:"" placeholder:"FILE" help:"Write comma-separated values with a header; - is standard output."`
}

func (exportCmd) Help() string {
	return `There is one row for each run, with all the store knows of it but solutions and traces: costs are integers in units of 1/unit, times are in nanoseconds, an empty value means none.

` + example("focal export study.db --csv runs.csv")
}

// exported is the order of the rows, which does not change from export to export.
const exported = `SELECT * FROM runs
ORDER BY domain, problem_set, CAST(instance AS INTEGER), instance, variant, algorithm, w, p, seed, key`

func (c *exportCmd) Run() error {
	s, err := openStore(c.Store)
	if err != nil {
		return err
	}
	defer s.Close()
	columns, rows, err := s.Query(exported)
	if err != nil {
		return err
	}
	if c.CSV == "-" {
		return writeCSV(os.Stdout, columns, rows)
	}
	f, err := os.Create(c.CSV)
	if err != nil {
		return usage(plainError(c.CSV, err))
	}
	if err := writeCSV(f, columns, rows); err != nil {
		f.Close()
		return plainError(c.CSV, err)
	}
	return plainError(c.CSV, f.Close())
}

// openStore opens a store that is there, with all its runs.
func openStore(path string) (*store.Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, usage(plainError(path, err))
	}
	s, err := store.Open(path)
	if err != nil {
		return nil, usage(err)
	}
	if _, err := s.Collect(); err != nil {
		warn(err.Error()) // the others can be told all the same
	}
	return s, nil
}

func writeCSV(out io.Writer, columns []string, rows [][]any) error {
	w := csv.NewWriter(out)
	w.Write(columns[1:]) // without the number of the row in the database
	text := make([]string, len(columns)-1)
	for _, row := range rows {
		for i, value := range row[1:] {
			text[i] = plain(value)
		}
		w.Write(text)
	}
	w.Flush()
	return w.Error()
}

// plain writes a value so that programs read it back exactly.
func plain(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}
