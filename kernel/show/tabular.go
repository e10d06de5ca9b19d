package show

import "github.com/focal-search/focal/engine/batch/progress"

// Tabular is what describes itself as a table, such as the runs of a batch and
// the answer to a query.
type Tabular interface {
	Table() (caption string, columns []string, rows [][]any, notes []string)
}

// maxRows is how many rows of a Tabular are shown: more are for a program to read.
const maxRows = 500

func tableOf(v Tabular) Table {
	caption, columns, rows, notes := v.Table()
	if more := len(rows) - maxRows; more > 0 {
		rows = rows[:maxRows]
		notes = append([]string{Count(int64(more)) + " more rows"}, notes...)
	}
	return Table{Caption: caption, Columns: columns, Rows: rows, Notes: notes}
}

// watch shows the progress of work that is given Context.
func watch(title string) (tell func(progress.State), end func()) {
	p := Live(title)
	return p.state, p.Done
}

// state shows how far work is. The bar and the time left are those of what was
// left to do when it began.
func (p *Progress) state(s progress.State) {
	what := Count(s.Done) + " of " + Count(s.Total)
	if s.Note != "" {
		what += ", " + s.Note
	}
	made, todo := s.Done-s.Before, s.Total-s.Before
	p.update(float64(made)/float64(max(todo, 1)), s.Elapsed, what, made, "")
}
