package instant

import (
	"encoding/json"
	"fmt"
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
	m.Frames[len(m.Frames)-1] = []byte(`{"x":2}`)
	if _, err := ours.decode(m); err == nil {
		t.Error("a changed message is accepted")
	}
	m.Frames = m.Frames[:3]
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
