package input

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

var errNotPositive = errors.New("a limit must be positive (leave it out for none)")

// ParseCount reads a limit on nodes, such as "5000000".
func ParseCount(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number of nodes: want one such as 5000000", text)
	}
	if n <= 0 {
		return 0, fmt.Errorf("%q: %w", text, errNotPositive)
	}
	return n, nil
}

// ParseTime reads a limit on time, such as "300s".
func ParseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a time: want one with a unit, such as 300s, 5m or 1h30m", text)
	}
	if d <= 0 {
		return 0, fmt.Errorf("%q: %w", text, errNotPositive)
	}
	return d, nil
}

var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// ParseSize reads a limit on memory, such as "4GiB", in bytes.
func ParseSize(text string) (int64, error) {
	wrong := fmt.Errorf("%q is not a size: want one with a unit, such as 4GiB or 500MB", text)
	for _, unit := range sizeUnits {
		number, found := strings.CutSuffix(text, unit.name)
		if !found {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		switch bytes := x * unit.bytes; {
		case err != nil || math.IsNaN(x):
			return 0, wrong
		case x <= 0:
			return 0, fmt.Errorf("%q: %w", text, errNotPositive)
		case bytes < 1 || bytes >= math.MaxInt64:
			return 0, fmt.Errorf("%q: want at least one byte and less than 8 EiB", text)
		default:
			return int64(bytes), nil
		}
	}
	if text := strings.TrimSpace(text); text == "0" {
		return 0, fmt.Errorf("%q: %w", text, errNotPositive)
	}
	return 0, wrong
}

// FormatSize formats a number of bytes for display, such as "4 GiB".
func FormatSize(bytes int64) string {
	x, unit := float64(bytes), "B"
	for _, next := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if x < 1024 {
			break
		}
		x, unit = x/1024, next
	}
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) + " " + unit
}

// maxSeeds bounds the number of seeds, so that a mistyped range is an error.
const maxSeeds = 1_000_000

// ParseSeeds reads seeds and ranges of seeds, such as "1-100,200".
func ParseSeeds(text string) ([]uint64, error) {
	var seeds []uint64
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		lo, err1 := strconv.ParseUint(from, 10, 64)
		hi, err2 := strconv.ParseUint(to, 10, 64)
		switch {
		case err1 != nil || err2 != nil:
			return nil, fmt.Errorf("%q is not a seed: want a whole number from 0 to %d, or a range such as 1-100",
				part, uint64(math.MaxUint64))
		case lo > hi:
			return nil, fmt.Errorf("the range of seeds %s is empty", part)
		case hi-lo >= uint64(maxSeeds-min(len(seeds), maxSeeds)):
			return nil, fmt.Errorf("%s names more than %d seeds", text, maxSeeds)
		}
		for i := range hi - lo + 1 {
			seeds = append(seeds, lo+i)
		}
	}
	return seeds, nil
}
