package watch_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/show"
	"github.com/focal-search/focal/kernel/watch"
	"github.com/focal-search/focal/kernel/widget"
)

// places is a back end that keeps the displays of each place, in order.
type places struct {
	mu  sync.Mutex
	ids []string
	now map[string]show.MIME
	old []show.MIME // what was replaced
}

func (p *places) Display(b show.MIME, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ids = append(p.ids, id)
	p.now[id] = b
}

func (p *places) Update(b show.MIME, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.old = append(p.old, p.now[id])
	p.now[id] = b
}

// last returns the display in the last place, and the number of earlier ones.
func (p *places) last() (html string, drawn int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	html, _ = p.now[p.ids[len(p.ids)-1]][show.HTMLType].(string)
	return html, len(p.old)
}

// front is a front end that keeps messages of widgets.
type front struct {
	mu   sync.Mutex
	sent []string
}

func (f *front) Comm(msgType string, content json.RawMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sent = append(f.sent, msgType+" "+string(content))
}

func recordPlaces(t *testing.T) *places {
	p := &places{now: map[string]show.MIME{}}
	show.SetBackend(p)
	show.SetCell(t.Context())
	t.Cleanup(func() { show.SetBackend(nil); widget.SetHost(nil) })
	return p
}

// Without widgets a study is drawn while it runs, and ends with the cell.
func TestWatchStudy(t *testing.T) {
	p := recordPlaces(t)
	g := study.Grid{Problems: "npuzzle/korf/79 npuzzle/korf/12", Algorithms: engine.Named("wastar", "fs"), W: []float64{2, 3}}
	s := watch.Study(g, filepath.Join(t.TempDir(), "study.db"))
	runs := s.Runs()
	if runs.Err != nil || len(runs.Results) != 8 {
		t.Fatalf("%v, %d results", runs.Err, len(runs.Results))
	}
	html, _ := p.last()
	if strings.Count(html, "2 of 2") != 4 || !strings.Contains(html, "w = 3") ||
		!strings.Contains(html, `class="focal-chart"`) {
		t.Errorf("at the end it shows %.2000s", html)
	}
	if !strings.HasPrefix(s.String(), "8 runs: 0 were there, 8 made in ") {
		t.Errorf("%q", s)
	}
	wrong := watch.Study(study.Grid{Problems: "nosuch/1", Algorithms: engine.Named("fs"), W: []float64{2}},
		filepath.Join(t.TempDir(), "x.db"))
	if err := wrong.Runs().Err; err == nil || !strings.Contains(wrong.String(), "nosuch") {
		t.Errorf("a wrong study says %q, error %v", wrong, err)
	}
}

// With widgets it continues after the cell has ended, and a button ends it.
func TestWatchStudyInBackground(t *testing.T) {
	p := recordPlaces(t)
	f := &front{}
	widget.SetHost(f)
	widget.Receive("comm_open", json.RawMessage(`{"comm_id": "c", "target_name": "jupyter.widget.control", "data": {}}`), nil)
	g := study.Grid{Problems: "npuzzle/korf/79 npuzzle/korf/82:heavy npuzzle/korf/88:heavy", Algorithms: engine.Named("astar"),
		Limits: engine.Limits{Time: time.Hour}, Jobs: 3}
	s := watch.Study(g, filepath.Join(t.TempDir(), "study.db"))
	var open struct {
		ID string `json:"comm_id"`
	}
	f.mu.Lock()
	message := f.sent[0]
	f.mu.Unlock()
	if err := json.Unmarshal([]byte(strings.TrimPrefix(message, "comm_open ")), &open); err != nil ||
		!strings.Contains(message, `"ButtonModel"`) {
		t.Fatalf("%v in %s", err, message)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if html, _ := p.last(); strings.Contains(html, "1 of 3") {
			break
		}
	}
	if html, _ := p.last(); !strings.Contains(html, "1 of 3") || s.String() != "the study runs" {
		t.Errorf("while it runs it shows %.1000s and says %q", html, s)
	}
	widget.Receive("comm_msg", json.RawMessage(`{"comm_id": "`+open.ID+
		`", "data": {"method": "custom", "content": {"event": "click"}}}`), nil)
	runs := s.Runs()
	if runs == nil || runs.Err != nil || runs.Missing != 2 || len(runs.Results) != 1 {
		t.Errorf("stopped, there is %v", runs)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if last := f.sent[len(f.sent)-1]; !strings.Contains(last, `"disabled":true`) {
		t.Errorf("the button can still be pressed: %s", last)
	}
}
