package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/domains/data"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/gonb"
	"github.com/focal-search/focal/kernel/internal/confine"
	"github.com/focal-search/focal/kernel/internal/exit"
)

type doctorCmd struct {
	JSON bool `help:"Print one JSON object for each check, one per line."`
}

func (doctorCmd) Help() string {
	return `If a check fails, the exit code is 1. What is missing but not needed for searching, such as
Jupyter, is reported with what to do about it, and does not change the exit code.

` + example("focal doctor")
}

// state is the outcome of a check.
type state string

const (
	fine    state = "ok"
	missing state = "missing" // but not needed to search
	failed  state = "failed"
)

// A finding is what a check found.
type finding struct {
	Name   string `json:"name"`
	State  state  `json:"state"`
	Found  string `json:"found"`
	Advice string `json:"advice,omitempty"` // what to do if it is not ok
}

func (c *doctorCmd) Run() error {
	findings := []finding{checkSearch(), checkGo(), checkCheckout(), checkMemory(), checkHugePages(), checkSandbox(),
		checkData()}
	findings = append(findings, checkJupyter()...)
	bad := 0
	for _, f := range findings {
		if f.State == failed {
			bad++
		}
		if err := c.print(f); err != nil {
			return err
		}
	}
	if bad > 0 {
		return &failure{exit.Wrong, fmt.Errorf("%s failed", output.Many(bad, "check"))}
	}
	return nil
}

func (c *doctorCmd) print(f finding) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(f)
	}
	err := say("%-8s %-17s %s\n", f.State, f.Name, f.Found)
	if f.Advice != "" && err == nil {
		err = say("%-8s %-17s -> %s\n", "", "", f.Advice)
	}
	return err
}

// checkSearch solves an easy problem with FS and PFS and verifies the solutions.
func checkSearch() finding {
	p := domains.Get("npuzzle/random-8/1")
	for _, a := range []engine.Algorithm{engine.FS(1.25), engine.PFS(1.25, 0.7)} {
		r, wrong := solved(context.Background(), p, a, []engine.Option{engine.TimeLimit(time.Second)})
		if wrong == nil && !r.Solved() {
			wrong = &failure{err: errors.New(r.String())}
		}
		if wrong != nil {
			return finding{"search", failed, wrong.Error(),
				"an error in focal or in this machine's memory: please report it"}
		}
	}
	return finding{"search", fine, "FS and PFS solve " + p.Name + " and the solutions verify", ""}
}

// needsGo is the Go version in go.mod.
const needsGo = "go1.26"

func checkGo() finding {
	found, err := printed("go", "env", "GOVERSION")
	if err != nil {
		found = err.Error()
	}
	if err != nil || version.Compare(found, needsGo) < 0 {
		return finding{"go", missing, found, "the GoNB kernel and compiled scripts need it: install Go " + needsGo[2:] +
			" or later (go.dev/dl)"}
	}
	return finding{"go", fine, found, ""}
}

// checkMemory reports how much memory the machine has, if the system reports it
// (Linux).
func checkMemory() finding {
	const enough = 4 << 30
	available, err := meminfo("MemAvailable")
	text := fmt.Sprintf("%.1f GiB available", float64(available)/(1<<30))
	switch {
	case err != nil:
		return finding{"memory", fine, "not reported by this system: " + err.Error(), ""}
	case available < enough:
		return finding{"memory", missing, text, "hard problems need more: use --memory-limit"}
	}
	return finding{"memory", fine, text, ""}
}

// meminfo reads a value of /proc/meminfo, in bytes.
func meminfo(name string) (int64, error) {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			kB, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kB << 10, err
		}
	}
	return 0, fmt.Errorf("no %s in /proc/meminfo", name)
}

// checkHugePages checks whether the engine gets huge pages, which halve the time of a
// cache miss.
func checkHugePages() finding {
	const file = "/sys/kernel/mm/transparent_hugepage/enabled"
	data, err := os.ReadFile(file)
	modes := strings.TrimSpace(string(data))
	switch {
	case err != nil:
		return finding{"huge pages", missing, "not on this system", "searches are slower without them"}
	case strings.Contains(modes, "[never]"):
		return finding{"huge pages", missing, modes, "as root: echo madvise > " + file + "; searches are slower without"}
	}
	return finding{"huge pages", fine, modes, ""}
}

