package store

import "net/url"

// placeOf returns the options for a database. In a browser it is in memory; its shards are its only files, and are
// collected anew whenever a store is opened.
func placeOf(string, bool) url.Values { return url.Values{"vfs": {"memdb"}} }
