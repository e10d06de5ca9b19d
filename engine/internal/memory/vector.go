package memory

import "unsafe"

// A Vector is a growing array of values without pointers. A short one lies in Go's heap, since a
// region takes at least a page. A longer one grows without copying.
type Vector[T any] struct {
	Items  []T
	memory Region
}

const (
	shortest = 512     // bytes of the first items
	short    = 4 << 10 // bytes up to which a vector lies in Go's heap
)

// Push appends an item.
func (v *Vector[T]) Push(x T) {
	if len(v.Items) == cap(v.Items) {
		v.grow()
	}
	v.Items = append(v.Items, x)
}

// grow adds room for a 64th of the items, or for more if the vector is short. So little memory is
// unused, and one growth does not overshoot a limit on memory.
func (v *Vector[T]) grow() {
	n := cap(v.Items)
	v.reserve(n + max(1, n/64, min(max(n*v.size(), shortest), short)/v.size()))
}

// size is the bytes of an item.
func (*Vector[T]) size() int { return int(unsafe.Sizeof(*new(T))) }

// Extend appends n items, whatever their values, and returns the index of the first.
func (v *Vector[T]) Extend(n int) (from int) {
	from = len(v.Items)
	for from+n > cap(v.Items) {
		v.grow()
	}
	v.Items = v.Items[:from+n]
	return from
}

// Resize makes it n items long, the new ones zero. It never gets shorter.
func (v *Vector[T]) Resize(n int) {
	v.reserve(n)
	added := v.Items[len(v.Items):n]
	v.Items = v.Items[:n]
	if v.memory.Used() {
		clear(added)
	}
}

// reserve makes room for n items, if there is room for fewer.
func (v *Vector[T]) reserve(n int) {
	if n <= cap(v.Items) {
		return
	}
	size := v.size()
	if n*size <= short {
		v.Items = append(make([]T, 0, n), v.Items...)
		return
	}
	leaves := v.memory.Words == nil // Go's heap
	if err := v.memory.Extend((n*size + 7) / 8); err != nil {
		panic("engine: out of memory: " + err.Error()) // as Go does; limits stop a run before
	}
	words := v.memory.Words
	items := unsafe.Slice((*T)(unsafe.Pointer(&words[0])), len(words)*8/size)[:len(v.Items)]
	if leaves {
		copy(items, v.Items)
	}
	v.Items = items
}

// Bytes returns the memory that it takes.
func (v *Vector[T]) Bytes() int64 {
	if v.memory.Words == nil {
		return int64(cap(v.Items) * v.size())
	}
	return int64(len(v.memory.Words)) * 8
}

// Free gives the memory back to the system. The vector is empty then.
func (v *Vector[T]) Free() {
	v.memory.Free(len(v.memory.Words))
	v.Items = nil
}
