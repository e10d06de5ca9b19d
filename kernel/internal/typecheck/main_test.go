package main

import (
	"os"
	"testing"
)

// What does not compile on a system is found, also in tests, and nothing else.
func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod":                "module a\n\ngo 1.26\n",
		"a.go":                  "package a\n\nfunc f() int { return here }\n",
		"here_linux.go":         "package a\n\nconst here = 1\n",
		"here_windows.go":       "package a\n\nconst here = \"text\"\n",
		"here_darwin.go":        "package a\n\nconst here = 2\n",
		"here_darwin_test.go":   "package a\n\nvar there = nowhere\n",
		"elsewhere_js_wasm.go":  "package a\n\nwrong\n",
		"elsewhere_freebsd.txt": "wrong",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for system, want := range map[string]bool{"linux/amd64": true, "windows/amd64": false, "darwin/arm64": false} {
		if n, err := check(system); err != nil || n == 0 != want {
			t.Errorf("%s: %d errors, %v", system, n, err)
		}
	}
}
