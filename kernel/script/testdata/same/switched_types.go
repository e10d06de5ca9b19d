// Type switches without a variable, over types that are made of any, also with a label.
package main

import "fmt"

func kind(x any) string {
	switch x.(type) {
	case []any:
		return "list"
	case map[string]any:
		return "object"
	case [2]any:
		return "pair"
	case chan any:
		return "channel"
	case []map[string]any:
		return "objects"
	case map[string][]any:
		return "lists"
	case func(any) any:
		return "function"
	case *any:
		return "pointer"
	case nil:
		return "nothing"
	}
	return "other"
}

func main() {
	var x any
	for _, v := range []any{[]any{1}, map[string]any{"a": 1}, [2]any{}, make(chan any), []map[string]any{}, map[string][]any{},
		func(x any) any { return x }, &x, nil, 3} {
		fmt.Print(kind(v), " ")
	}
	fmt.Println()
	in := map[string]any{"first": []any{1, "x"}, "second": map[string]any{}}
loop:
	for _, key := range []string{"none", "first", "second", "third"} {
		switch in[key].(type) {
		case map[string]any:
			fmt.Println(key, "object")
			break loop
		case []any:
			fmt.Println(key, "list")
			continue loop
		}
		fmt.Println(key, "none")
	}
}
