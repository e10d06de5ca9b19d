package echarts

import (
	"os"
	"sync"
)

// Library is the same file as elsewhere. To keep a page's kernel small, it is a separate
// file of the site; see package page.
var Library = sync.OnceValue(func() []byte {
	library, _ := os.ReadFile("/focal/echarts.packed")
	return library
})
