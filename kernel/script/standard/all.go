//go:build !js

package standard

import (
	"github.com/traefik/yaegi/stdlib"
	"github.com/traefik/yaegi/stdlib/unrestricted"
)

var tables = []Table{stdlib.Symbols, unrestricted.Symbols}
