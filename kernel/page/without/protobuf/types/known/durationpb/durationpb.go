// Package durationpb replaces the package of this name in the kernel of pages; see linked
// in kernel/page.
package durationpb

import "time"

type Duration struct{}

func (*Duration) AsDuration() time.Duration { return 0 }
