//go:build !js

// Package gonb shows things in GoNB notebooks. A program whose cell is shown imports it for
// its effect; the kernel of package kernel/gonb adds the import to every cell that needs it.
package gonb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/focal-search/focal/kernel/internal/capped"
	"github.com/focal-search/focal/kernel/show"
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/comms"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// backend is the back end for GoNB notebooks. GoNB has a separate pipe for displays beside
// stdout and stderr, so this back end must keep the order of outputs.
type backend struct {
	dir   string          // GoNB's directory of the session, "" if unknown
	shown capped.Displays // of the cell, to which this process belongs
}

func init() {
	if gonbui.IsNotebook { // this process belongs to a cell of GoNB
		show.SetBackend(newBackend())
	}
}

func newBackend() *backend {
	g := &backend{dir: os.Getenv(protocol.GONB_TMP_DIR_ENV)}
	g.shown.Begin(fmt.Sprintf("cell-of-process-%d.html", os.Getpid()))
	return g
}

func (g *backend) Display(b show.MIME, id string) {
	if b = g.shown.New(b); b == nil {
		return
	}
	drain(os.Stdout)
	drain(os.Stderr)
	syncGonb() // earlier output is published first
	g.send(b, id)
	syncGonb() // later output comes after
}

// Update does the same as Display: GoNB distinguishes the first call with an id from the
// others.
func (g *backend) Update(b show.MIME, id string) {
	g.send(g.shown.Changed(b), id)
	syncGonb() // the program may end now
}

func (g *backend) send(b show.MIME, id string) {
	data := make(map[protocol.MIMEType]any, len(b))
	for mime, v := range b {
		data[protocol.MIMEType(mime)] = v
	}
	gonbui.SendData(&protocol.DisplayData{Data: data, DisplayID: id})
}

// Attended reports whether there is a front end that runs scripts. Jupyter's server,
// which serves such front ends, passes the notebook's name to its kernels. Programs that
// execute a notebook without a front end, such as nbconvert, do not.
func (g *backend) Attended() bool { return os.Getenv("JPY_SESSION_NAME") != "" }

// Hear makes GoNB open its connection to the front end, unless it is open already. The
// front end gives up if GoNB's answer takes half a second, as it may on a busy machine. So
// GoNB tries again, less and less often, until a first number is heard. It must not try
// while the front end still does: the script that connects would stay in the notebook.
func (g *backend) Hear(address string, heard func(int)) {
	waiting, connected := context.WithCancel(context.Background())
	comms.Subscribe(address, func(_ string, value int) {
		connected()
		heard(value)
	})
	go func() {
		for pause := 10 * time.Second; pause < 2*time.Minute; pause *= 2 {
			select {
			case <-waiting.Done():
				return
			case <-time.After(pause):
				comms.Start()
			}
		}
	}()
}

func (g *backend) Send(address, text string) { comms.Send(address, text) }

// patience bounds every wait for GoNB, so that a broken pipe causes a delay and not a
// hang.
const patience = 2 * time.Second

// drain waits until GoNB has read everything written to a pipe.
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

// The session's memory consists of a file for each thing in GoNB's own directory, which
// exists as long as the kernel and is shared by all its cells.

func (g *backend) file(thing string) string {
	sum := sha256.Sum256([]byte(thing))
	return filepath.Join(g.dir, ".focal-"+hex.EncodeToString(sum[:8]))
}

func (g *backend) Load(thing string) (carrier string, ok bool) {
	if g.dir == "" {
		return "", false
	}
	b, err := os.ReadFile(g.file(thing))
	return string(b), err == nil
}

// Store records the carrier. If that fails, a later cell sends the thing again, which
// only makes the notebook larger.
func (g *backend) Store(thing, carrier string) {
	if g.dir != "" {
		_ = os.WriteFile(g.file(thing), []byte(carrier), 0o600)
	}
}
