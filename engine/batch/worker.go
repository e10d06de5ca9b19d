package batch

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
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

	"github.com/focal-search/focal/engine/store"
)

// A Worker is a process that makes runs of a study, or made them, as it tells in
// a file beside the shards, which it writes anew every second.
type Worker struct {
	Study    string    `json:"study,omitempty"` // its name
	Digest   string    `json:"digest"`          // of the study: see Makes
	Host     string    `json:"host"`
	PID      int       `json:"pid"`
	Part     string    `json:"part,omitempty"` // as "2/8", of a study made in parts
	Shuffled uint64    `json:"shuffled"`       // the seed of the order of the runs
	Isolated bool      `json:"isolated"`       // whether each search has a process of its own
	Detached bool      `json:"detached"`       // started by Grid.Start
	Begun    time.Time `json:"begun"`
	Seen     time.Time `json:"seen"` // when it wrote this
	Progress Progress  `json:"progress"`
	Ended    bool      `json:"ended"`
	Failures []string  `json:"failures,omitempty"` // of runs, the first few
	Error    string    `json:"error,omitempty"`    // what ended it, beside the end of its work

	// Place and Start tell the process from others of the same number.
	Place string `json:"place"`
	Start string `json:"start"`

	file string
}

// A State is how things are with a Worker.
type State string

// The states of a Worker.
const (
	AtWork  State = "at work"
	Done    State = "done"    // all runs are made, or failed
	Stopped State = "stopped" // by a signal or an interrupt, with what it had finished
	Broken  State = "broken"  // it could not go on: see Worker.Error
	Died    State = "died"    // its process is gone without having said so
	Silent  State = "silent"  // on another machine, from where nothing has been heard for a while
)

const (
	beatEvery = 500 * time.Millisecond
	silence   = time.Minute // after which a worker elsewhere is not believed to live

	forgetAfter = 24 * time.Hour // of silence

	stopPatience = 10 * time.Second // for a process to end that is asked to
)

// State says how things are with the worker. A process that is no more may have
// ended since its file was read, which is read again then.
func (w *Worker) State() State {
	p := w.Progress
	switch {
	case w.Ended && w.Error != "":
		return Broken
	case w.Ended && p.Done+p.Failed < p.Total:
		return Stopped
	case w.Ended:
		return Done
	case w.here() && w.lives(), !w.here() && time.Since(w.Seen) < silence:
		return AtWork
	case w.here():
		last := Worker{file: w.file}
		if last.read() == nil && last.Ended {
			*w = last
			return w.State()
		}
		return Died
	}
	return Silent
}

// mayLive says whether a worker on another machine may be there although nothing
// has been heard of it for a while.
func (w *Worker) mayLive() bool { return w.State() == Silent && time.Since(w.Seen) <= forgetAfter }

// here says whether the worker's process would be one of this system.
func (w *Worker) here() bool { return w.Place == thisPlace() }

// lives says whether a process of this system is there.
func (w *Worker) lives() bool {
	start, ok := processStart(w.PID)
	return ok && start == w.Start
}

// String tells it in one line.
func (w *Worker) String() string {
	p := w.Progress
	text := fmt.Sprintf("process %d on %s: %s, %d of %d runs, %d solved", w.PID, w.Host, w.State(), p.Done, p.Total, p.Solved)
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
		text += ": " + firstLine(w.Error)
	}
	return text
}

const (
	workerSuffix = ".worker.json"
	nextSuffix   = ".next" // of a file that is about to take its place
)

// workerFile is a new name for the file of a worker.
func workerFile(path string) string {
	return filepath.Join(store.ShardsDir(path), rand.Text()[:12]+workerSuffix)
}

// describe says what the worker makes.
func (w *Worker) describe(g Grid, o options) {
	w.Study, w.Digest = g.Name, g.digest()
	w.Part, w.Shuffled, w.Isolated = o.part.String(), o.seed, o.isolated
}

// identify makes the worker this process.
func (w *Worker) identify() {
	w.PID = os.Getpid()
	w.Host, _ = os.Hostname()
	w.Place = thisPlace()
	w.Start, _ = processStart(w.PID)
	w.Begun = time.Now().UTC()
}

// Makes says whether the worker makes the study, or a part of it: under whatever
// name, and with however many searches at a time.
func (w *Worker) Makes(g Grid) bool { return w.Digest == g.digest() }

// digest tells studies apart by what they ask for.
func (g Grid) digest() string {
	g.Name, g.Jobs = "", 0
	sum := sha256.Sum256(g.YAML())
	return hex.EncodeToString(sum[:16])
}

