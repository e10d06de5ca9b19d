//go:build !js

package echarts

import _ "embed"

//go:embed echarts.min.js.gz
var library []byte

// Library is ECharts as published on npm (dist/echarts.min.js), compressed with
// gzip -9n. Its license and notice are in the same folder.
func Library() []byte { return library }
