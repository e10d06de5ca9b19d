//go:build unix

package instant

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	out "github.com/focal-search/focal/engine/output"
)

// mostKept is how many bytes a file of what a cell has printed can have.
const mostKept = 64 << 20

// A rest is a file for what a cell prints beyond what is shown. The next cell that prints
// so much closes it.
type rest struct {
	mu   sync.Mutex
	file *os.File // nil if there is none
	room int
}

// begin makes the file for a cell, and says where the text is.
func (r *rest) begin(cell int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.close()
	name := filepath.Join(out.Folder(), fmt.Sprintf("cell-%d.txt", cell))
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		r.file, err = os.Create(name)
	}
	if err != nil {
		r.file = nil
		return fmt.Sprintf("is lost, for its file cannot be made: %v", err)
	}
	r.room = mostKept
	return fmt.Sprintf("is not shown: the next %d MB are in %s", mostKept>>20, name)
}

// write adds text to the file while there is room.
func (r *rest) write(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return
	}
	text = text[:min(len(text), r.room)]
	r.room -= len(text)
	if _, err := r.file.WriteString(text); err != nil || r.room == 0 {
		r.close()
	}
}

func (r *rest) close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}
