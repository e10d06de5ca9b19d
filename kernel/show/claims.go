package show

import (
	"fmt"
	"strconv"
	"strings"
)

// Claims are what a text says about results, to be checked where the results are. The zero
// value has none.
//
//	var claims show.Claims
//	claims.Holds("PFS expands less than FS", pfs.Expanded < fs.Expanded)
//	claims.Figure("PFS's ratio to FS", ratio, "0.14")
//	claims.Check()
type Claims struct {
	figures int
	wrong   []string
}

// Holds records a claim, and prints whether it holds.
func (c *Claims) Holds(what string, holds bool) {
	if holds {
		fmt.Println("holds:", what)
		return
	}
	c.not(what)
}

// Figure records the claim that a figure of the text, as "1.14" or "444,774", is the value
// rounded to as many decimals. If it is not, Figure prints the right one.
func (c *Claims) Figure(what string, value float64, text string) {
	c.figures++
	_, decimals, _ := strings.Cut(text, ".")
	right := strconv.FormatFloat(value, 'f', len(decimals), 64)
	if strings.Trim(right, "-0.") == "" {
		right = strings.TrimPrefix(right, "-") // no negative zero
	}
	if right != strings.ReplaceAll(text, ",", "") {
		c.not(fmt.Sprintf("%s is %s and not %s", what, right, text))
	}
}

func (c *Claims) not(what string) {
	c.wrong = append(c.wrong, what)
	fmt.Println("does not hold:", what)
}

// Check comes after all claims. It panics if some do not hold, so that the cell or the
// program fails.
func (c *Claims) Check() {
	switch {
	case len(c.wrong) > 0:
		panic("does not hold: " + strings.Join(c.wrong, "; "))
	case c.figures == 1:
		fmt.Println("holds: 1 figure of the text")
	case c.figures > 1:
		fmt.Println("holds:", c.figures, "figures of the text")
	}
}
