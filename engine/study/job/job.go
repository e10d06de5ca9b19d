// Package job runs a study in a separate process, which continues when the cell, the
// notebook or the terminal that started it is gone:
//
//	job.Start(tiles, "korf.db")     // in one cell
//	job.Attach("korf.db").Wait(ctx) // in a later one, tomorrow
//
// The program's main must begin with study.Main. Systems without sessions, such as
// Windows, have no jobs.
package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/executor"
	"github.com/focal-search/focal/engine/study/internal/ledger"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/study/worker"
	"github.com/focal-search/focal/engine/table"
)

// A Job is a study in a separate process.
type Job struct {
	Study  study.Grid
	Worker *worker.Worker // the process, as of the last look
	Err    error          // why there is none

	path string
}

const lookEvery = 100 * time.Millisecond

// Start runs the study in a separate process, as Grid.Run would. If a process already
// runs this study, as when a cell is executed again, the job is that process.
func Start(g study.Grid, path string, opts ...study.Option) *Job {
	j := &Job{Study: g}
	if j.path, j.Err = filepath.Abs(path); j.Err != nil { // the working directory may change
		return j
	}
	runs, err := g.Runs()
	if err != nil {
		j.Err = err
		return j
	}
	s := executor.Of(opts)
	if j.Err = cmp.Or(process.CanDetach(), s.Part.Check(), s.Portable(), g.Portable()); j.Err != nil {
		return j
	}
	if s.Isolated {
		if j.Err = process.CanIsolate(); j.Err != nil {
			return j
		}
	}
	j.Err = j.start(s, s.Part.Of(len(runs)))
	return j
}

// Attach finds the job that was last started on the store at path, whether or not it is
// still running.
func Attach(path string) *Job {
	j := new(Job)
	if j.path, j.Err = filepath.Abs(path); j.Err != nil {
		return j
	}
	workers, err := worker.List(j.path)
	if err != nil {
		j.Err = err
		return j
	}
	for _, w := range workers {
		if w.Detached {
			j.Worker = w
			j.Study, j.Err = study.Read(w.StudyFile())
			return j
		}
	}
	j.Err = fmt.Errorf("%s: no study was started there to attach to", path)
	return j
}

// StudyFile returns the path of the job's study, a YAML file; "" if there is no job.
func (j *Job) StudyFile() string {
	if j.Worker == nil {
		return ""
	}
	return j.Worker.StudyFile()
}

func (j *Job) start(settings executor.Settings, runs int) error {
	path := j.path
	s, err := store.Open(path) // an error in it is reported here and now
	if err == nil && s.ReadOnly() {
		err = fmt.Errorf("%s: %w", path, store.ErrReadOnly)
	}
	if s != nil {
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		return err
	}
	unlock, err := process.Lock(store.ShardsDir(path))
	if err != nil {
		return err
	}
	defer unlock()
	worker.Tidy(path)
	w := settings.NewWorker(path, j.Study.Name, j.Study.Digest())
	w.Detached = true
	if found, err := j.find(w); found || err != nil {
		return err
	}
	if settings.Part.N > 0 {
		if err := ledger.Spread(path); err != nil {
			return err
		}
	}
	if err := j.Study.Write(w.StudyFile()); err != nil {
		return err
	}
	if err := worker.Launch(w, path, runs); err != nil {
		w.Forget()
		return err
	}
	j.Worker = w
	return nil
}

// find reports whether a process already does what the wanted one would, and makes it
// the job. It also removes the files of jobs that have ended. A part under a different
// order is a different part, and a process without isolation does not replace one with
// it.
func (j *Job) find(wanted *worker.Worker) (bool, error) {
	workers, err := worker.List(j.path)
	if err != nil {
		return false, err
	}
	for _, w := range workers {
		if !w.Detached {
			continue
		}
		if w.State() != worker.AtWork {
			if !w.MayLive() {
				w.Forget()
			}
			continue
		}
		if w.Digest == wanted.Digest && w.Part == wanted.Part && w.Isolated == wanted.Isolated &&
			(w.Part == "" || w.Shuffled == wanted.Shuffled) {
			j.Worker = w
			return true, nil
		}
	}
	return false, nil
}

// look reads the worker's status again.
func (j *Job) look() {
	if j.Err == nil {
		j.Err = j.Worker.Look()
	}
}

// Progress returns the current progress of the job.
func (j *Job) Progress() study.Progress {
	if j.look(); j.Err != nil {
		return study.Progress{}
	}
	return j.Worker.Progress
}

// Wait waits until the job's process has ended and returns the study's runs. If ctx is
// done earlier, which does not stop the job, it returns the finished runs. Progress is
// reported as by Grid.Run.
func (j *Job) Wait(ctx context.Context, opts ...study.Option) *study.Runs {
	if j.Err != nil {
		return &study.Runs{Err: j.Err}
	}
	s := executor.Of(opts)
	report, end := s.Watch(ctx, j.Study.Name)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for j.look(); j.Err == nil && j.Worker.State() == worker.AtWork && ctx.Err() == nil; j.look() {
		report(j.Worker.Progress)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	end()
	if j.Err != nil {
		return &study.Runs{Err: j.Err}
	}
	return j.runs()
}

// Stop ends the job's process as worker.Worker.Stop does, even if its study cannot be
// read.
func (j *Job) Stop() error {
	if j.Worker == nil {
		return j.Err
	}
	return j.Worker.Stop()
}

// runs reads the study's runs in the store, and adds what the worker reports.
func (j *Job) runs() *study.Runs {
	w := j.Worker
	out := j.Study.Stored(j.path, func(s *executor.Settings) {
		s.Part, s.Seed = executor.ParsePart(w.Part), w.Shuffled
	})
	err := out.Err
	out.Stored, out.Elapsed = w.Progress.Stored, w.Progress.Elapsed
	for _, text := range w.Failures {
		out.Failed = append(out.Failed, &engine.Result{
			Status: engine.Failed, Cost: -1, Unit: 1, Error: text, Err: errors.New(text),
		})
	}
	if len(out.Failed) > 0 {
		err = errors.Join(err, out.Failure(w.Progress.Failed))
	}
	switch w.State() {
	case worker.Died:
		err = errors.Join(err, fmt.Errorf(
			"process %d died%s; its finished runs are in the store, "+
				"and the study continues from there when it is started again",
			w.PID, lastWords(w)))
	case worker.Broken:
		err = errors.Join(err, errors.New(w.Error))
	}
	out.Err = err
	return out
}

// lastWords are what a process printed at its end, if anything.
func lastWords(w *worker.Worker) string {
	said, _ := os.ReadFile(w.LogFile())
	if line := process.LastWords(string(said)); line != "" {
		return ": " + line
	}
	return ""
}

// Table returns the job as a table, which notebooks show.
func (j *Job) Table() table.Table {
	if j.look(); j.Err != nil {
		return table.Table{Notes: []string{"error: " + j.Err.Error()}}
	}
	return worker.Table([]*worker.Worker{j.Worker})
}
