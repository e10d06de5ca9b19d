// Package memory provides arrays of plain values outside Go's heap. The garbage
// collector neither scans nor moves them, and large ones lie on huge pages.
package memory
