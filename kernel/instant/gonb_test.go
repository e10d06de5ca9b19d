package instant

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// The same fifty cells print the same under GoNB and under this kernel, and the same cells
// fail.
//
// GoNB keeps declarations but no values: it initializes each variable again in each cell,
// while this kernel keeps the values. So each cell declares the variables that it uses
// again, and starts with the same values under both. Everything else is declared once or
// declared again at random: types, functions, constants, methods and generic declarations.
func TestAsUnderGoNB(t *testing.T) {
	setup.Needed(t)
	if !setup.Release() {
		t.Skip("each cell is compiled: part of make release-check")
	}
	for seed := range uint64(2) {
		w := newWorld(100 + seed)
		var all []map[string]string
		var have []string
		failed := map[string]int{}
		var out bytes.Buffer
		session := newSession(&out, &out)
		for k := 1; k <= 50; k++ {
			code := w.declaring()
			if k == 1 {
				code = "import \"fmt\"\n\n" + code
			}
			all = append(all, map[string]string{"code": code})
			out.Reset()
			status := "ok"
			if _, err := session.run(context.Background(), k, code); err != nil {
				if !strings.Contains(err.Error(), "panic: ") {
					t.Fatalf("cell %d\n%s\n%v", k, code, err)
				}
				status = "error"
			}
			failed[status]++
			have = append(have, status+"\n"+out.String())
		}
		if failed["error"] < 5 || failed["ok"] < 25 {
			t.Fatalf("cells that end well, and with a panic: %v", failed)
		}
		for i, want := range underGoNB(t, all) {
			if have[i] != want {
				t.Fatalf("seed %d, cell %d\n%s\nprints\n%s\nand under GoNB\n%s", seed, i+1, all[i]["code"], have[i], want)
			}
		}
	}
}

// declaring returns the next cell with all variables declared in it.
func (w *world) declaring() string {
	values := w.values
	if values == nil {
		values = map[string]string{}
		w.values = values
	}
	all, stmts := w.cell()
	var run []string
	for _, s := range stmts {
		name, value, found := strings.Cut(s, " := ")
		if name = strings.TrimPrefix(name, "@"); !found || w.vars[name] == "" {
			run = append(run, s)
			continue
		}
		if _, more, found := strings.Cut(value, " + "); found && strings.HasPrefix(value, "@@") { // to what it was
			was, _ := strconv.Atoi(values[name])
			n, _ := strconv.Atoi(more)
			value = strconv.Itoa(was + n)
		}
		values[name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, "var "+name+" = "+values[name])
	}
	return strings.ReplaceAll(strings.Join(all, "\n")+"\n%%\n"+strings.Join(run, "\n"), "@", "")
}

// underGoNB runs cells under GoNB. It returns what each printed, after how it ended.
func underGoNB(t *testing.T, cells []map[string]string) (said []string) {
	t.Helper()
	in, err := json.Marshal(cells)
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(setup.Root(t), "kernel", "gonb", "testdata", "cells.py")
	cmd := exec.Command(setup.Program(t, "python"), script, "focal-gonb")
	cmd.Stdin, cmd.Env = bytes.NewReader(in), append(os.Environ(), "TMPDIR="+t.TempDir())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	for line := range strings.Lines(string(out)) {
		var s struct{ Status, Stdout string }
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		said = append(said, fmt.Sprintf("%s\n%s", s.Status, s.Stdout))
	}
	if len(said) != len(cells) {
		t.Fatalf("%d of %d cells", len(said), len(cells))
	}
	return said
}
