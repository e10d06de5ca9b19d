package show

import "context"

// asker is a back end through which a display's script can send messages to this process
// while the cell runs.
type asker interface {
	// Hear calls heard with the numbers that scripts send to an address.
	Hear(address string, heard func(int))
	// Send sends a text to scripts that listen at an address.
	Send(address, text string)
}

// CanAsk reports whether the scripts of displays can send numbers to this process while
// the cell runs. They can under GoNB with a Jupyter front end.
func CanAsk() bool { return theAsker() != nil }

func theAsker() asker {
	a, _ := backendAs[asker]()
	if g, ok := a.(interface{ Attended() bool }); ok && !g.Attended() {
		return nil
	}
	return a
}

// Hear calls heard with each number that a script sends to an address by gonb_comm.send.
// It does nothing if CanAsk is false.
func Hear(address string, heard func(int)) {
	if a := theAsker(); a != nil {
		a.Hear(address, heard)
	}
}

// Send sends a text to the scripts that listen at an address.
func Send(address, text string) {
	if a := theAsker(); a != nil {
		a.Send(address, text)
	}
}

// During runs f. Meanwhile Context also ends when ctx does.
func During(ctx context.Context, f func()) {
	Context()
	cell.Lock()
	before := cell.ctx
	within, cancel := context.WithCancel(before)
	cell.ctx = within
	cell.Unlock()
	defer context.AfterFunc(ctx, cancel)()
	defer func() {
		cancel()
		cell.Lock()
		defer cell.Unlock()
		if cell.ctx == within {
			cell.ctx = before
		}
	}()
	f()
}
