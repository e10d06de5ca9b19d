//go:build !js

package svg

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/vector"
)

// PNG returns a picture on white ground, with so many pixels for each of the SVG's. The file carries the picture's
// title and metadata as texts.
func PNG(svg string, scale float64) (string, error) {
	p := &pixels{}
	title, about, err := drawOn(svg, scale, p)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, p.image); err != nil {
		return "", err
	}
	const header = 8 + 25 // the signature and the first chunk
	said := b.String()[:header]
	for _, text := range [][2]string{{"Title", title}, {"Source", about}} {
		if text[1] != "" {
			said += chunk("iTXt", text[0]+"\x00\x00\x00\x00\x00"+text[1])
		}
	}
	return said + b.String()[header:], nil
}

// chunk is a part of a PNG file.
func chunk(kind, data string) string {
	length := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(kind+data)))
	return string(length) + kind + data + string(sum)
}

// pixels is a page of pixels.
type pixels struct{ image *image.RGBA }

// mostPixels is the greatest picture, on either side.
const mostPixels = 20_000

func (p *pixels) open(width, height float64) error {
	if width > mostPixels || height > mostPixels {
		return fmt.Errorf("a picture of %v × %v: want at most %d pixels on either side", width, height, mostPixels)
	}
	p.image = image.NewRGBA(image.Rect(0, 0, int(math.Ceil(width)), int(math.Ceil(height))))
	draw.Draw(p.image, p.image.Bounds(), image.White, image.Point{}, draw.Src)
	return nil
}

func (p *pixels) stroke(l path, m matrix, pen pen, with ink) error {
	return p.fill(l.stroked(pen).through(m), with)
}

func (p *pixels) write(text []run, m matrix, with ink) error {
	outline, err := outlineOf(text)
	if err != nil {
		return err
	}
	return p.fill(outline.through(m.times(matrix{1. / em, 0, 0, 1. / em, 0, 0})), with)
}

func (p *pixels) fill(area path, with ink) error {
	edges := area.bounds()
	bounds := image.Rect(int(math.Floor(edges[0].x)), int(math.Floor(edges[0].y)), int(math.Ceil(edges[1].x))+1,
		int(math.Ceil(edges[1].y))+1).Intersect(p.image.Bounds())
	if bounds.Empty() {
		return nil
	}
	mask := area.mask(bounds)
	for _, clip := range with.clips {
		inside := clip.mask(bounds)
		for i, a := range inside.Pix {
			mask.Pix[i] = uint8(int(mask.Pix[i]) * int(a) / 255)
		}
	}
	var source image.Image = image.NewUniform(with.color)
	if with.gradient != nil {
		source = shaded{with.gradient}
	}
	draw.DrawMask(p.image, bounds, source, bounds.Min, mask, bounds.Min, draw.Over)
	return nil
}

// mask is how much of each pixel lies within a path, whose direction does not matter
// where it covers itself.
func (p path) mask(bounds image.Rectangle) *image.Alpha {
	r := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	x, y := float64(bounds.Min.X), float64(bounds.Min.Y)
	for _, line := range p {
		for i, at := range line.points {
			if i == 0 {
				r.MoveTo(float32(at.x-x), float32(at.y-y))
			} else {
				r.LineTo(float32(at.x-x), float32(at.y-y))
			}
		}
		r.ClosePath()
	}
	mask := image.NewAlpha(bounds)
	r.Draw(mask, bounds, image.Opaque, image.Point{})
	return mask
}

// shaded is a gradient as a picture.
type shaded struct{ *gradient }

func (s shaded) ColorModel() color.Model { return color.NRGBAModel }
func (s shaded) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }
func (s shaded) At(x, y int) color.Color {
	dx, dy := s.to.x-s.from.x, s.to.y-s.from.y
	t := ((float64(x)+.5-s.from.x)*dx + (float64(y)+.5-s.from.y)*dy) / max(dx*dx+dy*dy, 1e-12)
	k := 0
	for k < len(s.offsets) && s.offsets[k] < t {
		k++
	}
	mixed := s.colors[min(k, len(s.colors)-1)]
	if k > 0 && k < len(s.offsets) {
		a, b, share := s.colors[k-1], mixed, (t-s.offsets[k-1])/max(s.offsets[k]-s.offsets[k-1], 1e-12)
		mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + share*(float64(b)-float64(a)))) }
		mixed = color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), mix(a.A, b.A)}
	}
	return mixed
}
