// What stands for the module that holds SQLite is its own files, but for those that are
// edited; see edited in package page.
module github.com/ncruces/go-sqlite3-wasm/v6

go 1.26
