package plot

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot/echarts"
	"github.com/focal-search/focal/kernel/show"
)

// traced returns a result with a trace as a search of n expansions leaves it, with costs
// in units of 1/10.
func traced(a engine.Algorithm, seed uint64, n int64) *engine.Result {
	r := &engine.Result{Problem: "npuzzle/korf/39:heavy", Algorithm: a, Seed: seed, Status: engine.Solved, Unit: 10,
		Cost: 3780}
	t := &engine.Trace{Stride: 128}
	for e := int64(0); e <= n; e += t.Stride {
		t.Samples = append(t.Samples, engine.Sample{
			Expanded: e, FMin: 2250 + e*810/n/10*10, Open: 1 + e*2, Focal: 1 + e%9000, Guided: e%3 > 0,
		})
	}
	r.Trace = t
	return r
}

func fsAndPFS() (fs, pfs *engine.Result) {
	return traced(engine.FS(1.25), 0, 444800), traced(engine.PFS(1.25, 0.7), 42, 44800)
}

// notebook is a back end that keeps what is displayed, with the time.
type notebook struct {
	sync.Mutex
	bundles []show.MIME
	ids     []string
	updates []bool
	at      []time.Time
}

func (n *notebook) Display(b show.MIME, id string) { n.add(b, id, false) }
func (n *notebook) Update(b show.MIME, id string)  { n.add(b, id, true) }

func (n *notebook) add(b show.MIME, id string, update bool) {
	n.Lock()
	defer n.Unlock()
	n.bundles, n.ids = append(n.bundles, b), append(n.ids, id)
	n.updates, n.at = append(n.updates, update), append(n.at, time.Now())
}

func (n *notebook) html(i int) string { return n.bundles[i][show.HTMLType].(string) }

func open(t *testing.T) *notebook {
	n := &notebook{}
	show.SetBackend(n)
	t.Cleanup(func() { show.SetBackend(nil) })
	return n
}

// texts returns the texts of an SVG picture, which must be well-formed.
func texts(t *testing.T, svg string) string {
	t.Helper()
	var b strings.Builder
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		switch token, err := d.Token(); {
		case err == io.EOF:
			return b.String()
		case err != nil:
			t.Fatalf("the picture is not XML: %v", err)
		default:
			if text, ok := token.(xml.CharData); ok {
				b.WriteString(string(text) + "\n")
			}
		}
	}
}

func TestPicture(t *testing.T) {
	fs, pfs := fsAndPFS()
	other := traced(engine.FS(1.5), 0, 1280)
	other.Problem = "pancake/40/7"
	for name, c := range map[string]struct {
		results []*engine.Result
		want    []string
	}{
		"one": {[]*engine.Result{fs}, []string{"FS(w=1.25)"}},
		"beside": {[]*engine.Result{fs, pfs},
			[]string{"FS(w=1.25)", "PFS(w=1.25, p=0.7), seed 42", "Trajectory: npuzzle/korf/39:heavy"}},
		"five": {[]*engine.Result{fs, pfs, fs, pfs, traced(engine.FS(1.1), 0, 256)}, []string{"FS(w=1.1)"}},
		"other problems": {[]*engine.Result{fs, other},
			[]string{"npuzzle/korf/39:heavy, FS(w=1.25)", "pancake/40/7, FS(w=1.5)"}},
	} {
		svg, err := Trajectory(c.results...).SVG()
		if err != nil {
			t.Fatal(name, err)
		}
		got := texts(t, svg)
		for _, want := range append(c.want, "cost\n", "|FOCAL| (nodes)\n", "expansions (", "w·fmin\n", "fmin\n", "1,000\n") {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in the picture: %q", name, want, got)
			}
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s: a place is not a number", name)
		}
	}
}

