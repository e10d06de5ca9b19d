package instant

import (
	"path"
	"strings"
	"sync"
)

// A history holds the cells of this kernel's life.
type history struct {
	mu    sync.Mutex
	count int
	lines []historyLine
}

type historyLine struct {
	count int
	code  string
}

// next is the number of a cell about to run. Only stored ones are counted.
func (h *history) next(code string, store bool) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if store {
		h.count++
		h.lines = append(h.lines, historyLine{h.count, code})
	}
	return h.count
}

type historyRequest struct {
	Type    string `json:"hist_access_type"` // tail, range or search
	N       int    `json:"n"`
	Start   int    `json:"start"`
	Stop    int    `json:"stop"`
	Session int    `json:"session"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

// answer lists what is asked for, as (session, number, code).
func (h *history) answer(req historyRequest) [][]any {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []historyLine
	for _, line := range h.lines {
		switch req.Type {
		case "range":
			if line.count >= req.Start && (req.Stop <= 0 || line.count < req.Stop) {
				found = append(found, line)
			}
		case "search":
			if ok, _ := path.Match(req.Pattern, strings.ReplaceAll(line.code, "/", "\x00")); ok {
				found = append(found, line)
			}
		default:
			found = append(found, line)
		}
	}
	if req.Unique {
		found = latest(found)
	}
	if n := req.N; n > 0 && len(found) > n && req.Type != "range" {
		found = found[len(found)-n:]
	}
	list := [][]any{}
	for _, line := range found {
		list = append(list, []any{0, line.count, line.code})
	}
	return list
}

// latest keeps the last of lines with the same code.
func latest(lines []historyLine) (kept []historyLine) {
	seen := map[string]bool{}
	for i := len(lines) - 1; i >= 0; i-- {
		if !seen[lines[i].code] {
			seen[lines[i].code] = true
			kept = append([]historyLine{lines[i]}, kept...)
		}
	}
	return kept
}
