package memory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// provide maps zeroed bytes. The system provides their pages when they are first touched.
func provide(size int) ([]byte, error) { return anonymous(size, unix.PROT_READ|unix.PROT_WRITE) }

func anonymous(size, prot int) ([]byte, error) {
	at, err := unix.MmapPtr(-1, 0, nil, uintptr(size), prot, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(at), size), nil
}

// unmap returns whole pages to the system.
func unmap(raw []byte) {
	if len(raw) > 0 {
		unix.MunmapPtr(unsafe.Pointer(&raw[0]), uintptr(len(raw)))
	}
}

// resize changes the length of a mapping, in place if possible. Otherwise its pages move to an address that is
// aligned for huge pages: between such addresses huge pages stay huge, elsewhere they are split into small ones. If a
// limit leaves no room for an aligned copy, they move to any address.
func resize(raw []byte, size int) ([]byte, error) {
	move := func(to unsafe.Pointer, flags int) ([]byte, error) {
		at, err := unix.MremapPtr(unsafe.Pointer(&raw[0]), uintptr(len(raw)), to, uintptr(size), flags)
		if err != nil {
			return nil, err
		}
		return unsafe.Slice((*byte)(at), size), nil
	}
	if resized, err := move(nil, 0); err == nil {
		return resized, nil
	}
	room, err := anonymous(size+hugePage, unix.PROT_NONE) // which limits on data do not count
	if err != nil {
		return move(nil, unix.MREMAP_MAYMOVE)
	}
	start := toHugePage(room)
	unmap(room[:start])
	unmap(room[(start+size+smallPage-1)&^(smallPage-1):])
	if resized, err := move(unsafe.Pointer(&room[start]), unix.MREMAP_MAYMOVE|unix.MREMAP_FIXED); err == nil {
		return resized, nil
	}
	return move(nil, unix.MREMAP_MAYMOVE)
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
