package script

import (
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/focal-search/focal/engine/panics"
	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// begun starts a goroutine of interpreted code and counts it.
func (in *Interpreter) begun(f func()) {
	n := in.counts.Load()
	n.goroutines.Add(1)
	go func() {
		defer n.goroutines.Add(-1)
		defer in.at.own()()
		in.goroutine(f)
	}()
}

// goroutine calls the function of a go statement. In Go a panic there ends the
// process. Here it ends the running program, with an error at the position of the
// panic, and a session keeps its variables.
func (in *Interpreter) goroutine(f func()) {
	defer func() {
		if v := machine.Thrown(recover()); v != nil {
			in.tell(in.cutError("panic in a goroutine: "+in.textOf(v), v))
		}
	}()
	f()
}

// guarded makes a run of a study, mostly in a goroutine that compiled code has started. A panic in a function
// of the program is the error of the run, with its position.
func (in *Interpreter) guarded(run func() error) (err error) {
	defer in.at.own()()
	defer func() {
		if v := machine.Thrown(recover()); v != nil {
			e := in.panicError("panic: "+in.textOf(v), v)
			e.File = in.named(e.File)
			in.machine.Forget() // the program goes on
			if err = e; e.Line == 0 {
				err = panics.Error(v)
			}
		}
	}()
	return run()
}

// NameFiles sets the names of files in the errors of runs.
func (in *Interpreter) NameFiles(name func(file string) string) { in.named = name }

// OnStray sets a function that is called for panics in goroutines while no program
// runs: such goroutines have outlived their program.
func (in *Interpreter) OnStray(f func(*Error)) { in.stray = f }

// counts says how much of interpreted code runs.
type counts struct {
	goroutines atomic.Int64 // started by interpreted code
	bodies     atomic.Int64 // calls of RunBody
}

// Abandon reports whether all that still runs of a program that was cut off waits for a lock, a WaitGroup or a Cond,
// where nothing can end it. Then it counts as ended. It goes on if it ever gets what it waits for.
func (in *Interpreter) Abandon() bool {
	stacks := make([]byte, 8<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for _, stack := range strings.Split(string(stacks), "\n\n") {
		state, frames, _ := strings.Cut(stack, "]:\n")
		if _, state, _ = strings.Cut(state, " ["); machine.Within(frames) && !strings.HasPrefix(state, "sync.") {
			return false
		}
	}
	in.counts.Store(&counts{})
	in.machine.Abandon()
	return true
}
