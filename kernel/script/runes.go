package script

// A runeAt is a rune of a string and where it begins.
type runeAt struct {
	I int
	R rune
}

// runes are those of a string.
func runes(s string) []runeAt {
	all := make([]runeAt, 0, len(s))
	for i, r := range s {
		all = append(all, runeAt{i, r})
	}
	return all
}
