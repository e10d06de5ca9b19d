// Command profile writes a CPU profile of searches for profile-guided optimization by
// the compiler:
//
//	go run -trimpath ./kernel/internal/profile kernel/setup/search.pgo
//	go build -pgo kernel/setup/search.pgo ./kernel/focal
//
// Each search runs for the same time, so that slow ones do not hide fast ones.
package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/exit"
)

// each is how long each search runs.
const each = 3 * time.Second

// searches are problems with algorithms on them.
var searches = []struct {
	problems   []string
	algorithms []engine.Algorithm
}{
	{[]string{"npuzzle/korf/40", "npuzzle/korf/40:heavy"}, []engine.Algorithm{
		engine.AStar(), engine.WAStar(1.25), engine.DPS(1.25), engine.PDPS(1.25, 0.7), engine.FS(1.25), engine.PFS(1.25, 0.7),
	}},
	{[]string{"npuzzle/korf/39:inverse"}, []engine.Algorithm{
		engine.AStar(), engine.DPS(1.25), engine.PDPS(1.25, 0.7), engine.FS(1.25), engine.PFS(1.25, 0.7),
	}},
	{[]string{"pancake/60/1", "tsp/40/1"}, []engine.Algorithm{
		engine.DPS(1.05), engine.PDPS(1.05, 0.7), engine.FS(1.05), engine.PFS(1.05, 0.7),
	}},
	{[]string{"gctsp/medium/225"}, []engine.Algorithm{
		engine.ADPS(), engine.APDPS(0.7), engine.AFS(), engine.APFS(0.7),
	}},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: profile FILE")
		os.Exit(exit.Usage)
	}
	if err := profile(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(exit.Wrong)
	}
}

func profile(path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	for _, s := range searches {
		for _, name := range s.problems {
			for _, a := range s.algorithms {
				for end := time.Now().Add(each); time.Now().Before(end); {
					r := engine.Solve(context.Background(), domains.Get(name), a, engine.TimeLimit(max(time.Until(end), 1)))
					if r.Err != nil {
						return r.Err
					}
					fmt.Println(r)
				}
			}
		}
	}
	return nil
}
