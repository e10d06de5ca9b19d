package study

import (
	"github.com/focal-search/focal/engine/study/internal/settings"
	"github.com/focal-search/focal/engine/study/progress"
)

// Progress is how far a study is.
type Progress = progress.Progress

// An Option changes how a study is run, and never its results.
type Option func(*settings.Settings)

// OnProgress has f called about five times a second, and at the end, by one
// goroutine at a time. Without it, progress goes to the watcher of the context (see
// package progress): in a notebook it appears below the cell.
func OnProgress(f func(Progress)) Option { return func(s *settings.Settings) { s.Progress = f } }

// OnWarning has f called with each warning as soon as it is known.
func OnWarning(f func(string)) Option { return func(s *settings.Settings) { s.Warn = f } }

// Shuffled seeds the order of the runs; the default is 0.
func Shuffled(seed uint64) Option { return func(s *settings.Settings) { s.Seed = seed } }

// Part makes only the i-th of n parts of the study, counted from 1: the same parts
// for the same seed of the order, of about the same size, whatever has been made
// before. Runs go into a shard, finished ones are read from shards, and the
// database stays as it is. So parts may be made at the same time by machines that
// share the store's folder, as SQLite's database may not. Only a database without
// any shards, such as one that was copied without them, is read once to make one. Grid.Run
// without Part collects the shards, as store.Store.Collect does.
func Part(i, n int) Option { return func(s *settings.Settings) { s.Part = settings.Part{I: i, N: n} } }

// Isolated runs each search in a process of its own, which RLIMIT_DATA, RLIMIT_CPU
// and a timer limit: whatever ends the process is that run's failure and stops
// nothing else. The process may use somewhat more than the run's own limits, so
// that those apply first. A run without a memory limit gets its share of the
// machine's memory. A process costs some tens of milliseconds.
//
// The program's main must begin with [Main], and the system must be Linux; else
// Grid.Run returns an error before the first run.
func Isolated() Option { return func(s *settings.Settings) { s.Isolated = true } }

// From lets files of published runs, as focal export writes them, provide the
// study's runs that the store lacks; only what neither has is made. The files are
// not copied into the store. They hold no traces, so that a study with traces uses
// nothing from them.
func From(files ...string) Option {
	return func(s *settings.Settings) { s.From = append(s.From, files...) }
}
