package executor

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/focal-search/focal/engine/progress"
	"github.com/focal-search/focal/engine/study/worker"
)

// Settings are how a study is run. They never change its results.
type Settings struct {
	Progress func(progress.Progress)
	Warn     func(string)
	Seed     uint64 // of the order of the runs
	Part     Part
	Isolated bool
	Counted  bool           // results are counted, not returned
	From     []string       // files of runs
	Worker   *worker.Worker // this process, if it has a status file already
}

// Of returns the settings that options make.
func Of[Option ~func(*Settings)](options []Option) Settings {
	var s Settings
	for _, set := range options {
		set(&s)
	}
	return s
}

// Portable explains why other processes cannot run a study with these settings; nil if
// they can.
func (s *Settings) Portable() error {
	if len(s.From) == 0 {
		return nil
	}
	return errors.New("From: only this process can read the files; put their runs into the store with focal import")
}

// NewWorker returns a worker with these settings, for a store, by the name and the digest
// of its study.
func (s *Settings) NewWorker(path, name, digest string) *worker.Worker {
	w := worker.New(path)
	w.Study, w.Digest = name, digest
	w.Part, w.Shuffled, w.Isolated = s.Part.String(), s.Seed, s.Isolated
	return w
}

// Watch returns how progress is reported: by option, or else to the watcher of ctx.
func (s *Settings) Watch(ctx context.Context, study string) (report func(progress.Progress), end func()) {
	if s.Progress != nil {
		return s.Progress, func() {}
	}
	return progress.Watch(ctx, cmp.Or(study, "runs"))
}

// A Part is the I-th of N parts of a study, counted from 1; of 0 parts it is the
// whole study.
type Part struct{ I, N int }

// Check explains what is wrong with the part.
func (p Part) Check() error {
	if p != (Part{}) && (p.N < 1 || p.I < 1 || p.I > p.N) {
		return fmt.Errorf("part %d of %d: want one such as 1 of 4, to 4 of 4", p.I, p.N)
	}
	return nil
}

// String returns the part as "1/4", and "" for the whole study.
func (p Part) String() string {
	if p.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", p.I, p.N)
}

// ParsePart reads what String returns.
func ParsePart(text string) (p Part) {
	fmt.Sscanf(text, "%d/%d", &p.I, &p.N)
	return p
}

// Holds reports whether the run at a place of the order, counted from 0, is in the
// part.
func (p Part) Holds(place int) bool { return p.N == 0 || place%p.N == p.I-1 }

// Of returns the number of runs in the part, of a total.
func (p Part) Of(runs int) (n int) {
	for place := range runs {
		if p.Holds(place) {
			n++
		}
	}
	return n
}
