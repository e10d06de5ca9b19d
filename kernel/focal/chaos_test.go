//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/focal-search/focal/engine/store"
)

// Whatever happens to a study while it runs and afterwards (processes killed and stopped,
// two at a time on one store, bits flipped, files truncated and malformed), in the end it
// has exactly the counters of an undisturbed study, and no wrong output came without an
// error. FOCAL_CHAOS sets the time: make chaos.
func TestChaos(t *testing.T) {
	length := 5 * time.Second
	if text := os.Getenv("FOCAL_CHAOS"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	own := filepath.Join(dir, "lines.go")
	if err := os.WriteFile(own, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	study := []string{"sweep", "--with", own, "--problems", "npuzzle/random-8/1-40 npuzzle/korf/79 lines/*", "--alg",
		"fs,pfs,dps,afs", "-w", "1.5,2", "-p", "0.7", "--seeds", "1-3", "--jobs", "2", "--store"}
	calm := filepath.Join(dir, "calm.db")
	sweep := func(path string) *exec.Cmd {
		cmd := exec.Command("focal", append(study, path)...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return cmd
	}
	if out, err := sweep(calm).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := countersOf(t, calm)
	var rounds, kills, stops, flips, noticed, malformed, doubles int
	for deadline := time.Now().Add(length); time.Now().Before(deadline); rounds++ {
		path := filepath.Join(dir, fmt.Sprintf("round-%d.db", rounds))
		for range 1 + r.IntN(6) { // disturbed
			cmds := []*exec.Cmd{sweep(path)}
			if r.IntN(4) == 0 {
				cmds = append(cmds, sweep(path))
				doubles++
			}
			for _, cmd := range cmds {
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Duration(r.IntN(400)) * time.Millisecond)
			for _, cmd := range cmds {
				if r.IntN(3) == 0 {
					syscall.Kill(-cmd.Process.Pid, syscall.SIGSTOP)
					time.Sleep(time.Duration(r.IntN(50)) * time.Millisecond)
					syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT)
					stops++
				}
				syscall.Kill(-cmd.Process.Pid, []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[r.IntN(2)])
				kills++
				cmd.Wait()
			}
		}
		if r.IntN(2) == 0 { // a database that is lost, whole or in part, is collected again from the shards
			for _, suffix := range []string{"", "-wal", "-shm"} {
				os.Remove(path + suffix)
			}
		}
		if out, err := sweep(path).CombinedOutput(); err != nil {
			t.Fatalf("round %d: %v: %s", rounds, err, out)
		}
		if have := countersOf(t, path); !maps.Equal(have, want) {
			t.Fatalf("round %d: %d runs, %d of them as they should be", rounds, len(have), same(have, want))
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 10 { // each flip is detected, or changes nothing
			changed := bytes.Clone(whole)
			changed[r.IntN(len(changed))] ^= 1 << r.IntN(8)
			flipped := filepath.Join(dir, fmt.Sprintf("flipped-%d-%d.db", rounds, i))
			if err := os.WriteFile(flipped, changed, 0o666); err != nil {
				t.Fatal(err)
			}
			flips++
			s, err := store.OpenExisting(flipped, func(string) {})
			if err == nil {
				err = errors.Join(s.Check(), s.Close())
			}
			if err != nil {
				noticed++
			} else if !maps.Equal(countersOf(t, flipped), want) {
				t.Errorf("round %d: a flipped bit is not noticed", rounds)
			}
			os.Remove(flipped)
		}
		for _, command := range [][]string{{"verify"}, {"report"}, {"import", filepath.Join(dir, "none.db")}, {"sql"},
			{"bundle", "check"}, {"sweep"}, {"script", "--sandbox"}} {
			text := whole[r.IntN(len(whole)):] // part of a store, cut anywhere
			file := filepath.Join(dir, []string{"in.csv", "in.parquet", "in.json", "in.yaml", "in.zip", "in.go"}[r.IntN(6)])
			if err := os.WriteFile(file, text[:r.IntN(min(len(text), 5000)+1)], 0o666); err != nil {
				t.Fatal(err)
			}
			args := append(command, file)
			switch command[0] {
			case "report":
				args = append(args, "headline")
			case "sql":
				args = append(args, "SELECT * FROM results")
			case "sweep":
				args = append(args, "--store", filepath.Join(dir, "none.db"))
			}
			cmd := exec.Command("focal", args...)
			out, err := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code < 0 || strings.Contains(string(out), "goroutine ") {
				t.Errorf("%v: %v: %.2000s", args, err, out)
			}
			malformed++
		}
	}
	t.Logf("%d rounds over %d runs: %d processes killed, %d stopped, %d times two at once; %d bits flipped, %d of them noticed and the others without effect; %d malformed inputs",
		rounds, len(want), kills, stops, doubles, flips, noticed, malformed)
}

// lines is a script with a family of 50.
const lines = `package main

import "github.com/focal-search/focal/engine"

func init() { engine.RegisterFamily(engine.Family{Name: "lines", Count: 50, Make: line}) }

func line(i int) *engine.Problem {
	n := 5 + i
	return engine.Graph[int]{
		Goal: func(s int) bool { return s == n },
		Successors: func(s int) []engine.Edge[int] {
			return []engine.Edge[int]{{To: s + 1, Cost: 2}, {To: s + 3, Cost: 5}}
		},
		H: func(s int) engine.Cost { return engine.Cost(max(0, 5*(n-s)/3)) },
	}.Problem()
}
`

// countersOf returns the counters of all runs of a store, by key.
func countersOf(t *testing.T, path string) map[string]string {
	t.Helper()
	s, err := store.OpenExisting(path, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	records, err := s.Records(store.WithMoves())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, rec := range records {
		r := rec.Result
		all[rec.Key] = fmt.Sprint(r.Problem, r.Algorithm, r.Status, r.Cost, r.FMin, r.LowerBound, r.Counters, r.Moves)
	}
	return all
}

func same(a, b map[string]string) (n int) {
	for key, text := range a {
		if b[key] == text {
			n++
		}
	}
	return n
}
