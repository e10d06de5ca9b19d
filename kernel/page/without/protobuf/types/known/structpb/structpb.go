// Package structpb replaces the package of this name in the kernel of pages; see linked
// in kernel/page.
package structpb

import "google.golang.org/protobuf/reflect/protoreflect"

type (
	Struct    struct{ Fields map[string]*Value }
	ListValue struct{}
	Value     struct{}
)

func (*Struct) GetFields() map[string]*Value          { return nil }
func (*Struct) ProtoReflect() protoreflect.Message    { return nil }
func (*ListValue) GetValues() []*Value                { return nil }
func (*ListValue) ProtoReflect() protoreflect.Message { return nil }
func (*Value) GetKind() any                           { return nil }

type (
	Value_NullValue   struct{}
	Value_NumberValue struct{ NumberValue float64 }
	Value_StringValue struct{ StringValue string }
	Value_BoolValue   struct{ BoolValue bool }
	Value_StructValue struct{ StructValue *Struct }
	Value_ListValue   struct{ ListValue *ListValue }
)
