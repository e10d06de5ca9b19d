// Package lz4 replaces the module of this name in the kernel of pages; see linked in
// kernel/page. Focal refuses files compressed with LZ4 before it reads them.
package lz4

type (
	// CompressionLevel is a level of compression.
	CompressionLevel uint32
	// Compressor is a compressor that always fails.
	Compressor struct{}
	// CompressorHC is a compressor that always fails.
	CompressorHC struct{ Level CompressionLevel }
)

// The levels.
const (
	Fast CompressionLevel = iota
	Level1
	Level2
	Level3
	Level4
	Level5
	Level6
	Level7
	Level8
	Level9
)

func CompressBlockBound(int) int                              { panic("no LZ4") }
func UncompressBlock([]byte, []byte) (int, error)             { panic("no LZ4") }
func (*Compressor) CompressBlock([]byte, []byte) (int, error) { panic("no LZ4") }
func (*CompressorHC) CompressBlock([]byte, []byte) (int, error) {
	panic("no LZ4")
}