// TestShortRuns: runs whose start is a goal, or whose fmin is 0, are drawn too.
func TestShortRuns(t *testing.T) {
	r := traced(engine.FS(1), 0, 128)
	r.Trace.Samples = []engine.Sample{{}}
	svg, err := Trajectory(r).SVG()
	if err != nil || strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Errorf("%v, %s", err, svg)
	}
}

func TestNoTrace(t *testing.T) {
	fs, _ := fsAndPFS()
	plain := &engine.Result{Problem: "a/b/1", Algorithm: engine.FS(2), Unit: 1}
	failed := &engine.Result{Problem: "a/b/2", Status: engine.Failed, Err: errors.New("no such problem")}
	for _, c := range []struct {
		results []*engine.Result
		want    string
	}{
		{nil, "no results"},
		{[]*engine.Result{nil}, "nil"},
		{[]*engine.Result{plain}, "a/b/1 FS(w=2): the result has no trace: run it with engine.Traced()"},
		{[]*engine.Result{failed}, "no such problem"},
	} {
		n := open(t)
		chart := Trajectory(c.results...)
		chart.Show()
		shown := n.bundles[0][show.Plain].(string)
		if !strings.Contains(shown, c.want) || strings.Contains(shown, "\n") {
			t.Errorf("shown %q, want one line with %q", shown, c.want)
		}
		_, err := chart.SVG()
		for _, err := range []error{err, chart.Save(filepath.Join(t.TempDir(), "x.svg")), chart.Err()} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		}
		if !strings.Contains(chart.HTML(), "error: ") {
			t.Error("the page does not show the error")
		}
	}
	n := open(t)
	Trajectory(fs, plain).Show() // the valid one is shown, and the other reported
	if !strings.Contains(n.html(0), "<img") ||
		!strings.Contains(n.html(0), "<div>a/b/1 FS(w=2): the result has no trace") {
		t.Error("a result without a trace hides the others, or is not reported")
	}
	var none *Chart
	if none.Show(); none.Err() == nil {
		t.Error("a nil chart is fine")
	}
}

var queued = regexp.MustCompile(`push\(\[document\.currentScript,"([^"]+)"\]\)`)

// unpack decodes the data that a fragment queues.
func unpack(t *testing.T, fragment string) (l struct {
	live
	Option struct {
		Dataset []struct{ Source [][]any }
		Grid    []struct{ Top, Height string }
		Series  []struct {
			Name, Color              string
			XAxisIndex, DatasetIndex int
		}
		XAxis, YAxis []struct {
			Name, Type string
			Min, Max   float64
		}
	} `json:"option"`
}) {
	t.Helper()
	unpackInto(t, fragment, &l)
	return l
}

// unpackInto decodes the data that a fragment queues.
func unpackInto(t *testing.T, fragment string, data any) {
	t.Helper()
	packed, err := base64.StdEncoding.DecodeString(queued.FindStringSubmatch(fragment)[1])
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(data); err != nil {
		t.Fatal(err)
	}
}

