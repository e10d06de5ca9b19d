package plot

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
	"github.com/focal-search/focal/kernel/show"
)

// lined returns a chart that shows the position of its sliders.
func lined(v Values) *Chart {
	return Lines(fmt.Sprintf("a %v, b %v", v["a"], v["b"]), "x", "y",
		Series{"s", []float64{0, 1}, []float64{v["a"], v["b"]}})
}

var twoSliders = []Slider{{"a", 1, 2, 0.1}, {"b", 5, 7, 1}}

func TestExplore(t *testing.T) {
	recordBundles(t)
	c := Explore(lined, twoSliders...)
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	if n := len(c.explored.charts); n != 11*3 {
		t.Errorf("%d charts", n)
	}
	if text := c.String(); !strings.HasPrefix(text,
		"a 1.5, b 6\nSliders: a from 1 to 2, b from 5 to 7. Shown at a = 1.5, b = 6.") {
		t.Errorf("%q", text)
	}
	if last := c.explored.values([]int{10, 2}); last["a"] != 2 || last["b"] != 7 {
		t.Errorf("the last place is %v", last)
	}
	svg, err := c.SVG()
	if err != nil || !strings.Contains(svg, "a 1.5, b 6") {
		t.Error("the picture is not that of the first chart")
	}
	for want, c := range map[string]*Chart{
		`slider "a" from 2 to 1 by 0.1: want a name`:               Explore(lined, Slider{"a", 2, 1, 0.1}),
		`slider "a" from 1 to 2 by 0: want a name`:                 Explore(lined, Slider{"a", 1, 2, 0}),
		`slider "a" has more than 500 positions`:                   Explore(lined, Slider{"a", 1, 2, 1e-9}),
		"the sliders have more than 500 combinations of positions": Explore(lined, Slider{"a", 1, 100, 1}, Slider{"b", 1, 100, 1}),
		"no sliders": Explore(lined), "the function that draws is nil": Explore(nil, twoSliders...),
		"at a = 1.5, b = 6: nothing to plot: no series given": Explore(func(Values) *Chart { return Lines("", "", "") },
			twoSliders...),
	} {
		if err := c.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// asking is a back end whose page can ask for charts.
type asking struct {
	bundles
	heard func(int)
	sent  int
}

func (a *asking) Hear(_ string, heard func(int)) { a.heard = heard }
func (a *asking) Send(string, string)            { a.sent++ }

// TestExploreAsked: a position that the reader moves to while charts are drawn is drawn
// first, the drawing of another position ends, and at the end all are drawn.
func TestExploreAsked(t *testing.T) {
	a := &asking{}
	show.SetBackend(a)
	t.Cleanup(func() { show.SetBackend(nil) })
	show.SetCell(t.Context())
	t.Cleanup(func() { show.SetCell(context.Background()) })
	var order []string
	c := Explore(func(v Values) *Chart {
		at := fmt.Sprint(v["a"], v["b"])
		order = append(order, at)
		if len(order) == 2 {
			a.heard(32)             // the last position, where a is 2 and b is 7
			<-show.Context().Done() // ends this drawing
			a.heard(-1)             // does not exist
			a.heard(16)             // is drawn already
			a.heard(32)
		}
		if len(order) == 10 {
			before := a.sent
			a.heard(32) // again: its chart was lost on the way
			if a.sent != before+1 {
				t.Errorf("a lost chart was sent again %d times", a.sent-before)
			}
			a.heard(16)
			a.heard(32)
		}
		return lined(v)
	}, twoSliders...)
	if len(order) != 1 {
		t.Fatalf("before it is shown, %q is displayed", order)
	}
	show.Value(c)
	if len(order) != 34 || order[0] != "1.5 6" || order[1] != "1 5" || order[2] != "2 7" || order[3] != "1 5" {
		t.Errorf("drawn in the order %q", order)
	}
	if a.sent != 34 {
		t.Errorf("%d charts were announced, want 33 and one again", a.sent)
	}
	body, _ := a.last()[show.HTMLType].(string)
	if a.updates == 0 || !strings.Contains(body, "Shown at a = 2, b = 7.") || !strings.Contains(body, "focalCharts") {
		t.Errorf("after %d updates the display does not show the last place", a.updates)
	}
	stopped, cancel := context.WithCancel(t.Context())
	show.SetCell(stopped)
	order = nil
	c = Explore(func(v Values) *Chart {
		if order = append(order, ""); len(order) == 5 {
			cancel()
		}
		return lined(v)
	}, twoSliders...)
	show.Value(c)
	if err := c.Err(); err != nil || len(order) != 5 {
		t.Errorf("an interrupt after %d charts leaves %v", len(order), err)
	}
}

// TestExploreInBrowser moves a slider.
func TestExploreInBrowser(t *testing.T) {
	setup.Needed(t)
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte(Explore(lined, twoSliders...).HTML()), 0o644); err != nil {
		t.Fatal(err)
	}
	var seen struct{ Before, After, Labels, Console string }
	t.Parallel()
	node(t, &seen, "testdata/explore.mjs", page)
	if seen.Before != "a 1.5, b 6" || seen.After != "a 2, b 6" || seen.Labels != "a1.5 b6" || seen.Console != "" {
		t.Errorf("%+v", seen)
	}
}
