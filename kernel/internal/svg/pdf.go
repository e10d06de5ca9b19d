//go:build !js

package svg

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"fmt"
	"hash/fnv"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// PDF returns a picture as a PDF file of one page, as large as the SVG says. Text is text, in fonts that are embedded.
// The file carries the picture's title and metadata, and no time: the same picture gives the same bytes.
func PDF(svg string) (string, error) {
	p := &pdf{fonts: map[*Font]*embedded{}, states: map[uint8]bool{}}
	title, about, err := drawOn(svg, 72./96, p)
	if err != nil {
		return "", err
	}
	return p.file(title, about)
}

// pdf is a page in PDF (ISO 32000). Its content is in the SVG's direction, from above.
type pdf struct {
	width, height float64
	content       strings.Builder
	fonts         map[*Font]*embedded
	order         []*embedded
	states        map[uint8]bool // the opacities in use, of 255
	shades        []*gradient
	objects       []string
}

// embedded is a font of the file. A letter's code is the index of its glyph.
type embedded struct {
	*Font
	name    string // on the page
	glyphs  []uint16
	letters []rune
	widths  []float64
	codes   map[uint16]int
}

func (p *pdf) printf(format string, a ...any) { fmt.Fprintf(&p.content, format, a...) }

// num is a number of PDF, with a precision of a thousandth.
func num(x float64) string {
	s := strconv.FormatFloat(x, 'f', 3, 64)
	return cmp.Or(strings.TrimRight(strings.TrimRight(s, "0"), "."), "0")
}

func (m matrix) pdf() string {
	var all []string
	for _, x := range m {
		all = append(all, strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64))
	}
	return strings.Join(all, " ")
}

func (p *pdf) open(width, height float64) error {
	const most = 14_400 // of PDF, in points
	if width > most || height > most {
		return fmt.Errorf("a page of %v × %v points: want at most %d on either side", width, height, most)
	}
	p.width, p.height = width, height
	p.content.Reset()
	p.printf("1 0 0 -1 0 %s cm\n", num(height)) // from here on y grows downward
	return nil
}

// path writes a path.
func (p *pdf) path(area path) {
	for _, l := range area {
		for i, at := range l.points {
			p.printf("%s %s %c\n", num(at.x), num(at.y), "lm"[max(0, 1-i)])
		}
		if l.closed {
			p.printf("h\n")
		} else if len(l.points) == 1 {
			p.printf("%s %s l\n", num(l.points[0].x), num(l.points[0].y)) // a dot
		}
	}
}

// begin saves the state and sets clips and ink, which fills or strokes.
func (p *pdf) begin(with ink, strokes bool) {
	p.printf("q\n")
	for _, clip := range with.clips {
		p.path(clip)
		p.printf("W n\n")
	}
	if with.gradient != nil {
		p.shades = append(p.shades, with.gradient)
		n := len(p.shades)
		p.printf("/M%d gs /Pattern cs /P%d scn /Pattern CS /P%d SCN\n", n, n, n)
		return
	}
	p.printf("%s %s\n", components(with.color), map[bool]string{true: "RG", false: "rg"}[strokes])
	if a := with.color.A; a < 255 {
		p.states[a] = true
		p.printf("/A%d gs\n", a)
	}
}

func components(c color.NRGBA) string {
	return num(float64(c.R)/255) + " " + num(float64(c.G)/255) + " " + num(float64(c.B)/255)
}

func (p *pdf) fill(area path, with ink) error {
	p.begin(with, false)
	p.path(area)
	p.printf("f Q\n")
	return nil
}

func (p *pdf) stroke(l path, m matrix, pen pen, with ink) error {
	if pen.cap == "square" { // PDF draws no square dots
		return p.fill(l.stroked(pen).through(m), with)
	}
	p.begin(with, true)
	var dashes []string
	for _, d := range pen.dash {
		dashes = append(dashes, num(d))
	}
	p.printf("%s cm %s w 1 j %d J [%s] 0 d\n", m.pdf(), num(pen.width),
		map[string]int{"round": 1, "square": 2}[pen.cap], strings.Join(dashes, " "))
	p.path(l)
	p.printf("S Q\n")
	return nil
}

