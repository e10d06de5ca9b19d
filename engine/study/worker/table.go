package worker

import (
	"fmt"
	"time"

	"github.com/focal-search/focal/engine/study/internal/process"
)

// Table is a table of workers.
func Table(workers []*Worker) (caption string, columns []string, rows [][]any, notes []string) {
	columns = []string{
		"study", "part", "process", "host", "state", "done", "of", "solved", "failed", "runs/s", "time left", "last seen",
	}
	for _, w := range workers {
		p := w.Progress
		row := []any{
			text(w.Study), text(w.Part), fmt.Sprint(w.PID), w.Host, string(w.State()),
			p.Done, p.Total, p.Solved, p.Failed, p.Rate, nil, w.Seen.Local().Format(time.DateTime),
		}
		if w.State() == AtWork && p.Left > 0 {
			row[10] = p.Left
		}
		rows = append(rows, row)
		if w.Error != "" {
			notes = append(notes, "error: "+process.FirstLine(w.Error))
		}
		for _, failure := range w.Failures {
			notes = append(notes, "failed: "+process.FirstLine(failure))
		}
	}
	return "", columns, rows, notes
}

// text is a text, or none.
func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}
