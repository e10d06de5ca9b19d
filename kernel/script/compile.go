package script

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	args := []string{"build", "-o", program}
	if strings.HasPrefix(string(src), "#!") { // which go build does not accept
		if err := overlay(dir, file, commentShebang(string(src))); err != nil {
			return "", err
		}
		args = append(args, "-overlay", filepath.Join(dir, overlayFile))
	}
	cmd := exec.CommandContext(ctx, goCommand, append(args, file)...)
	cmd.Dir = module
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", buildError(module, path, []string{file, filepath.Join(dir, sourceFile)}, string(out), err)
	}
	return program, nil
}

// Files beside the program of a script that go build must not read as it is.
const (
	overlayFile = "overlay.json"
	sourceFile  = "source.go"
)

// overlay has go build read another text in the place of a file.
func overlay(dir, file, src string) error {
	source := filepath.Join(dir, sourceFile)
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{file: source}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(source, []byte(src), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, overlayFile), replace, 0o600)
}

// buildError is what go build says of a file, by the name that the user gave it.
// called are the names under which go build knows it.
func buildError(module, path string, called []string, output string, err error) error {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if m := compilerLine.FindStringSubmatch(line); m != nil {
			said := m[1]
			if !filepath.IsAbs(said) {
				said = filepath.Join(module, said)
			}
			if slices.Contains(called, said) {
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
