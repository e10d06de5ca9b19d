package export_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"

	"github.com/focal-search/focal/engine/store/export"
)

// A small file that would expand to gigabytes is refused with a line that gives the
// reason.
func TestBombs(t *testing.T) {
	frame := func(more ...byte) []byte { return append([]byte{0x28, 0xb5, 0x2f, 0xfd}, more...) }
	// A block of one byte, repeated 2 MiB times, as often as fits.
	blocks := func(head ...byte) []byte {
		return append(frame(head...), append(bytes.Repeat([]byte{2, 0, 0x80 | 0x7f, 'x'}, 4000), 1, 0, 0)...)
	}
	one := frame(0x20, 0, 1, 0, 0)
	zeros := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct {
		codec compress.Codec
		value string
		say   string
	}{
		"snappy":           {as{format.Snappy, snappy.Encode(nil, nil)}, "x", "a page says that it has"},
		"snappy, long":     {as{format.Snappy, []byte{0xff, 0xff, 0xff, 0xff, 0x07}}, "x", "damaged: a page says"},
		"zstd, size":       {as{format.Zstd, frame(0xe0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)}, "x", "damaged: a page says"},
		"zstd, repeated":   {as{format.Zstd, blocks(0, 0x58)}, zeros, "MiB of memory: want at most 1024"},
		"zstd, two frames": {as{format.Zstd, append(one, one...)}, "x", "damaged: a page says"},
		"zstd, cut off":    {as{format.Zstd, frame(0, 0x58, 4, 0, 0)}, "x", "damaged: a page says"},
		"lz4":              {&parquet.Lz4Raw, zeros, "its compression is LZ4_RAW: want ZSTD, SNAPPY or none"},
		"gzip":             {&parquet.Gzip, zeros, "its compression is GZIP: want"},
		"brotli":           {&parquet.Brotli, zeros, "its compression is BROTLI: want"},
	} {
		t.Run(name, func(t *testing.T) {
			type text struct {
				Text string `parquet:"text,plain"`
			}
			var b bytes.Buffer
			w := parquet.NewGenericWriter[text](&b, parquet.Compression(c.codec))
			if _, err := w.Write([]text{{c.value}}); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			refused(t, b.Bytes(), c.say)
		})
	}
	long := strings.Repeat("x", 1<<18)
	t.Run("dictionary", func(t *testing.T) {
		type text struct {
			Text string `parquet:"text,dict"`
		}
		refused(t, repeated(t, 4000, text{long}), "column text: its dictionary has a text of 262144 bytes: want at most 65536")
	})
	t.Run("delta", func(t *testing.T) {
		type text struct {
			Text string `parquet:"text,delta"`
		}
		refused(t, repeated(t, 2, text{long}), "column text: its encoding is DELTA_BYTE_ARRAY: want PLAIN or RLE_DICTIONARY")
	})
	t.Run("page header", func(t *testing.T) {
		data := unsummed(parquetFile(t))
		places := headers(t, data)
		// Its second field is the size of the page, of which a long number takes the rest.
		copy(data[places[0]+2:], []byte{0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f})
		refused(t, data, "damaged: ")
	})
}

// repeated is a short file of a row, n times.
func repeated[T any](t *testing.T, n int, row T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.Compression(&parquet.Zstd), parquet.DataPageStatistics(false))
	for range n {
		if _, err := w.Write([]T{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 4<<20 {
		t.Fatalf("the file itself has %d bytes", b.Len())
	}
	return b.Bytes()
}

// as compresses any input to the same bytes.
type as struct {
	codec format.CompressionCodec
	data  []byte
}

func (a as) String() string                             { return a.codec.String() }
func (a as) CompressionCodec() format.CompressionCodec  { return a.codec }
func (a as) Encode(dst, src []byte) ([]byte, error)     { return append(dst[:0], a.data...), nil }
func (a as) Decode(dst, src []byte) (b []byte, _ error) { return dst, nil }

// refused checks that a file is refused in one line that gives the reason, and takes
// little memory.
func refused(t *testing.T, data []byte, say string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	lines, err := export.Parse("runs.parquet", data)
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 64 {
		t.Errorf("%d MiB were allocated", used)
	}
	if err == nil || len(lines) > 0 || !strings.Contains(err.Error(), say) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%d lines, %v: want %s", len(lines), err, say)
	}
}
