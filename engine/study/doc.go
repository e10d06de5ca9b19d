// Package study runs many searches: every algorithm with every bound on every
// problem of a study, on all cores. Finished runs are cached in a store, so
// repeating a study is instant.
//
// A [Grid] describes a study. It can be written as a Go value, as a YAML file (see
// [Read]) and as flags of focal sweep:
//
//	runs := study.Grid{
//		Problems:   "npuzzle/korf/*:heavy",
//		Algorithms: engine.Named("fs", "pfs"),
//		W:          []float64{1.05, 1.25},
//		P:          []float64{.6, .7, .8},
//		Seeds:      []uint64{42},
//		Limits:     engine.Limits{Inserted: 5_000_000, Time: 300 * time.Second},
//	}.Run(ctx, "korf.db")
//
// Everything is validated before the first search. Runs are made in an order shuffled
// by a seed, so that the finished ones are a fair sample at any time, with one search
// per core. A run counts once it is synced to disk: a study that was interrupted or
// killed, or whose machine crashed, continues where it stopped (see package store). The
// results that [Grid.Run] returns always come from the store. [RunFile] runs a study
// file, and [From] adds files of published runs.
//
// A run that fails, because its problem panics or its solution cannot be verified, is
// reported and not stored; the others continue. With [Isolated] each search has its own
// process, and if that process ends, only its run fails.
//
// Progress goes to the watcher of the context (see package progress): with
// show.Context() a study shows itself below its cell or on the terminal.
//
// The stages of a call of [Grid.Run]:
//
//	grid.go              problems × algorithms × w × p × seeds make runs
//	run.go               the runs are shuffled, and the finished ones left out
//	internal/ledger      which runs are finished: database, shards, files
//	internal/executor    the others are made on all cores and synced to a shard
//	internal/process     one run, in this process, isolated in its own, or remote
//	run.go               the results are read back
//
// For more than one process, package job runs a study in a process that outlives the
// cell or terminal, package slurm runs it on a cluster, in parts (see [Part]), and
// package worker lists the processes at work on a store. A program that starts
// processes begins with [Main]. In a page, which has no processes, web workers make the
// runs (see worker.Pool).
package study
