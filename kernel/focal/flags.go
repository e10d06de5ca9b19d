package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// The values of flags read themselves from text, so that what was wrong and
// what would be right is said in one line. The zero value of a limit is none.

// A decimal is a number such as 1.25; the algorithms check its range.
type decimal float64

func (d *decimal) UnmarshalText(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return fmt.Errorf("%q is not a number: want a decimal such as 1.25", text)
	}
	*d = decimal(x)
	return nil
}

// A seed is any 64-bit number.
type seed uint64

func (s *seed) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not a seed: want a whole number from 0 to %d", text, uint64(math.MaxUint64))
	}
	*s = seed(n)
	return nil
}

// A count is a limit on nodes.
type count int64

func (c *count) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not a number of nodes: want one such as 5000000", text)
	}
	if n <= 0 {
		return notPositive(text)
	}
	*c = count(n)
	return nil
}

// A span is a limit on time.
type span time.Duration

func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a time: want one with a unit, such as 300s, 5m or 1h30m", text)
	}
	if d <= 0 {
		return notPositive(text)
	}
	*s = span(d)
	return nil
}

// A size is a limit on memory, in bytes.
type size int64

var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

func (s *size) UnmarshalText(text []byte) error {
	wrong := fmt.Errorf("%q is not a size: want one with a unit, such as 4GiB or 500MB", text)
	for _, unit := range sizeUnits {
		number, found := strings.CutSuffix(string(text), unit.name)
		if !found {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		switch bytes := x * unit.bytes; {
		case err != nil || math.IsNaN(x):
			return wrong
		case x <= 0:
			return notPositive(text)
		case bytes < 1 || bytes >= math.MaxInt64:
			return fmt.Errorf("%q: want at least one byte and less than 8 EiB", text)
		default:
			*s = size(bytes)
			return nil
		}
	}
	if text := strings.TrimSpace(string(text)); text == "0" {
		return notPositive([]byte(text))
	}
	return wrong
}

func notPositive(text []byte) error {
	return fmt.Errorf("%q: a limit must be positive (leave it out for none)", text)
}
