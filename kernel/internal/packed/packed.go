// Package packed encodes data for embedding in pages, as compressed JSON in base64.
package packed

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"sync"
)

// UnpackJS is a JavaScript function that returns a promise of the JSON text.
const UnpackJS = `base64 => new Response(new Blob([Uint8Array.from(atob(base64), c => c.charCodeAt(0))])` +
	`.stream().pipeThrough(new DecompressionStream('gzip'))).text()`

// JSON writes a value as compressed JSON in base64.
func JSON(v any) (string, error) {
	var b bytes.Buffer
	z := compressors.Get().(*gzip.Writer)
	defer compressors.Put(z)
	z.Reset(&b)
	if err := json.NewEncoder(z).Encode(v); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// compressors are used again, since making one is expensive. At this level they
// take half the time of the default one and write a few per cent more.
var compressors = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(nil, 4)
	if err != nil {
		panic(err) // the level is valid
	}
	return z
}}
