package gonb

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// write writes a file and creates its folders.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// aCheckout makes a folder that looks like a checkout by its go.mod.
func aCheckout(t *testing.T) string {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "// Comments may come first.\nmodule "+Module+"\n\ngo 1.26.0\n")
	return dir
}

func TestCheckout(t *testing.T) {
	root := aCheckout(t)
	write(t, filepath.Join(root, "kernel", "tools", "go.mod"), "module "+Module+"/kernel/tools\n")
	write(t, filepath.Join(root, "kernel", "tools", "deep", "main.go"), "package main\n")
	for _, below := range []string{"", "kernel", "kernel/tools", "kernel/tools/deep"} {
		if got, ok := Checkout(filepath.Join(root, below)); got != root || !ok {
			t.Errorf("above %q: %q, %v, want %q", below, got, ok, root)
		}
	}
	if got, ok := Checkout(t.TempDir()); ok {
		t.Errorf("outside: %q", got)
	}
}

// A notebook inside a checkout uses it; any other uses the kernel's.
func TestKernelCheckout(t *testing.T) {
	own, other, outside := aCheckout(t), aCheckout(t), t.TempDir()
	k := Kernel{Checkout: own}
	if got, err := k.checkout(other); got != other || err != nil {
		t.Errorf("in another checkout: %q, %v, want %q", got, err, other)
	}
	if got, err := k.checkout(outside); got != own || err != nil {
		t.Errorf("in none: %q, %v, want %q", got, err, own)
	}
	k.Checkout = filepath.Join(outside, "gone")
	_, err := k.checkout(outside)
	if err == nil || !strings.Contains(err.Error(), k.Checkout) || !strings.Contains(err.Error(), "focal kernel install") {
		t.Errorf("its own is missing: %v", err)
	}
}

// Check reports what has been removed since the kernel was installed.
func TestCheck(t *testing.T) {
	k := Kernel{Tools: t.TempDir(), Checkout: aCheckout(t), Go: filepath.Join(t.TempDir(), "go")}
	write(t, k.Go, "#!/bin/sh\n")
	for _, tool := range tools {
		write(t, filepath.Join(k.Tools, tool), "#!/bin/sh\n")
	}
	argv := append([]string{"focal", "kernel", "gonb"}, k.Args()...)
	t.Setenv("PATH", "") // so that only the recorded Go counts
	if err := Check(argv); err != nil {
		t.Error("with everything in place:", err)
	}
	for _, gone := range []string{filepath.Join(k.Tools, "goimports"), k.Go, filepath.Join(k.Checkout, "go.mod")} {
		if err := os.Rename(gone, gone+"~"); err != nil {
			t.Fatal(err)
		}
		if err := Check(argv); err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(gone, "/go.mod")) {
			t.Errorf("without %s: %v", gone, err)
		}
		if err := os.Rename(gone+"~", gone); err != nil {
			t.Fatal(err)
		}
	}
	if err := Check([]string{"focal"}); err == nil {
		t.Error("a spec without flags passes")
	}
}

func TestCellFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"":                                 "-buildvcs=false -ldflags=-w",
		"-mod=mod":                         "-buildvcs=false -ldflags=-w",
		"-tags=x -mod=vendor --modfile=m":  "-buildvcs=false -ldflags=-w -tags=x",
		`"-mod=mod" -race "-ldflags=-s x"`: `-buildvcs=false -ldflags=-w -race "-ldflags=-s x"`,
		"-buildvcs=true -modcacherw":       "-buildvcs=false -ldflags=-w -modcacherw",
	} {
		if got := cellFlags(flags); got != want {
			t.Errorf("%s: %s, want %s", flags, got, want)
		}
	}
}

// Whatever the user's environment is, go gets the settings that cells need.
func TestEnvironment(t *testing.T) {
	for name, value := range map[string]string{"GOFLAGS": "-mod=mod", "GOWORK": "off", "GOTOOLCHAIN": "auto",
		"GOPROXY": "direct"} {
		t.Setenv(name, value)
	}
	toolchain, err := Kernel{}.toolchain(".")
	if err != nil {
		t.Fatal(err)
	}
	env := toolchain.environment("/tools")
	seen := map[string]bool{}
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if seen[name] {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
		if first := "/tools" + string(filepath.ListSeparator) + toolchain.bin(); name == "PATH" &&
			!strings.HasPrefix(value, first) {
			t.Errorf("PATH is %s, want %s first", value, first)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.work"), "go 1.26.0\n")
	cmd := exec.Command(toolchain.command(), "env", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN", "GOWORK", "GOFLAGS")
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	want := "off\noff\nlocal\n" + filepath.Join(dir, "go.work") + "\n-buildvcs=false -ldflags=-w\n"
	if err != nil || string(out) != want {
		t.Errorf("go says %v\n%s, want\n%s", err, out, want)
	}
}

// Without Go there is a clear message, which says where to get it.
func TestNoGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Kernel{Go: "/nowhere/go"}.toolchain(".")
	if err == nil || !strings.Contains(err.Error(), "go.dev/dl") {
		t.Error(err)
	}
}
