//go:build unix

package instant

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/focal-search/focal/kernel/internal/capped"
)

// watchdog is how long the front waits for an interrupted child to answer.
const watchdog = grace + patience + time.Second

// A runner executes cells in a child process, and replaces a child that died.
type runner struct {
	argv    []string
	publish func(parent *message, msgType string, content any)
	results chan outcome
	ask     func(m *message) // asks the sender of a request for a line of input
	turn    sync.Mutex       // held while the child has a request

	mu      sync.Mutex
	process *process
	parent  *message // the request whose output is published
	running bool     // a request is with the child
	closing bool
	crash   string      // what the Go runtime prints before the child dies, withheld
	place   *failure    // where code panicked, in case the child dies of it
	stuck   bool        // the child was killed because it did not react to an interrupt
	printed int         // bytes of text
	count   int         // the number of the cell
	rest    capped.Rest // takes what is printed beyond what is shown

	open      map[string]string // targets of the comms that are open, by id
	asking    *message          // the cell for which a line of input was asked, nil if none was
	known     *message          // the message by which a front end reported that it has widgets
	following bool              // the child follows the widgets' messages, or soon will
	moved     *message          // a widget's message that has arrived since
}

func newRunner(argv []string, publish func(*message, string, any)) *runner {
	return &runner{argv: argv, publish: publish, results: make(chan outcome, 1), open: map[string]string{}}
}

// start starts the runner's child.
func (r *runner) start() error {
	p, err := start(r.argv)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.process = p
	known := r.known
	r.mu.Unlock()
	if known != nil {
		p.comm(known)
	}
	go func() {
		p.pump(r.print, func(rep report) { r.handle(p, rep) })
		r.ended(p)
	}()
	return nil
}

// do sends a request to the child and waits for the answer. parent is the
// message whose output it is.
func (r *runner) do(parent *message, req request) outcome {
	r.turn.Lock()
	defer r.turn.Unlock()
	return r.request(parent, req)
}

// request is do for a caller that holds the turn.
func (r *runner) request(parent *message, req request) outcome {
	r.mu.Lock()
	missing := r.process == nil
	r.mu.Unlock()
	if missing {
		if err := r.start(); err != nil {
			return outcome{died: newFailure("Died", err.Error(), "")}
		}
	}
	r.mu.Lock()
	p := r.process
	r.parent, r.running, r.place, r.stuck, r.printed, r.count = parent, true, nil, false, 0, req.Count
	r.mu.Unlock()
	p.send(req)
	return <-r.results
}

func (r *runner) finish(o outcome) {
	r.mu.Lock()
	running := r.running
	r.running = false
	r.mu.Unlock()
	if running {
		r.results <- o
	}
}

// interrupt asks the child to end what it is doing, and kills it if it does not react.
func (r *runner) interrupt() {
	r.mu.Lock()
	p, parent, running := r.process, r.parent, r.running
	r.mu.Unlock()
	if !running {
		return
	}
	p.send(request{Op: "interrupt"})
	time.AfterFunc(watchdog, func() {
		r.mu.Lock()
		same := r.running && r.process == p && r.parent == parent
		r.mu.Unlock()
		if same {
			r.killStuck(p)
		}
	})
}

func (r *runner) killStuck(p *process) {
	r.mu.Lock()
	r.stuck = true
	r.mu.Unlock()
	p.kill()
}

