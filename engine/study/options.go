package study

import (
	"github.com/focal-search/focal/engine/progress"
	"github.com/focal-search/focal/engine/study/internal/executor"
)

// Progress is the progress of a study.
type Progress = progress.Progress

// An Option changes how a study is run, never its results.
type Option func(*executor.Settings)

// OnProgress sets a function that is called about five times a second, and at the end,
// by one goroutine at a time. Without it, progress goes to the watcher of the context
// (see package progress): in a notebook it appears below the cell.
func OnProgress(f func(Progress)) Option { return func(s *executor.Settings) { s.Progress = f } }

// OnWarning sets a function that is called with each warning as soon as it is known.
func OnWarning(f func(string)) Option { return func(s *executor.Settings) { s.Warn = f } }

// Counted leaves Runs.Results empty: only their numbers are wanted, of which studies of
// millions of runs take much less memory.
func Counted() Option { return func(s *executor.Settings) { s.Counted = true } }

// Shuffled seeds the order of the runs; the default is 0.
func Shuffled(seed uint64) Option { return func(s *executor.Settings) { s.Seed = seed } }

// Part makes only the i-th of n parts of the study, counted from 1. The parts depend
// only on the study and the seed of the order, whatever has been made before, and have
// about the same size. Runs go into a shard, finished runs are read from shards, and
// the database is not touched. So machines that share the store's folder can make parts
// at the same time; they must not share SQLite's database. Only a database without any
// shards, such as one that was copied without them, is read once to make one. Grid.Run
// without Part collects the shards, as store.Store.Collect does.
func Part(i, n int) Option { return func(s *executor.Settings) { s.Part = executor.Part{I: i, N: n} } }

// Isolated runs each search in its own process, limited by RLIMIT_DATA, RLIMIT_CPU and
// a timer. If the process ends early, that run fails and nothing else. The process may
// use slightly more than the run's own limits, so that those apply first. A run without
// a memory limit gets its share of the machine's memory. A process costs some tens of
// milliseconds.
//
// The program's main must begin with [Main], and the system must be Linux; else
// Grid.Run returns an error before the first run.
func Isolated() Option { return func(s *executor.Settings) { s.Isolated = true } }

// From lets files of published runs, as focal export writes them, provide runs of the
// study that the store lacks; only runs that are in neither are made. The files are not
// copied into the store. They contain no traces, so a study with traces does not use
// them.
func From(files ...string) Option {
	return func(s *executor.Settings) { s.From = append(s.From, files...) }
}
