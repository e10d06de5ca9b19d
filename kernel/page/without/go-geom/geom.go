// Package geom replaces the module of this name in the kernel of pages; see linked in
// kernel/page. There are no shapes there: the types exist so that the code that refers to
// them compiles.
package geom

type (
	Layout int

	// T is any shape.
	T interface {
		Layout() Layout
		Bounds() *Bounds
		shape()
	}
	// Bounds are the bounds of a shape.
	Bounds struct{}

	none struct{}

	Point              struct{ none }
	LineString         struct{ none }
	Polygon            struct{ none }
	MultiPoint         struct{ none }
	MultiLineString    struct{ none }
	MultiPolygon       struct{ none }
	GeometryCollection struct{ none }
)

const (
	NoLayout Layout = iota
	XY
	XYZ
	XYM
	XYZM
)

func (none) Layout() Layout  { return NoLayout }
func (none) Bounds() *Bounds { return nil }
func (none) shape()          {}

func (*Bounds) IsEmpty() bool   { return true }
func (*Bounds) Min(int) float64 { return 0 }
func (*Bounds) Max(int) float64 { return 0 }

func (Layout) ZIndex() int { return -1 }
func (Layout) MIndex() int { return -1 }
