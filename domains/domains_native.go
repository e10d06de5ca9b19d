//go:build !js

package domains

import _ "github.com/focal-search/focal/domains/sas" // pages have no room for it
