package capped

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/show"
)

// inFile matches the name of a file in a note.
var inFile = regexp.MustCompile(`are in (\S+)$`)

// What a cell displays beyond the bound is in a file, in order and whole: pages as such, pictures as pictures, text as
// text. The next cell begins anew.
func TestDisplays(t *testing.T) {
	t.Setenv("FOCAL_OUT", t.TempDir())
	var d Displays
	d.Begin("cell-1.html")
	page := show.MIME{show.HTMLType: strings.Repeat("p", Shown/2), show.Plain: "p"}
	if got := d.New(page); got[show.HTMLType] != page[show.HTMLType] {
		t.Error("a page that has room is not shown")
	}
	note, _ := d.New(page)[show.Plain].(string)
	name := inFile.FindStringSubmatch(note)
	if name == nil || filepath.Base(name[1]) != "cell-1.html" || !strings.Contains(note, "more than 8 MB") {
		t.Fatalf("the note %q", note)
	}
	for _, b := range []show.MIME{{show.Plain: "a < b"}, {show.PNGType: []byte{1, 2, 3}}, {show.SVGType: "<svg/>"}} {
		if got := d.New(b); got != nil {
			t.Errorf("%v is shown as %v", b, got)
		}
	}
	text, err := os.ReadFile(name[1])
	want := "<!doctype html><meta charset=\"utf-8\">\n" + strings.Repeat("p", Shown/2) + "\n<pre>a &lt; b</pre>\n" +
		"<img src=\"data:image/png;base64,AQID\">\n<svg/>\n"
	if err != nil || string(text) != want {
		t.Errorf("%v, %d bytes, want %d", err, len(text), len(want))
	}
	d.Begin("cell-2.html")
	if got := d.New(page); got[show.HTMLType] != page[show.HTMLType] {
		t.Error("the next cell shows nothing")
	}
	d.Clear()
	if got := d.New(page); got[show.HTMLType] != page[show.HTMLType] {
		t.Error("after what was shown has been removed, there is no room")
	}
}

// Many small displays are bounded too, for a browser has work with each.
func TestManyDisplays(t *testing.T) {
	t.Setenv("FOCAL_OUT", t.TempDir())
	var d Displays
	d.Begin("many.html")
	shown := 0
	for range 10000 {
		if d.New(show.MIME{show.Plain: "x"}) != nil {
			shown++
		}
	}
	if want := Shown / each; shown > want+1 || shown < want/2 {
		t.Errorf("%d of 10,000 are shown, want about %d", shown, want)
	}
}

// What replaces a display is shown if it is small enough by itself.
func TestChanged(t *testing.T) {
	var d Displays
	if got := d.Changed(show.MIME{show.Plain: "x"})[show.Plain]; got != "x" {
		t.Errorf("%v", got)
	}
	got, _ := d.Changed(show.MIME{show.PNGType: make([]byte, Shown*3/4)})[show.Plain].(string)
	if !strings.Contains(got, "more than 8 MB") {
		t.Errorf("%q", got)
	}
}
