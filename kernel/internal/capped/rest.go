// Package capped keeps what a cell shows small enough for a notebook. What is beyond goes to a file.
package capped

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	out "github.com/focal-search/focal/engine/output"
)

// Kept is how many bytes a file of what a cell has not shown can have.
const Kept = 64 << 20

// A Rest is a file for what a cell prints or displays beyond what is shown.
type Rest struct {
	mu   sync.Mutex
	file *os.File // nil if there is none
	room int
}

// Begin makes the file, which replaces one that was begun before, and says where the rest is.
func (r *Rest) Begin(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.close()
	name = filepath.Join(out.Folder(), name)
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		r.file, err = os.Create(name)
	}
	if err != nil {
		r.file = nil
		return fmt.Sprintf("is lost, for its file cannot be made: %v", err)
	}
	r.room = Kept
	return fmt.Sprintf("is not shown: the next %d MB are in %s", Kept>>20, name)
}

// Write adds text to the file while there is room.
func (r *Rest) Write(text string) {
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

func (r *Rest) close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}
