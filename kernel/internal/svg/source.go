package svg

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"unicode/utf16"
)

// subject is where a file by PDF says what it was made from.
var subject = regexp.MustCompile(`<</Title <FEFF[0-9A-F]*> /Subject <FEFF((?:[0-9A-F]{4})*)> /Creator`)

// Source returns the metadata of a picture that this package or a chart has written as SVG, PDF or PNG, and its format:
// svg, pdf or png. The metadata is "" if there is none.
func Source(picture []byte) (about, format string, err error) {
	switch {
	case bytes.HasPrefix(picture, []byte("%PDF-")):
		if m := subject.FindSubmatch(picture); m != nil {
			units := make([]byte, len(m[1])/2)
			hex.Decode(units, m[1]) // whose digits the expression has checked
			var text []uint16
			for pair := range slices.Chunk(units, 2) {
				text = append(text, binary.BigEndian.Uint16(pair))
			}
			about = string(utf16.Decode(text))
		}
		return about, "pdf", nil
	case bytes.HasPrefix(picture, []byte("\x89PNG\r\n\x1a\n")):
		const text = "iTXtSource\x00\x00\x00\x00\x00"
		if at := bytes.Index(picture, []byte(text)); at >= 4 {
			length := int(binary.BigEndian.Uint32(picture[at-4:])) + len("iTXt")
			if length >= len(text) && length <= len(picture)-at {
				about = string(picture[at+len(text) : at+length])
			}
		}
		return about, "png", nil
	case bytes.HasPrefix(picture, []byte("<svg ")):
		d := xml.NewDecoder(bytes.NewReader(picture))
		for inside := false; ; {
			token, err := d.Token()
			if err == io.EOF {
				return about, "svg", nil
			}
			if err != nil {
				return "", "", err
			}
			switch token := token.(type) {
			case xml.StartElement:
				inside = token.Name.Local == "metadata"
			case xml.EndElement:
				inside = false
			case xml.CharData:
				if inside {
					about += string(token)
				}
			}
		}
	}
	return "", "", errors.New("it is neither PDF nor SVG nor PNG")
}
