package study

import (
	"context"

	"github.com/focal-search/focal/engine/study/internal/detached"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/study/internal/settings"
	"github.com/focal-search/focal/engine/study/internal/task"
)

// Main is the first line in main of a program that makes [Isolated] runs or starts
// detached studies (see package job):
//
//	func main() {
//		study.Main()
//		...
//
// For these the program starts itself again. In such a process Main does its work
// and exits; otherwise it returns at once. Domains that are registered before Main
// is called are known to these processes.
//
// The focal command, and with it scripts and the cells of the instant kernel, calls
// Main. Under GoNB the kernel adds the call to each cell that uses this package.
func Main() {
	process.Main(map[string]func() int{
		process.Search: task.Serve,
		process.Study:  func() int { return detached.Serve(runDetached) },
	})
}

// runDetached runs the study of a detached process. Reading it may take long, since
// its problems are made, so the number of runs is reported only after that.
func runDetached(ctx context.Context, t detached.Task) error {
	w := &t.Worker
	g, err := Read(w.StudyFile())
	if err != nil {
		w.End(Progress{}, nil, err)
		return err
	}
	w.Progress.Total = t.Runs
	if err := w.Write(); err != nil {
		return err
	}
	runs := g.Run(ctx, string(t.Path), func(s *settings.Settings) {
		s.Worker, s.Seed, s.Isolated, s.Part = w, w.Shuffled, w.Isolated, settings.ParsePart(w.Part)
	})
	runs.endWorker(w)
	return nil
}