func TestLiveChart(t *testing.T) {
	n := open(t)
	fs, pfs := fsAndPFS()
	Trajectory(fs, pfs).Show()
	l := unpack(t, n.html(0))
	o := l.Option
	if len(o.Grid) != 4 || len(o.XAxis) != 4 || len(o.YAxis) != 4 || len(o.Series) != 6 || len(o.Dataset) != 2 ||
		len(l.Labels) != 6 {
		t.Fatalf("grids %d, series %d, datasets %d, labels %d", len(o.Grid), len(o.Series), len(o.Dataset), len(l.Labels))
	}
	if o.YAxis[0].Name != "cost" || o.YAxis[0].Min > 225 || o.YAxis[0].Max < 1.25*306 || o.YAxis[0] != o.YAxis[1] {
		t.Errorf("the cost axes are %+v and %+v", o.YAxis[0], o.YAxis[1])
	}
	if o.YAxis[2].Type != "log" || o.XAxis[2].Max != 444800 || o.XAxis[3].Max != 44800 {
		t.Errorf("axes %+v, %+v", o.YAxis[2], o.XAxis)
	}
	for i, name := range []string{"expansions", "fmin", "w·fmin", "|FOCAL|", "|OPEN|", "branch"} {
		if o.Dataset[0].Source[0][i] != name {
			t.Errorf("column %d is %v, want %s", i, o.Dataset[0].Source[0][i], name)
		}
	}
	if got := fmt.Sprint(l.Stacks); got != "[[0 2] [1 3]]" {
		t.Errorf("panels move together as %s, want those of one run", got)
	}
	rows := o.Dataset[0].Source[1:]
	if len(rows) != livePoints {
		t.Errorf("%d rows, want %d", len(rows), livePoints)
	}
	last := rows[len(rows)-1]
	if last[expansions] != 444800.0 || last[fmin] != 306.0 || last[threshold] != 382.5 {
		t.Errorf("the last row is %v", last)
	}
	if o.Series[0].Color == o.Series[2].Color || o.Series[0].Color != color("fs") {
		t.Error("colours do not distinguish FS from PFS")
	}
}

func TestPalette(t *testing.T) {
	seen := map[string]string{}
	for _, a := range []string{"astar", "wastar", "fs", "pfs", "dps", "pdps"} {
		if other, twice := seen[color(a)]; twice {
			t.Errorf("%s and %s have one colour", a, other)
		}
		seen[color(a)] = a
	}
	for _, a := range []string{"fs", "pfs", "dps", "pdps"} {
		if color("a"+a) != color(a) {
			t.Errorf("a%s has another colour than %s", a, a)
		}
	}

	// No two algorithms with a single solution look the same, nor does a user's algorithm
	// look like any of them.
	taken := map[look]string{}
	for _, d := range engine.Descriptions() {
		l := lookOf(d.Name)
		if other, twice := taken[l]; twice && d.AnytimeOf == "" {
			t.Errorf("%s and %s have one look", d.Name, other)
		}
		if d.AnytimeOf == "" {
			taken[l] = d.Name
		}
		if _, named := looks[d.Name]; !named && d.AnytimeOf == "" {
			t.Errorf("%s has no line in the palette", d.Name)
		}
	}
	for _, l := range spare {
		if other, twice := taken[l]; twice {
			t.Errorf("a user's algorithm may look like %s", other)
		}
		taken[l] = "a spare one"
	}
}

// TestOwnAlgorithmLook: a user's algorithm is drawn and has an entry in the legend,
// always with the same look.
func TestOwnAlgorithmLook(t *testing.T) {
	own := engine.Custom{Name: "mine", Queues: []engine.Queue{engine.LeastD}}
	other := engine.Custom{Name: "another", Queues: []engine.Queue{engine.LeastD}}
	results := []*engine.Result{ran("pancake/40/1", own.Algorithm(1.25), 0, 10),
		ran("pancake/40/1", engine.FS(1.25), 0, 20)}
	c := Expansions(results)
	var names []string
	for _, l := range c.figure.legend {
		names = append(names, l.name)
	}
	if c.Err() != nil || strings.Join(names, " ") != "FS mine" {
		t.Errorf("legend %v, %v", names, c.Err())
	}
	both := Expansions(append(results, ran("pancake/40/1", other.Algorithm(1.25), 0, 30)))
	for _, l := range both.figure.legend {
		if l.name == "mine" && (l.color != c.figure.legend[1].color || l.dash != c.figure.legend[1].dash) {
			t.Errorf("beside another it looks like %+v, by itself %+v", l, c.figure.legend[1])
		}
	}
	if len(both.figure.legend) != 3 || both.figure.legend[1].name != "another" {
		t.Errorf("legend %+v", both.figure.legend)
	}
}

