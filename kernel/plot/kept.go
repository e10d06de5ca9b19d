package plot

import (
	_ "embed"
	"fmt"
	"html"
	"maps"
	"strings"

	"github.com/focal-search/focal/kernel/show"
	"github.com/focal-search/focal/kernel/widget"
)

// A kept is a display that is redrawn beside widgets, even after the reader has reloaded
// the page. After a reload front ends no longer know displays, but they request widgets.
// An output widget then shows the drawing, and clears the display, which contains the
// drawing as it was saved with the notebook.
type kept struct {
	key     string
	drawing int
	place   *show.Place
	output  *widget.Model // nil if there are no widgets
}

// newKept shows something that will be redrawn. The output is already shown.
func newKept(key string, output *widget.Model, b show.MIME) *kept {
	k := &kept{key: key, output: output}
	k.place = show.NewPlace(k.numbered(b, "display"))
	return k
}

// Set redraws it.
func (k *kept) Set(b show.MIME) {
	k.drawing++
	k.place.Set(k.numbered(b, "display"))
	if k.output != nil {
		k.output.Keep(k.numbered(b, "output"))
	}
}

// kept.js is a function that takes its script.
//
//go:embed kept.js
var keptJS string

// numbered returns a drawing with its number and its place.
func (k *kept) numbered(b show.MIME, where string) show.MIME {
	body, ok := b[show.HTMLType].(string)
	if !ok {
		body = "<div>" + html.EscapeString(fmt.Sprint(b[show.Plain])) + "</div>"
	}
	numbered := maps.Clone(b)
	numbered[show.HTMLType] = fmt.Sprintf(`<div data-kept="%s" data-in="%s" data-drawing="%d">%s<script>(%s)(document.currentScript)</script></div>`,
		k.key, where, k.drawing, body, strings.TrimSpace(keptJS))
	return numbered
}
