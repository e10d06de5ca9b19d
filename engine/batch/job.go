package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
)

// A Job is a study that a process of its own makes. It goes on when the cell, the
// notebook or the terminal that has started it is gone; [Attach] finds it again.
type Job struct {
	Study  Grid
	Worker *Worker // the process, as it was when it was last looked at
	Err    error   // why there is none

	path string
}

const (
	studySuffix = ".study.yaml"
	logSuffix   = ".log"

	lookEvery = 100 * time.Millisecond
)

// startPatience is for a new process to say that it is there; a variable for tests.
var startPatience = time.Minute

// Start hands the study to a process of its own, which makes it as Run would. If
// one is at work on this study already, as when a cell is run again, the job is
// that one.
func (g Grid) Start(path string, opts ...Option) *Job {
	j := &Job{Study: g}
	if j.path, j.Err = filepath.Abs(path); j.Err != nil { // it is asked for again when the folder may be another
		return j
	}
	runs, err := g.Runs()
	if err != nil {
		j.Err = err
		return j
	}
	var o options
	for _, set := range opts {
		set(&o)
	}
	if j.Err = cmp.Or(o.part.check(), o.alone(), g.anywhere()); j.Err == nil {
		j.Err = j.start(o, o.part.of(len(runs)))
	}
	return j
}

// Attach finds the job that was last started on the store at path, whether it is
// still at work or not.
func Attach(path string) *Job {
	j := new(Job)
	if j.path, j.Err = filepath.Abs(path); j.Err != nil {
		return j
	}
	workers, err := Workers(j.path)
	if err != nil {
		j.Err = err
		return j
	}
	for _, w := range workers {
		if w.Detached {
			j.Worker = w
			j.Study, j.Err = Read(w.beside(studySuffix))
			return j
		}
	}
	j.Err = fmt.Errorf("%s: no study has been started there to attach to", path)
	return j
}

// StudyFile is where the job's study is written, as [Read] reads it; "" if there
// is no job.
func (j *Job) StudyFile() string {
	if j.Worker == nil {
		return ""
	}
	return j.Worker.beside(studySuffix)
}

// A task is what the process of a study is told. Names of files are bytes, as
// they need not be UTF-8.
type task struct {
	Path   []byte `json:"path"`
	File   []byte `json:"file"` // the worker's
	Runs   int    `json:"runs"` // how many there are
	Worker Worker `json:"worker"`
}

func (j *Job) start(o options, runs int) error {
	path := j.path
	s, err := store.Open(path) // what is wrong with it is said here and now
	if err == nil && s.ReadOnly() {
		err = fmt.Errorf("%s: %w", path, store.ErrReadOnly)
	}
	if s != nil {
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		return err
	}
	unlock, err := lock(store.ShardsDir(path))
	if err != nil {
		return err
	}
	defer unlock()
	tidy(path)
	if under, err := j.underWay(o); under || err != nil {
		return err
	}
	if o.part.n > 0 {
		if err := spread(path); err != nil {
			return err
		}
	}
	w := &Worker{Detached: true, file: workerFile(path)}
	w.describe(j.Study, o)
	if err := j.Study.Write(w.beside(studySuffix)); err != nil {
		return err
	}
	if err := launch(w, task{[]byte(path), []byte(w.file), runs, *w}); err != nil {
		w.forget()
		return err
	}
	j.Worker = w
	return nil
}

// underWay says whether a process is at work on the study, which the job is then,
// and removes what jobs that have ended have left. A part of another order is
// another part, and who asks for isolation has none from one without.
func (j *Job) underWay(o options) (bool, error) {
	workers, err := Workers(j.path)
	if err != nil {
		return false, err
	}
	for _, w := range workers {
		if !w.Detached {
			continue
		}
		if w.State() != AtWork {
			if !w.mayLive() {
				w.forget()
			}
			continue
		}
		if w.Makes(j.Study) && w.Part == o.part.String() && (o.part.n == 0 || w.Shuffled == o.seed) && w.Isolated == o.isolated {
			j.Worker = w
			return true, nil
		}
	}
	return false, nil
}