// crashing finds where the Go runtime begins to print why it ends the process.
var crashing = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: goroutine stack exceeds)`)

// print publishes what the child printed. Text that may be a fatal error of the Go
// runtime, with thousands of lines of stacks, is withheld until that is clear. The
// sequence that clears a terminal clears the cell's output.
func (r *runner) print(name, text string) {
	if name == "stderr" {
		text = r.withhold(text)
	}
	for {
		before, after, clears := strings.Cut(text, clearScreen)
		r.stream(name, before)
		if !clears {
			return
		}
		text = strings.TrimPrefix(after, cursorHome)
		r.publish(r.current(), "clear_output", object{"wait": false})
	}
}

// Control sequences of terminals.
const (
	clearScreen = "\x1b[2J"
	cursorHome  = "\x1b[H"
)

// stream publishes text, up to capped.Text. What a cell prints beyond is in a file.
func (r *runner) stream(name, text string) {
	r.mu.Lock()
	room := max(0, capped.Text-r.printed)
	first := r.printed <= capped.Text
	r.printed += len(text)
	r.mu.Unlock()
	shown := text
	if len(text) > room {
		shown = strings.ToValidUTF8(text[:room], "")
	}
	if shown != "" {
		r.publish(r.current(), "stream", object{"name": name, "text": shown})
	}
	if len(shown) == len(text) {
		return
	}
	if first {
		r.publish(r.current(), "stream", object{"name": "stderr", "text": fmt.Sprintf(
			"\nnote: this cell has printed %d MB; what it prints from here on %s\n", capped.Text>>20, r.rest.Begin(fmt.Sprintf("cell-%d.txt", r.count)))})
	}
	r.rest.Write(text[len(shown):])
}

func (r *runner) withhold(text string) (rest string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.crash == "" {
		at := crashing.FindStringIndex(text)
		if at == nil {
			return text
		}
		rest, text = text[:at[0]], text[at[0]:]
	}
	const enough = 64 << 10
	r.crash += text[:min(len(text), enough-min(len(r.crash), enough))]
	return rest
}

// release publishes what was withheld, as the child lives on.
func (r *runner) release() {
	r.mu.Lock()
	text := r.crash
	r.crash = ""
	r.mu.Unlock()
	r.stream("stderr", text)
}

func (r *runner) current() *message {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.parent
}

// handle acts on a report of the child.
func (r *runner) handle(p *process, rep report) {
	switch rep.Op {
	case "display", "update":
		r.release()
		r.show(rep)
		p.send(request{Op: "shown"})
	case "input":
		r.takeInput(p)
	case "clear":
		r.publish(r.current(), "clear_output", object{"wait": rep.Wait})
		p.send(request{Op: "shown"})
	case "comm_open", "comm_msg", "comm_close":
		r.note(rep.Op, rep.Bundle)
		parent := r.current()
		if rep.Parent != nil {
			parent = &message{rawHeader: rep.Parent}
		}
		r.publish(parent, rep.Op, rep.Bundle)
	case "panicking":
		r.mu.Lock()
		r.place = rep.Failure
		r.mu.Unlock()
	case "stuck":
		r.killStuck(p)
	default:
		r.release()
		r.mu.Lock()
		p.served = true
		r.mu.Unlock()
		r.finish(outcome{report: rep})
	}
}

func (r *runner) show(rep report) {
	msgType, content := rep.message()
	r.publish(r.current(), msgType, content)
}

// ended replaces a child that has died.
func (r *runner) ended(p *process) {
	r.mu.Lock()
	closing := r.closing
	died := obituary(fate(p.cmd.ProcessState), r.crash, r.place, r.stuck)
	parent, running := r.parent, r.running
	r.crash, r.process = "", nil
	open := r.open
	r.open = map[string]string{}
	r.mu.Unlock()
	if closing {
		return
	}
	for id := range open {
		r.publish(parent, "comm_close", object{"comm_id": id, "data": object{}})
	}
	if p.served { // else the next one may fare no better: wait for a request
		if err := r.start(); err != nil {
			died.Value += "; " + err.Error()
		}
	}
	if !running { // a goroutine that an earlier cell left behind
		r.publish(parent, "stream", object{"name": "stderr", "text": strings.Join(died.Traceback, "\n") + "\n"})
	}
	r.finish(outcome{died: died})
}

// obituary reports in the cell why the child has died, and what that means.
func obituary(fate, crash string, place *failure, stuck bool) *failure {
	const loss = "; all variables are lost, a fresh session has begun"
	switch {
	case stuck:
		return newFailure("Interrupted", "interrupted: the cell was cut off, but compiled code that it had called went on "+
			"(does it take show.Context()?), so its process was ended"+loss, "")
	case strings.Contains(crash, "stack overflow"):
		return newFailure("StackOverflow", "endless recursion: the stack overflowed"+loss, "")
	case crash != "":
		cause, details, _ := strings.Cut(strings.TrimSpace(crash), "\n")
		cause, _, _ = strings.Cut(cause, " [recovered")
		if place != nil {
			details = strings.Join(place.Traceback[1:], "\n")
		}
		return newFailure("Died", cause+loss, details)
	}
	return newFailure("Died", "the interpreter's process "+fate+loss, "")
}

// shutdown ends the child.
func (r *runner) shutdown() {
	r.mu.Lock()
	r.closing = true
	p := r.process
	r.mu.Unlock()
	if p != nil {
		p.kill()
	}
}
