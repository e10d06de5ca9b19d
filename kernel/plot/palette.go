package plot

// color is an algorithm's colour, the same in every plot. The colours are told
// apart by colour-blind readers (they follow Okabe and Ito) and read on light
// and dark grounds. An anytime algorithm has the colour of its first-solution
// counterpart.
func color(algorithm string) string {
	if c, ok := palette[algorithm]; ok {
		return c
	}
	return "#888888"
}

const (
	blue      = "#2a86c8"
	vermilion = "#dd6b20"
	green     = "#0f9d75"
	pink      = "#c86fa4"
	ochre     = "#b58900"
	grey      = "#888888"
)

var palette = map[string]string{
	"a*": grey, "astar": grey,
	"wa*": ochre, "wastar": ochre,
	"fs": blue, "pfs": vermilion, "dps": green, "pdps": pink,
	"afs": blue, "apfs": vermilion, "adps": green, "apdps": pink,
}

// ofMany are the colours of what is not an algorithm, such as domains.
var ofMany = []string{"#7b68c4", "#1f9aa8", "#a0703c", "#5f8f2f", "#b0536a", "#6b7f99"}
