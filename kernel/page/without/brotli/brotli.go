// Package brotli replaces the module of this name in the kernel of pages; see linked in
// kernel/page. Files compressed with Brotli cannot be read there.
package brotli

import (
	"errors"
	"io"
)

var errAbsent = errors.New("compressed by Brotli, which the kernel of a page does not have: want zstd, snappy or none")

type (
	// Reader is a reader that always fails.
	Reader struct{}
	// Writer is a writer that always fails.
	Writer struct{}
	// WriterOptions are the options of a Writer.
	WriterOptions struct{ Quality, LGWin int }
)

func NewReader(io.Reader) *Reader                       { return &Reader{} }
func NewWriterOptions(io.Writer, WriterOptions) *Writer { return &Writer{} }

func (*Reader) Reset(io.Reader) error     { return nil }
func (*Reader) Read([]byte) (int, error)  { return 0, errAbsent }
func (*Writer) Reset(io.Writer)           {}
func (*Writer) Write([]byte) (int, error) { return 0, errAbsent }
func (*Writer) Close() error              { return nil }
