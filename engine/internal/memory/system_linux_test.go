package memory

import "testing"

// TestResize: a mapping that cannot grow where it is moves, with its content, to where a huge page may begin.
func TestResize(t *testing.T) {
	raw, err := provide(4 * hugePage)
	if err != nil {
		t.Fatal(err)
	}
	raw, behind := raw[:2*hugePage+smallPage], raw[2*hugePage+smallPage:]
	defer unmap(behind)
	for i := range raw {
		raw[i] = byte(i % 251)
	}
	was, have := &raw[0], len(raw)
	if raw, err = resize(raw, 5*hugePage+smallPage); err != nil {
		t.Fatal(err)
	}
	defer func() { unmap(raw) }()
	if &raw[0] == was || toHugePage(raw) != 0 {
		t.Errorf("it is at %p, and was at %p", &raw[0], was)
	}
	for i, b := range raw {
		if want := byte(i % 251); b != want && i < have || b != 0 && i >= have {
			t.Fatalf("byte %d is %d, want %d", i, b, want)
		}
	}
	was = &raw[0]
	if raw, err = resize(raw, 3*hugePage); err != nil || &raw[0] != was || len(raw) != 3*hugePage {
		t.Errorf("%d bytes at %p, want %d at %p, error %v", len(raw), &raw[0], 3*hugePage, was, err)
	}
}
