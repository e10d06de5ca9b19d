// Package workers makes the runs of a page's studies in web workers. These run the same
// program as the kernel's worker, compiled once; see worker.js.
package workers
