package main

import (
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/kernel/show"
)

type sqlCmd struct {
	Store string   `arg:"" help:"Store that focal sweep made."`
	Query string   `arg:"" help:"The query, in SQLite's SQL. It is read-only. Each ? stands for one of the arguments after it."`
	Args  []string `arg:"" optional:"" help:"Values for each ? of the query."`
	JSON  bool     `xor:"form" help:"Print each row as a JSON object on one line."`
	CSV   bool     `xor:"form" help:"Print comma-separated values with a header."`
}

func (sqlCmd) Help() string {
	return `The view results has the runs as frames and reports show them, in seconds, megabytes and costs of unit 1 (see
kernel/docs/sharing.md); the tables runs, incumbents,
solutions and traces have everything that is stored (focal sql STORE "SELECT sql FROM sqlite_schema" describes
them). There a seed above 2^63 - 1 is a negative number, the seed minus 2^64.

` + example(
		`focal sql study.db "SELECT algorithm, w, p, count(*) AS runs, count(cost) AS solved, avg(expanded) FROM results GROUP BY 1, 2, 3"`,
		`focal sql study.db "SELECT problem, cost FROM results WHERE algorithm = ?" fs --csv`,
	)
}

func (c *sqlCmd) Run() error {
	args := make([]any, len(c.Args))
	for i, arg := range c.Args {
		args[i] = numeric(strings.TrimPrefix(arg, shield))
	}
	a := store.Ask(c.Store, c.Query, args...)
	leftOut = a.LeftOut != nil
	for _, w := range a.Warnings {
		warn(w)
	}
	switch {
	case a.Err != nil:
		return usage(a.Err)
	case c.JSON:
		return rowsAsJSON(a)
	case c.CSV:
		return rowsAsCSV(a)
	}
	_, err := fmt.Print(escaped(show.TableText(show.Table{Columns: a.Columns, Rows: a.Rows})))
	return err
}

// shield precedes an argument that would otherwise be taken for a flag.
const shield = "\n"

// shielded allows a query to begin with a comment, and values to be negative numbers.
func shielded(args []string) []string {
	args = slices.Clone(args)
	words := 0
	for i, arg := range args {
		comment := words == 2 && strings.HasPrefix(arg, "--") && strings.Contains(arg, "\n") // after sql and the store
		_, text := numeric(arg).(string)
		if comment || words > 2 && strings.HasPrefix(arg, "-") && !text {
			args[i] = shield + arg
		}
		if comment || !strings.HasPrefix(arg, "-") {
			words++
		}
	}
	return args
}

// numeric converts a text to a number if it is one, since SQL compares numbers only
// with numbers.
func numeric(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return text
}

func rowsAsJSON(a *store.Answer) error {
	for i, name := range a.Columns {
		if slices.Contains(a.Columns[:i], name) {
			return usagef("two columns are named %q, of which an object holds one: name them apart, as with AS, or want "+
				"--csv", name)
		}
	}
	out := json.NewEncoder(os.Stdout)
	for _, row := range a.Rows {
		object := map[string]any{}
		for i, name := range a.Columns {
			object[name] = row[i]
			if x, ok := row[i].(float64); ok && math.IsInf(x, 0) {
				object[name] = nil // JSON has no infinity
			}
		}
		if err := out.Encode(object); err != nil {
			return err
		}
	}
	return nil
}

func rowsAsCSV(a *store.Answer) error {
	out := csv.NewWriter(os.Stdout)
	write := func(row []string) {
		if len(row) == 1 && row[0] == "" { // otherwise a blank line, which readers skip
			out.Flush()
			fmt.Println(`""`)
			return
		}
		out.Write(row)
	}
	text := make([]string, len(a.Columns))
	for i, name := range a.Columns {
		text[i] = output.Cell(name)
	}
	write(text)
	for _, row := range a.Rows {
		for i, value := range row {
			if text[i] = plain(value); value == any(text[i]) {
				text[i] = output.Cell(text[i])
			}
		}
		write(text)
	}
	out.Flush()
	return out.Error()
}

// plain formats a value so that programs read it back exactly.
func plain(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []byte:
		return hex.EncodeToString(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}
