//go:build !js

package show

import (
	"os"

	"github.com/schollz/progressbar/v3"
)

// A line is a line of a terminal that is rewritten.
type line = progressbar.ProgressBar

// newLine makes a bar with a number of steps, or a spinner if it is -1.
func newLine(steps int64) *line {
	return progressbar.NewOptions64(steps,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetSpinnerChangeInterval(0), // otherwise it would turn by itself, even after it is cleared
		progressbar.OptionSetWidth(10),
		progressbar.OptionClearOnFinish(),
	)
}