func (p *pdf) write(text []run, m matrix, with ink) error {
	p.begin(with, false)
	p.printf("BT\n")
	x := 0.0
	for _, r := range text {
		e := p.fonts[r.font]
		if e == nil {
			e = &embedded{Font: r.font, name: fmt.Sprint("F", len(p.order)+1), glyphs: []uint16{0}, letters: []rune{0},
				widths: []float64{0}, codes: map[uint16]int{}}
			p.fonts[r.font], p.order = e, append(p.order, e)
		}
		at := m.times(matrix{1, 0, 0, -1, x, 0}) // letters stand upright
		p.printf("/%s 1 Tf %s Tm <", e.name, at.pdf())
		for i, glyph := range r.glyphs {
			code, known := e.codes[uint16(glyph)]
			if !known {
				code = len(e.glyphs)
				e.codes[uint16(glyph)] = code
				e.glyphs, e.letters = append(e.glyphs, uint16(glyph)), append(e.letters, r.letters[i])
				e.widths = append(e.widths, r.widths[i])
			}
			p.printf("%04x", code)
			x += r.widths[i]
		}
		p.printf("> Tj\n")
	}
	p.printf("ET Q\n")
	return nil
}

// add adds an object to the file and returns a reference to it.
func (p *pdf) add(object string) string {
	p.objects = append(p.objects, object)
	return fmt.Sprintf("%d 0 R", len(p.objects))
}

// stream adds data, compressed.
func (p *pdf) stream(dictionary, data string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write([]byte(data))
	z.Close()
	return p.add(fmt.Sprintf("<<%s /Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream", dictionary, b.Len(), &b))
}

// words is a text of PDF.
func words(text string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String() + ">"
}

// file is the finished file.
func (p *pdf) file(title, about string) (string, error) {
	p.objects = make([]string, 2) // the catalog and the pages
	var fonts, states, patterns strings.Builder
	for _, e := range p.order {
		at, err := p.font(e)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&fonts, "/%s %s ", e.name, at)
	}
	for _, a := range slices.Sorted(maps.Keys(p.states)) {
		fmt.Fprintf(&states, "/A%d <</ca %s /CA %[2]s>> ", a, num(float64(a)/255))
	}
	for i, g := range p.shades {
		colors, opacities := p.shade(g)
		fmt.Fprintf(&patterns, "/P%d %s ", i+1, colors)
		fmt.Fprintf(&states, "/M%d <</SMask <</S /Luminosity /G %s>>>> ", i+1, opacities)
	}
	content := p.stream("", p.content.String())
	page := p.add(fmt.Sprintf("<</Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents %s /Group <</S /Transparency "+
		"/CS /DeviceRGB>> /Resources <</Font <<%s>> /ExtGState <<%s>> /Pattern <<%s>>>>>>", num(p.width), num(p.height),
		content, &fonts, &states, &patterns))
	p.objects[0] = "<</Type /Catalog /Pages 2 0 R>>"
	p.objects[1] = fmt.Sprintf("<</Type /Pages /Kids [%s] /Count 1>>", page)
	info := p.add(fmt.Sprintf("<</Title %s /Subject %s /Creator %s>>", words(title), words(about), words("Focal")))

	var b strings.Builder
	b.WriteString("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
	var places []int
	for i, o := range p.objects {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d /Root 1 0 R /Info %s>>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, info, start)
	return b.String(), nil
}

