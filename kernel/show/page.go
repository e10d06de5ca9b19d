//go:build js

package show

// notebook is nil: in a page the worker sets its back end.
func notebook() Backend { return nil }
