package show_test

import (
	"fmt"
	"time"

	"github.com/focal-search/focal/kernel/show"
)

func ExampleTable() {
	t := show.Table{
		Caption: "Korf's instance 39, heavy costs",
		Columns: []string{"algorithm", "expanded", "time"},
		Rows: [][]any{
			{"FS(w=1.25)", 444_774, 180 * time.Millisecond},
			{"PFS(w=1.25, p=0.7)", 44_828, 15 * time.Millisecond},
		},
	}
	fmt.Print(show.TableText(t))
	// Output:
	// Korf's instance 39, heavy costs
	// algorithm           expanded     time
	// ------------------  --------  -------
	// FS(w=1.25)           444,774   180 ms
	// PFS(w=1.25, p=0.7)    44,828  15.0 ms
}
