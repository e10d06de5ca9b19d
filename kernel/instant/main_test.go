package instant

import (
	"fmt"
	"os"
	"testing"

	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/internal/kernelspec"
)

// In tests this test binary is each of the kernel's three processes.
func TestMain(m *testing.M) {
	study.Main()
	if len(os.Args) > 1 {
		var err error
		switch os.Args[1] {
		case "kernel-front":
			err = Serve(os.Args[2], []string{os.Args[0], "kernel-sockets"}, []string{os.Args[0], "kernel-child"})
		case "kernel-sockets":
			err = Sockets()
		case "kernel-child":
			err = Child()
		case "kernel-spec":
			_, err = os.Stdout.Write(kernelspec.JSON("Focal", os.Args[0], "kernel-front"))
		default:
			os.Exit(m.Run())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}
