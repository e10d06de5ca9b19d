// Package instant implements a Jupyter kernel that runs Go cells within milliseconds:
// it interprets the cells, and the searches that they call are compiled in.
//
// # Three processes
//
// The kernel is three processes of one program. The front, which Jupyter starts, speaks
// the Jupyter messaging protocol (Serve). The child contains the interpreter and the
// declarations of the cells (Child). The third process holds the sockets, and has
// neither the key nor any value (Sockets). If code in a cell crashes the child, the
// front prints the reason in the cell and starts another child. If the sockets' process
// crashes, the front starts another one on the same listeners and passes it the unsent
// messages: values, the queue and the running cell are kept. A child and the processes
// that its cells have started form a process group, which ends with the kernel. So does
// the sockets' process.
//
// Anyone who can send messages can run code. So the kernel listens only on this
// machine, drops messages that are not signed with the key of the connection file, and
// makes that file private. Requests for completion and documentation compile code, but
// execute nothing.
//
//	kernel.go     the loop of the front; queue.go: requests that wait
//	sockets.go    the process that holds the sockets, and the front's side of it; guard.go: who may connect
//	wire.go       signed messages
//	requests.go   the reply to each type of request; history.go, complete.go, texts.go, doc.go
//	runner.go     the requests go to a child one after the other; a dead child is replaced
//	supervise.go  a child seen from the front; output.go: what it prints; link.go: what is sent
//	child.go      the child: pipe.go in a process, page.go in a page
//	comm.go       messages of widgets, comms.go: in the front; input.go: standard input
//
// Printed text reaches the notebook through the child's standard output and error,
// which the front reads. So the output of compiled code and of the Go runtime is shown
// like that of interpreted code. Everything else is sent as messages over a pair of
// pipes. Before the front handles a message it forwards all text printed earlier, and
// the child waits until a display has been handled. So displays and printed lines
// appear in the order in which they were made.
//
// # A cell
//
// A cell holds declarations and statements in any order, as in GoNB; a line %% is
// accepted and changes nothing. Its top-level declarations, including those with :=,
// keep their values in later cells. (Under GoNB %% begins the body of main, whose
// declarations later cells do not know. A notebook for both kernels declares shared
// variables with var.) The last expression's value is shown, of several the last if it
// is an error. A whole program pasted into a cell runs its main. Well-known packages
// need no import.
//
// A panic, also in a goroutine, and endless recursion end only the cell: all variables
// are kept. A panic in a goroutine of compiled code ends the child.
//
// An interrupt cancels show.Context(). A cell that then ends within 0.6 seconds
// succeeds like any other; otherwise it is cut off. A cell that has not used the
// context is cut off immediately. Compiled code that does not return ends the child.
//
// A cell engine.Solve? shows the documentation of engine.Solve. Printing \x1b[2J, which
// clears a terminal, clears the cell's output, as show.Clear does. Code that reads
// standard input, interpreted or compiled, waits until the user has entered a line.
//
// Cells are checked and lowered like scripts, by package script. But each cell is a part
// of a program that does not end. So a cell goes through these steps:
//
//	split.go     imports and functions are parsed as declarations, all else as a function's body
//	plan.go      what the cell declares is found; imports.go
//	session.go   functions and types of earlier cells that use what is redeclared are declared
//	             with the cell once more; fragment.go: declarations, and what their names stand for
//	view.go      a package for go/types of the cell and of what it uses of earlier ones
//	relay.go     where the cell makes problems is found, so that searches of them can go on compiled
//	compile.go   the types of the variables that the statements define are found; all is checked,
//	             and lowered and compiled under the names that yaegi knows it by; the statements
//	             become a function that assigns to the cell's variables, so that defer, return
//	             and := in loops mean what they mean in main
//
// A name can be redeclared. Functions and methods that use it then use the new
// declaration. A type that is declared as it was stays the same. A method that is declared
// again replaces the one that is there, in all values of the type wherever they are held, and
// in all that calls it. If a type's fields change, or a method's parameters or results, the
// type is another one, to which variables move, without their values if it has other fields.
//
// Nothing is executed before the whole cell is compiled: a cell that does not compile
// changes nothing.
package instant
