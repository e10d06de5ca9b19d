//go:build unix || js

package instant

import (
	"fmt"
	"go/parser"
	"regexp"
	"strings"
	"time"

	"github.com/focal-search/focal/kernel/show"
)

// Lines that begin with % or ! are commands of other kernels. %time and %%time are
// understood; to any other the answer says what there is instead. A line %% alone is
// part of a cell, and so is what stands within it.

// commanded is a cell whose first line with something in it is a command.
var commanded = regexp.MustCompile(`^(\s*)(%%?[A-Za-z_]\w*|!)[ \t]*([^\n]*)`)

// instead is what to do in place of a command.
var instead = map[string]string{
	"%who":   "the names that cells have declared are listed by completion: press Tab in an empty cell",
	"%whos":  "the names that cells have declared are listed by completion: press Tab in an empty cell",
	"%load":  "open the file in JupyterLab and copy what you need",
	"%run":   "a Go file is run by: focal script FILE",
	"%cd":    "files are named from the folder of the notebook; os.Chdir changes it",
	"%pwd":   "os.Getwd says it",
	"%env":   "os.Getenv and os.Setenv do it",
	"%reset": "restart the kernel",
	"%pip":   "what can be imported is compiled in",
	"!":      "there is no shell: a terminal of JupyterLab runs commands, and so does the package os/exec",
}

// magic takes a command from a cell. What is left is Go, with as many lines; timed
// says that the time it takes is to be shown. A command that there is not is a failure.
func magic(code string) (rest string, timed bool, wrong *failure) {
	m := commanded.FindStringSubmatch(code)
	if m == nil {
		return code, false, nil
	}
	name := m[2]
	switch name {
	case "%time", "%%time", "%timeit", "%%timeit":
		return m[1] + m[3] + code[len(m[0]):], true, nil
	}
	word := "%" + strings.TrimLeft(name, "%")
	if name == "!" {
		if _, err := parser.ParseExpr(strings.TrimSpace(code)); err == nil { // a negation
			return code, false, nil
		}
		word = "!"
	}
	why, known := instead[word]
	if !known {
		why = "there are %time and %%time, and everything in Go"
	}
	return code, false, newFailure("CompileError", fmt.Sprintf("%s is a command of other kernels: %s", name, why), "")
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
