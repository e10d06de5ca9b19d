//go:build unix || js

package instant

import (
	"fmt"
	"go/parser"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/focal-search/focal/kernel/show"
)

// Lines that begin with % or ! are commands of other kernels. %time and %timeit are
// supported, also with %%, and so are %who and %load as cells of their own. For any other, the error
// names the replacement. A line that is only %% is part of a cell, and so are commands
// further down in one.

// commanded is a cell whose first line with something in it is a command.
var commanded = regexp.MustCompile(`^(\s*)(%%?[A-Za-z_]\w*|!)[ \t]*([^\n]*)`)

// instead is what to do in place of a command.
var instead = map[string]string{
	"%who":   "put it in a cell of its own",
	"%whos":  "put it in a cell of its own",
	"%load":  "put it in a cell of its own, with the name of a file",
	"%run":   "to run a Go file, use: focal script FILE",
	"%cd":    "paths are relative to the notebook's folder; use os.Chdir to change it",
	"%pwd":   "use os.Getwd",
	"%env":   "use os.Getenv and os.Setenv",
	"%reset": "restart the kernel",
	"%pip":   "no packages can be installed: those that can be imported are compiled in",
	"!":      "there is no shell: use a terminal of JupyterLab, or the package os/exec",
}

// magic takes a command from a cell. What is left is Go, with as many lines; timing is
// "time" if its time is to be shown, "timeit" if that of repeated runs is, else "". An
// unknown command is a failure.
func magic(code string) (rest, timing string, wrong *failure) {
	m := commanded.FindStringSubmatch(code)
	if m == nil {
		return code, "", nil
	}
	name := m[2]
	switch name {
	case "%time", "%%time", "%timeit", "%%timeit":
		return m[1] + m[3] + code[len(m[0]):], strings.TrimLeft(name, "%"), nil
	}
	word := "%" + strings.TrimLeft(name, "%")
	if name == "!" {
		if _, err := parser.ParseExpr(strings.TrimSpace(code)); err == nil { // a negation
			return code, "", nil
		}
		word = "!"
	}
	why, known := instead[word]
	if !known {
		why = "there are %time, %timeit, %who and %load, and everything in Go"
	}
	return code, "", newFailure("CompileError", fmt.Sprintf("%s is a command of other kernels: %s", name, why), "")
}

// alone matches a cell that is only a command.
var alone = regexp.MustCompile(`^\s*%(who|whos|load)(?:[ \t]+(\S[^\n]*?))?\s*$`)

// command answers a cell that is nothing but a command: what cells have declared, or
// the text of a file in place of the cell. It is false for any other cell.
func (d *desk) command(m *message, code string, count int) (reply executeReply, ok bool) {
	c := alone.FindStringSubmatch(code)
	if c == nil || (c[1] == "load") != (c[2] != "") {
		return reply, false
	}
	reply = newReply(count)
	if c[1] == "load" {
		text, err := os.ReadFile(c[2])
		if err != nil {
			reply.Status, reply.failure = "error", newFailure("CompileError", "%load: "+err.Error(), "")
			d.publish(m, "error", reply.failure)
			return reply, true
		}
		reply.Payload = append(reply.Payload, object{"source": "set_next_input", "text": string(text), "replace": true})
		return reply, true
	}
	r := d.runner.do(m, request{Op: "who"}).report
	msgType, content := report{Op: "display", Bundle: r.Bundle}.message()
	d.publish(m, msgType, content)
	return reply, true
}

// who lists what cells have declared, by its name.
func (s *session) who() report {
	s.relay.Checking.Lock()
	defer s.relay.Checking.Unlock()
	t := show.Table{Columns: []string{"name", "is", "type"}}
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		e := s.names[name]
		row := []any{name, map[kind]string{aVar: "variable", aFunc: "function", aType: "type", aConst: "constant",
			anImport: "import"}[e.kind], ""}
		switch e.kind {
		case anImport:
			row[2] = e.path
		case aVar, aFunc, aConst:
			if typed := s.typeOf(name); typed != nil {
				row[2] = typeText(typed)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return report{Op: "listed", Bundle: encode(show.MIME{show.Plain: "no cell has declared anything yet"})}
	}
	return report{Op: "listed", Bundle: encode(show.MIME{show.HTMLType: show.TableHTML(t), show.Plain: show.TableText(t)})}
}

// hint adds to an error of a cell that begins with ! what may have been meant: Go
// reads !ls as a negation.
func hint(code string, wrong *failure) *failure {
	if wrong == nil || wrong.Name != "CompileError" || !strings.HasPrefix(strings.TrimSpace(code), "!") ||
		strings.Contains(wrong.Value, instead["!"]) {
		return wrong
	}
	hinted := newFailure(wrong.Name, wrong.Value+" (if a command was meant: "+instead["!"]+")", "")
	hinted.Traceback = append(hinted.Traceback, wrong.Traceback[1:]...)
	return hinted
}

// took shows how long a cell took.
func (d *desk) took(m *message, since time.Time) {
	d.publish(m, "stream", object{"name": "stdout", "text": "took " + show.Duration(time.Since(since)) + "\n"})
}
