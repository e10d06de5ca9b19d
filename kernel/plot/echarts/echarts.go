// Package echarts embeds Apache ECharts, so that nothing is loaded from the network. Package
// draw draws its charts as pictures.
package echarts

import _ "embed"

// Version is the version of the library.
const Version = "5.6.0"

// Revive is a JavaScript function that puts functions into options. Its parameters are
// the options, the chart, to which the functions may refer, and a list of places in the
// options with the functions' code. A text in the options is never code.
//
//go:embed revive.js
var Revive string

// Room is a JavaScript function that makes room for long labels and names of vertical
// axes. Its parameter is a chart that has its options.
//
//go:embed room.js
var Room string
