package memory

import "testing"

// TestVector: a vector keeps its items on the way from Go's heap to a region, takes little memory
// as long as it is short, and is zero where it has been resized.
func TestVector(t *testing.T) {
	type item struct{ a, b uint32 }
	var v Vector[item]
	defer v.Free()
	for i := range uint32(100_000) {
		v.Push(item{i, 3 * i})
		if bytes, used := v.Bytes(), int64(len(v.Items)*8); bytes < used || bytes > used*33/32+max(used, 8)+4096 {
			t.Fatalf("%d items of 8 bytes take %d bytes", len(v.Items), bytes)
		}
		if i == 0 && v.Bytes() != shortest {
			t.Fatalf("one item takes %d bytes, want %d", v.Bytes(), shortest)
		}
	}
	for i, x := range v.Items {
		if x != (item{uint32(i), 3 * uint32(i)}) {
			t.Fatalf("item %d is %v", i, x)
		}
	}
	for _, n := range []int{1, short / 8, short/8 + 1, 1000, 100_000} {
		var v Vector[uint64]
		v.Push(7)
		v.Resize(n)
		if len(v.Items) != n || v.Items[0] != 7 {
			t.Fatalf("%d items, the first %d, want %d and 7", len(v.Items), v.Items[0], n)
		}
		for i, x := range v.Items[1:] {
			if x != 0 {
				t.Fatalf("item %d of %d is %d after Resize", i+1, n, x)
			}
		}
		v.Free()
	}
}
