// Package store keeps what runs found, so that a study survives whatever ends
// it and a run asked for again is answered without a search.
//
// # Files
//
// A store korf.db is an SQLite database and, beside it, the directory
// korf.db.shards. A process that runs searches appends each finished run as one
// line of JSON to a shard of its own and syncs the file; nobody else ever writes
// to that shard, so neither locks nor a database server are needed, and shards
// may lie on a network file system. [Store.Collect] copies what is new in the
// shards into the database, where people and reports read it.
//
// [Ask] answers a query in SQL with all runs that a store has now, and
// [Shards] reads the runs of shards alone, where the database is out of reach.
// Package export writes runs to CSV and Parquet files and reads them back.
//
// Nothing is lost at any point at which a process, a machine or a collector may
// die: a run is in its shard before it counts as done; a line torn at the end
// of a shard is no run, and the run is made again; the rows of runs and how far
// their shard has been read are written in one transaction. Each line carries a
// checksum, so that damage is told and not believed. Collectors may run at the
// same time, on the same host.
//
// # Identity
//
// A run is known by its [Key], a hash of the problem's content (not its name),
// the algorithm with its parameters, the seed where the algorithm draws, the
// limits, and [CounterVersion]. The commit that the engine was built from is
// recorded and is not part of it. A run that is recorded twice is kept once; a
// trace that only the second has is added, together with its run where a limit on
// time or memory has made that another one. Where such a limit has made the second
// run tell less than the first, the first stays, without a trace, and Collect says
// so: to a study that asks for traces the run is missing. Should the two differ in
// a counter although no clock and no memory limit ended them, Collect says so too.
//
// # Schema
//
// The tables are described in schema.sql, whose text sqlite3 shows with .schema:
//
//	runs        one row for each run: identity, limits, outcome, counters, times,
//	            and what made it (commit, Go version, host, cores, when)
//	incumbents  the solutions accepted on the way, of anytime algorithms many
//	solutions   the last solution's moves, for verification
//	traces      traces, of the runs that were asked for one
//	shards      how far each shard has been collected
//	results     a view of runs in seconds and in costs of unit 1
//
// PRAGMA application_id is 0x666f636c, user_version the schema's version. [Open]
// brings older stores up to date and refuses newer ones.
package store