// loads finds what would make a browser use the network.
var loads = regexp.MustCompile(`(?i)(src|href|action|data)\s*=\s*["']?\s*(https?:)?//|@import|url\(\s*["']?(https?:)?//|\bimport\(|\bfetch\(|XMLHttpRequest|new WebSocket`)

func TestNothingIsLoaded(t *testing.T) {
	fs, pfs := fsAndPFS()
	c := Trajectory(fs, pfs)
	svg, err := c.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"page": c.HTML(), "picture": svg} {
		if found := loads.FindString(text); found != "" {
			t.Errorf("the %s has %q", name, found)
		}
		for _, address := range regexp.MustCompile(`https?://[^"'\s]+`).FindAllString(text, -1) {
			if address != "http://www.w3.org/2000/svg" {
				t.Errorf("the %s names %s", name, address)
			}
		}
	}
	z, err := gzip.NewReader(bytes.NewReader(echarts.Library()))
	if err != nil {
		t.Fatal(err)
	}
	js, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(js, []byte(`version="5.6.0"`)) && !bytes.Contains(js, []byte(`"5.6.0"`)) {
		t.Error("the library is not ECharts 5.6.0")
	}
	if found := loads.Find(js); found != nil {
		t.Errorf("ECharts has %q", found)
	}
}

func TestLibraryOnce(t *testing.T) {
	fs, pfs := fsAndPFS()
	n := open(t)
	a, b := Trajectory(fs, pfs), Trajectory(pfs)
	a.Show() // carries the library
	b.Show()
	a.Show()
	show.SetCell(t.Context())
	b.Show()
	a.Show() // its cell is run again
	for i, want := range []bool{true, false, false, false, true} {
		if got := strings.Contains(n.html(i), "DecompressionStream"); got != want {
			t.Errorf("display %d carries the library: %v, want %v", i, got, want)
		}
	}
}

func TestBundle(t *testing.T) {
	n := open(t)
	fs, pfs := fsAndPFS()
	Trajectory(fs, pfs).Show()
	b := n.bundles[0]
	if text := b[show.Plain].(string); !strings.Contains(text, "FS(w=1.25): 444,800 expansions, fmin 225 to 306") {
		t.Errorf("the text is %q", text)
	}
	if texts(t, b[show.SVGType].(string)) == "" {
		t.Error("the picture is empty")
	}
	picture := regexp.MustCompile(`src="data:image/svg\+xml;base64,([^"]+)"`).FindStringSubmatch(n.html(0))
	svg, err := base64.StdEncoding.DecodeString(picture[1])
	if err != nil || !strings.Contains(texts(t, string(svg)), "expansions") {
		t.Errorf("the notebook's picture: %v", err)
	}
}

// TestSize: a notebook with ten charts stays small.
func TestSize(t *testing.T) {
	n := open(t)
	fs, pfs := fsAndPFS()
	total := 0
	for i := range 10 {
		pfs.Seed = uint64(i)
		Trajectory(fs, pfs).Show()
		b, err := json.Marshal(n.bundles[i])
		if err != nil {
			t.Fatal(err)
		}
		total += len(b)
	}
	if total > 2_000_000 {
		t.Errorf("ten charts take %d bytes, want less than 2 MB", total)
	}
}

func TestSave(t *testing.T) {
	fs, _ := fsAndPFS()
	c := Trajectory(fs)
	dir := t.TempDir()
	for name, start := range map[string]string{"a.html": "<!DOCTYPE html>", "b.SVG": "<svg ",
		"c.png": "\x89PNG\r\n", "d.pdf": "%PDF-1.5\n"} {
		path := filepath.Join(dir, name)
		if err := c.Save(path); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(b, []byte(start)) {
			t.Errorf("%s starts with %.20q, %v", name, b, err)
		}
	}
	for name, want := range map[string]string{"a.gif": ".html, .svg, .png or .pdf", "a": ".html, .svg, .png or .pdf",
		"none/a.svg": "no such file"} {
		if err := c.Save(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("saving %s: %v, want %q in it", name, err, want)
		}
	}
}

