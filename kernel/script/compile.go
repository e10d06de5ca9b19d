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
)

// Build compiles the file at path as go run does, with the packages of the
// module in a folder, and returns the program. goCommand is the Go tool. The
// program stays in the user's cache, so that a file that has not changed is ready
// in some tenths of a second.
func Build(ctx context.Context, goCommand, module, path string) (program string, err error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if module, err = filepath.Abs(module); err != nil { // go build tells files by their way from it
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
	// Go initialises the variables of files in the order of their names.
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
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", buildError(module, path, file, string(out), err)
	}
	return program, nil
}

// CrashVariable is the environment variable that names a file for what the Go runtime
// says when it ends a compiled script. So who runs it knows a panic from os.Exit(2).
const CrashVariable = "FOCAL_SCRIPT_CRASH"

// linked are packages that an interpreted script has, whether it imports them or not: the problems by
// their names, and how they are drawn.
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

// overlayFile is beside the program of a script.
const overlayFile = "overlay.json"

// overlay has go build find texts where files are named, whether there are any or not.
// So a script need not have a name that go build takes, and may begin with #!.
func overlay(dir string, texts map[string]string) error {
	replace := map[string]string{}
	var errs []error
	for name, text := range texts {
		replace[name] = filepath.Join(dir, "source-"+filepath.Base(name))
		errs = append(errs, replaceFile(replace[name], text))
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	return errors.Join(append(errs, err, replaceFile(filepath.Join(dir, overlayFile), string(list)))...)
}

// replaceFile writes a file that another process may be reading.
func replaceFile(name, text string) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// buildError is what go build says of a file, by the name that the user gave it.
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
