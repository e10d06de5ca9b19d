// Package worker has the processes that run studies: it starts detached ones and pools of
// other instances, and lists and stops them. Each detached one writes a status
// file beside the store's shards, and renews it twice a second.
//
// The file is valid while its process exists. On the same system the process ID
// and the start time decide that; a worker on another machine counts as alive for
// a minute after it was last seen.
package worker

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/progress"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study/internal/process"
)

// A Worker is a process that runs a study, or has run it, as described by its status
// file.
type Worker struct {
	Study    string    `json:"study,omitempty"` // its name
	Digest   string    `json:"digest"`          // of the study
	Host     string    `json:"host"`
	PID      int       `json:"pid"`
	Part     string    `json:"part,omitempty"` // such as "2/8", of a study made in parts
	Shuffled uint64    `json:"shuffled"`       // the seed of the order of the runs
	Isolated bool      `json:"isolated"`       // whether each search has its own process
	Detached bool      `json:"detached"`       // started by job.Start
	Begun    time.Time `json:"begun"`
	Seen     time.Time `json:"seen"` // when it wrote this

	Progress progress.Progress `json:"progress"`

	Ended    bool     `json:"ended"`
	Failures []string `json:"failures,omitempty"` // of runs, the first few
	Error    string   `json:"error,omitempty"`    // what ended it, other than the end of its work

	// Place and Start distinguish the process from others with the same number.
	Place string `json:"place"`
	Start string `json:"start"`

	file string
}

// A State is what a Worker is doing.
type State string

// The states of a Worker.
const (
	AtWork  State = "at work"
	Done    State = "done"    // all runs are in the store, or failed
	Stopped State = "stopped" // by a signal or an interrupt; finished runs are kept
	Broken  State = "broken"  // it could not go on: see Worker.Error
	Died    State = "died"    // its process ended without a report
	Silent  State = "silent"  // on another machine, and not seen for a while
)

const (
	beatEvery = 500 * time.Millisecond
	silence   = time.Minute // after which a worker on another machine no longer counts as alive

	forgetAfter = 24 * time.Hour // of silence

	stopPatience = 10 * time.Second // for a process that is asked to end
	lookEvery    = 100 * time.Millisecond
)

// State returns the worker's current state. If its process does not exist, it may have
// ended since the status file was read, so the file is read again.
func (w *Worker) State() State {
	p := w.Progress
	switch {
	case w.Ended && w.Error != "":
		return Broken
	case w.Ended && !p.Ended():
		return Stopped
	case w.Ended:
		return Done
	case w.here() && w.alive(), !w.here() && w.silence() < silence:
		return AtWork
	case w.here():
		last := Worker{file: w.file}
		if last.Read() == nil && last.Ended {
			*w = last
			return w.State()
		}
		return Died
	}
	return Silent
}

// MayLive reports whether a silent worker on another machine may still be alive.
func (w *Worker) MayLive() bool { return w.State() == Silent && w.silence() <= forgetAfter }

// silence is how long ago the worker was seen. A clock that was set back, or that is
// ahead of this one, is no sign of life.
func (w *Worker) silence() time.Duration { return time.Since(w.Seen).Abs() }

// here reports whether the worker's process belongs to this system.
func (w *Worker) here() bool { return w.Place == process.Place() }

// alive reports whether the process exists on this system.
func (w *Worker) alive() bool {
	start, ok := process.Start(w.PID)
	return ok && start == w.Start
}

// String describes the worker in one line.
func (w *Worker) String() string {
	p := w.Progress
	text := fmt.Sprintf("process %d on %s: %s, %d of %d runs, %d solved",
		w.PID, w.Host, w.State(), p.Done, p.Total, p.Solved)
	if w.Study != "" {
		text = w.Study + ": " + text
	}
	if p.Failed > 0 {
		text += fmt.Sprintf(", %d failed", p.Failed)
	}
	switch w.State() {
	case AtWork:
		if p.Left > 0 {
			text += fmt.Sprintf(", %v left", p.Left.Round(time.Second))
		}
	case Silent:
		text += fmt.Sprintf(" since %s", w.Seen.Format(time.DateTime))
	case Broken:
		text += ": " + process.FirstLine(w.Error)
	}
	return text
}

const (
	suffix     = ".worker.json"
	nextSuffix = ".next" // of a file that is about to replace another
)

// New returns a worker with a new status file beside the store at path. The file is not
// written yet.
func New(path string) *Worker {
	return &Worker{file: filepath.Join(store.ShardsDir(path), rand.Text()[:12]+suffix)}
}

// File returns the path of the status file.
func (w *Worker) File() string { return w.file }

// SetFile sets the path of the status file.
func (w *Worker) SetFile(name string) { w.file = name }

// Identify makes this process the worker.
func (w *Worker) Identify() {
	w.PID = os.Getpid()
	w.Host, _ = os.Hostname()
	w.Place = process.Place()
	w.Start, _ = process.Start(w.PID)
	w.Begun = time.Now().UTC()
}

