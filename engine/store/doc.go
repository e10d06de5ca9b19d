// Package store keeps the results of runs, so that a study survives crashes and a run
// that is already stored is not repeated.
//
// # Files
//
// A store korf.db is an SQLite database together with the directory korf.db.shards. A
// process that runs searches appends each finished run as one line of JSON to its own
// shard and syncs the file. No other process writes to that shard, so neither locks nor
// a database server are needed, and shards may lie on a network file system.
// [Store.Collect] copies what is new in the shards into the database, which people and
// reports read.
//
// [Ask] answers an SQL query over all runs that a store has now. [Shards] reads only
// the shards, for programs that cannot access the database. Package export writes runs
// to CSV and Parquet files and reads them back.
//
// No run is lost when a process, a machine or a collector dies, at whatever point. A
// run is in its shard before it counts as done. A torn line at the end of a shard does
// not count, and its run is made again. The rows of runs and the position up to which
// their shard has been read are written in one transaction. Each line carries a
// checksum, so damage is detected and reported. Several collectors may run at the same
// time on one host.
//
// # Identity
//
// A run is identified by its [record.Key], a hash of the problem's content (not its name), the
// algorithm with its parameters, the seed if the algorithm draws random numbers, the
// limits, and [record.CounterVersion]. The commit of the engine is recorded but is not part of
// the key. A run that is recorded twice is kept once. If only the second has a trace,
// the trace is added; if a limit on time or memory made the second run end differently,
// the trace and its run replace the first. If such a limit ended the second run earlier
// than the first, the first is kept without a trace, and Collect reports it; a study
// that needs traces then counts the run as missing. If the two differ in a counter
// although neither was ended by the clock or a memory limit, Collect reports that too.
//
// # Schema
//
// The tables are described in schema.sql, which sqlite3 prints with .schema:
//
//	runs        one row for each run: identity, limits, outcome, counters, times,
//	            and what made it (commit, Go version, host, cores, when)
//	incumbents  the solutions accepted on the way, of anytime algorithms many
//	solutions   the last solution's moves, for verification
//	traces      traces, of the runs that were asked for one
//	shards      how far each shard has been collected
//	results     a view of runs in seconds and in costs of unit 1
//
// PRAGMA application_id is 0x666f636c, and user_version is the schema's version. [Open]
// migrates older stores and refuses newer ones.
package store
