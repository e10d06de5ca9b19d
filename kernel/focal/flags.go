package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/study/slurm"
)

// Flag values parse themselves, so that one line can report what was wrong and what
// would be right. The zero value of a limit means no limit.

// A decimal is a number such as 1.25; the algorithms check its range.
type decimal float64

func (d *decimal) UnmarshalText(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return fmt.Errorf("%q is not a number: want a decimal such as 1.25 for w or 0.7 for p", text)
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

// seeds are any number of seeds, also from several flags.
type seeds []uint64

func (s *seeds) UnmarshalText(text []byte) error {
	more, err := input.ParseSeeds(string(text))
	*s = append(*s, more...)
	return err
}

// jobs is the number of searches at a time; 0 means none given.
type jobs int

func (j *jobs) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a number of searches at a time: want one such as 4", text)
	}
	*j = jobs(n)
	return nil
}

// A part is one of several parts of a study, counted from 1.
type part struct{ i, n int }

func (p *part) UnmarshalText(text []byte) (err error) {
	i, n, _ := strings.Cut(string(text), "/")
	if p.i, err = strconv.Atoi(i); err == nil {
		p.n, err = strconv.Atoi(n)
	}
	if err != nil || p.i < 1 || p.i > p.n {
		return fmt.Errorf("%q is not a part: want one such as 1/4, to 4/4", text)
	}
	return nil
}

func (p part) String() string { return fmt.Sprintf("%d/%d", p.i, p.n) }

// A count is a limit on nodes.
type count int64

func (c *count) UnmarshalText(text []byte) (err error) {
	*(*int64)(c), err = input.ParseCount(string(text))
	return err
}

// A span is a limit on time.
type span time.Duration

func (s *span) UnmarshalText(text []byte) (err error) {
	*(*time.Duration)(s), err = input.ParseTime(string(text))
	return err
}

// A limit is a time limit of Slurm's tasks.
type limit time.Duration

func (l *limit) UnmarshalText(text []byte) (err error) {
	*(*time.Duration)(l), err = slurm.ParseTime(string(text))
	return err
}

// A size is a limit on memory, in bytes.
type size int64

func (s *size) UnmarshalText(text []byte) (err error) {
	*(*int64)(s), err = input.ParseSize(string(text))
	return err
}

// limitFlags are the limits of a run.
type limitFlags struct {
	MaxInserted  count `placeholder:"N" help:"Stop at N nodes inserted into OPEN."`
	MaxGenerated count `placeholder:"N" help:"Stop at N successors generated."`
	MaxExpanded  count `placeholder:"N" help:"Stop at N nodes expanded."`
	TimeLimit    span  `placeholder:"TIME" help:"Stop after this wall time, such as 300s or 5m."`
	MemoryLimit  size  `placeholder:"SIZE" help:"Stop at this size of the search's own structures, such as 4GiB."`
}

func (f limitFlags) limits() engine.Limits {
	return engine.Limits{
		Inserted:  int64(f.MaxInserted),
		Generated: int64(f.MaxGenerated),
		Expanded:  int64(f.MaxExpanded),
		Time:      time.Duration(f.TimeLimit),
		Memory:    int64(f.MemoryLimit),
	}
}
