package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/setup"
)

// A signal ends a long search within a second; what was reached is printed, and the exit
// code shows the interrupt.
func TestInterruptSolve(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			// The second problem must not be started.
			stdout, stderr := interrupt(t, signal, "solve", "npuzzle/korf/88,60:heavy", "--alg", "fs", "-w", "1.05", "--json")
			if stderr != "" {
				t.Errorf("standard error, which is not a terminal: %s", stderr)
			}
			var r engine.Result
			if err := json.Unmarshal([]byte(stdout), &r); err != nil { // also fails on two results
				t.Fatalf("%v in %s", err, stdout)
			}
			if r.Status != engine.LimitCancelled || r.Expanded == 0 || r.LowerBound == 0 || r.Cost != -1 {
				t.Errorf("status %q, %d expanded, lower bound %d, cost %d", r.Status, r.Expanded, r.LowerBound, r.Cost)
			}
		})
	}
}

// A script can still print what its search reached; one that ignores the signal is cut
// off.
func TestInterruptScript(t *testing.T) {
	for name, test := range map[string]struct{ body, prints string }{
		"search": {`r := engine.Solve(show.Context(), domains.Get("npuzzle/korf/88:heavy"), engine.FS(1.05)); fmt.Println(r.Status, r.Expanded > 0)`,
			"limit: cancelled true\n"},
		"loop": {`_, _, _ = engine.FS(1), domains.List(), show.Context(); fmt.Println("looping"); for {}`,
			"looping\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "long.go")
			source := `package main
import ("fmt"; "github.com/focal-search/focal/domains"; "github.com/focal-search/focal/engine"; "github.com/focal-search/focal/kernel/show")
func main() { ` + test.body + ` }`
			if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			stdout, stderr := interrupt(t, os.Interrupt, "script", file)
			if stdout != test.prints || stderr != "focal: interrupted\n" {
				t.Errorf("prints %q and %q", stdout, stderr)
			}
		})
	}
}

// A signal ends a script's init, by which a command gets what the script registers.
func TestInterruptWith(t *testing.T) {
	file := filepath.Join(t.TempDir(), "endless.go")
	if err := os.WriteFile(file, []byte("package main\n\nfunc init() {\n\tfor {\n\t}\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if stdout, stderr := interrupt(t, signal, "problems", "--with", file); stdout != "" ||
			stderr != "focal: interrupted\n" {
			t.Errorf("prints %q and %q", stdout, stderr)
		}
	}
}

// A signal also ends commands that do not search, with the exit code for it, after what
// was verified has been printed.
func TestInterruptReading(t *testing.T) {
	dir := t.TempDir()
	result, db := filepath.Join(dir, "result.json"), filepath.Join(dir, "study.db")
	for _, args := range [][]string{
		{"solve", "npuzzle/korf/79", "--alg", "fs", "-w", "2", "-o", result},
		{"sweep", "--problems", "npuzzle/korf/79", "--alg", "fs", "-w", "2", "--store", db},
	} {
		if out, err := exec.Command("focal", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for name, test := range map[string]struct {
		args   []string
		prints string
	}{
		"verify": {[]string{"verify", result, "-"}, result + ":1: verified: "},
		"sql":    {[]string{"sql", db, "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command("focal", test.args...)
			var errs strings.Builder
			cmd.Stderr = &errs
			_, stdout := piped(t, cmd) // its input never ends
			defer cmd.Process.Kill()
			printed := ""
			if test.prints != "" {
				printed, _ = stdout.ReadString('\n')
			} else {
				hasOpen(t, cmd.Process.Pid, db)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != exit.Interrupted || errs.String() != "focal: interrupted\n" ||
				!strings.HasPrefix(printed, test.prints) {
				t.Errorf("exit code %d, prints %q and %q", code, printed, errs.String())
			}
		})
	}
}

// hasOpen waits until a process has opened a file.
func hasOpen(t *testing.T, pid int, name string) {
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the system does not say which files a process has open: %v", err)
	}
	for {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if file, _ := os.Readlink(filepath.Join(folder, e.Name())); file == name {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// atWork waits until a process has computed for as long as it takes to print a line of
// progress on a terminal. If the system does not report CPU time, it waits for a time
// that is likely to be enough.
func atWork(t *testing.T, pid int) {
	t.Helper()
	for ; ; time.Sleep(10 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			time.Sleep(5 * time.Second)
			return
		}
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)
		if fields[0] == "Z" { // it has ended
			return
		}
		user, err := strconv.Atoi(fields[11]) // in hundredths of a second
		if err != nil {
			t.Fatal(err)
		}
		if user >= 60 {
			return
		}
	}
}

// interrupt starts focal, sends it a signal while it is busy, and checks that it ends
// within a second with the exit code for that.
func interrupt(t *testing.T, signal os.Signal, args ...string) (stdout, stderr string) {
	var out, errs strings.Builder
	cmd := exec.Command("focal", args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	atWork(t, cmd.Process.Pid)
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	sent := time.Now()
	cmd.Wait()
	setup.Within(t, "the end after the signal", time.Since(sent), time.Second)
	if code := cmd.ProcessState.ExitCode(); code != exit.Interrupted {
		t.Errorf("exit code %d, want %d", code, exit.Interrupted)
	}
	return out.String(), errs.String()
}
