package natural

import "testing"

func TestCompare(t *testing.T) {
	sorted := []string{"", "2", "09", "10", "11a", "korf/1", "korf/2", "korf/10", "korf/10:heavy", "kroA100", "kroA150",
		"kroB100", "tsp",
		"x99999999999999999999998", "x99999999999999999999999"}
	for i, a := range sorted {
		for j, b := range sorted {
			got := Compare(a, b)
			if (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("Compare(%q, %q) = %d", a, b, got)
			}
		}
	}
	if Compare("a07", "a7") >= 0 || Compare("a7", "a07") <= 0 || Compare("a07", "a8") >= 0 {
		t.Error("leading zeros count for more than the order of equal numbers")
	}
}
