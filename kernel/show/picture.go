//go:build !js

package show

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
)

// imageMIME returns the display of an image.Image, nil for any other value.
func imageMIME(v any) (b MIME) {
	m, ok := v.(image.Image)
	if !ok {
		return nil
	}
	defer func() { // a nil pointer in m, or a mistake in a type of the user's own
		if r := recover(); r != nil {
			b = errorLine(fmt.Errorf("the picture %T cannot be drawn: %v", v, r))
		}
	}()
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		return errorLine(fmt.Errorf("the picture %T cannot be drawn: %w", v, err))
	}
	return pngMIME(out.Bytes(), fmt.Sprintf("picture of %d x %d pixels", m.Bounds().Dx(), m.Bounds().Dy()))
}
