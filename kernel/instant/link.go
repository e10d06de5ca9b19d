package instant

import "encoding/json"

// A request goes from the front to the child.
type request struct {
	Op     string          // execute, complete displays, interrupt, complete, inspect, shown, input, comm, follow
	Count  int             // execute: the cell's number
	Code   string          // comm: the message's type; input: the line
	Body   json.RawMessage // comm: its content
	Parent json.RawMessage // comm: its header
	Silent bool            // execute: show no value; input: there is no line
	Repeat bool            // execute: run the cell repeatedly and print its time instead of its value
	Level  int             // inspect: of detail
	Cursor int             // complete, inspect: in bytes
}

// A report goes from the child to the front. Op is display, update, clear, input,
// comm_open, comm_msg, comm_close, panicking, executed, displays completed, followed,
// completed, inspected or stuck.
type report struct {
	Op       string
	Bundle   json.RawMessage // display, update; executed: the value, if any; comm_*: the content
	Parent   json.RawMessage // comm_msg: the header of the message that it answers, if any
	Wait     bool            // clear: until something else is shown
	Text     string          // executed: the value as text
	Later    bool            // executed: displays are to be completed
	ID       string          // display, update
	Failure  *failure        // executed: nil if all went well; panicking: where
	Matches  []candidate     // completed
	From, To int             // completed: what the matches replace
	Found    bool            // inspected
}

// A failure is an error in a cell, in the terms of the protocol.
type failure struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}
