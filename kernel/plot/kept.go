package plot

import (
	_ "embed"
	"fmt"
	"html"
	"strings"

	"github.com/focal-search/focal/kernel/show"
	"github.com/focal-search/focal/kernel/widget"
)

// A kept is a display that is drawn again beside widgets, also for a reader who has
// loaded the page anew. Front ends do not know displays any more then, but they ask for
// widgets: an output has the drawing for them, and clears the display, in which is what
// was there when the notebook was saved.
type kept struct {
	key     string
	drawing int
	place   *show.Place
	output  *widget.Model // nil where there are no widgets
}

// newKept shows something that is to be drawn again. The output is shown already.
func newKept(key string, output *widget.Model, b show.MIME) *kept {
	k := &kept{key: key, output: output}
	k.place = show.NewPlace(k.numbered(b, "display"))
	return k
}

// Set draws it again.
func (k *kept) Set(b show.MIME) {
	k.drawing++
	k.place.Set(k.numbered(b, "display"))
	if k.output != nil {
		k.output.Keep(k.numbered(b, "output"))
	}
}

// kept.js is a function of its script.
//
//go:embed kept.js
var keptJS string

// numbered is a drawing that says which it is, and where it stands.
func (k *kept) numbered(b show.MIME, where string) show.MIME {
	body, ok := b[show.HTMLType].(string)
	if !ok {
		body = "<div>" + html.EscapeString(fmt.Sprint(b[show.Plain])) + "</div>"
	}
	numbered := show.MIME{}
	for mime, data := range b {
		numbered[mime] = data
	}
	numbered[show.HTMLType] = fmt.Sprintf(`<div data-kept="%s" data-in="%s" data-drawing="%d">%s<script>(%s)(document.currentScript)</script></div>`,
		k.key, where, k.drawing, body, strings.TrimSpace(keptJS))
	return numbered
}
