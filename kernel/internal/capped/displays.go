package capped

import (
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"strings"
	"sync"

	"github.com/focal-search/focal/kernel/show"
)

const (
	// Text is how many bytes a cell can print, and the text of a display can have: a notebook that holds more than some
	// megabytes is slow to open and to save, and may freeze the browser. Jupyter's server drops what exceeds 3 MB in 3
	// seconds, also a note that comes then.
	Text = 1 << 20
	// Shown is how many bytes the displays of a cell and its value can have together, and each of them when it is
	// changed.
	Shown = 8 << 20
	// each is what a display counts besides what it holds: a browser has work with very many.
	each = 4 << 10
)

// Displays bounds what a cell displays.
type Displays struct {
	mu    sync.Mutex
	file  string
	taken int
	rest  Rest
}

// Begin begins a cell. The name is that of the file for what is not shown.
func (d *Displays) Begin(file string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file, d.taken = file, 0
}

// Clear records that what the cell has displayed was removed.
func (d *Displays) Clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.taken = 0
}

// New returns what is shown of a display: all of it while there is room, then once a note that names the file, which
// has it and what follows, and then nothing.
func (d *Displays) New(b show.MIME) show.MIME {
	d.mu.Lock()
	defer d.mu.Unlock()
	first := d.taken <= Shown
	cut := Cut(b)
	if d.taken += size(cut); d.taken <= Shown {
		return cut
	}
	show.NotShown()
	if !first {
		d.rest.Write(document(b))
		return nil
	}
	where := d.rest.Begin(d.file)
	d.rest.Write("<!doctype html><meta charset=\"utf-8\">\n" + document(b))
	d.taken = Shown + 1
	return show.MIME{show.Plain: fmt.Sprintf("note: with this the cell displays more than %d MB, which %s", Shown>>20, where)}
}

// Changed returns what is shown of a display that replaces another.
func (d *Displays) Changed(b show.MIME) show.MIME {
	if b = Cut(b); size(b) > Shown {
		return show.MIME{show.Plain: fmt.Sprintf("note: this has become more than %d MB, and is not shown", Shown>>20)}
	}
	return b
}

// Cut shortens the text of a display.
func Cut(b show.MIME) show.MIME {
	text, _ := b[show.Plain].(string)
	if len(text) <= Text {
		return b
	}
	b = maps.Clone(b)
	b[show.Plain] = strings.ToValidUTF8(text[:Text], "") + fmt.Sprintf(
		"\n... and %s bytes more, which are not shown: show a part, or write it to a file (os.WriteFile)",
		show.Count(int64(len(text)-Text)))
	return b
}

// size is about what a display takes in a notebook.
func size(b show.MIME) int {
	n := each
	for _, v := range b {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += base64.StdEncoding.EncodedLen(len(v))
		default:
			n += len(fmt.Sprint(v))
		}
	}
	return n
}

// document is a display in a file of HTML.
func document(b show.MIME) string {
	for _, kind := range []string{show.HTMLType, show.SVGType} {
		if text, ok := b[kind].(string); ok {
			return text + "\n"
		}
	}
	if png, ok := b[show.PNGType].([]byte); ok {
		return `<img src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(png) + "\">\n"
	}
	return "<pre>" + html.EscapeString(fmt.Sprint(b[show.Plain])) + "</pre>\n"
}
