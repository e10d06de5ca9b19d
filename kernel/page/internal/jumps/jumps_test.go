package jumps

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// A program with direct jumps says what it says without, is smaller, and has few other jumps.
func TestDirect(t *testing.T) {
	setup.Needed(t)
	file := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", "build", "-o", file, "./testdata/program")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	library, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	node := filepath.Join(strings.TrimSpace(string(library)), "lib", "wasm", "wasm_exec_node.js")
	run := func() string {
		said, err := exec.Command("node", node, file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return string(said)
	}
	want := run()
	if !strings.Contains(want, "recovered: runtime error: index out of range [3]") {
		t.Errorf("the program says %q", want)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	after, err := Direct(before)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, after, 0o666); err != nil {
		t.Fatal(err)
	}
	if have := run(); have != want {
		t.Errorf("with direct jumps\n%s\nwithout\n%s", have, want)
	}
	was, is := dispatched(t, before), dispatched(t, after)
	t.Logf("%d jumps by way of tables were %d; %d bytes were %d", is, was, len(after), len(before))
	if is > was/8 || len(after) >= len(before) {
		t.Errorf("%d jumps by way of tables were %d; %d bytes were %d", is, was, len(after), len(before))
	}
}

// dispatched is the number of jumps by way of tables.
func dispatched(t *testing.T, program []byte) (jumps int) {
	m := module{functions: map[int64]int{}}
	r := &reader{data: program, at: 8}
	for r.at < len(program) {
		if err := m.read(section{r.byte(), r.take(r.unsigned())}); err != nil {
			t.Fatal(err)
		}
	}
	for _, body := range m.bodies {
		_, code, err := instructions(body)
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range code {
			if i > 1 && in.op == opBr && code[i-1].op == opLocalSet && code[i-1].value == 0 && code[i-2].op == opI32Const {
				jumps++
			}
		}
	}
	return jumps
}

// What is no program, and one without names, is an error.
func TestUnknown(t *testing.T) {
	for program, want := range map[string]string{
		"":                                "not a WebAssembly program",
		"\x00asm\x01\x00\x00\x00":         "has no names",
		"\x00asm\x01\x00\x00\x00\x0a\x05": "ends early",
	} {
		if _, err := Direct([]byte(program)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", program, err, want)
		}
	}
}