func TestAxes(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		min, max  float64
		ticks     []float64
	}{
		{225, 382.5, 200, 400, []float64{200, 250, 300, 350, 400}},
		{0, 1, 0, 1, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{5, 5, 4, 6, []float64{4, 4.5, 5, 5.5, 6}},
		{0.6, 0.6, 0.2, 1, []float64{0.2, 0.4, 0.6, 0.8, 1}},
	} {
		a := linear("x", c.low, c.high)
		if a.min != c.min || a.max != c.max || !near(a.ticks(5), c.ticks) {
			t.Errorf("%v to %v: axis %v to %v, ticks %v", c.low, c.high, a.min, a.max, a.ticks(5))
		}
	}
	a := logarithmic("x", 3, 40_000)
	if a.min != 1 || a.max != 100_000 || !near(a.ticks(5), []float64{1, 10, 100, 1000, 10_000, 100_000}) {
		t.Errorf("log axis %v to %v, ticks %v", a.min, a.max, a.ticks(5))
	}
	if at := a.at(math.Sqrt(100_000)); math.Abs(at-0.5) > 1e-9 {
		t.Errorf("the middle of a log axis is at %v", at)
	}
}

// TestLabelsApart: labels of lines that end close together stay readable.
func TestLabelsApart(t *testing.T) {
	if got := spread([]float64{50, 52, 10, 49}); !near(got, []float64{63, 77, 10, 49}) {
		t.Errorf("heights %v", got)
	}
}

func near(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-9*math.Max(1, math.Abs(b[i])) {
			return false
		}
	}
	return true
}

func TestConcurrent(t *testing.T) {
	n := open(t)
	fs, pfs := fsAndPFS()
	c := Trajectory(fs, pfs)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(c.Show)
	}
	wg.Wait()
	carriers := 0
	for i := range n.bundles {
		if strings.Contains(n.html(i), "DecompressionStream") {
			carriers++
		}
	}
	if len(n.bundles) != 8 || carriers != 1 {
		t.Errorf("%d displays, %d with the library", len(n.bundles), carriers)
	}
}

// TestRealSearch draws the paper's example.
func TestRealSearch(t *testing.T) {
	p := domains.Get("npuzzle/korf/39:heavy")
	pfs := engine.Solve(t.Context(), p, engine.PFS(1.25, 0.7), engine.Seed(42), engine.Traced())
	c := Trajectory(pfs)
	if want := fmt.Sprintf("%s expansions", show.Count(pfs.Expanded)); !strings.Contains(c.String(), want) ||
		pfs.Expanded == 0 {
		t.Errorf("no %q in %q", want, c)
	}
}

// TestNumbers: a row has the same text in JSON whatever it is made of, but for gaps.
func TestNumbers(t *testing.T) {
	negative := math.Copysign(0, -1)
	for _, v := range []float64{0, negative, 1, -1, 0.5, 244, 1 << 52, 1<<53 - 1, 1 << 53, 1<<53 + 2, 1e17 + 16, 1 << 63, -1 << 63, 1e20,
		1e21, 1e300, -1e300, 1e-7} {
		for _, row := range [][]float64{{v}, {1, v}, {v, 2.5}} {
			want, _ := json.Marshal(row)
			if got, _ := json.Marshal(numbers(row)); string(got) != string(want) {
				t.Errorf("%s: want %s", got, want)
			}
		}
	}
	if got, _ := json.Marshal(numbers([]float64{1, math.NaN(), 2})); string(got) != "[1,null,2]" {
		t.Errorf("with a gap: %s", got)
	}
}

// BenchmarkChart measures what a chart costs in a cell.
func BenchmarkChart(b *testing.B) {
	fs, pfs := fsAndPFS()
	for b.Loop() {
		Trajectory(fs, pfs).MIME()
	}
}
