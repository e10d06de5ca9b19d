//go:build js

package show

// notebook returns nil: in a page the worker sets its back end.
func notebook() Backend { return nil }
