package main

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
)

type newCmd struct {
	Problem newProblemCmd `cmd:"" help:"Write a problem of your own to start from, as NAME.go, and its tests."`
}

type newProblemCmd struct {
	Name string `arg:"" help:"Name of the family of problems: letters, digits, - and _."`
}

func (newProblemCmd) Help() string {
	return `Writes NAME.go, a family of problems with a comment on each part, and NAME_test.go. They compile and pass as
they stand, within a checkout; focal check --with NAME.go "NAME/1-5" needs none.

` + example("focal new problem sokoban")
}

//go:embed new/problem.go.txt
var problemTemplate string

//go:embed new/problem_test.go.txt
var problemTests string

func (c *newProblemCmd) Run() error {
	if !engine.IsWord(c.Name) || strings.ContainsAny(c.Name[:1], "-_") || strings.HasSuffix(c.Name, "_test") {
		return usagef("the name %q: want letters, digits, - and _ behind the first, as in focal new problem sokoban", c.Name)
	}
	if slices.ContainsFunc(engine.Domains(), func(d *engine.Domain) bool { return d.Name == c.Name }) {
		return usagef("the name %q: a domain has it: want another", c.Name)
	}
	files := []struct{ name, content string }{{c.Name + ".go", problemTemplate}, {c.Name + "_test.go", problemTests}}
	for _, f := range files {
		if _, err := os.Lstat(f.name); !errors.Is(err, fs.ErrNotExist) {
			return usagef("%s is there already: want another name", f.name)
		}
	}
	for _, f := range files {
		if err := output.WriteFile(f.name, []byte(strings.ReplaceAll(f.content, "NAME", c.Name))); err != nil {
			return err
		}
	}
	return say("%s and %s are written. Next:\n  focal check --with %s \"%s/1-3\"\n", files[0].name, files[1].name, files[0].name, c.Name)
}
