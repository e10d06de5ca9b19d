package svg

import (
	"encoding/xml"
	"math"
	"testing"

	"github.com/focal-search/focal/domains/tsplib"
)

func TestPicture(t *testing.T) {
	p := New(30, 20.5, "a < b & c")
	p.Printf(`<circle data-key="%s" r="%d"/>`, "k", 3)
	var got struct {
		XMLName xml.Name
		ViewBox string `xml:"viewBox,attr"`
		Title   string `xml:"title"`
		Circle  struct {
			Key string `xml:"data-key,attr"`
			R   int    `xml:"r,attr"`
		} `xml:"circle"`
	}
	if err := xml.Unmarshal([]byte(p.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.XMLName.Local != "svg" || got.ViewBox != "0 0 30 20.5" || got.Title != "a < b & c" || got.Circle.Key != "k" ||
		got.Circle.R != 3 {
		t.Errorf("%+v", got)
	}
}

// TestMap: north is up, angles are kept, and the longer side has the requested length.
func TestMap(t *testing.T) {
	places, width, height := Map([]tsplib.Point{{X: -10, Y: 5}, {X: 30, Y: 5}, {X: 30, Y: 25}}, 100, 10)
	want := []tsplib.Point{{X: 10, Y: 50}, {X: 90, Y: 50}, {X: 90, Y: 10}}
	if width != 100 || height != 60 {
		t.Errorf("%v by %v, want 100 by 60", width, height)
	}
	for i, p := range places {
		if math.Hypot(p.X-want[i].X, p.Y-want[i].Y) > 1e-9 {
			t.Errorf("point %d is at %v, want %v", i, p, want[i])
		}
	}
	// A narrow map is centred within a third of its length.
	for _, points := range [][]tsplib.Point{{{X: 5, Y: 0}, {X: 5, Y: 80}}, {{X: 4, Y: 0}, {X: 6, Y: 80}}} {
		places, width, height := Map(points, 300, 10)
		if middle := (places[0].X + places[1].X) / 2; width != 100 || height != 300 || math.Abs(middle-50) > 1e-9 ||
			places[0].Y != 290 {
			t.Errorf("%v: %v on %v by %v", points, places, width, height)
		}
	}
	for _, points := range [][]tsplib.Point{nil, {{X: 7, Y: 7}}, {{X: 1, Y: 1}, {X: 1, Y: 1}}} {
		places, width, height := Map(points, 100, 10)
		if len(places) != len(points) || !(width > 0) || !(height > 0) {
			t.Errorf("%v: %v on %v by %v", points, places, width, height)
		}
	}
}
