package script

import (
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/adapt"
	"github.com/focal-search/focal/kernel/script/lower"
	"github.com/focal-search/focal/kernel/script/rt"
)

// withoutTags removes the struct tags that rewriting has added from a message: it replaces a
// struct type whose tag names its type by that name.
func withoutTags(message string) string {
	for at := strings.Index(message, namedBy); at >= 0; at = strings.Index(message, namedBy) {
		begin, name := strings.LastIndex(message[:at], "struct {"), message[at+len(namedBy):]
		end := closing(message, begin)
		last := strings.Index(name, `\"`)
		if begin < 0 || end < 0 || last < 0 {
			break
		}
		message = message[:begin] + rt.PlainName(name[:last]) + message[end:]
	}
	return strings.ReplaceAll(message, " "+strconv.Quote(adapt.NotEncoded), "")
}

// namedBy precedes the name of a struct's type in its tag, as reflect quotes it.
const namedBy = lower.TypeTag + `:\"`

// closing returns the index behind the brace that matches the first opening one from an index
// on, or -1.
func closing(s string, from int) int {
	depth := 0
	for i := max(from, 0); i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
