package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/internal/exit"
)

// A compiled script has its arguments, output and exit code, and the working directory of
// the command.
func TestScriptCompiled(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "ask.go")
	src := "#!/usr/bin/env -S focal script\npackage main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n\t\"github.com/focal-search/focal/engine\"\n)\n\n" +
		"func main() {\n\twd, _ := os.Getwd()\n\tfmt.Println(os.Args, engine.FS(2), wd)\n\tos.Exit(9)\n}\n"
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("focal", "script", "--compile", file, "--help", "-w")
	cmd.Env = append(os.Environ(), "GOCACHE="+goEnv(t, "GOCACHE"), "XDG_CACHE_HOME="+dir)
	out, _ := cmd.CombinedOutput()
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	want := "[" + file + " --help -w] FS(w=2) " + wd + "\n"
	if code := cmd.ProcessState.ExitCode(); string(out) != want || code != 9 {
		t.Errorf("printed %q, exit code %d; want %q, 9", out, code, want)
	}
}

// One table of exit codes: a script that fails ends with 6, interpreted or compiled, for
// any error of the runtime, and one that calls os.Exit with its own code.
func TestScriptExitCodes(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name, text string
		code       int
		says       string
		not        string // a way that is not tested
	}{
		{"panic", "package main\n\nfunc main() {\n\tpanic(\"boom\")\n}\n", exit.Script, "boom", ""},
		{"initial", "package main\n\nfunc f() int { panic(\"at once\") }\n\nvar x = f()\n\nfunc main() { println(x) }\n",
			exit.Script, "at once", ""},
		{"goroutine", "package main\n\nfunc main() {\n\tgo func() {\n\t\tvar m map[int]int\n\t\tm[1] = 2\n\t}()\n\tselect {}\n}\n", exit.Script, "nil map", ""},
		{"recursion", "package main\n\nfunc f(n int) int {\n\treturn f(n+1) + 1\n}\n\nfunc main() { println(f(0)) }\n",
			exit.Script, "", "--compile"}, // Go gives up at a stack of 1 GB
		{"wrong", "package main\n\nfunc main() { x }\n", exit.Script, "undefined: x", ""},
		{"two", "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Exit(2)\n}\n", 2, "", ""},
		{"fatal", "package main\n\nimport \"log\"\n\nfunc main() { log.Fatal(\"no\") }\n", 1, "no", ""},
		{"fine", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"yes\") }\n", 0, "yes", ""},
		{"killed", "package main\n\nimport (\n\t\"os\"\n\t\"syscall\"\n)\n\nfunc main() {\n\tp, _ := os.FindProcess(os.Getpid())\n\tp.Signal(syscall.SIGTERM)\n\tselect {}\n}\n", exit.Interrupted, "", "--interpret"}, // the process is focal's own
	} {
		file := filepath.Join(dir, c.name+".go")
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, how := range []string{"--interpret", "--compile"} {
			if how == c.not {
				continue
			}
			t.Run(c.name+how, func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command("focal", "script", how, file)
				cmd.Env = append(os.Environ(), "GOCACHE="+goEnv(t, "GOCACHE"), "XDG_CACHE_HOME="+dir)
				out, _ := cmd.CombinedOutput()
				if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.says) {
					t.Errorf("exit code %d, want %d, with %q: %.1000s", code, c.code, c.says, out)
				}
			})
		}
	}
}

func goEnv(t testing.TB, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func TestCompileWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := (&scriptCmd{Compile: true, Command: []string{"ask.go"}}).Run()
	if want := "--compile: it needs Go 1.26 or later: go.dev/dl; without --compile the script is interpreted"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Errors in another file are not attributed to the script.
func TestCompileWithoutCache(t *testing.T) {
	file, cache := filepath.Join(t.TempDir(), "ask.go"), filepath.Join(t.TempDir(), "cache")
	for name, text := range map[string]string{file: "package main\n\nfunc main() {}\n", cache: "not a folder\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("XDG_CACHE_HOME", cache)
	err := (&scriptCmd{Compile: true, Command: []string{file}}).Run()
	if want := "no folder for compiled scripts: mkdir " + cache + ": not a directory"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	file += ".none"
	err = (&scriptCmd{Compile: true, Command: []string{file}}).Run()
	if want := file + ": no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// BenchmarkScriptStart measures how long a script takes from the command to its first
// output: one with common imports, and one that only prints.
func BenchmarkScriptStart(b *testing.B) {
	dir := b.TempDir()
	focal := filepath.Join(dir, "focal")
	if out, err := exec.Command("go", "build", "-o", focal, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	const search = "import (\n\t\"fmt\"\n\n\t\"github.com/focal-search/focal/domains\"\n\t\"github.com/focal-search/focal/engine\"\n" +
		"\t\"github.com/focal-search/focal/kernel/plot\"\n\t\"github.com/focal-search/focal/kernel/show\"\n)\n\n" +
		"func main() {\n\tfmt.Println(\"begun\")\n\tr := engine.Solve(show.Context(), domains.Get(\"npuzzle/korf/79\"), engine.FS(2), engine.Traced())\n" +
		"\tshow.Results(r)\n\tfmt.Println(plot.Trajectory(r))\n}\n"
	for name, body := range map[string]string{
		"search": search,
		"print":  "import \"fmt\"\n\nfunc main() { fmt.Println(\"begun\") }\n",
	} {
		file := filepath.Join(dir, name+".go")
		if err := os.WriteFile(file, []byte("package main\n\n"+body), 0o644); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			const runs = 20
			for b.Loop() {
				var all time.Duration
				for range runs {
					all += firstOutput(b, focal, "script", file)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64((all/runs).Microseconds())/1000, "ms/first-output")
			}
		})
	}
}

// firstOutput returns how long a command takes until its first line of output.
func firstOutput(b *testing.B, name string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	out := bufio.NewReader(stdout)
	line, err := out.ReadString('\n')
	took := time.Since(start)
	if err != nil || line != "begun\n" {
		b.Fatalf("the first line is %q, %v", line, err)
	}
	if _, err := out.WriteTo(new(strings.Builder)); err != nil {
		b.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	return took
}
