// Package show displays values, wherever the code runs. A table, a chart or a progress
// display is described once, and a back end shows it:
//
//   - in a GoNB notebook by the back end of package gonb,
//   - in the instant kernel and in a page by the back end that their process sets,
//   - elsewhere as text on the terminal, with charts as self-contained HTML files.
//
// The same lines work in a cell, a script and a compiled program:
//
//	ctx := show.Context() // cancelled when the cell is interrupted, or by Ctrl-C
//	r := engine.Solve(ctx, p, engine.FS(1.25), engine.OnProgress(show.Search("FS")))
//	show.Results(r)
//
// All functions are safe for concurrent use.
package show

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"html"
	"strings"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/foreign"
)

// A MIME holds several representations of one thing, by MIME type, as in Jupyter's
// display_data. A front end shows the richest one that it supports.
type MIME map[string]any

// The MIME types in use.
const (
	Plain        = "text/plain"
	HTMLType     = "text/html"
	MarkdownType = "text/markdown"
	SVGType      = "image/svg+xml"
	PNGType      = "image/png"
)

// A Backend displays things. Its methods are not called concurrently.
type Backend interface {
	// Display shows something. With an id other than "" it can be updated later.
	Display(b MIME, id string)
	// Update replaces what was displayed with an id.
	Update(b MIME, id string)
}

// A Rich value has its own representations, which Value shows.
type Rich interface{ MIME() MIME }

// A Pager cannot be shown on a terminal. There it is written to a self-contained HTML
// file named after its title.
type Pager interface {
	Page() (title, html string, err error)
}

// controlled is implemented by values that can be shown with controls, to which the
// kernel reacts, in several displays.
type controlled interface {
	Pager
	Control() bool // shows the value with controls; false if that is not possible
}

// several is implemented by values that a notebook shows in several displays, each of
// which exports can use: a picture, a table.
type several interface{ Displays() []MIME }

// pageWriter is a back end that takes a Pager's page instead of its MIME.
type pageWriter interface {
	writePage(title, html string) error
}

var output struct {
	sync.Mutex // serialises calls of the back end
	backend    Backend
}

// SetBackend sets the back end, as package gonb and the instant kernel's process do.
// Without a call everything is shown on a terminal.
func SetBackend(b Backend) {
	Finish()
	output.Lock()
	defer output.Unlock()
	output.backend = b
	once.forget()
}

// backend returns the back end in use. The caller holds output.
func backend() Backend {
	if output.backend == nil {
		output.backend = newTerminal()
	}
	return output.backend
}

// backendAs returns the back end if it has a type.
func backendAs[T any]() (b T, ok bool) {
	output.Lock()
	defer output.Unlock()
	b, ok = backend().(T)
	return b, ok
}

// Display shows something. Progress displays are cleared first, so that they do not stay
// below results.
func Display(b MIME) {
	Finish()
	output.Lock()
	defer output.Unlock()
	backend().Display(b, "")
}

// HTML shows HTML; a terminal shows the source.
func HTML(s string) { Display(MIME{HTMLType: s, Plain: s}) }

// Markdown shows Markdown; a terminal shows the source.
func Markdown(s string) { Display(MIME{MarkdownType: s, Plain: s}) }

// Say shows a paragraph of Markdown in the format of [fmt.Sprintf], for an answer whose figures
// are computed.
func Say(format string, args ...any) { Markdown(fmt.Sprintf(format, args...)) }

// Value shows any value in its richest form: results and Tabular values as a table, a
// problem as a picture of its start state, a table or a chart as such, a report as
// Markdown, an error as one line, an image.Image or the bytes of a PNG file as a picture, a
// struct in the format %+v and anything else in the format %v. For a nil interface nothing
// is shown.
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
	case []byte:
		if strings.HasPrefix(string(v[:min(len(v), len(pngMagic))]), pngMagic) {
			Display(pngMIME(v, fmt.Sprintf("picture of %d bytes", len(v))))
			return
		}
		Display(MIME{Plain: format(v)})
	default:
		if b := imageMIME(v); b != nil {
			Display(b)
			return
		}
		if known := foreign.Of(v); known != nil {
			Value(known)
			return
		}
		Display(MIME{Plain: format(v)})
	}
}

// pngMagic begins each PNG file.
const pngMagic = "\x89PNG\r\n\x1a\n"

// pngMIME is the display of a PNG file, with a text for where there are no pictures.
func pngMIME(png []byte, text string) MIME { return MIME{PNGType: png, Plain: text} }

// drawProblem draws problems; nil in a program without kernel/plot.
var drawProblem func(*engine.Problem) Rich

// DrawProblems sets the function by which Value draws problems. kernel/plot calls it.
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
	w, wants := backendAs[pageWriter]()
	if !wants {
		switch v := v.(type) {
		case several:
			for _, b := range v.Displays() {
				NewPlace(b) // not the cell's value, which comes last
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

// newID returns an id that is unique among all processes of a notebook.
func newID() string {
	var b [8]byte
	rand.Read(b[:])
	return "focal-" + hex.EncodeToString(b[:])
}
