//go:build !js

package data

import _ "embed"

//go:embed manifest.csv
var manifest string
