//go:build !js

package svg

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"html"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/focal-search/focal/kernel/setup"
)

const sample = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" width="150pt" height="100pt">` +
	`<title>a &lt; β</title><metadata>Data: x.csv</metadata><text x="10" y="30" font-size="20">Hello αβγ ≤ w·fmin</text>` +
	`<text x="290" y="60" text-anchor="end" font-weight="bold">bold</text>` +
	`<path d="M10 100L200 100" stroke="#106da9" stroke-width="4" stroke-dasharray="6 4" fill="none"/>` +
	`<path d="M20 150h0M50 150h0" stroke="green" stroke-width="12" stroke-linecap="round"/>` +
	`<path d="M70 150h0" stroke="green" stroke-width="12" stroke-linecap="square"/>` +
	`<g clip-path="url(#c)"><rect x="100" y="120" width="100" height="60" fill="url(#g)"/></g>` +
	`<rect x="220" y="70" width="60" height="30" fill="red" fill-opacity=".5"/><defs><clipPath id="c"><rect x="110" y="120" ` +
	`width="60" height="60"/></clipPath><linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="1" ` +
	`stop-color="rgba(0,0,255,.2)"/></linearGradient></defs><text transform="rotate(-90 250 180)" x="250" y="180">up</text></svg>`

// The file's structure is that of ISO 32000: the table of objects points to them, streams inflate to what they say, and
// each text is in the content, letter by letter, by the table that maps codes to letters. There is nothing else in the
// file, such as a time: it is the same again.
func TestPDF(t *testing.T) {
	file, err := PDF(sample)
	if again, _ := PDF(sample); err != nil || again != file {
		t.Fatal("not the same again", err)
	}
	start := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindStringSubmatch(file)
	if start == nil {
		t.Fatalf("the end is %q", file[len(file)-60:])
	}
	at, _ := strconv.Atoi(start[1])
	lines := strings.Split(file[at:], "\n")
	var n int
	if _, err := fmt.Sscanf(lines[1], "0 %d", &n); lines[0] != "xref" || err != nil || n < 10 {
		t.Fatalf("%q", lines[:2])
	}
	for i := 1; i < n; i++ {
		place, _ := strconv.Atoi(lines[2+i][:10])
		if head := fmt.Sprintf("%d 0 obj\n", i); len(lines[2+i]) != 19 || !strings.HasPrefix(file[place:], head) {
			t.Errorf("object %d: %q points to %.20q", i, lines[2+i], file[place:])
		}
	}
	if !strings.Contains(file, "/MediaBox [0 0 150 100]") {
		t.Error("the page has another size")
	}
	if !strings.Contains(file, "/Subject <FEFF"+fmt.Sprintf("%X", utf16Of("Data: x.csv"))+">") {
		t.Error("no metadata")
	}
	var all []string
	for _, s := range regexp.MustCompile(`(?s)/Length (\d+)>>\nstream\n`).FindAllStringSubmatchIndex(file, -1) {
		size, _ := strconv.Atoi(file[s[2]:s[3]])
		z, err := zlib.NewReader(strings.NewReader(file[s[1] : s[1]+size]))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(data))
	}
	for _, want := range []string{"Hello αβγ ≤ w·fmin", "bold", "up"} {
		if !contains(all, want) {
			t.Errorf("%q is not in the file", want)
		}
	}
}

func utf16Of(s string) (b []byte) {
	for _, r := range s {
		b = append(b, byte(r>>8), byte(r))
	}
	return b
}

// contains reports whether a text is in the content by one of the maps of letters.
func contains(streams []string, want string) bool {
	for _, cmap := range streams {
		if !strings.Contains(cmap, "beginbfchar") {
			continue
		}
		code := map[string]string{}
		for _, m := range regexp.MustCompile(`<([0-9a-f]{4})> <([0-9A-F]{4})>`).FindAllStringSubmatch(cmap, -1) {
			r, _ := strconv.ParseUint(m[2], 16, 32)
			code[string(rune(r))] = m[1]
		}
		hex := ""
		for _, r := range want {
			hex += code[string(r)]
		}
		for _, content := range streams {
			if len(hex) == 4*len([]rune(want)) && strings.Contains(content, "<"+hex+"> Tj") {
				return true
			}
		}
	}
	return false
}

