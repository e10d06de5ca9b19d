package worker

import (
	"fmt"
	"time"

	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/table"
)

// Table returns a table of workers.
func Table(workers []*Worker) table.Table {
	t := table.Table{Columns: []string{
		"study", "part", "process", "host", "state", "done", "of", "solved", "failed", "runs/s", "time left", "last seen",
	}}
	for _, w := range workers {
		p := w.Progress
		row := []any{
			text(w.Study), text(w.Part), fmt.Sprint(w.PID), w.Host, string(w.State()),
			p.Done, p.Total, p.Solved, p.Failed, p.Rate, nil, w.Seen.Local().Format(time.DateTime),
		}
		if w.State() == AtWork && p.Left > 0 {
			row[10] = p.Left
		}
		t.Rows = append(t.Rows, row)
		if w.Error != "" {
			t.Notes = append(t.Notes, "error: "+process.FirstLine(w.Error))
		}
		for _, failure := range w.Failures {
			t.Notes = append(t.Notes, "failed: "+process.FirstLine(failure))
		}
	}
	return t
}

// text is a text, or nil if it is empty.
func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}
