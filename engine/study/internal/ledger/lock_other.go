//go:build !linux && !darwin && !windows

package ledger

// This is compiled for pages, where there are no other processes.

func (c *Claims) present() error            { return nil }
func (c *Claims) nobodyElse() (bool, error) { return true, nil }
func (c *Claims) lock(int64) (bool, error)  { return true, nil }
func (c *Claims) unlock(int64) error        { return nil }
