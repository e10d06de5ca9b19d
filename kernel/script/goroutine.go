package script

import "github.com/focal-search/focal/kernel/script/internal/machine"

// begun starts a goroutine of interpreted code.
func (in *Interpreter) begun(f func()) {
	in.goroutines.Add(1)
	go func() {
		defer in.goroutines.Add(-1)
		in.goroutine(f)
	}()
}

// goroutine calls the function that a go statement starts. In Go a panic there
// ends the process. Here it ends the program that runs, with an error at the
// place of the panic, and a session keeps its variables.
func (in *Interpreter) goroutine(f func()) {
	defer func() {
		if v := machine.Thrown(recover()); v != nil {
			in.tell(in.cutError("panic in a goroutine: "+in.textOf(v), v))
		}
	}()
	f()
}

// OnStray has f told of panics in goroutines while no program runs: a program
// that has ended has left them behind.
func (in *Interpreter) OnStray(f func(*Error)) { in.stray = f }
