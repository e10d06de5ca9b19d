// Package show is the one way to put something before the reader, wherever the
// code runs. A table, a chart or a live display is described once; a back end
// shows it:
//
//   - in a GoNB notebook through gonbui,
//   - in the instant kernel, and in a page, through the back end that its process sets,
//   - elsewhere as text on the terminal, and charts as self-contained HTML files.
//
// So the same lines work in a cell, a script and a compiled program:
//
//	ctx := show.Context() // cancelled when the cell is interrupted, or by Ctrl-C
//	r := engine.Solve(ctx, p, engine.FS(1.25), engine.OnProgress(show.Search("FS")))
//	show.Results(r)
//
// All functions may be called from several goroutines.
package show

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"html"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/foreign"
)

// A MIME is one thing in several representations, from MIME type to data, as in
// Jupyter's display_data. A front end shows the richest one it can.
type MIME map[string]any

// The MIME types in use.
const (
	Plain        = "text/plain"
	HTMLType     = "text/html"
	MarkdownType = "text/markdown"
	SVGType      = "image/svg+xml"
)

// A Backend puts things before the reader. Calls come one at a time.
type Backend interface {
	// Display shows a thing. An id other than "" allows updates of it later.
	Display(b MIME, id string)
	// Update replaces what was displayed under an id.
	Update(b MIME, id string)
}

// A Rich value knows its own representations; Value shows it by them.
type Rich interface{ MIME() MIME }

// A Pager is too rich for a terminal: there it is written to a file as a
// self-contained HTML page, named by its title.
type Pager interface {
	Page() (title, html string, err error)
}

// controlled is what can be shown with controls that a reader moves and the kernel
// answers, in several displays.
type controlled interface {
	Pager
	Control() bool // shows it so; false where that is not possible
}

// several is what a notebook shows in several displays, each with what exports can
// use of it: a picture, a table.
type several interface{ Displays() []MIME }

// pageWriter is a back end that wants a Pager's page, not its MIME.
type pageWriter interface {
	writePage(title, html string) error
}

var output struct {
	sync.Mutex // serialises displays, so that back ends need not
	backend    Backend
}

// SetBackend sets where everything is shown from now on. The instant kernel's
// process calls it; without it GoNB is detected, and anything else is a terminal.
func SetBackend(b Backend) {
	Finish()
	output.Lock()
	defer output.Unlock()
	output.backend = b
	once.forget()
}

// backend is the one in use. The caller holds output.
func backend() Backend {
	if output.backend == nil {
		if output.backend = notebook(); output.backend == nil {
			output.backend = newTerminal()
		}
	}
	return output.backend
}

// Display shows something. Live displays above it are finished first, so that
// they do not linger below what they led to.
func Display(b MIME) {
	Finish()
	output.Lock()
	defer output.Unlock()
	backend().Display(b, "")
}

// HTML shows HTML; on a terminal the source.
func HTML(s string) { Display(MIME{HTMLType: s, Plain: s}) }

// Markdown shows Markdown; on a terminal the source, which reads well.
func Markdown(s string) { Display(MIME{MarkdownType: s, Plain: s}) }

// Value shows any value in its richest form: results and what is Tabular as a
// table, a problem as a picture of its start, a table or a chart as such, a
// report as Markdown, an error as one line, anything else as fmt's %v, or %+v for a struct. A nil
// interface shows nothing.
func Value(v any) {
	switch v := v.(type) {
	case nil:
	case *engine.Result:
		Results(v)
	case []*engine.Result:
		Results(v...)
	case *engine.Problem:
		showProblem(v)
	case controlled:
		if !v.Control() {
			showPager(v)
		}
	case Pager:
		showPager(v)
	case staged:
		showStaged(v)
	case Rich:
		Display(v.MIME())
	case Table:
		Display(tableMIME(v))
	case Tabular:
		Value(v.Table())
	case interface{ Markdown() string }:
		Markdown(v.Markdown())
	case error:
		Display(errorLine(v))
	default:
		if known := foreign.Of(v); known != nil {
			Value(known)
			return
		}
		Display(MIME{Plain: format(v)})
	}
}

// drawProblem is how problems are drawn, nil in a program without kernel/plot.
var drawProblem func(*engine.Problem) Rich

// DrawProblems sets how Value draws problems. kernel/plot does, which knows more
// of pictures than show.
func DrawProblems(draw func(*engine.Problem) Rich) { drawProblem = draw }

func showProblem(p *engine.Problem) {
	switch {
	case p == nil:
	case p.Err != nil:
		Display(errorLine(p.Err))
	case drawProblem != nil:
		Display(drawProblem(p).MIME())
	default:
		Display(MIME{Plain: p.Name})
	}
}

func showPager(v Pager) {
	output.Lock()
	w, wants := backend().(pageWriter)
	output.Unlock()
	if !wants {
		switch v := v.(type) {
		case several:
			for _, b := range v.Displays() {
				NewPlace(b) // which is not taken for a cell's value, as that comes last
			}
			return
		case staged:
			showStaged(v)
			return
		case Rich:
			Display(v.MIME())
			return
		}
	}
	title, page, err := v.Page()
	switch {
	case err != nil:
		Display(errorLine(err))
	case !wants:
		Display(MIME{HTMLType: page, Plain: title})
	default:
		Finish()
		output.Lock()
		err = w.writePage(title, page)
		output.Unlock()
		if err != nil {
			Display(errorLine(err))
		}
	}
}

func errorLine(err error) MIME {
	line := fmt.Sprintf("error: %v", err)
	return MIME{Plain: line, HTMLType: `<span style="color:var(--jp-error-color1,#d33)">` + html.EscapeString(line) +
		`</span>`}
}

// newID names a display uniquely, also among the processes of one notebook.
func newID() string {
	var b [8]byte
	rand.Read(b[:])
	return "focal-" + hex.EncodeToString(b[:])
}
