// Package batch makes many runs: every algorithm at every bound on every problem
// of a study, on all cores, into a store that answers when they are asked for
// again.
//
// A [Grid] describes a study. It is the same as a Go value, as a YAML file that
// [Read] reads, and as flags of focal sweep:
//
//	runs := batch.Grid{
//		Problems:   "npuzzle/korf/*:heavy",
//		Algorithms: []string{"fs", "pfs"},
//		W:          []float64{1.05, 1.25},
//		P:          []float64{.6, .7, .8},
//		Seeds:      []uint64{42},
//		Limits:     engine.Limits{Inserted: 5_000_000, Time: 300 * time.Second},
//	}.Run(ctx, "korf.db")
//
// Everything is validated before the first search. The runs are made in an order
// shuffled by a seed, so that what is done at any time is a fair sample, one
// search on each core. Each finished run is synced to disk before it counts, so
// that a study that was interrupted, killed or lost its machine goes on where it
// was, and one that is done answers at once (see package store). What [Grid.Run]
// returns comes from the store in either case. [RunFile] runs a study as a file
// describes it, and [From] has the published runs of another one answer for it.
//
// Several machines make a study in parts, each with [Part]. Where Slurm manages
// them, [Grid.Array] has a job array make the parts and a job after it collect.
//
// A run that fails, be it by a panic of its domain or because its solution does
// not verify, is reported and does not stop the others; it is not stored. With
// [Isolated] each search has a process of its own, and whatever ends that process
// is the run's failure too.
//
// Progress goes to whoever watches the context (see package progress): given
// show.Context(), a study shows itself below its cell or on the terminal.
//
// # Longer than a cell
//
// [Grid.Start] hands a study to a process of its own, which goes on when the
// cell's, the notebook's or the terminal's is gone. [Attach] finds it again: a
// [Job] tells how far it is, waits for its end, and stops it.
//
//	study.Start("korf.db")            // in one cell
//	batch.Attach("korf.db").Wait(ctx) // in a later one, tomorrow
//
// Every process at work on a store tells so in a file beside the shards, which
// [Workers] reads. Such a file is believed while its process lives: on the same
// system by its number and the time of its start, from others for a minute.
package batch
