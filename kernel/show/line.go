//go:build !js

package show

import (
	"os"

	"github.com/schollz/progressbar/v3"
)

// A line is a line of a terminal that is written again and again.
type line = progressbar.ProgressBar

// newLine makes one of a number of steps, or a spinner where it is -1.
func newLine(steps int64) *line {
	return progressbar.NewOptions64(steps,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetSpinnerChangeInterval(0), // else it turns by itself, even after it is cleared
		progressbar.OptionSetWidth(10),
		progressbar.OptionClearOnFinish(),
	)
}