// A font of some glyphs, read by another reader of fonts, has the same outlines and widths as the whole font: exactly if
// its curves are quadratic, and within a thousandth of an em if they are cubic.
func TestTrueType(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/image").Output()
	if err != nil {
		t.Fatal(err)
	}
	cff, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "font", "testdata", "CFFTest.otf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*Font{goFonts[false](), goFonts[true](), parsed("CFFTest", cff)} {
		glyphs := []uint16{0}
		for i := 1; i < f.Letters.NumGlyphs(); i += 1 + f.Letters.NumGlyphs()/200 {
			glyphs = append(glyphs, uint16(i))
		}
		file, err := truetype(f, glyphs)
		if err != nil {
			t.Fatal(err)
		}
		part, err := sfnt.Parse(complete(file))
		if err != nil {
			t.Fatal(f.Name, err)
		}
		units := fixed.I(int(f.Letters.UnitsPerEm()))
		for i, glyph := range glyphs {
			of := func(f *sfnt.Font, g sfnt.GlyphIndex) (path, fixed.Int26_6) {
				outline, err := outlineOf([]run{{font: &Font{Letters: f}, glyphs: []sfnt.GlyphIndex{g}, widths: []float64{0}}})
				if err != nil {
					t.Fatal(err)
				}
				width, err := f.GlyphAdvance(nil, g, units, font.HintingNone)
				if err != nil {
					t.Fatal(err)
				}
				return outline, width
			}
			want, wantWidth := of(f.Letters, sfnt.GlyphIndex(glyph))
			got, width := of(part, sfnt.GlyphIndex(i))
			if width.Round() != wantWidth.Round() {
				t.Errorf("%s, glyph %d: %v wide, want %v", f.Name, glyph, width, wantWidth)
			}
			if a, b := got.area(), want.area(); math.Abs(a-b) > 0.001*em*em*max(0.01, math.Abs(b)/em/em) {
				t.Errorf("%s, glyph %d: an area of %.0f, want %.0f", f.Name, glyph, a, b)
			}
			for k, corner := range got.bounds() {
				if d := corner.minus(want.bounds()[k]).length(); d > 0.002*em {
					t.Errorf("%s, glyph %d: its box differs by %.1f", f.Name, glyph, d)
				}
			}
		}
	}
}

// complete returns a font file with two tables more, which PDF does not need and a reader does: no letters, no names.
func complete(file []byte) []byte {
	var cmap, post binaryData
	cmap.add([2]uint16{0, 1}, [2]uint16{3, 1}, uint32(12))
	cmap.add([]uint16{4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0}) // format 4: one segment, of no letter
	post.add(uint32(0x30000), [7]uint32{})
	const old, more = 6, 2
	var head, entries binaryData
	head.add(uint32(0x10000), [4]uint16{old + more, 128, 3, 0})
	at := uint32(len(file) + more*16)
	entries = append(entries, "cmap"...)
	entries.add(uint32(0), at, uint32(len(cmap)))
	for i := range old {
		e := file[12+16*i : 28+16*i]
		entries = append(entries, e[:8]...)
		entries.add(binary.BigEndian.Uint32(e[8:])+more*16, e[12:16])
	}
	entries = append(entries, "post"...)
	entries.add(uint32(0), at+uint32(len(cmap)), uint32(len(post)))
	return slices.Concat(head, entries, file[12+16*old:], cmap, post)
}

// area is what the path encloses, by its direction (Green's theorem).
func (p path) area() (sum float64) {
	for _, l := range p {
		for i, a := range l.points {
			b := l.points[(i+1)%len(l.points)]
			sum += (a.x*b.y - b.x*a.y) / 2
		}
	}
	return sum
}