// part is the part of the study that the worker makes.
func (w *Worker) part() (p part) {
	fmt.Sscanf(w.Part, "%d/%d", &p.i, &p.n)
	return p
}

// write replaces the worker's file, so that nobody reads half of it.
func (w *Worker) write() error {
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
		err = next.Sync() // else the name may come before the text, and a power cut between them
	}
	if err = errors.Join(err, next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), w.file)
}

// beat tells that the worker lives, and how far it is. That this cannot be
// written keeps no run from being made.
func (w *Worker) beat(p Progress) {
	if time.Since(w.Seen) >= beatEvery || p.Done+p.Failed == p.Total {
		w.Progress = p
		_ = w.write()
	}
}

// end tells what became of the work, for those who attach later; where nobody
// can the file goes.
func (w *Worker) end(runs *Runs) {
	if !w.Detached {
		_ = os.Remove(w.file)
		return
	}
	w.Ended = true
	w.Progress = Progress{
		Done: runs.Total - runs.Missing, Total: runs.Total, Stored: runs.Stored,
		Failed: len(runs.Failed), Elapsed: runs.Elapsed, Rate: w.Progress.Rate,
	}
	for _, r := range runs.Results {
		if r.Solved() {
			w.Progress.Solved++
		}
	}
	for _, r := range runs.Failed[:min(len(runs.Failed), maxNotes)] {
		w.Failures = append(w.Failures, r.Error)
	}
	if runs.Err != nil && len(runs.Failed) == 0 {
		w.Error = runs.Err.Error()
	}
	_ = w.write()
}

// read reads the worker's file anew.
func (w *Worker) read() error {
	text, err := os.ReadFile(w.file)
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

// look reads the worker's file anew. A worker whose file is gone has ended, and
// another study was started since.
func (w *Worker) look() error {
	err := w.read()
	if errors.Is(err, fs.ErrNotExist) {
		w.Ended = true
		return nil
	}
	return err
}

// Stop asks the worker's process to end, with what it has finished, and waits
// until it has. A process that does not heed is killed, which loses no finished run.
func (w *Worker) Stop() error {
	if err := w.look(); err != nil {
		return err
	}
	switch {
	case w.State() != AtWork:
		return nil
	case !w.here():
		return fmt.Errorf("process %d is on %s: stop it there", w.PID, w.Host)
	}
	process, err := os.FindProcess(w.PID)
	if err != nil {
		return err
	}
	defer process.Release()
	for _, send := range []os.Signal{syscall.SIGTERM, os.Kill} {
		if err := process.Signal(send); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("process %d cannot be stopped: %w", w.PID, err)
		}
		for deadline := time.Now().Add(stopPatience); w.lives() && time.Now().Before(deadline); {
			time.Sleep(lookEvery)
		}
		if !w.lives() {
			return w.look()
		}
	}
	return fmt.Errorf("process %d does not end, also killed", w.PID)
}

// beside is a file that belongs to the worker's.
func (w *Worker) beside(suffix string) string {
	return strings.TrimSuffix(w.file, workerSuffix) + suffix
}

// forget removes what the worker has left.
func (w *Worker) forget() {
	for _, suffix := range []string{studySuffix, logSuffix, workerSuffix, workerSuffix + nextSuffix} {
		_ = os.Remove(w.beside(suffix))
	}
}

// tidy removes the files of workers to which nobody can attach and that have died
// without doing it themselves, and old ones that nobody can read.
func tidy(path string) {
	workers, torn, _ := readWorkers(path) // what may not be read stays
	for _, w := range workers {
		lost := w.State() == Died || w.State() == Silent && !w.mayLive()
		if lost && !w.Detached {
			w.forget()
		}
	}
	for _, w := range torn {
		if info, err := os.Stat(w.file); err == nil && time.Since(info.ModTime()) > forgetAfter {
			w.forget()
		}
	}
}

// Workers lists the processes that are at work on the store at path, and those
// of which their file still tells, the latest first.
func Workers(path string) ([]*Worker, error) {
	workers, _, err := readWorkers(path)
	return workers, err
}

// readWorkers tells besides of files that are torn, as a power cut leaves them.
func readWorkers(path string) (workers, torn []*Worker, err error) {
	if path, err = filepath.Abs(path); err != nil { // workers are looked at again when the folder may be another
		return nil, nil, err
	}
	entries, err := os.ReadDir(store.ShardsDir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), workerSuffix) {
			continue
		}
		w := &Worker{file: filepath.Join(store.ShardsDir(path), entry.Name())}
		var unread *fs.PathError
		switch err := w.read(); {
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
