//go:build unix

package study_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
	"github.com/focal-search/focal/engine/study/worker"
)

// TestMain lets the test binary be the process of a search, one that is killed, or one
// that cannot write.
func TestMain(m *testing.M) {
	engine.RegisterFamily(plains)
	study.Main()
	role, path, _ := strings.Cut(os.Getenv("FOCAL_STUDY_CHILD"), ":")
	switch role {
	case "":
		os.Exit(m.Run())
	case "study":
		if runs := crashing.Run(context.Background(), path); runs.Err != nil || runs.Missing > 0 {
			fmt.Fprintln(os.Stderr, runs)
			os.Exit(1)
		}
	case "collect":
		for {
			s, err := store.Open(path)
			if err == nil {
				_, err = s.Collect()
				err = errors.Join(err, s.Close())
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	case "say":
		runs := crashing.Run(context.Background(), path)
		fmt.Println(runs, runs.Warnings)
	case "full":
		// No file may grow beyond 64 KiB, as on a disk that is nearly full.
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 64 << 10, Max: 64 << 10}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		runs := filling().Run(context.Background(), path)
		fmt.Println(errors.Is(runs.Err, store.ErrFull), runs)
		again := filling().Run(context.Background(), path)
		fmt.Println(errors.Is(again.Err, store.ErrFull), again.Stored == len(runs.Results), again.Missing == runs.Missing)
		// The store can be read and queried, including what only its shards contain.
		s, err := store.OpenExisting(path, func(warning string) { fmt.Println(warning) })
		if err != nil {
			fmt.Println(err)
			return
		}
		results, err := s.Results(store.WithMoves())
		_, counted, errSQL := s.Query("SELECT count(*) FROM results")
		_, _, errWrite := s.Query("DELETE FROM runs")
		fmt.Println(len(results), counted, errors.Join(err, errSQL, s.Check()), len(runs.Results)+runs.Missing == runs.Total,
			s.ReadOnly(), errWrite)
		_, err = s.Shard()
		fmt.Println(errors.Is(err, store.ErrReadOnly), s.Close())
	}
}

// child starts this test binary in a role.
func child(t *testing.T, role, path string) (cmd *exec.Cmd, stdout, stderr *strings.Builder) {
	t.Helper()
	stdout, stderr = new(strings.Builder), new(strings.Builder)
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FOCAL_STUDY_CHILD="+role+":"+path)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stdout, stderr
}

// plains is a family: 50 grids without obstacles, whose cells cost something different in each.
var plains = engine.Family{Name: "plains", Count: 50, Make: func(i int) *engine.Problem {
	const side = 100
	return engine.Graph[[2]int]{
		Goal: func(s [2]int) bool { return s == [2]int{side, side} },
		Successors: func(s [2]int) (edges []engine.Edge[[2]int]) {
			for _, to := range [][2]int{{s[0] + 1, s[1]}, {s[0], s[1] + 1}} {
				if max(to[0], to[1]) <= side {
					edges = append(edges, engine.Edge[[2]int]{To: to, Cost: engine.Cost(3 + (to[0]*i+to[1]*7)%5)})
				}
			}
			return edges
		},
		H: func(s [2]int) engine.Cost { return engine.Cost(3 * (2*side - s[0] - s[1])) },
	}.Problem()
}}

// crashing is a study of 2,100 runs of some milliseconds each, half of them of a family.
var crashing = study.Grid{
	Problems:   "npuzzle/korf/1-50 plains/1-50",
	Algorithms: engine.Named("fs", "pfs"),
	W:          []float64{1.5},
	P:          []float64{0.6, 0.7},
	Seeds:      []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
	Limits:     engine.Limits{Expanded: 2000},
	Jobs:       3,
}

// filling returns a third of it, which still needs more room than TestFullDisk leaves.
func filling() study.Grid {
	g := crashing
	g.Seeds = g.Seeds[:3]
	return g
}

// A study whose process is killed at random points again and again, with a second
// collecting process that is killed as well, ends with each run stored exactly once and
// equal to that of an undisturbed study.
func TestKilled(t *testing.T) {
	const wanted = 100
	want := studytest.Undisturbed(t, crashing)
	path := filepath.Join(t.TempDir(), "korf.db")
	start, kills, collectorKills := time.Now(), 0, 0
	random := rand.New(rand.NewPCG(1, uint64(start.UnixNano())))
	collector, _, collectorSays := child(t, "collect", path)
	for window := 50 * time.Millisecond; ; {
		study, _, says := child(t, "study", path)
		died := make(chan error, 1)
		go func() { died <- study.Wait() }()
		ended := false
		select {
		case err := <-died:
			if ended = true; err != nil {
				t.Fatalf("after %d kills: %v: %s", kills, err, says)
			}
		case <-time.After(time.Duration(random.Int64N(int64(window)))):
			study.Process.Kill()
			<-died
			kills++
		}
		if random.IntN(4) == 0 || ended {
			collector.Process.Kill()
			collector.Wait()
			if says := collectorSays.String(); says != "" {
				t.Fatalf("the collector: %s", says)
			}
			collectorKills++
			if ended {
				break
			}
			collector, _, collectorSays = child(t, "collect", path)
		}
		if kills > wanted {
			window += window / 10 // so that the test ends
		}
	}
	t.Logf("%d kills of the study and %d of the collector in %v", kills, collectorKills,
		time.Since(start).Round(time.Millisecond))
	if kills < wanted {
		t.Errorf("the study ended after %d kills, too few for a test", kills)
	}

	runs := crashing.Run(context.Background(), path)
	if runs.Err != nil || runs.Stored != len(want) || !reflect.DeepEqual(studytest.Outcomes(runs.Results), want) {
		t.Errorf("%v; the results differ from those of an undisturbed study", runs)
	}
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, rows, err := s.Query("SELECT count(*), count(DISTINCT key), (SELECT count(*) FROM solutions), (SELECT count(*) FROM incumbents), (SELECT integrity_check FROM pragma_integrity_check) FROM runs")
	solved := 0
	for _, o := range want {
		if o.Cost >= 0 {
			solved++
		}
	}
	n := int64(len(want))
	if err != nil || !reflect.DeepEqual(rows, [][]any{{n, n, int64(solved), int64(solved), "ok"}}) {
		t.Errorf("runs, keys, solutions, incumbents, integrity: %v, %v; want %d runs, %d solved", rows, err, n, solved)
	}
	if workers, err := worker.List(path); err != nil || len(workers) > 0 {
		t.Errorf("%d workers are reported, %v", len(workers), err)
	}
	results, err := s.Results(store.WithMoves())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		p, err := engine.Lookup(r.Problem)
		if err == nil {
			err = engine.Verify(p, r)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// On a full disk a study stops and reports it; finished runs are kept, and once there is
// room the study continues to the same end.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	cmd, stdout, stderr := child(t, "full", path)
	if err := cmd.Wait(); err != nil || !strings.HasPrefix(stdout.String(), "true ") {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	if !strings.Contains(stdout.String(), "the disk is full: what was finished before is kept; make room and continue") {
		t.Errorf("it says %s", stdout)
	}
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	said, count := lines[len(lines)-5:], 0
	fmt.Sscan(said[3], &count)
	wantSaid := []string{"true true true", path +
		": the disk is full: the store is read as it is, with what its shards hold, and nothing is written",
		fmt.Sprintf("%d [[%d]] <nil> true true a query can only read", count, count), "true <nil>"}
	if count < 10 || !reflect.DeepEqual(said[1:], wantSaid) {
		t.Errorf("on the full disk:\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(wantSaid, "\n"))
	}
	runs := filling().Run(context.Background(), path)
	if want := studytest.Undisturbed(t, filling()); runs.Err != nil || runs.Stored != count || runs.Stored == 0 ||
		runs.Stored == runs.Total || !reflect.DeepEqual(studytest.Outcomes(runs.Results), want) {
		t.Errorf("afterwards: %v", runs)
	}
	t.Logf("%s; %v", strings.TrimSpace(stdout.String()), runs)
}

// Two processes on one store share the work, and a third that starts when one of them is
// killed finds all runs: no run is made twice, and the second reports what it does.
func TestTwoAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	first, firstSays, _ := child(t, "say", path)
	for lines(t, path) == 0 { // until it has begun
		time.Sleep(10 * time.Millisecond)
	}
	second, secondSays, _ := child(t, "say", path)
	third, _, _ := child(t, "say", path)
	time.Sleep(500 * time.Millisecond)
	third.Process.Kill()
	third.Wait()
	for _, cmd := range []*exec.Cmd{first, second} {
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %s%s", err, firstSays, secondSays)
		}
	}
	const shared = "korf.db: another process is at work on it"
	if !strings.Contains(secondSays.String(), shared) ||
		!strings.Contains(secondSays.String(), ": this process makes the runs that no other has begun") {
		t.Errorf("the second says %s", secondSays)
	}
	want := studytest.Undisturbed(t, crashing)
	if n := lines(t, path); n != len(want) {
		t.Errorf("%d runs were made, want %d", n, len(want))
	}
	runs := crashing.Run(context.Background(), path)
	if runs.Err != nil || runs.Stored != len(want) || !reflect.DeepEqual(studytest.Outcomes(runs.Results), want) {
		t.Errorf("%v; the results differ from those of an undisturbed study", runs)
	}
	for _, says := range []*strings.Builder{firstSays, secondSays} {
		if !strings.Contains(says.String(), "made in") || strings.Contains(says.String(), " 0 made in") ||
			strings.Contains(says.String(), "missing") {
			t.Errorf("it says %s", says)
		}
	}
	t.Logf("%s%s", firstSays, secondSays)
}

// lines counts the runs in the shards of a store.
func lines(t *testing.T, path string) (n int) {
	t.Helper()
	if err := store.ReadShards(path).Next(func(string, *engine.Result) { n++ }); err != nil {
		t.Fatal(err)
	}
	return n
}
