package engine

import "unsafe"

// vector is a growing array of values without pointers, outside Go's heap, that
// copies nothing when it grows.
type vector[T any] struct {
	items  []T
	memory region
}

func (v *vector[T]) push(x T) {
	if len(v.items) == cap(v.items) {
		v.grow()
	}
	v.items = append(v.items, x)
}

// grow makes room for half as many items again.
func (v *vector[T]) grow() {
	n := len(v.items)
	v.reserve(n + max(n/2, 1024))
}

// resize makes it n items long, the new ones zero. It never gets shorter.
func (v *vector[T]) resize(n int) {
	v.reserve(n)
	v.items = v.items[:n]
}

func (v *vector[T]) reserve(n int) {
	size := int(unsafe.Sizeof(*new(T)))
	if err := v.memory.extend(n * size / 8); err != nil {
		panic("engine: out of memory: " + err.Error()) // as Go does; limits stop a run before
	}
	words := v.memory.words
	v.items = unsafe.Slice((*T)(unsafe.Pointer(&words[0])), len(words)*8/size)[:len(v.items)]
}

func (v *vector[T]) bytes() int64 { return int64(len(v.memory.words)) * 8 }

func (v *vector[T]) free() {
	v.memory.free()
	v.items = nil
}
