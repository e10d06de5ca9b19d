package show

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/focal-search/focal/engine"
)

func TestLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := recorded(t)
		p := Live("runs")
		for i := range 101 {
			p.Set(int64(i), 100)
			time.Sleep(20 * time.Millisecond) // 2 s in total
		}
		p.Done()
		HTML("next")

		n := len(r.events)
		if n < 8 || n > 12 {
			t.Errorf("%d events in 2 s, want about 4 a second", n)
		}
		id := r.events[0].id
		for i, e := range r.events[:n-1] {
			if e.id != id || id == "" || e.update != (i > 0) {
				t.Errorf("event %d: id %q, update %v: one display is to be updated in place", i, e.id, e.update)
			}
		}
		texts := r.texts()
		if strings.Contains(texts[0], "left") {
			t.Errorf("an estimate before anything is done: %q", texts[0])
		}
		if mid := texts[4]; !strings.Contains(mid, "of 100, 1.0 s left, 1.0 s, 50/s") {
			t.Errorf("halfway it says %q", mid)
		}
		if texts[n-2] != "" || texts[n-1] != "next" {
			t.Errorf("it ends with %q, want it cleared once", texts[n-2:])
		}
	})
}

func TestSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := recorded(t)
		report := Search("FS")
		progress := engine.Snapshot{Counters: engine.Counters{Expanded: 444774}, FMin: 306, Unit: 1, Bytes: 45 << 20,
			Elapsed: 2 * time.Second}
		report(progress)
		time.Sleep(time.Second)
		progress.Fraction = 0.25
		report(progress)
		Results(results(t)...) // the search's results take the bar's place
		time.Sleep(time.Second)
		report(progress)
		SetCell(t.Context()) // the end of the cell clears it too

		texts := r.texts()
		if len(texts) != 6 {
			t.Fatalf("events %q", texts)
		}
		if want := "FS: 444,774 expanded, fmin 306, 45 MiB, 2.0 s, 222,387 nodes/s"; texts[0] != want {
			t.Errorf("without a limit it says %q, want %q", texts[0], want)
		}
		if !strings.Contains(texts[1], "25 %") || !strings.Contains(texts[1], "6.0 s left") {
			t.Errorf("at a quarter of the limit it says %q", texts[1])
		}
		if texts[2] != "" || !strings.Contains(texts[3], "1.2353") || r.events[4].update || texts[5] != "" {
			t.Errorf("the bar does not make way: %q", texts[2:])
		}
	})
}

func TestNoProgressInPipe(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = write, write
	use(t, newTerminal())
	p := Live("runs")
	p.Set(1, 2)
	p.Done()
	os.Stdout, os.Stderr = stdout, stderr
	write.Close()
	var b [1]byte
	if n, _ := read.Read(b[:]); n != 0 {
		t.Error("a pipe gets progress")
	}
}