// checkSandbox reports what confines a script of focal script --sandbox on this system.
func checkSandbox() finding {
	w := confine.Offered()
	var by []string
	if w.Landlock > 0 {
		by = append(by, fmt.Sprintf("Landlock %d for files", w.Landlock))
	}
	if w.Seccomp {
		by = append(by, "seccomp for processes and sockets")
	}
	if w.Limits {
		by = append(by, "limits on memory and CPU time")
	}
	if lacks := w.Missing(); lacks != "" {
		return finding{"sandbox", missing, strings.Join(append(by, "no "+lacks), ", "),
			"focal script --sandbox relies on the interpreter instead: use Linux 6.2 or later with Landlock " +
				"for scripts that you do not trust"}
	}
	return finding{"sandbox", fine, strings.Join(by, ", "), ""}
}

func checkCheckout() finding {
	root, err := checkout()
	if err != nil {
		return finding{"checkout", missing, err.Error(), "notebooks and scripts are found from inside the checkout: " +
			"change to it"}
	}
	return finding{"checkout", fine, root, ""}
}

// checkout is the nearest enclosing folder that contains the project.
func checkout() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	root, ok := gonb.Checkout(dir)
	if !ok {
		return "", errors.New("the working directory is not inside one")
	}
	return root, nil
}

// checkData looks for the external data sets. Only their problems and some tests need
// them.
func checkData() finding {
	var absent, changed []string
	for _, set := range data.Sets() {
		survey, err := set.Look()
		switch {
		case err != nil:
			return finding{"data", failed, err.Error(), "set FOCAL_DATA to a folder that can be read"}
		case survey.Changed > 0:
			changed = append(changed, set.Name)
		case survey.Missing > 0:
			absent = append(absent, set.Name)
		}
	}
	switch {
	case len(changed) > 0:
		return finding{"data", failed, "files with a wrong SHA-256 in " + strings.Join(changed, ", "),
			"run focal data for details"}
	case len(absent) > 0:
		return finding{"data", missing, "incomplete: " + strings.Join(absent, ", "),
			"needed by their problems and some tests: run focal data for details"}
	}
	return finding{"data", fine, "all sets are complete", ""}
}

// printed runs a program and returns what it prints, trimmed.
func printed(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(append([]string{name}, args...), " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// jupyter finds Jupyter's command: in the active virtual environment, in the
// checkout's, or on the PATH.
func jupyter() (string, error) {
	env := os.Getenv("VIRTUAL_ENV")
	if root, err := checkout(); env == "" && err == nil {
		env = filepath.Join(root, ".venv")
	}
	if path, err := exec.LookPath(filepath.Join(env, "bin", "jupyter")); env != "" && err == nil {
		return path, nil
	}
	return exec.LookPath("jupyter")
}

// checkJupyter checks Jupyter and the kernels that Jupyter finds.
func checkJupyter() []finding {
	path, err := jupyter()
	if err != nil {
		return []finding{{"jupyter", missing, "no jupyter in the active virtual environment, in the checkout's or on " +
			"the PATH",
			"notebooks need it: run make setup in the checkout, or pip install jupyterlab"}}
	}
	text, err := printed(path, "kernelspec", "list", "--json")
	var listed struct {
		KernelSpecs map[string]struct {
			Dir  string `json:"resource_dir"`
			Spec struct {
				Argv []string `json:"argv"`
			} `json:"spec"`
		} `json:"kernelspecs"`
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &listed)
	}
	if err != nil {
		return []finding{{"jupyter", failed, err.Error(), "reinstall it: pip install --force-reinstall jupyterlab"}}
	}
	found := []finding{{"jupyter", fine, path, ""}}
	for _, kernel := range []struct {
		name  string
		check func(argv []string) error
	}{{instantName, startable}, {gonbName, gonbStartable}} {
		f := finding{Name: "kernel " + kernel.name}
		spec, ok := listed.KernelSpecs[kernel.name]
		switch err := kernel.check(spec.Spec.Argv); {
		case !ok:
			f.State, f.Found, f.Advice = missing, "not installed", "focal kernel install"
		case err != nil:
			f.State, f.Found, f.Advice = failed, fmt.Sprintf("%s: %v", spec.Dir, err), "focal kernel install"
		default:
			f.State, f.Found = fine, spec.Dir
		}
		found = append(found, f)
	}
	return found
}

// startable explains why a kernel spec's command cannot be started.
func startable(argv []string) error {
	if len(argv) == 0 {
		return errors.New("its kernel.json has no argv")
	}
	if argv[0] == "python" {
		return nil // Jupyter starts its own
	}
	_, err := exec.LookPath(argv[0])
	return err
}

// gonbStartable explains what else the GoNB kernel lacks.
func gonbStartable(argv []string) error {
	if err := startable(argv); err != nil {
		return err
	}
	return gonb.Check(argv)
}
