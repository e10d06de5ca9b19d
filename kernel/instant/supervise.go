//go:build unix

package instant

import (
	"encoding/gob"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// A process is the child as the front sees it.
type process struct {
	cmd    *exec.Cmd
	output *output
	events chan report // reports, in order; closed when the child has ended

	served bool // it has answered a request

	mu  sync.Mutex
	out *gob.Encoder
	to  *os.File
}

// start runs a child. Its output and reports go to no one until pump is called.
func start(argv []string) (*process, error) {
	output, writers, err := newOutput()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = writers[0], writers[1]
	cmd.Env = append(os.Environ(), "GOTRACEBACK=none")
	to, from, err := launch("the interpreter's process", cmd)
	if err != nil {
		return nil, err
	}
	closeAll(writers)
	p := &process{cmd: cmd, output: output, events: make(chan report), out: gob.NewEncoder(to), to: to}
	go p.receive(from)
	go output.watch()
	return p, nil
}

// launch starts a process in a group of its own, with pipes to it and from it: its files requestFD and reportFD. Other
// files come after these.
func launch(what string, cmd *exec.Cmd, others ...*os.File) (to, from *os.File, err error) {
	theirs, to, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer theirs.Close()
	from, report, err := os.Pipe()
	if err != nil {
		to.Close()
		return nil, nil, err
	}
	defer report.Close()
	cmd.ExtraFiles = append([]*os.File{theirs, report}, others...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		closeAll([]*os.File{to, from})
		return nil, nil, fmt.Errorf("%s does not start: %w", what, err)
	}
	return to, from, nil
}

// receive decodes reports until the child ends.
func (p *process) receive(from *os.File) {
	defer close(p.events)
	defer from.Close()
	in := gob.NewDecoder(from)
	for {
		var r report
		if err := in.Decode(&r); err != nil {
			return
		}
		p.events <- r
	}
}

// pump forwards what the child prints and reports, in order, until it has ended.
func (p *process) pump(print func(name, text string), handle func(report)) {
	ready := p.output.ready
	var gather <-chan time.Time // runs while printed text waits for more
	drain := func(all bool) {
		p.output.drain(all, print)
		if gather != nil {
			gather = nil
			p.output.drained <- struct{}{}
		}
	}
	for {
		select {
		case r, ok := <-p.events:
			if !ok {
				p.close()
				drain(true)
				go p.output.abandon()
				return
			}
			drain(true)
			handle(r)
		case _, ok := <-ready:
			if !ok {
				ready = nil
				continue
			}
			gather = time.After(coalesce)
		case <-gather:
			drain(false)
		}
	}
}

func (p *process) send(r request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Encode(r) // a child that has ended is noticed by pump
}

// kill ends the child, and with it the processes that its cells have started.
func (p *process) kill() { syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// close waits for the process, whose end of the pipes is closed, and ends what it
// has started.
func (p *process) close() {
	p.kill()
	p.cmd.Wait()
	p.to.Close()
}

// fate says how a process has ended.
func fate(state *os.ProcessState) string {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		if status.Signal() == syscall.SIGKILL {
			return "was killed, perhaps because the machine ran out of memory"
		}
		return "was ended by the signal " + status.Signal().String()
	}
	return fmt.Sprintf("ended with exit code %d", state.ExitCode())
}
