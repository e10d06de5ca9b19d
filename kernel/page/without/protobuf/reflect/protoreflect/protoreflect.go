// Package protoreflect replaces the package of this name in the kernel of pages; see
// linked in kernel/page. There are no protocol buffer messages there: the types exist so
// that the code that refers to them compiles.
package protoreflect

type (
	Name string
	Kind int

	ProtoMessage interface{ ProtoReflect() Message }

	Message interface {
		Descriptor() MessageDescriptor
		Has(FieldDescriptor) bool
		Get(FieldDescriptor) Value
		Interface() ProtoMessage
	}
	MessageDescriptor interface{ Fields() FieldDescriptors }
	FieldDescriptors  interface {
		ByName(Name) FieldDescriptor
	}
	FieldDescriptor interface{ Kind() Kind }

	List interface {
		Len() int
		Get(int) Value
		protocolBuffers()
	}
	Map interface {
		Len() int
		Range(func(MapKey, Value) bool)
		protocolBuffers()
	}
)

const MessageKind Kind = 11

type Value struct{}

func (Value) IsValid() bool    { return false }
func (Value) Message() Message { return nil }
func (Value) Interface() any   { return nil }

type MapKey struct{}

func (MapKey) Interface() any { return nil }
