package instant

import (
	"path"
	"slices"
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
	count  int
	code   string
	output string // the value of the last expression as text
}

// next is the number of a cell about to run. Only stored ones are counted.
func (h *history) next(code string, store bool) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if store {
		h.count++
		h.lines = append(h.lines, historyLine{count: h.count, code: code})
	}
	return h.count
}

// keep adds the output of the cell that was stored last.
func (h *history) keep(output string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lines[len(h.lines)-1].output = output
}

type historyRequest struct {
	Output  bool   `json:"output"`           // whether outputs are wanted as well
	Type    string `json:"hist_access_type"` // tail, range or search
	N       int    `json:"n"`
	Start   int    `json:"start"`
	Stop    int    `json:"stop"`
	Session int    `json:"session"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

// answer lists what is asked for, as (session, number, code), or with (code,
// output) for the code.
func (h *history) answer(req historyRequest) [][]any {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []historyLine
	for _, line := range h.lines {
		wanted := true
		switch req.Type {
		case "range":
			wanted = line.count >= req.Start && (req.Stop <= 0 || line.count < req.Stop)
		case "search":
			wanted = matches(req.Pattern, line.code)
		}
		if wanted {
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
		var code any = line.code
		if req.Output {
			code = []string{line.code, line.output}
		}
		list = append(list, []any{0, line.count, code})
	}
	return list
}

// matches reports whether code has the form of a pattern with * and ?, which stand
// for a slash as well.
func matches(pattern, code string) bool {
	const slash = "\x00"
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", slash), strings.ReplaceAll(code, "/", slash))
	return ok && err == nil
}

// latest keeps the last of lines with the same code.
func latest(lines []historyLine) (kept []historyLine) {
	seen := map[string]bool{}
	for _, line := range slices.Backward(lines) {
		if !seen[line.code] {
			seen[line.code] = true
			kept = append(kept, line)
		}
	}
	slices.Reverse(kept)
	return kept
}
