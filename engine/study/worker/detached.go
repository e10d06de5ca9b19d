package worker

// A detached process makes a study that outlives its cell, notebook or terminal.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/focal-search/focal/engine/study/internal/process"
)

// Patience is how long a new process may take to begin its study; a variable for tests.
var Patience = time.Minute

const startEvery = 10 * time.Millisecond

// A Task is what the process reads from standard input. File names are bytes, as
// they need not be UTF-8.
type Task struct {
	Path   []byte `json:"path"` // of the store
	File   []byte `json:"file"` // of the worker
	Runs   int    `json:"runs"` // number of runs
	Worker Worker `json:"worker"`
}

// Launch starts the process and waits until it has begun the study in the worker's
// file. A process that exists but takes longer to read its study is left running; one
// that does not appear in time is killed.
func Launch(w *Worker, path string, runs int) error {
	text, err := json.Marshal(Task{[]byte(path), []byte(w.File()), runs, *w})
	if err != nil {
		return err
	}
	log, err := os.Create(w.LogFile())
	if err != nil {
		return err
	}
	defer log.Close()
	cmd, err := process.Again(context.Background(), process.Study)
	if err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), log, log
	process.Detach(cmd)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the study's process does not start: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	patience := time.After(Patience)
	begun := func() bool { return w.Read() == nil && w.Progress.Total > 0 }
	for {
		select {
		case <-patience:
			if w.Read() == nil {
				return nil
			}
			process.KillGroup(cmd.Process.Pid) // otherwise it would continue unseen
			<-ended
			return fmt.Errorf("the study's process %d has not begun after %v", cmd.Process.Pid, Patience)
		case <-ended:
			if begun() || w.Ended && cmd.ProcessState.Success() { // it had little to do
				return nil
			}
			said, _ := os.ReadFile(w.LogFile())
			return fmt.Errorf("the study's process %s", process.Fate(cmd, string(said)))
		case <-time.After(startEvery):
			if begun() {
				return nil
			}
		}
	}
}

// Serve is the process: it runs the study of the task on standard input until a signal
// ends it, and returns the exit code.
func Serve(run func(context.Context, Task) error) int {
	var t Task
	err := json.NewDecoder(os.Stdin).Decode(&t)
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
		defer stop()
		t.Worker.SetFile(string(t.File))
		t.Worker.Identify()
		if err = t.Worker.Write(); err == nil {
			err = run(ctx, t)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
