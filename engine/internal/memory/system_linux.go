package memory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// provide maps so many bytes, which are zero. The system hands out their pages when they are first touched.
func provide(size int) ([]byte, error) {
	at, err := unix.MmapPtr(-1, 0, nil, uintptr(size), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(at), size), nil
}

// unmap gives bytes back to the system, which are whole pages.
func unmap(raw []byte) {
	if len(raw) > 0 {
		unix.MunmapPtr(unsafe.Pointer(&raw[0]), uintptr(len(raw)))
	}
}

// resize changes a mapping to so many bytes. It stays where it is if it can; else its pages move to where a huge
// page may begin. From one such place to another huge pages move as they are; else each would become small ones.
func resize(raw []byte, size int) ([]byte, error) {
	at := unsafe.Pointer(&raw[0])
	if _, err := unix.MremapPtr(at, uintptr(len(raw)), nil, uintptr(size), 0); err == nil {
		return unsafe.Slice((*byte)(at), size), nil
	}
	room, err := provide(size + hugePage)
	if err != nil {
		return nil, err
	}
	start := toHugePage(room)
	to := room[start : start+size]
	if _, err = unix.MremapPtr(at, uintptr(len(raw)), unsafe.Pointer(&to[0]), uintptr(size),
		unix.MREMAP_MAYMOVE|unix.MREMAP_FIXED); err != nil {
		unmap(room)
		return nil, err
	}
	unmap(room[:start])
	unmap(room[(start+size+smallPage-1)&^(smallPage-1):])
	return to, nil
}

// toHugePage is the number of bytes before the first place where a huge page may begin.
func toHugePage(raw []byte) int { return int(-uintptr(unsafe.Pointer(&raw[0])) & (hugePage - 1)) }

// movePages moves the pages of a mapping into another, and says whether it could.
func movePages(to, from []byte) bool {
	const flags = unix.MREMAP_MAYMOVE | unix.MREMAP_FIXED | unix.MREMAP_DONTUNMAP
	size := uintptr(len(from))
	_, err := unix.MremapPtr(unsafe.Pointer(&from[0]), size, unsafe.Pointer(&to[0]), size, flags)
	return err == nil
}
