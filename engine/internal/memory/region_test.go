package memory

import "testing"

// TestGrow: a region keeps its content while it doubles from small pages to several huge
// pages.
func TestGrow(t *testing.T) {
	const last = 4 << 20
	r, err := Allocate(1 << 12)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { r.Free(len(r.Words)) }()
	for size := len(r.Words); size < last; size *= 2 {
		for i := size / 2; i < size; i++ {
			r.Words[i] = uint64(i) * 3
		}
		for i := range size / 2 {
			r.Words[i] = uint64(i) * 3
		}
		if err := r.Grow(2 * size); err != nil {
			t.Fatal(err)
		}
		if len(r.Words) != 2*size {
			t.Fatalf("%d words, want %d", len(r.Words), 2*size)
		}
		for i, w := range r.Words {
			want := uint64(i) * 3
			if i >= size {
				want = 0
			}
			if w != want {
				t.Fatalf("word %d of %d is %d, want %d", i, 2*size, w, want)
			}
		}
	}
}
