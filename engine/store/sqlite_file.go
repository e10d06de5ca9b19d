//go:build !js

package store

import (
	"net/url"
	"os"
)

// placeOf returns the options for a database in a file. One that is fixed is read without the files that SQLite makes
// beside it, unless there is a log.
func placeOf(path string, fixed bool) url.Values {
	options := url.Values{}
	if log, err := os.Stat(path + "-wal"); fixed && (err != nil || log.Size() == 0) {
		options.Set("immutable", "1")
	}
	return options
}