// Write replaces the status file in one step, so that no reader sees half of it.
func (w *Worker) Write() error {
	w.Seen = time.Now().UTC()
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	next, err := os.Create(w.file + nextSuffix)
	if err != nil {
		return err
	}
	_, err = next.Write(text)
	if err == nil {
		err = next.Sync() // otherwise a power cut may leave an empty file
	}
	if err = errors.Join(err, next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), w.file)
}

// Beat records that the worker is alive, and its progress. If the file cannot be
// written, runs are made nevertheless.
func (w *Worker) Beat(p progress.Progress) {
	if time.Since(w.Seen) >= beatEvery || p.Ended() {
		w.Progress = p
		_ = w.Write()
	}
}

// maxFailures is how many failures of runs a status file lists.
const maxFailures = 10

// End records the outcome for those who attach later: the final progress, the runs that
// failed, and the error that ended the work, if any. Nobody attaches to a worker that
// is not detached, so its file is removed.
func (w *Worker) End(p progress.Progress, failures []string, err error) {
	if !w.Detached {
		_ = os.Remove(w.file)
		return
	}
	p.Rate = w.Progress.Rate
	w.Ended, w.Progress = true, p
	w.Failures = failures[:min(len(failures), maxFailures)]
	if err != nil && len(failures) == 0 {
		w.Error = err.Error()
	}
	_ = w.Write()
}

// Read reads the status file again.
func (w *Worker) Read() error {
	text, err := input.ReadFile(w.file, 1<<20)
	if err != nil {
		return err
	}
	fresh := Worker{file: w.file}
	if err := json.Unmarshal(text, &fresh); err != nil {
		return fmt.Errorf("%s: %w", w.file, err)
	}
	*w = fresh
	return nil
}

// Look is like Read, but a missing file is not an error: the worker has ended, and
// another study has been started since.
func (w *Worker) Look() error {
	err := w.Read()
	if errors.Is(err, fs.ErrNotExist) {
		w.Ended = true
		return nil
	}
	return err
}

// Stop asks the worker's process to end and waits for it. A process that does not end
// is killed. Finished runs are kept in either case.
func (w *Worker) Stop() error {
	if err := w.Look(); err != nil {
		return err
	}
	switch {
	case w.State() != AtWork:
		return nil
	case !w.here():
		return fmt.Errorf("process %d is on %s: stop it there", w.PID, w.Host)
	}
	p, err := os.FindProcess(w.PID)
	if err != nil {
		return err
	}
	defer p.Release()
	for _, send := range []os.Signal{syscall.SIGTERM, os.Kill} {
		if err := p.Signal(send); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("process %d cannot be stopped: %w", w.PID, err)
		}
		for deadline := time.Now().Add(stopPatience); w.alive() && time.Now().Before(deadline); {
			time.Sleep(lookEvery)
		}
		if !w.alive() {
			return w.Look()
		}
	}
	return fmt.Errorf("process %d does not end, even when killed", w.PID)
}

// The files that belong to a status file.
const (
	studySuffix = ".study.yaml"
	logSuffix   = ".log"
)

// StudyFile returns the path of the detached worker's study, a YAML file.
func (w *Worker) StudyFile() string { return w.beside(studySuffix) }

// LogFile returns the path of the detached worker's output.
func (w *Worker) LogFile() string { return w.beside(logSuffix) }

func (w *Worker) beside(other string) string { return strings.TrimSuffix(w.file, suffix) + other }

// Forget removes the worker's files.
func (w *Worker) Forget() {
	for _, other := range []string{studySuffix, logSuffix, suffix, suffix + nextSuffix} {
		_ = os.Remove(w.beside(other))
	}
}

// Tidy removes the files of workers that died and that cannot be attached to, and old
// files that cannot be read.
func Tidy(path string) {
	workers, torn, _ := read(path) // what cannot be read stays
	for _, w := range workers {
		lost := w.State() == Died || w.State() == Silent && !w.MayLive()
		if lost && !w.Detached {
			w.Forget()
		}
	}
	for _, w := range torn {
		if info, err := os.Stat(w.file); err == nil && time.Since(info.ModTime()) > forgetAfter {
			w.Forget()
		}
	}
}

// List lists the workers of the store at path that have status files, the latest
// first.
func List(path string) ([]*Worker, error) {
	workers, _, err := read(path)
	return workers, err
}

// read also returns the workers with torn files, which power cuts leave.
func read(path string) (workers, torn []*Worker, err error) {
	if path, err = filepath.Abs(path); err != nil { // files are read again, perhaps from another folder
		return nil, nil, err
	}
	entries, err := os.ReadDir(store.ShardsDir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), suffix) || !entry.Type().IsRegular() {
			continue
		}
		w := &Worker{file: filepath.Join(store.ShardsDir(path), entry.Name())}
		var unread *fs.PathError
		switch err := w.Read(); {
		case err == nil:
			workers = append(workers, w)
		case errors.Is(err, fs.ErrNotExist): // it has just ended
		case errors.As(err, &unread):
			return nil, nil, err
		default:
			torn = append(torn, w)
		}
	}
	slices.SortFunc(workers, func(a, b *Worker) int { return b.Begun.Compare(a.Begun) })
	return workers, torn, err
}
