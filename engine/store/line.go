package store

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/focal-search/focal/engine/record"
)

// A line of a shard is a record in JSON, beside its checksum, a CRC-32C of that text.
const lineFormat = `{"crc32c":"%s","run":%s}` + "\n"

func checksum(text []byte) string {
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], record.Sum(text))
	return hex.EncodeToString(sum[:])
}

// appendLine appends a record's line.
func appendLine(b []byte, rec *record.Record) ([]byte, error) {
	run, err := json.Marshal(rec)
	if err != nil {
		return b, err
	}
	return fmt.Appendf(b, lineFormat, checksum(run), run), nil
}

// readLine reads a whole line back, and rejects anything inconsistent.
func readLine(text []byte) (*record.Record, error) {
	head, run, whole := bytes.Cut(text, []byte(`","run":`))
	run, ends := bytes.CutSuffix(run, []byte("}\n"))
	sum, begins := strings.CutPrefix(string(head), `{"crc32c":"`)
	if !whole || !begins || !ends {
		return nil, errors.New("not a line of a shard")
	}
	if have := checksum(run); have != sum {
		return nil, fmt.Errorf("the checksum is %s, not %s as it was written", have, sum)
	}
	rec := new(record.Record)
	if err := json.Unmarshal(run, rec); err != nil {
		return nil, err
	}
	switch {
	case rec.Result == nil:
		return nil, errors.New("a line without a result")
	case rec.Key == "":
		return nil, errors.New("a run without a key")
	}
	_, err := rec.Identity()
	return rec, err
}
