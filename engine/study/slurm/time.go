package slurm

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"time"
)

// Unlimited is the time limit of tasks that have none.
const Unlimited = time.Duration(math.MaxInt64)

// times are sbatch's formats: minutes, minutes:seconds, hours:minutes:seconds, days-hours,
// days-hours:minutes and days-hours:minutes:seconds.
var times = regexp.MustCompile(`^(?:(\d+)-)?(\d+)(?::(\d+))?(?::(\d+))?$`)

// ParseTime reads a time limit in any of sbatch's formats, such as 90 (minutes), 1:30:00 or
// 2-12, or with units, such as 90m or 36h. UNLIMITED and INFINITE are Unlimited.
func ParseTime(text string) (time.Duration, error) {
	wrong := fmt.Errorf("%q is not a time: want one such as 36h, or as sbatch has it, 90 for minutes, 1:30:00 or 2-12:00:00", text)
	if text == "UNLIMITED" || text == "INFINITE" {
		return Unlimited, nil
	}
	limit, err := time.ParseDuration(text)
	if m := times.FindStringSubmatch(text); m != nil {
		units := []time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second}
		values := []string{m[1], m[2], m[3], m[4]}
		if m[1] == "" {
			switch {
			case m[3] == "":
				values = []string{"", "", m[2], ""}
			case m[4] == "":
				values = []string{"", "", m[2], m[3]}
			}
		}
		var total float64
		for i, value := range values {
			n, _ := strconv.ParseFloat(value, 64) // "" is 0
			total += n * float64(units[i])
		}
		if limit, err = time.Duration(total), nil; total >= float64(Unlimited) {
			err = wrong
		}
	}
	if err != nil || limit <= 0 {
		return 0, wrong
	}
	return limit, nil
}
