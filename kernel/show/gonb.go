//go:build !js

package show

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/comms"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// gonb shows things in a GoNB notebook. Displays travel on a pipe of their own
// beside stdout and stderr, so their order is this back end's care.
type gonb struct {
	dir string // GoNB's directory of the session, "" if unknown
}

// notebook is GoNB's back end where this process belongs to a cell of GoNB's, else nil.
func notebook() Backend {
	if gonbui.IsNotebook {
		return newGonb()
	}
	return nil
}

func newGonb() *gonb { return &gonb{dir: os.Getenv(protocol.GONB_TMP_DIR_ENV)} }

func (g *gonb) Display(b MIME, id string) {
	drain(os.Stdout)
	drain(os.Stderr)
	syncGonb() // what was drained is published meanwhile
	g.send(b, id)
	syncGonb() // what is printed next comes after
}

// Update is Display by the same id: GoNB distinguishes the first time from the others.
func (g *gonb) Update(b MIME, id string) {
	g.send(b, id)
	syncGonb() // the program may end now
}

func (g *gonb) send(b MIME, id string) {
	data := make(map[protocol.MIMEType]any, len(b))
	for mime, v := range b {
		data[protocol.MIMEType(mime)] = v
	}
	gonbui.SendData(&protocol.DisplayData{Data: data, DisplayID: id})
}

// attended says whether there is a front end that runs scripts. Jupyter's server, which
// serves such front ends, names the notebook to its kernels; what executes a notebook
// without one, as nbconvert does, would wait for it in vain.
func (g *gonb) attended() bool { return os.Getenv("JPY_SESSION_NAME") != "" }

// Hear has GoNB open its connection to the front end, where it is not open yet.
func (g *gonb) Hear(address string, heard func(int)) {
	comms.Subscribe(address, func(_ string, value int) { heard(value) })
}

func (g *gonb) Tell(address, text string) { comms.Send(address, text) }

// patience bounds every wait for GoNB, so that a broken pipe costs a moment
// and never a hang.
const patience = 2 * time.Second

// drain waits until GoNB has read what was written to a pipe.
func drain(f *os.File) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Microsecond) {
		if n, err := unread(f); err != nil || n == 0 {
			return
		}
	}
}

// syncGonb waits until GoNB has published everything sent so far.
func syncGonb() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		gonbui.Sync()
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// The session's memory is a file for each thing in GoNB's own directory, which
// lives as long as the kernel and is the same for all its cells.

func (g *gonb) file(thing string) string {
	sum := sha256.Sum256([]byte(thing))
	return filepath.Join(g.dir, ".focal-"+hex.EncodeToString(sum[:8]))
}

func (g *gonb) load(thing string) (carrier string, ok bool) {
	if g.dir == "" {
		return "", false
	}
	b, err := os.ReadFile(g.file(thing))
	return string(b), err == nil
}

// store remembers the carrier. Where that fails the thing is sent again by a
// later cell, which costs size and nothing else.
func (g *gonb) store(thing, carrier string) {
	if g.dir != "" {
		_ = os.WriteFile(g.file(thing), []byte(carrier), 0o600)
	}
}
