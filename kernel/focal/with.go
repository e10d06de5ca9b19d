package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/focal-search/focal/engine/study/slurm"
	"github.com/focal-search/focal/kernel/script"
)

// withVariable names the files of --with to the processes that this one starts: those of
// isolated runs, detached studies and Slurm's jobs.
const withVariable = "FOCAL_WITH"

// load interprets the files that --with names, and those of the process that started this
// one, before anything else looks at the command line. What they register is then known to
// every command.
func load(args []string) error {
	files, err := withFiles(args)
	if err != nil {
		return err
	}
	// Afterwards each command has its own way with signals.
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	for _, file := range files {
		if err := script.Load(ctx, file, os.Stdout, os.Stderr); err != nil {
			return scriptError(ctx, file, err)
		}
	}
	if len(files) > 0 {
		return os.Setenv(withVariable, strings.Join(files, string(filepath.ListSeparator)))
	}
	return nil
}

// with lists the files that have been loaded.
func with() []string { return filepath.SplitList(os.Getenv(withVariable)) }

// withWords is how another command loads the same files.
func withWords() (words string) {
	for _, file := range with() {
		words += " --with " + slurm.ShellWord(file)
	}
	return words
}

// withFiles lists the files by their full paths.
func withFiles(args []string) ([]string, error) {
	files := with()
	if len(args) > 0 && args[0] == "script" { // whose arguments are its own
		return files, nil
	}
	for i, arg := range args {
		file, ok := strings.CutPrefix(arg, "--with=")
		switch {
		case arg == "--":
			return files, nil
		case arg == "--with" && i+1 < len(args):
			file = args[i+1]
		case !ok:
			continue
		}
		if file == "" {
			return nil, usagef("--with wants the name of a Go file behind it, as in --with line.go")
		}
		full, err := filepath.Abs(file)
		if err != nil {
			return nil, usage(err)
		}
		if strings.ContainsRune(full, filepath.ListSeparator) {
			return nil, usagef("--with %s: the path contains a %c: give the file another name", full, filepath.ListSeparator)
		}
		if !slices.Contains(files, full) {
			files = append(files, full)
		}
	}
	return files, nil
}
