package instant

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"
)

// The sequences of cells that were handed in.
func TestHandedCells(t *testing.T) {
	src, err := os.ReadFile("testdata/cells.json")
	if err != nil {
		t.Fatal(err)
	}
	var sequences map[string][]struct{ Cell, Prints string }
	if err := json.Unmarshal(src, &sequences); err != nil {
		t.Fatal(err)
	}
	for name, cells := range sequences {
		t.Run(name, func(t *testing.T) {
			var out, notes bytes.Buffer
			s := newSession(&out, &notes)
			for i, c := range cells {
				out.Reset()
				if _, err := s.run(context.Background(), i+1, c.Cell); err != nil {
					t.Fatalf("cell %d: %v", i+1, err)
				}
				if out.String() != c.Prints {
					t.Errorf("cell %d prints %q, want %q", i+1, &out, c.Prints)
				}
			}
		})
	}
}
