// Package instant is a Jupyter kernel in which a Go cell answers within
// milliseconds: cells are interpreted, and the searches they call are compiled in.
//
// # Three processes
//
// It is three processes of one program. The front, which Jupyter starts, speaks the
// Jupyter messaging protocol (Serve). The child holds the interpreter and what the
// cells have declared (Child). The third holds the sockets, and has neither the key nor
// a value (Sockets). If code in a cell takes the child down, the front says in the cell
// what happened and starts another. If anything takes the sockets' process down, the
// front starts another on the same listeners, which gets what was not sent: values, the
// queue and the cell that runs are kept. A child and what its cells have started are one
// group of processes, which ends with the kernel, and so do the sockets.
//
// Who can send messages can run code, so the kernel listens only on this machine,
// drops messages that are not signed with the key of the connection file, and
// makes that file private. Completion and documentation compile what is asked
// about, and execute nothing.
//
//	kernel.go     the loop of the front: its queues of requests
//	sockets.go    the process that holds the sockets, and the front's side of it; guard.go: who may connect
//	wire.go       signed messages
//	requests.go   the reply to each type of request; history.go, complete.go, texts.go, doc.go
//	runner.go     one request after the other goes to a child, dead ones are replaced
//	supervise.go  a child seen from the front; output.go: what it prints; link.go: what is sent
//	child.go      the child: pipe.go in a process, page.go in a page
//	comm.go       messages of widgets, comms.go: in the front; input.go: standard input
//
// What is printed reaches the notebook through the child's standard output and
// error, which the front reads, so that compiled code and the Go runtime are
// heard as well as interpreted code. Everything else travels as messages over a
// pair of pipes. Before the front handles a message it forwards all that was
// printed before, and the child waits until a display has been handled: so
// displays and printed lines appear in the order in which they were made.
//
// # A cell
//
// A cell holds declarations and statements in any order, as in GoNB; a line %%
// is accepted and changes nothing. What it declares at its own level, also with
// :=, is there with its value in later cells. (Under GoNB %% begins the body of
// main: what is declared there is not known to later cells. A notebook for both
// kernels declares what it shares with var.) The last expression's value is
// shown. A whole program pasted into a cell runs its main. Well-known packages
// need no import.
//
// A panic costs the cell, in a goroutine as well, and so does endless recursion: all
// variables are kept. A panic in a goroutine of compiled code costs the child.
//
// An interrupt cancels show.Context(), and a cell that ends upon it is as good as
// any other. One that does not end within a moment is cut off, and one that has not
// asked for the context is cut off at once; compiled code that has no context and
// does not return costs the child.
//
// A cell engine.Solve? shows what is written of engine.Solve. Printing \x1b[2J, which
// clears a terminal, clears the cell's output, as show.Clear does. What reads standard
// input, interpreted or compiled, waits for a line that the reader is asked for.
//
// Cells go through the same front as scripts: package script. What is particular to them
// is that each is a part of a program that has no end. So a cell goes through these steps:
//
//	split.go     imports and functions are parsed as declarations, all else as a function's body
//	plan.go      what the cell declares is found; imports.go
//	session.go   functions and types of earlier cells that use what is redeclared are declared
//	             with the cell once more; fragment.go: declarations, and what their names stand for
//	view.go      a package for go/types of the cell and of what it uses of earlier ones
//	compile.go   the types of the variables that the statements define are found; all is checked,
//	             and lowered and compiled under the names that yaegi knows it by; the statements
//	             become a function that assigns to the cell's variables, so that defer, return
//	             and := in loops mean what they mean in main
//
// A name can be declared anew. Functions and methods that use it then use the new one. A
// type of which a method is new in the place of another takes its variables along; one
// with other fields does not: a variable keeps its value, of the type that was.
//
// Nothing is executed before all is compiled: a cell with an error changes nothing.
package instant
