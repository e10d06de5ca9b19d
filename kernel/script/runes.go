package script

// A runeAt is a rune of a string and its byte index.
type runeAt struct {
	I int
	R rune
}

// runes returns the runes of a string with their indices.
func runes(s string) []runeAt {
	all := make([]runeAt, 0, len(s))
	for i, r := range s {
		all = append(all, runeAt{i, r})
	}
	return all
}
