//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/internal/exit"
	"github.com/focal-search/focal/kernel/setup"
)

// A signal ends every command at a pipe at whose other end nothing happens, within a second, and leaves nothing new
// behind.
func TestInterruptPipes(t *testing.T) {
	dir := t.TempDir()
	db, big := filepath.Join(dir, "study.db"), filepath.Join(dir, "big.csv")
	for _, args := range [][]string{
		{"sweep", "--problems", "npuzzle/random-8/1-40", "--alg", "fs,pfs", "-w", "1.5", "-p", "0.5", "--seeds", "1-9", "--store", db},
		{"export", db, "--csv", big},
	} {
		if out, err := exec.Command("focal", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for name, args := range map[string]string{
		"import":  "import DIR/new.db IN.csv",
		"verify":  "verify IN.jsonl",
		"report":  "report IN.csv headline",
		"rewrite": "export IN.csv --csv DIR/new.csv",
		"sweep":   "sweep IN.yaml --store DIR/new.db",
		"script":  "script IN.go",
		"sandbox": "script --sandbox IN.go",
		"bundle":  "bundle check --no-run IN.zip",
		"export":  "export BIG --csv OUT.csv",
	} {
		for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			t.Run(name+" "+signal.String(), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				words := strings.Fields(strings.NewReplacer("DIR", dir, "BIG", big, "IN", filepath.Join(dir, "in"), "OUT",
					filepath.Join(dir, "out")).Replace(args))
				pipe := ""
				for _, word := range words {
					if strings.HasPrefix(word, filepath.Join(dir, "in")) || strings.HasPrefix(word, filepath.Join(dir, "out")) {
						pipe = word
					}
				}
				if err := syscall.Mkfifo(pipe, 0o600); err != nil {
					t.Fatal(err)
				}
				way := os.O_WRONLY
				writes := strings.Contains(args, "OUT")
				var end *os.File
				var err error
				if writes {
					way = os.O_RDONLY
					if end, err = os.OpenFile(pipe, way|syscall.O_NONBLOCK, 0); err != nil {
						t.Fatal(err)
					}
				}
				cmd := exec.Command("focal", words...)
				var said strings.Builder
				cmd.Stdout, cmd.Stderr = &said, &said
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				defer cmd.Process.Kill()
				if writes { // it has begun to write, and then nobody reads on
					one := make([]byte, 1)
					for n := 0; n == 0; n, _ = end.Read(one) {
						time.Sleep(time.Millisecond)
					}
				} else if end, err = os.OpenFile(pipe, way, 0); err != nil { // waits until it reads
					t.Fatal(err)
				}
				defer end.Close()
				begun := time.Now()
				cmd.Process.Signal(signal)
				cmd.Wait()
				setup.Within(t, "ending "+name, time.Since(begun), time.Second)
				if code := cmd.ProcessState.ExitCode(); code != exit.Interrupted || !strings.Contains(said.String(), "interrupted") {
					t.Errorf("exit code %d: %s", code, said.String())
				}
				left, err := filepath.Glob(filepath.Join(dir, "*"))
				hidden, _ := filepath.Glob(filepath.Join(dir, ".*"))
				if left = append(left, hidden...); err != nil || len(left) != 1 {
					t.Errorf("left behind: %v, %v", left, err)
				}
			})
		}
	}
}
