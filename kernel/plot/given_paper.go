//go:build !js

package plot

import (
	"fmt"
	"slices"
)

// plotted is the part of a chart's width and height that ECharts leaves for the plot.
const plotted = 0.8

// namePitch is what a name takes of a vertical axis, and of a horizontal one below which it is written upwards.
const namePitch = 14

// named makes room on paper for the names of all categories, of which ECharts would leave out some: they are written
// upwards if they do not fit beside each other.
func (x *givenChart) named(r ruler) {
	for _, key := range []string{"xAxis", "yAxis"} {
		axes, _ := x.Option[key].([]any)
		for _, a := range axes {
			axis, _ := a.(map[string]any)
			names, _ := axis["data"].([]any)
			label, _ := axis["axisLabel"].(map[string]any)
			if len(names) == 0 || label["interval"] != nil || label["rotate"] != nil {
				continue // no categories, or it is settled
			}
			if label == nil {
				label = map[string]any{}
				axis["axisLabel"] = label
			}
			label["interval"] = 0
			if key == "yAxis" {
				x.Height = max(x.Height, int(float64(namePitch*len(names))/plotted)+60)
				continue
			}
			longest := 0.
			for _, n := range names {
				longest = max(longest, r.text(fmt.Sprint(n)))
			}
			if longest+6 <= plotted*float64(x.Width)/float64(len(names)) {
				continue
			}
			if label["rotate"] = 90; tooMany(len(names), x.Width) {
				delete(label, "interval")
			}
			x.widen("bottom", int(longest)-namePitch)
			if at := axis["nameLocation"]; at == "middle" || at == "center" {
				axis["nameGap"] = longest + 2*namePitch
			}
		}
		title, _ := x.Option["title"].(map[string]any)
		if key == "yAxis" && title["subtext"] != nil && slices.ContainsFunc(axes, func(a any) bool {
			axis, _ := a.(map[string]any)
			return axis["name"] != nil && axis["nameLocation"] == nil
		}) {
			x.widen("top", 2*namePitch) // the name is written where the title's second line is
		}
	}
}

// apart makes several lines, or the points of several series, differ without colours on paper, unless it is settled how
// they look.
func (x *givenChart) apart() {
	all, _ := x.Option["series"].([]any)
	if len(all) < 2 {
		return
	}
	for i, s := range all {
		series, _ := s.(map[string]any)
		if kind := series["type"]; kind != "line" && kind != "scatter" && kind != "effectScatter" {
			continue
		}
		if series["symbol"] == nil {
			series["symbol"] = []string{"circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect"}[i%6]
		}
		if series["symbolSize"] == nil && series["type"] == "line" {
			series["symbolSize"] = 6
		}
		style, _ := series["lineStyle"].(map[string]any)
		if style["type"] == nil && series["type"] == "line" {
			if style == nil {
				style = map[string]any{}
				series["lineStyle"] = style
			}
			style["type"] = []any{"solid", "dashed", "dotted", []int{8, 3, 2, 3}}[i%4]
		}
	}
}

// tooMany reports whether names cannot all be written below an axis, not even upwards.
func tooMany(names, width int) bool { return float64(namePitch*names) > plotted*float64(width) }

// widen makes a chart higher by room above or below the plot, unless its place is settled.
func (x *givenChart) widen(side string, room int) {
	grids, _ := x.Option["grid"].([]any)
	if len(grids) == 0 {
		grids = []any{map[string]any{}}
		x.Option["grid"] = grids
	}
	for _, g := range grids {
		if grid, ok := g.(map[string]any); ok && grid[side] == nil && grid["height"] == nil {
			grid[side] = 60 + room
		}
	}
	x.Height += room
}

// leftOut says of which axes not all names are on a paper.
func (g *given) leftOut(p paper) (notes []string) {
	for _, x := range g.charts {
		axes, _ := x.Option["xAxis"].([]any)
		for _, a := range axes {
			axis, _ := a.(map[string]any)
			if names, _ := axis["data"].([]any); p.print() && tooMany(len(names), p.pixels()) {
				notes = append(notes, fmt.Sprintf("Of the %d names below the axis not all are shown: there is no room.", len(names)))
			}
		}
	}
	return notes
}
