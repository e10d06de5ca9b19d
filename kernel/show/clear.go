package show

import "os"

// Clear removes everything that the cell has shown and printed so far, or clears a
// terminal's screen. With wait it does so only when the next output comes, which avoids
// flicker. It does nothing under GoNB, which cannot remove output.
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
