package study

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study/internal/executor"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/study/worker"
)

// Main must be the first line in main of a program that makes [Isolated] runs, starts
// detached studies (see package job) or is run by Slurm's jobs (see package slurm):
//
//	func main() {
//		engine.RegisterAlgorithm(mine) // if you have one
//		study.Main()
//		...
//
// For these purposes the program starts itself again. In such a process Main does its
// work and exits; otherwise it returns immediately. Domains and algorithms that are
// registered before Main is called are known to these processes.
//
// The focal command calls Main before it runs interpreted scripts and cells of the
// instant kernel. The GoNB kernel adds the call to each cell that uses this package. A
// compiled script (focal script --compile) is a program and must call it itself.
func Main() {
	prepare()
	process.Main(map[string]func() int{
		process.Search:  process.Serve,
		process.Study:   func() int { return worker.Serve(runDetached) },
		process.Part:    func() int { return serveSlurm(os.Args[1:]) },
		process.Collect: func() int { return serveSlurm(os.Args[1:]) },
		process.Check:   func() int { return serveSlurm(os.Args[1:]) },
	})
}

// prepared are the user-defined algorithms and families that were registered when Main was
// first called; other processes of this program have them too.
var (
	prepared         map[string]engine.Algorithm
	preparedFamilies map[string]any
)

var prepare = sync.OnceFunc(func() {
	prepared = map[string]engine.Algorithm{}
	for _, name := range engine.OwnAlgorithms() {
		prepared[name], _ = engine.NewAlgorithm(name, 1, 1)
	}
	preparedFamilies = engine.Families()
})

// elsewhere explains why other processes do not have a registered algorithm.
func elsewhere(a engine.Algorithm) error {
	if now, err := engine.NewAlgorithm(a.Name, 1, 1); err != nil || !a.Own() || now == prepared[a.Name] {
		return nil // other errors are reported elsewhere
	}
	return registeredLate(a.Name)
}

// familyElsewhere explains why other processes do not have the family of a pattern.
func familyElsewhere(pattern string) error {
	domain, name, _, _ := engine.SplitName(pattern)
	if family := engine.Families()[name]; domain == "" && family != nil && family != preparedFamilies[name] {
		return registeredLate("the family " + name)
	}
	return nil
}

func registeredLate(what string) error {
	return fmt.Errorf("%s was registered after study.Main was called, so that another process does not have it: "+
		"in a program, such as a script with --compile, let main register it and then call study.Main()", what)
}

// serveSlurm is a job of Slurm: it makes a part of a study or, without a part, collects
// the shards or, without a store, only makes the study's problems. The arguments are those of
// package slurm.
func serveSlurm(args []string) int {
	err := func() error {
		if len(args) < 1 {
			return errors.New("a job of a study wants its study")
		}
		g, err := Read(args[0])
		if err == nil && len(args) == 1 {
			_, err = g.Runs()
		}
		if err != nil || len(args) == 1 {
			return err
		}
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
		defer stop()
		warn := OnWarning(func(text string) { fmt.Fprintln(os.Stderr, "warning:", text) })
		if len(args) == 2 {
			return g.Stored(args[1], warn).Err
		}
		if len(args) != 4 {
			return errors.New("a job of a study wants study, store, part and number of searches at a time")
		}
		if g.Jobs, err = strconv.Atoi(args[3]); err != nil {
			return err
		}
		part := executor.ParsePart(args[2])
		runs := g.Run(ctx, args[1], Part(part.I, part.N), warn)
		fmt.Println(runs)
		return runs.Err
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// runDetached runs the study of a detached process. Reading it may take long, because
// its problems are made, so the number of runs is reported only afterwards.
func runDetached(ctx context.Context, t worker.Task) error {
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
	runs := g.Run(ctx, string(t.Path), func(s *executor.Settings) {
		s.Worker, s.Seed, s.Isolated, s.Part = w, w.Shuffled, w.Isolated, executor.ParsePart(w.Part)
	})
	runs.endWorker(w)
	return nil
}
