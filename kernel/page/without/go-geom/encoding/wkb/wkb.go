// Package wkb replaces the package of this name in the kernel of pages; see linked in
// kernel/page.
package wkb

import (
	"encoding/binary"
	"errors"

	"github.com/twpayne/go-geom"
)

var errAbsent = errors.New("a shape, which the kernel of a page does not read or write")

// NDR is the byte order.
var NDR = binary.LittleEndian

func Marshal(geom.T, binary.ByteOrder) ([]byte, error) { return nil, errAbsent }
func Unmarshal([]byte) (geom.T, error)                 { return nil, errAbsent }