// shade adds a gradient: a pattern of its colours, and a mask of its opacities.
func (p *pdf) shade(g *gradient) (colors, opacities string) {
	axis := func(space string, of func(color.NRGBA) string) string {
		var pieces, ends, ways []string
		offsets := append([]float64{0}, append(slices.Clone(g.offsets), 1)...)
		stops := append([]color.NRGBA{g.colors[0]}, append(slices.Clone(g.colors), g.colors[len(g.colors)-1])...)
		for i := 1; i < len(stops); i++ {
			if i > 1 {
				ends = append(ends, num(offsets[i-1]))
			}
			pieces = append(pieces, fmt.Sprintf("<</FunctionType 2 /Domain [0 1] /N 1 /C0 [%s] /C1 [%s]>>", of(stops[i-1]),
				of(stops[i])))
			ways = append(ways, "0 1")
		}
		return fmt.Sprintf("<</ShadingType 2 /ColorSpace /%s /Coords [%s %s %s %s] /Extend [true true] /Function "+
			"<</FunctionType 3 /Domain [0 1] /Functions [%s] /Bounds [%s] /Encode [%s]>>>>", space, num(g.from.x),
			num(p.height-g.from.y), num(g.to.x), num(p.height-g.to.y), strings.Join(pieces, " "), strings.Join(ends, " "),
			strings.Join(ways, " "))
	}
	colors = p.add("<</Type /Pattern /PatternType 2 /Shading " + axis("DeviceRGB", components) + ">>")
	shading := axis("DeviceGray", func(c color.NRGBA) string { return num(float64(c.A) / 255) })
	return colors, p.stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 %s %s] /Matrix [1 0 0 -1 0 %[2]s] /Group "+
		"<</S /Transparency /CS /DeviceGray>> /Resources <</Shading <</S %s>>>>", num(p.width), num(p.height), shading),
		"/S sh")
}

// font adds a font.
func (p *pdf) font(e *embedded) (string, error) {
	bounds, err := e.Letters.Bounds(nil, fixed.I(1000), font.HintingNone)
	if err != nil {
		return "", err
	}
	metrics, err := e.Letters.Metrics(nil, fixed.I(1000), font.HintingNone)
	if err != nil {
		return "", err
	}
	if err := mayEmbed(e.Font); err != nil {
		return "", fmt.Errorf("embedding the font %s: %w", e.Name, err)
	}
	file, err := truetype(e.Font, e.glyphs)
	if err != nil {
		return "", fmt.Errorf("embedding the font %s: %w", e.Name, err)
	}
	name := tag(e) + "+" + e.Name
	descriptor := p.add(fmt.Sprintf("<</Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%d %d %d %d] /ItalicAngle 0 "+
		"/Ascent %d /Descent %d /CapHeight %d /StemV 80 /FontFile2 %s>>", name, bounds.Min.X.Floor(), -bounds.Max.Y.Ceil(),
		bounds.Max.X.Ceil(), -bounds.Min.Y.Floor(), metrics.Ascent.Ceil(), -metrics.Descent.Ceil(),
		metrics.CapHeight.Ceil(), p.stream(fmt.Sprintf("/Length1 %d", len(file)), string(file))))
	var widths, letters strings.Builder
	for i, w := range e.widths {
		fmt.Fprintf(&widths, "%s ", num(1000*w))
		if i%100 == 1 { // at most so many in a block
			fmt.Fprintf(&letters, "%d beginbfchar\n", min(100, len(e.letters)-i))
		}
		if i > 0 {
			fmt.Fprintf(&letters, "<%04x> <%s\n", i, strings.TrimPrefix(words(string(e.letters[i])), "<FEFF"))
		}
		if i > 0 && (i%100 == 0 || i == len(e.widths)-1) {
			letters.WriteString("endbfchar\n")
		}
	}
	meaning := p.stream("", "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"+
		"/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n"+
		"/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"+letters.String()+
		"endcmap CMapName currentdict /CMap defineresource pop end end\n")
	return p.add(fmt.Sprintf("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /ToUnicode %s "+
		"/DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /%[1]s /CIDSystemInfo <</Registry (Adobe) "+
		"/Ordering (Identity) /Supplement 0>> /FontDescriptor %[3]s /W [0 [%[4]s]] /CIDToGIDMap /Identity>>]>>", name,
		meaning, descriptor, &widths)), nil
}

// tag is the mark of a font with only some letters: six capitals.
func tag(e *embedded) string {
	h := fnv.New64a()
	fmt.Fprint(h, e.glyphs)
	sum, tag := h.Sum64(), ""
	for range 6 {
		tag += string(rune('A' + sum%26))
		sum /= 26
	}
	return tag
}
