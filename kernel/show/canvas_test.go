//go:build linux

package show

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"
)

// text returns the content of a display of one text.
type text string

func (s text) MIME() MIME { return MIME{Plain: string(s)} }

func TestCanvas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := recorded(t)
		Live("before").Set(1, 2)
		c := NewCanvas()
		for i := range 200 { // 2 s in total
			time.Sleep(10 * time.Millisecond)
			c.Status("a line")
			if !c.Draw(func() MIME { return text(fmt.Sprint(i)).MIME() }) {
				t.Fatal("nothing can be drawn")
			}
		}
		c.Done(text("last"))
		HTML("next")

		got := strings.Join(r.texts(), "|")
		if want := "|24|49|74|99|124|149|174|199|last|next"; !strings.HasSuffix(got, want) ||
			!strings.HasPrefix(got, "before ") {
			t.Errorf("%q, want %q", got, want)
		}
		drawn := r.events[2 : len(r.events)-1] // after the bar and before its end
		for i, e := range drawn {
			if e.id == "" || e.id != drawn[0].id || e.update != (i > 0) {
				t.Errorf("drawing %d: id %q, update %v", i, e.id, e.update)
			}
		}
	})
}

func TestCanvasDrawnOnce(t *testing.T) {
	r := recorded(t)
	c := NewCanvas()
	c.Draw(func() MIME { return text("first").MIME() })
	c.Done(text("last"))
	if got := r.texts(); len(got) != 1 || got[0] != "last" || r.events[0].id != "" {
		t.Errorf("%q, %v", got, r.events)
	}
}

// onTTY returns what f prints if stdout and stderr are a terminal.
func onTTY(t *testing.T, f func()) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	fd := int(master.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string)
	go func() {
		b, _ := io.ReadAll(master) // until the terminal is closed, which is an error
		said <- string(b)
	}()
	onFile(t, tty, f)
	tty.Close()
	return strings.ReplaceAll(<-said, "\r\n", "\n")
}

// onFile runs f with stdout and stderr in a file.
func onFile(t *testing.T, file *os.File, f func()) {
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = file, file
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	SetBackend(newTerminal())
	defer SetBackend(nil)
	f()
}

// TestBarGoes: no part of a bar comes after what is shown next.
func TestBarGoes(t *testing.T) {
	got := onTTY(t, func() {
		Live("work").Set(1, 0)
		HTML("next")
		time.Sleep(2 * updateEvery)
	})
	if !strings.Contains(got, "work: 1, ") || !strings.HasSuffix(got, rewrite+"next\n") {
		t.Errorf("%q", got)
	}
}

// speak prints lines: two at once, then one, then many.
func speak() {
	c := NewCanvas()
	c.Status("one")
	c.Status("two")
	time.Sleep(updateEvery)
	if c.Draw(nil) {
		panic("a terminal cannot be drawn on")
	}
	c.Status("three")
	time.Sleep(updateEvery)
	for i := range 1000 {
		c.Status(fmt.Sprint("line ", i))
	}
	c.Done(text("last"))
}

func TestCanvasOnTerminal(t *testing.T) {
	want := "one\ntwo\nthree\nline 0\n(989 more)\n"
	for i := 990; i < 1000; i++ {
		want += fmt.Sprintf("line %d\n", i)
	}
	want += "last\n"
	if got := onTTY(t, speak); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCanvasInPipe(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	onFile(t, write, speak)
	write.Close()
	if b, err := io.ReadAll(read); string(b) != "last\n" || err != nil {
		t.Errorf("a pipe gets %q, %v", b, err)
	}
}
