//go:build unix

package gonb

import (
	"encoding/gob"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/focal-search/focal/kernel/show"
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
	"golang.org/x/sys/unix"
)

// fakeGonb is the kernel's side of GoNB's pipes. It reads stdout late, as on a busy
// machine, and records what arrives in which order.
type fakeGonb struct {
	mu   sync.Mutex
	seen []string
}

func (f *fakeGonb) note(s string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, s)
}

func (f *fakeGonb) serve(displays, back string) {
	in, err := os.Open(displays)
	if err != nil {
		return
	}
	defer in.Close()
	out, err := os.OpenFile(back, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer out.Close()
	decode, encode := gob.NewDecoder(in), gob.NewEncoder(out)
	for {
		var d protocol.DisplayData
		if decode.Decode(&d) != nil {
			return
		}
		if v, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
			_ = encode.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: v.Value})
			continue
		}
		f.note(fmt.Sprint(d.Data[show.Plain], " ", d.DisplayID))
	}
}

func (f *fakeGonb) stdout(r *os.File) {
	b := make([]byte, 1024)
	for {
		time.Sleep(20 * time.Millisecond)
		n, err := r.Read(b)
		if err != nil {
			return
		}
		f.note(strings.TrimSpace(string(b[:n])))
	}
}

// TestGonb runs in a separate process: GoNB's package opens the pipes once.
func TestGonb(t *testing.T) {
	if os.Getenv("FOCAL_TEST_GONB") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestGonb$")
		cmd.Env = append(os.Environ(), "FOCAL_TEST_GONB=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	dir := t.TempDir()
	pipes := []string{filepath.Join(dir, "displays"), filepath.Join(dir, "back")}
	for _, p := range pipes {
		if err := unix.Mkfifo(p, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(protocol.GONB_PIPE_ENV, pipes[0])
	t.Setenv(protocol.GONB_PIPE_BACK_ENV, pipes[1])
	t.Setenv(protocol.GONB_TMP_DIR_ENV, dir)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = write
	defer func() { os.Stdout = stdout }()
	f := &fakeGonb{}
	go f.serve(pipes[0], pipes[1])
	go f.stdout(read)

	gonbui.IsNotebook = true
	show.SetBackend(newBackend())
	fmt.Println("printed 1")
	show.Display(show.MIME{show.Plain: "shown 1"})
	fmt.Println("printed 2")
	show.Display(show.MIME{show.Plain: "shown 2"})
	p := show.Live("bar")
	p.Set(1, 2)
	p.Done()
	syncGonb()

	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.seen) != 6 {
		t.Fatalf("arrived: %q", f.seen)
	}
	for i, want := range []string{"printed 1", "shown 1 ", "printed 2", "shown 2 ", "bar", " focal-"} {
		if !strings.HasPrefix(f.seen[i], want) {
			t.Errorf("%d arrived as %q, want %q", i, f.seen[i], want)
		}
	}
	bar, cleared := strings.Fields(f.seen[4]), strings.Fields(f.seen[5])
	if bar[len(bar)-1] != cleared[0] {
		t.Errorf("the live display is not updated by its id: %q", f.seen[4:])
	}

	// Each cell is a new process of the same session.
	for i, c := range []struct {
		carrier string
		want    bool
	}{{"chart 1", true}, {"chart 2", false}, {"chart 1", true}} {
		show.SetBackend(newBackend())
		if got := show.FirstTime("script", c.carrier); got != c.want {
			t.Errorf("cell %d: first time %v, want %v", i, got, c.want)
		}
		if show.FirstTime("script", c.carrier) {
			t.Errorf("cell %d: twice", i)
		}
	}
	show.SetBackend(nil)
}
