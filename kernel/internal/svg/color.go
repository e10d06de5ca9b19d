//go:build !js

package svg

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// paint is a colour by its name or its numbers.
func paint(s, current string) (color.NRGBA, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "currentcolor" {
		s = strings.ToLower(current)
	}
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		if len(hex) == 3 || len(hex) == 4 {
			var long strings.Builder
			for _, digit := range hex {
				long.WriteString(strings.Repeat(string(digit), 2))
			}
			hex = long.String()
		}
		if len(hex) == 6 {
			hex += "ff"
		}
		if n, err := strconv.ParseUint(hex, 16, 32); err == nil && len(hex) == 8 {
			return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
		}
	}
	if strings.HasPrefix(s, "rgb") {
		if n := numbers(strings.NewReplacer("rgba(", "", "rgb(", "", ")", "").Replace(s)); len(n) == 3 || len(n) == 4 {
			alpha := 1.0
			if len(n) == 4 {
				alpha = n[3]
			}
			return color.NRGBA{uint8(n[0]), uint8(n[1]), uint8(n[2]), uint8(math.Round(255 * alpha))}, nil
		}
	}
	if c, ok := colornames.Map[s]; ok {
		return color.NRGBA(c), nil
	}
	return color.NRGBA{}, fmt.Errorf("the colour %q is not known", s)
}
