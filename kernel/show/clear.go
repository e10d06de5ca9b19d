package show

import "os"

// Clear takes away what the cell has shown and printed so far, or a terminal's
// screen; with wait only when the next thing is shown, so that nothing flickers. A
// GoNB notebook cannot take back what it shows.
func Clear(wait bool) {
	Finish()
	output.Lock()
	defer output.Unlock()
	switch b := backend().(type) {
	case interface{ Clear(wait bool) }:
		once.cleared()
		b.Clear(wait)
	case *terminal:
		if interactive() {
			os.Stdout.WriteString("\x1b[2J\x1b[H")
		}
	}
}
