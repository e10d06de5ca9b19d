//go:build !js

package script

import _ "github.com/focal-search/focal/kernel/plot/fonts" // which a page's kernel would be larger by
