// Package memory provides arrays of plain values outside Go's heap. The garbage
// collector neither scans nor moves them, and large ones lie on huge pages.
package memory

// SmallPages is how many bytes of a region of AllocateFirst lie in small pages.
const SmallPages = 256 << 10
