package main

import (
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/show"
)

type checkCmd struct {
	Problem string `arg:"" help:"Name or pattern, such as npuzzle/korf/39:heavy, or line/1-10 with --with line.go."`
	States  int64  `default:"50000" help:"How many states to look at in each problem (default 50000)."`
	Time    span   `default:"20s" placeholder:"TIME" help:"How long to look at each problem at most (default 20s)."`
	JSON    bool   `help:"Print a JSON object for each problem."`
}

func (checkCmd) Help() string {
	return `Looks for mistakes in the functions of a problem: an h that overestimates or is inconsistent, successors that
are not the same each time, states whose equality is wrong, a known optimum that is not one, and others. What it
reports is wrong, with a path that shows it; what it has not looked at may be wrong as well. The exit code is 2 if a
finding concerns bounds or counters.

` + example("focal check npuzzle/korf/39:heavy", "focal check --with line.go line/1-10")
}

func (c *checkCmd) Run() error {
	names, err := domains.Match(c.Problem)
	if err != nil {
		return usage(err)
	}
	ok := true
	for _, name := range names {
		limits := engine.Limits{Inserted: c.States, Time: time.Duration(c.Time)}
		found := engine.Check(show.Context(), domains.Get(name), engine.WithLimits(limits))
		if found.Err != nil {
			return usage(found.Err)
		}
		if show.Context().Err() != nil {
			return &failure{code: exit.Interrupted}
		}
		ok = ok && found.OK()
		if c.JSON {
			err = json.NewEncoder(os.Stdout).Encode(found)
		} else {
			_, err = io.WriteString(os.Stdout, escaped(found.String()))
		}
		if err != nil {
			return err
		}
	}
	if !ok {
		return &failure{code: exit.Usage}
	}
	return nil
}
