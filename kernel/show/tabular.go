package show

import "github.com/focal-search/focal/engine/progress"

// watch shows the progress of studies whose context is Context.
func watch(title string) (report func(progress.Progress), end func()) {
	b := Live(title)
	return b.state, b.Done
}

// state shows the progress of a study. The bar and the time left refer to the runs that
// were missing when it began.
func (b *Bar) state(s progress.Progress) {
	what := Count(int64(s.Done)) + " of " + Count(int64(s.Total)) + ", " + s.Note()
	made, todo := s.Done-s.Stored, s.Total-s.Stored
	b.update(float64(made)/float64(max(todo, 1)), s.Elapsed, what, int64(made), "")
}
