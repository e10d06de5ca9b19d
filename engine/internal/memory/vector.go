package memory

import "unsafe"

// A Vector is a growing array of values without pointers. Growing copies nothing.
type Vector[T any] struct {
	Items  []T
	memory Region
}

// Push appends an item.
func (v *Vector[T]) Push(x T) {
	if len(v.Items) == cap(v.Items) {
		v.grow()
	}
	v.Items = append(v.Items, x)
}

// grow makes room for a 32nd as many items again. So little memory waits, and a limit on
// memory is not overshot by one growth.
func (v *Vector[T]) grow() {
	const page = 4 << 10
	n := cap(v.Items)
	v.reserve(n + max(n/32, page/int(unsafe.Sizeof(*new(T)))))
}

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

func (v *Vector[T]) reserve(n int) {
	size := int(unsafe.Sizeof(*new(T)))
	if err := v.memory.Extend((n*size + 7) / 8); err != nil {
		panic("engine: out of memory: " + err.Error()) // as Go does; limits stop a run before
	}
	words := v.memory.Words
	v.Items = unsafe.Slice((*T)(unsafe.Pointer(&words[0])), len(words)*8/size)[:len(v.Items)]
}

// Bytes returns the memory that it takes.
func (v *Vector[T]) Bytes() int64 { return int64(len(v.memory.Words)) * 8 }

// Free gives the memory back to the system. The vector is empty then.
func (v *Vector[T]) Free() {
	v.memory.Free(len(v.memory.Words))
	v.Items = nil
}
