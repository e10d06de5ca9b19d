package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A file that was not written completely is removed.
func TestPartsOfFilesAreRemoved(t *testing.T) {
	name := filepath.Join(t.TempDir(), "runs.csv")
	half := func(out io.Writer) error {
		_, err := io.WriteString(out, "key,problem\n")
		return errors.Join(err, errors.New("interrupted"))
	}
	if err := toFile(name, half); err == nil || err.Error() != "interrupted" {
		t.Error(err)
	}
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("a part remains: %v", err)
	}
}
