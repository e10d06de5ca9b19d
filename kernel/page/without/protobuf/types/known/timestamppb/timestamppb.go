// Package timestamppb replaces the package of this name in the kernel of pages; see
// linked in kernel/page.
package timestamppb

import "time"

type Timestamp struct{}

func (*Timestamp) AsTime() time.Time { return time.Time{} }
