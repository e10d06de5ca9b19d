//go:build !js

package standard

import (
	"github.com/traefik/yaegi/interp"
	"github.com/traefik/yaegi/stdlib"
	"github.com/traefik/yaegi/stdlib/unrestricted"
)

var tables = []interp.Exports{stdlib.Symbols, unrestricted.Symbols}