// launch starts the process and waits until it has begun with the study. One that
// is there and reads it for long is left to itself; one that is not there after a
// while is ended.
func launch(w *Worker, t task) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	log, err := os.Create(w.beside(logSuffix))
	if err != nil {
		return err
	}
	defer log.Close()
	cmd, err := again(context.Background(), "study")
	if err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // so that nothing of this process's end reaches it
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the study's process does not start: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	patience := time.After(startPatience)
	begun := func() bool { return w.read() == nil && w.Progress.Total > 0 }
	for {
		select {
		case <-patience:
			if w.read() == nil {
				return nil
			}
			syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // else it would run on unseen
			<-ended
			return fmt.Errorf("the study's process %d has not begun after %v", cmd.Process.Pid, startPatience)
		case <-ended:
			if begun() || w.Ended && cmd.ProcessState.Success() { // it had little to do
				return nil
			}
			said, _ := os.ReadFile(w.beside(logSuffix))
			return fmt.Errorf("the study's process %s", fate(cmd, string(said)))
		case <-time.After(lookEvery / 10):
			if begun() {
				return nil
			}
		}
	}
}

// beStudy makes the study of the task that comes on standard input.
func beStudy() int {
	var t task
	err := json.NewDecoder(os.Stdin).Decode(&t)
	if err == nil {
		err = t.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// run says at once that the process is there, and how many runs there are when it
// has read the study, which may take long.
func (t task) run() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	w := &t.Worker
	w.file = string(t.File)
	w.identify()
	if err := w.write(); err != nil {
		return err
	}
	g, err := Read(w.beside(studySuffix))
	if err != nil {
		w.end(&Runs{Err: err})
		return err
	}
	w.Progress.Total = t.Runs
	if err := w.write(); err != nil {
		return err
	}
	w.end(g.Run(ctx, string(t.Path), func(o *options) {
		o.worker, o.seed, o.isolated, o.part = w, w.Shuffled, w.Isolated, w.part()
	}))
	return nil
}

// look looks at the worker anew.
func (j *Job) look() {
	if j.Err == nil {
		j.Err = j.Worker.look()
	}
}

// Progress tells how far the job is now.
func (j *Job) Progress() Progress {
	if j.look(); j.Err != nil {
		return Progress{}
	}
	return j.Worker.Progress
}

// Wait waits until the job's process has ended and returns the study's runs, or
// what there is of them when ctx is done; that does not stop the job. Progress is
// told as by Run.
func (j *Job) Wait(ctx context.Context, opts ...Option) *Runs {
	if j.Err != nil {
		return &Runs{Err: j.Err}
	}
	var o options
	for _, set := range opts {
		set(&o)
	}
	tell, end := o.watch(ctx, j.Study.Name)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for j.look(); j.Err == nil && j.Worker.State() == AtWork && ctx.Err() == nil; j.look() {
		tell(j.Worker.Progress)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	end()
	if j.Err != nil {
		return &Runs{Err: j.Err}
	}
	return j.runs()
}

// Stop ends the job's process as [Worker.Stop] does, also where its study cannot
// be read.
func (j *Job) Stop() error {
	if j.Worker == nil {
		return j.Err
	}
	return j.Worker.Stop()
}

// runs reads what the store has of the study.
func (j *Job) runs() *Runs {
	w := j.Worker
	b := &batch{grid: j.Study, path: j.path}
	b.part, b.seed = w.part(), w.Shuffled
	err := b.open()
	if err == nil {
		err = b.read()
	}
	err = errors.Join(err, b.close())
	out := &b.out
	out.Stored, out.Elapsed = w.Progress.Stored, w.Progress.Elapsed
	for _, text := range w.Failures {
		out.Failed = append(out.Failed, &engine.Result{Status: engine.Failed, Cost: -1, Unit: 1, Error: text, Err: errors.New(text)})
	}
	if len(out.Failed) > 0 {
		err = errors.Join(err, out.failure(w.Progress.Failed))
	}
	switch w.State() {
	case Died:
		err = errors.Join(err, fmt.Errorf("process %d has died%s; what it had finished is in the store, and the study goes on from there when it is started again", w.PID, w.lastWords()))
	case Broken:
		err = errors.Join(err, errors.New(w.Error))
	}
	out.Err = err
	return out
}

// lastWords is what the process has said at its end, if anything.
func (w *Worker) lastWords() string {
	said, _ := os.ReadFile(w.beside(logSuffix))
	if line := telling(string(said)); line != "" {
		return ": " + line
	}
	return ""
}

// Table is how a notebook shows the job.
func (j *Job) Table() (caption string, columns []string, rows [][]any, notes []string) {
	if j.look(); j.Err != nil {
		return "", nil, nil, []string{"error: " + j.Err.Error()}
	}
	return TableOf([]*Worker{j.Worker})
}

// lock takes turns at a directory with other processes.
func lock(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be locked: %w", dir, err), d.Close())
	}
	return func() { d.Close() }, nil
}
