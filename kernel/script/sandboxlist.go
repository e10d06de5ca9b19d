//go:build !js

package script

import _ "embed"

//go:embed sandbox.txt
var sandboxList string
