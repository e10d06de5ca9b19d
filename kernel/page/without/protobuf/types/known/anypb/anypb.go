// Package anypb replaces the package of this name in the kernel of pages; see linked in
// kernel/page.
package anypb

import (
	"errors"

	"google.golang.org/protobuf/reflect/protoreflect"
)

type Any struct{}

func (*Any) GetTypeUrl() string                 { return "" }
func (*Any) ProtoReflect() protoreflect.Message { return nil }

func (*Any) UnmarshalNew() (protoreflect.ProtoMessage, error) {
	return nil, errors.New("a message of protocol buffers, which the kernel of a page does not have")
}
