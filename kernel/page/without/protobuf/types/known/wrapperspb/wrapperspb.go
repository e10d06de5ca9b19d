// Package wrapperspb replaces the package of this name in the kernel of pages; see linked
// in kernel/page.
package wrapperspb

type wrapped[T any] struct{}

func (*wrapped[T]) GetValue() (none T) { return none }

type (
	BoolValue   struct{ wrapped[bool] }
	Int32Value  struct{ wrapped[int32] }
	Int64Value  struct{ wrapped[int64] }
	UInt32Value struct{ wrapped[uint32] }
	UInt64Value struct{ wrapped[uint64] }
	FloatValue  struct{ wrapped[float32] }
	DoubleValue struct{ wrapped[float64] }
	StringValue struct{ wrapped[string] }
	BytesValue  struct{ wrapped[[]byte] }
)
