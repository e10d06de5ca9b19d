package input

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// counted counts the bytes that are read.
type counted struct {
	in   io.Reader
	read int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.read += int64(n)
	return n, err
}

// endless is an input of one byte, again and again.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func TestReadAll(t *testing.T) {
	for _, size := range []int{0, 1, StartSize - 1, StartSize, StartSize + 1, 1 << 20} {
		whole := bytes.Repeat([]byte(" "), size)
		for _, starts := range [][]Start{nil, {JSON}} {
			got, err := ReadAll(bytes.NewReader(whole), "in", int64(size), starts...)
			if err != nil || !bytes.Equal(got, whole) {
				t.Errorf("%d bytes within a bound of as many, %d starts: %d bytes, %v", size, len(starts), len(got), err)
			}
			if size == 0 {
				continue
			}
			_, err = ReadAll(bytes.NewReader(whole), "in", int64(size-1), starts...)
			if !errors.Is(err, ErrTooLong) || !strings.Contains(err.Error(), "in") {
				t.Errorf("%d bytes within a bound of one less: %v", size, err)
			}
		}
	}
}

// An endless input is read up to its bound, or, where its first bytes show that it is of
// another kind, no further than these.
func TestEndless(t *testing.T) {
	in := &counted{in: endless(' ')}
	if _, err := ReadAll(in, "in", 1<<20, JSON); !errors.Is(err, ErrTooLong) || in.read > 1<<20+StartSize {
		t.Errorf("spaces without end: %d bytes read, %v", in.read, err)
	}
	in = &counted{in: endless(0)}
	if _, err := ReadAll(in, "in", 1<<20, JSON); err == nil || in.read > StartSize {
		t.Errorf("zeros without end, where JSON is wanted: %d bytes read, %v", in.read, err)
	}
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(`{"a": 1}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(name, 8, JSON); string(got) != `{"a": 1}` || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := ReadFile(name, 7, JSON); !errors.Is(err, ErrTooLong) {
		t.Errorf("a byte too long: %v", err)
	}
	if err := os.WriteFile(name, []byte(`PAR1`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(name, 8, JSON); err == nil || !strings.Contains(err.Error(), "JSON") {
		t.Errorf("another kind: %v", err)
	}
}

// A text is read whatever mark of its encoding it begins with.
func TestText(t *testing.T) {
	for name, text := range map[string]string{
		"UTF-8":             "3 1 \u00e9",
		"UTF-8 with a mark": "\xef\xbb\xbf3 1 \u00e9",
		"UTF-16, low first": "\xff\xfe3\x00 \x001\x00 \x00\xe9\x00",
		"UTF-16":            "\xfe\xff\x003\x00 \x001\x00 \x00\xe9",
	} {
		if got, err := io.ReadAll(Text(strings.NewReader(text))); string(got) != "3 1 \u00e9" || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for text, want := range map[string]string{"a,b\r1,2\r": "a,b\n1,2\n", "a,b\r\n1,2\r\n": "a,b\r\n1,2\r\n", "a\r\n": "a\r\n",
		"a\n\"1\r2\"\n": "a\n\"1\r2\"\n"} {
		if got, err := io.ReadAll(Text(strings.NewReader(text))); string(got) != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	if _, err := io.ReadAll(Text(strings.NewReader("3\x00 \x00"))); err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16 without a mark: %v", err)
	}
}

func TestBrief(t *testing.T) {
	if got := Brief(strings.Repeat("x", 1<<20)); len(got) > 500 || !strings.Contains(got, "(1048576 bytes)") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