// Another program reads the text, finds all fonts embedded, and draws the same picture as PNG has.
func TestPoppler(t *testing.T) {
	setup.Tool(t, "pdftoppm", "poppler-utils")
	dir := t.TempDir()
	name := filepath.Join(dir, "sample.pdf")
	file, err := PDF(sample)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	output := func(args ...string) string {
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if text := output("pdftotext", name, "-"); !strings.Contains(text, "Hello αβγ ≤ w·fmin") || !strings.Contains(text, "bold") {
		t.Errorf("the text is %q", text)
	}
	fonts := strings.Split(strings.TrimSpace(output("pdffonts", name)), "\n")[2:]
	if len(fonts) != 2 {
		t.Errorf("the fonts are %q", fonts)
	}
	for _, f := range fonts {
		if !regexp.MustCompile(`\+Go-(Regular|Bold) +CID TrueType +Identity-H +yes yes yes`).MatchString(f) {
			t.Errorf("the font %q", f)
		}
	}
	output("pdftoppm", "-r", "192", "-png", "-singlefile", name, filepath.Join(dir, "page"))
	ours, err := PNG(sample, 2)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := os.ReadFile(filepath.Join(dir, "page.png"))
	if err != nil {
		t.Fatal(err)
	}
	a, b := decoded(t, []byte(ours)), decoded(t, theirs)
	if a.Bounds() != b.Bounds() {
		t.Fatalf("%v, want %v", a.Bounds(), b.Bounds())
	}
	for y := 0; y < 250; y += 50 { // the ink of each part
		for x := 0; x < 400; x += 50 {
			part := image.Rect(x, y, x+50, y+50).Intersect(a.Bounds())
			if p, q := darkness(a, part), darkness(b, part); math.Abs(p-q) > 0.03 {
				t.Errorf("in %v there is %.3f ink in PNG, %.3f in PDF", part, p, q)
			}
		}
	}
}

func decoded(t *testing.T, file []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func darkness(p image.Image, part image.Rectangle) (sum float64) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, _ := p.At(x, y).RGBA()
			sum += 1 - float64(r+g+b)/3/0xffff
		}
	}
	return sum / float64(part.Dx()*part.Dy())
}

// A letter that no font has is refused, in both formats, as is a font of another program.
func TestNoLetter(t *testing.T) {
	for what, want := range map[string]string{
		`<svg width="9" height="9"><text>a` + "\U0010fffd" + `</text></svg>`:    "no font at hand has the letter",
		`<svg width="9" height="9" font-family="Nonesuch"><text>a</text></svg>`: `no font "Nonesuch"`,
	} {
		if _, err := PDF(what); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if _, err := PNG(what, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// PNG carries the title and the metadata, in chunks that a reader checks.
func TestPNGText(t *testing.T) {
	file, err := PNG(sample, 1)
	if err != nil {
		t.Fatal(err)
	}
	decoded(t, []byte(file)) // with the chunks' sums
	for _, want := range []string{"iTXtTitle\x00\x00\x00\x00\x00a < β", "iTXtSource\x00\x00\x00\x00\x00Data: x.csv"} {
		if !strings.Contains(file, want) {
			t.Errorf("no %q", want)
		}
	}
}

// What a picture was made from can be read from each format.
func TestSource(t *testing.T) {
	const about = "Data: β 𝛼.csv\nMade by: a < b && c\n\n\"d\""
	picture := strings.Replace(sample, "Data: x.csv", html.EscapeString(about), 1)
	for _, to := range []struct {
		format string
		write  func(string) (string, error)
	}{
		{"svg", func(s string) (string, error) { return s, nil }},
		{"pdf", PDF},
		{"png", func(s string) (string, error) { return PNG(s, 1) }},
	} {
		file, err := to.write(picture)
		if err != nil {
			t.Fatal(err)
		}
		if got, format, err := Source([]byte(file)); got != about || format != to.format || err != nil {
			t.Errorf("%s: %q, %q, %v", to.format, got, format, err)
		}
		for n := range len(file) { // nothing that is cut off does harm
			if got, _, _ := Source([]byte(file[:n])); got != "" && got != about && to.format != "svg" {
				t.Fatalf("of %d bytes of %s: %q", n, to.format, got)
			}
		}
	}
	if _, _, err := Source([]byte("GIF8")); err == nil {
		t.Error("a file of another format is taken")
	}
}
