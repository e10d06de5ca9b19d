package gonb

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const gonbModule = "github.com/janpfeifer/gonb"

// A patch changes a line of GoNB's source, which must be in the file once.
type patch struct{ file, old, new string }

// patches are what GoNB lacks. It has no history, but has to say so: a client may wait for the
// answer. gopls reads every package that cells can import, seconds of work beside the first
// cell's compilation, so it starts when it is first asked, and may be installed until then. GoNB
// would connect to it after 12 s, and wait 8 for an answer. Without a bound, a cell that prints
// without end fills the notebook.
var patches = []patch{
	{"internal/dispatcher/dispatcher.go", "		case \"is_complete_request\":\n", `		case "history_request":
			err = msg.Reply("history_reply", map[string]any{"status": "ok", "history": []any{}})

		case "is_complete_request":
`},
	{"internal/goexec/goexec.go", "		err = s.gopls.Start()\n", ""},
	{"internal/goexec/goexec.go", "	if _, err = exec.LookPath(\"gopls\"); err == nil {\n", "	if err == nil {\n"},
	{"internal/goexec/goplsclient/exec.go", "WaitConnection(ctx context.Context) bool {\n",
		"WaitConnection(ctx context.Context) bool {\n	if _, err := exec.LookPath(\"gopls\"); err == nil && c.goplsExec == nil {\n" +
			"		_ = c.Start()\n	}\n"},
	{"internal/goexec/goplsclient/exec.go", "case <-time.After(ConnectTimeout):\n", "case <-time.After(50 * time.Millisecond):\n"},
	{"internal/goexec/goplsclient/exec.go", "<-time.After(ConnectTimeout)\n", "<-time.After(50 * time.Millisecond)\n"},
	{"internal/goexec/goplsclient/conn.go", "CommunicationTimeout = 8000 * time.Millisecond", "CommunicationTimeout = time.Minute"},
	{"internal/kernel/messages.go", "	return &jupyterStreamWriter{stream, msg}\n",
		"	return &jupyterStreamWriter{stream: stream, msg: msg}\n"},
	{"internal/kernel/messages.go", "import (\n", "import (\n	\"os\"\n	\"path/filepath\"\n"},
	{"internal/kernel/messages.go", "type jupyterStreamWriter struct {\n",
		"type jupyterStreamWriter struct {\n	written int\n	rest    *os.File\n"},
	{"internal/kernel/messages.go", `	data := string(p)
	if err := PublishWriteStream(w.msg, w.stream, data); err != nil {
`, `	const most, kept = 1 << 20, 64 << 20
	room := max(0, most-w.written)
	first := w.written <= most
	w.written += len(p)
	data := string(p[:min(len(p), room)])
	if len(p) > room && first {
		dir := os.Getenv("FOCAL_OUT")
		if dir == "" {
			dir = "focal-out"
		}
		name := filepath.Join(dir, fmt.Sprintf("cell-%d-%s.txt", w.msg.Kernel().ExecCounter, w.stream))
		_ = os.MkdirAll(dir, 0o755)
		where := "is not shown: the next 64 MB are in " + name
		if w.rest, err = os.Create(name); err != nil {
			w.rest, where = nil, "is lost, for its file cannot be made: "+err.Error()
		}
		_ = PublishWriteStream(w.msg, w.stream, data)
		w.stream = StreamStderr
		data = "\nnote: this cell has printed 1 MB, and what it prints from here on " + where + "\n"
	}
	if w.rest != nil && w.written <= most+kept {
		_, _ = w.rest.Write(p[room:])
	} else if w.rest != nil {
		_ = w.rest.Close()
		w.rest = nil
	}
	if data == "" {
		return len(p), nil
	}
	if err := PublishWriteStream(w.msg, w.stream, data); err != nil {
`},
}

// patched puts GoNB's source with the patches into a folder, beside a copy of the tools' go.mod
// that refers to it, and returns the name of that.
func (k Kernel) patched(t toolchain, env []string, dir string) (modfile string, err error) {
	tools := filepath.Join(k.Checkout, "kernel", "gonb", "tools")
	out, err := run(tools, env, t.command(), "mod", "download", "-json", gonbModule)
	if err != nil {
		return "", err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", err
	}
	source := filepath.Join(dir, "gonb")
	if err := copySource(module.Dir, source); err != nil {
		return "", err
	}
	for _, p := range patches {
		file := filepath.Join(source, filepath.FromSlash(p.file))
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if n := strings.Count(string(text), p.old); n != 1 {
			return "", fmt.Errorf("GoNB's %s has %d times what is to be changed: %q", p.file, n, p.old)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), p.old, p.new, 1)), 0o666); err != nil {
			return "", err
		}
	}
	modfile = filepath.Join(dir, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(tools, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			return "", err
		}
	}
	_, err = run(dir, env, t.command(), "mod", "edit", "-replace="+gonbModule+"="+source, modfile)
	return modfile, err
}

// copySource copies the files that the go command needs of a module. Those of the module cache
// cannot be written.
func copySource(from, to string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		place, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case e.IsDir() && (place == "docs" || place == "examples"):
			return fs.SkipDir
		case e.IsDir():
			return os.MkdirAll(filepath.Join(to, place), 0o777)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, place), text, 0o666)
	})
}
