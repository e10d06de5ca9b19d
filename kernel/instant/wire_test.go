//go:build unix

package instant

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMessagesAreSigned(t *testing.T) {
	ours := codec{key: []byte("secret"), session: "s"}
	peer := [][]byte{[]byte("client")}
	request := &message{rawHeader: json.RawMessage(`{"msg_id":"1"}`)}
	m := ours.encode(peer, "kernel_info_reply", request, map[string]any{"x": 1})
	have, err := ours.decode(m)
	if err != nil {
		t.Fatal(err)
	}
	if have.header.Type != "kernel_info_reply" || string(have.content) != `{"x":1}` || string(have.peer[0]) != "client" {
		t.Errorf("decoded %+v", have)
	}
	theirs := codec{key: []byte("guess")}
	if _, err := theirs.decode(m); err == nil {
		t.Error("a message with another key's signature is accepted")
	}
	m[len(m)-1] = []byte(`{"x":2}`)
	if _, err := ours.decode(m); err == nil {
		t.Error("a changed message is accepted")
	}
	m = m[:3]
	if _, err := ours.decode(m); err == nil {
		t.Error("a part of a message is accepted")
	}
}

func TestHistory(t *testing.T) {
	var h history
	for i, code := range []string{"6 * 7", "x", "6 * 7", "a/b"} {
		if have := h.next(code, true); have != i+1 {
			t.Fatalf("cell %d is number %d", i+1, have)
		}
	}
	h.keep("result")
	if have := h.next("not stored", false); have != 4 {
		t.Errorf("a cell that is not stored is number %d", have)
	}
	for _, test := range []struct {
		req  historyRequest
		want string
	}{
		{historyRequest{Type: "tail", N: 2}, "[[0 3 6 * 7] [0 4 a/b]]"},
		{historyRequest{Type: "tail", N: 1, Output: true}, "[[0 4 [a/b result]]]"},
		{historyRequest{Type: "range", Start: 2, Stop: 4}, "[[0 2 x] [0 3 6 * 7]]"},
		{historyRequest{Type: "search", Pattern: "6 *"}, "[[0 1 6 * 7] [0 3 6 * 7]]"},
		{historyRequest{Type: "search", Pattern: "6 *", Unique: true}, "[[0 3 6 * 7]]"},
		{historyRequest{Type: "search", Pattern: "a*"}, "[[0 4 a/b]]"},
		{historyRequest{Type: "search", Pattern: "a/*"}, "[[0 4 a/b]]"},
	} {
		if have := fmt.Sprint(h.answer(test.req)); have != test.want {
			t.Errorf("%+v: %s, want %s", test.req, have, test.want)
		}
	}
}

// A kernel to which anyone could connect does not start.
func TestConnectionIsPrivate(t *testing.T) {
	good := `{"transport":"tcp","ip":"127.0.0.1","key":"secret","signature_scheme":"hmac-sha256"}`
	for name, test := range map[string]struct{ content, want string }{
		"as Jupyter writes it": {good, ""},
		"version 6":            {strings.Replace(good, "127.0.0.1", "::1", 1), ""},
		"files":                {strings.Replace(strings.Replace(good, "tcp", "ipc", 1), "127.0.0.1", "kernel-ipc", 1), ""},
		"no key": {strings.Replace(good, "secret", "", 1),
			"there is no key: anyone on this machine could run code here"},
		"another scheme": {strings.Replace(good, "sha256", "md5", 1),
			`the signature scheme is "hmac-md5", want hmac-sha256`},
		"every address": {strings.Replace(good, "127.0.0.1", "0.0.0.0", 1),
			`the address is "0.0.0.0": the kernel listens only on this machine`},
		"another machine":   {strings.Replace(good, "127.0.0.1", "192.0.2.1", 1), `the address is "192.0.2.1"`},
		"no address":        {strings.Replace(good, "127.0.0.1", "", 1), `the address is ""`},
		"another transport": {strings.Replace(good, "tcp", "udp", 1), `the transport is "udp", want tcp or ipc`},
		"no JSON":           {"secret", "invalid character"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "kernel.json")
			if err := os.WriteFile(file, []byte(test.content), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := readConnection(file)
			if test.want == "" && err != nil || test.want != "" &&
				(err == nil || !strings.HasPrefix(err.Error(), "connection file "+file+": "+test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the file's mode is %v, %v", info.Mode(), err)
			}
		})
	}
}
