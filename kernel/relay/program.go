//go:build !js

package relay

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/gonb"
	"github.com/focal-search/focal/kernel/relay/worker"
	"github.com/focal-search/focal/kernel/script"
)

// A Program makes searches of the problems of one function.
type Program struct{ path string }

// Build compiles the source of a program whose main calls [worker.Main], with the checkout around a
// folder or the working directory. A source that has been compiled before takes some tenths of a second.
func Build(ctx context.Context, folder string, source []byte) (*Program, error) {
	command, err := exec.LookPath("go")
	module, ok := gonb.FindCheckout(folder, ".")
	if err != nil || !ok {
		return nil, ErrNoGo
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "focal", "cells", fmt.Sprintf("%x", sha256.Sum256(source))[:16])
	building.Lock()
	defer building.Unlock()
	if p := built[dir]; p != nil {
		return p, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "problem.go")
	if err := output.WriteFile(file, source); err != nil {
		return nil, err
	}
	path, err := script.Build(ctx, command, module, file)
	if err != nil {
		return nil, err
	}
	built[dir] = &Program{path}
	return built[dir], nil
}

var (
	building sync.Mutex
	built    = map[string]*Program{} // by this process, by their folders
)

// patience is how long a program may take to say what it has reached when it is interrupted.
const patience = 400 * time.Millisecond

// Run makes a search. The error says why there is no result.
func (p *Program) Run(ctx context.Context, t Task, progress func(engine.Snapshot), found func(engine.Incumbent)) (
	*engine.Result, error) {
	t.Found = found != nil
	task, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	killed, kill := context.WithCancel(context.Background())
	defer kill()
	cmd := exec.CommandContext(killed, p.path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() {
		stdin.Close()
		time.AfterFunc(patience, kill)
	})
	defer stop()
	go stdin.Write(append(task, '\n'))
	result, err := read(stdout, t.At.Elapsed, progress, found)
	kill()
	cmd.Wait()
	if errors.Is(err, io.EOF) {
		first, _, _ := strings.Cut(stderr.String(), "\n")
		err = fmt.Errorf("the compiled program ended: %s", first)
	}
	return result, err
}

// read reads messages to the last one. A program's clock starts when the search has run for a
// while here.
func read(r io.Reader, behind time.Duration, progress func(engine.Snapshot), found func(engine.Incumbent)) (
	*engine.Result, error) {
	in := json.NewDecoder(bufio.NewReader(r))
	for {
		var m worker.Message
		if err := in.Decode(&m); err != nil {
			return nil, io.EOF
		}
		switch {
		case m.Progress != nil:
			progress(*m.Progress)
		case m.Found != nil:
			m.Found.Wall += behind
			found(*m.Found)
		case m.Result != nil:
			for i := range m.Result.Incumbents {
				m.Result.Incumbents[i].Wall += behind
			}
			return m.Result, nil
		default:
			return nil, errors.New(m.Other)
		}
	}
}
