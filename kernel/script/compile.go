package script

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/focal-search/focal/engine/output"
)

// Build compiles the file at path as go run does, with the packages of the module
// in a folder, and returns the path of the program. goCommand is the Go tool. The
// program stays in the user's cache, so that a file that has not changed is ready
// in some tenths of a second.
func Build(ctx context.Context, goCommand, module, path string) (program string, err error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if module, err = filepath.Abs(module); err != nil { // go build names files relative to it
		return "", err
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for compiled scripts: %w", err)
	}
	name := strings.TrimSuffix(filepath.Base(file), ".go")
	dir := filepath.Join(cache, "focal", "scripts", fmt.Sprintf("%s-%x", name, sha256.Sum256([]byte(file)))[:len(name)+17])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("no folder for compiled scripts: %w", err)
	}
	program = filepath.Join(dir, name)
	// Go initializes the variables of files in the order of the file names.
	crash, target := filepath.Join(filepath.Dir(file), "0crash.go"), filepath.Join(filepath.Dir(file), "main.go")
	beside := crashSource
	if strings.Contains(string(src), module) {
		beside = strings.Replace(beside, "import (\n", "import (\n"+linked, 1)
	}
	if err := overlay(dir, map[string]string{
		crash:  beside,
		target: fmt.Sprintf("//line %s:1:1\n%s", file, commentShebang(string(src))),
	}); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, goCommand, "build", "-o", program, "-overlay", filepath.Join(dir, overlayFile), crash,
		target)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "GOGC=400") // the compiler collects garbage more rarely, and takes a tenth less time
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", buildError(module, path, file, string(out), err)
	}
	return program, nil
}

// CrashVariable is the environment variable that names the file to which the Go runtime
// writes its crash report for a compiled script. It distinguishes a panic from os.Exit(2).
const CrashVariable = "FOCAL_SCRIPT_CRASH"

// linked imports packages that are linked into the interpreter, whether a script imports them or not:
// they register the problems by name, and how to draw them.
const linked = "\t_ \"" + module + "domains\"\n\t_ \"" + module + "kernel/plot\"\n"

const crashSource = `package main

import (
	"os"
	"runtime/debug"
)

var _ = func() (ok bool) {
	f, err := os.OpenFile(os.Getenv("` + CrashVariable + `"), os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	os.Unsetenv("` + CrashVariable + `")
	return debug.SetCrashOutput(f, debug.CrashOptions{}) == nil
}()
`

// overlayFile is the name of the overlay file in the folder of a script's program.
const overlayFile = "overlay.json"

// overlay makes go build read the given texts in place of the named files, which need not
// exist. So a script may have a name that go build does not accept, and may begin with #!.
func overlay(dir string, texts map[string]string) error {
	replace := map[string]string{}
	var errs []error
	for name, text := range texts {
		replace[name] = filepath.Join(dir, "source-"+filepath.Base(name))
		errs = append(errs, output.WriteFile(replace[name], []byte(text)))
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	return errors.Join(append(errs, err, output.WriteFile(filepath.Join(dir, overlayFile), list))...)
}

// buildError returns the output of go build as an error, with the file named as the user did.
func buildError(module, path, file, output string, err error) error {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if m := compilerLine.FindStringSubmatch(line); m != nil {
			said := m[1]
			if !filepath.IsAbs(said) {
				said = filepath.Join(module, said)
			}
			if said == file {
				line = path + m[2]
			}
		}
		if !strings.HasPrefix(line, "# ") && line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return fmt.Errorf("go build: %w", err)
	}
	return &Error{Message: strings.Join(lines, "\n")}
}

var compilerLine = regexp.MustCompile(`^(.+?)(:\d+:\d+: .*)$`)
