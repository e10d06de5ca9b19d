// Command worker is Focal's kernel in a page. It runs in a web worker, as WebAssembly. With
// an argument it runs in another web worker, and makes runs of studies for the kernel.
package main
