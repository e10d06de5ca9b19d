package memory

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// Left is how many bytes the system can provide without swapping, to this process's control group
// (a container, a Slurm job) if that has fewer; the greatest number if it is not known. A variable
// for tests.
var Left = func() int64 {
	const group = "/sys/fs/cgroup/memory."
	bytes := int64(math.MaxInt64)
	if kB, ok := Reported("/proc/meminfo", "MemAvailable:"); ok {
		bytes = kB << 10
	}
	most, limited := Reported(group+"max", "")
	used, known := Reported(group+"current", "")
	if limited && known {
		files, _ := Reported(group+"stat", "file") // which it can give back
		bytes = min(bytes, most-used+files)
	}
	return bytes
}

// Reported reads the number that a file of the system has behind a word at the beginning of a line; "" for a
// file that is a number.
func Reported(file, word string) (int64, bool) {
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 0 && (fields[0] == word || word == "") {
			n, err := strconv.ParseInt(fields[min(1, len(fields)-1)], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
