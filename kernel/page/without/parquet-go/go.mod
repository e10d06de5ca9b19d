// What stands for the module that reads and writes Parquet is its own files, but for those
// that are edited; see edited in package page.
module github.com/parquet-go/parquet-go

go 1.26
