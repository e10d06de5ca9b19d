package bundle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Run executes the archive's notebook again with Jupyter and the notebook's own kernel,
// in a temporary folder with the archive's files. A cell that fails does not end the
// run; its error is its output. env, as NAME=VALUE, is added to the environment.
//
// A notebook is a program: run only those that you trust.
func (a *Archive) Run(ctx context.Context, jupyter string, env ...string) (*Notebook, error) {
	temp, err := os.MkdirTemp("", "focal-bundle-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	in, out := filepath.Join(temp, "in"), filepath.Join(temp, "out")
	if err := errors.Join(os.Mkdir(in, 0o755), os.Mkdir(out, 0o755)); err != nil {
		return nil, err
	}
	if err := a.Extract(in); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, jupyter, "nbconvert", "--to", "notebook", "--execute", "--allow-errors",
		"--ExecutePreprocessor.timeout=-1", "--output-dir", out, "--output", "again.ipynb", filepath.Join(in,
			filepath.FromSlash(a.Notebook)))
	// Files that Jupyter leaves behind when it is interrupted are removed with the
	// folder.
	cmd.Env = append(append(os.Environ(), "TMPDIR="+temp), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // Jupyter then ends the kernel
	cmd.WaitDelay = 10 * time.Second
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("Jupyter cannot run %s: %w: %s", a.Notebook, err, lastLine(said.String()))
	}
	data, err := os.ReadFile(filepath.Join(out, "again.ipynb"))
	if err != nil {
		return nil, err
	}
	return ParseNotebook(data)
}

// lastLine is the line in which Python reports the error.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
