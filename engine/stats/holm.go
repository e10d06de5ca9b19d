package stats

import (
	"cmp"
	"slices"
)

// Holm adjusts the p-values of one family of tests, in their order. Rejecting the
// hypotheses whose adjusted value is at most alpha keeps the probability of any false
// rejection in the family at most alpha, however the tests depend on each other. With m
// tests and p sorted upwards, the i-th adjusted value is
//
//	max over j <= i of min(1, (m-j+1)·p(j))
//
// Equal p-values get equal adjusted values. A p-value outside [0, 1] is an error.
//
// Holm: A simple sequentially rejective multiple test procedure, Scandinavian
// Journal of Statistics 6 (1979).
func Holm(p []float64) ([]float64, error) {
	if err := probability("p", p); err != nil {
		return nil, err
	}
	order := make([]int, len(p))
	for i := range p {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted, greatest := make([]float64, len(p)), 0.0
	for j, i := range order {
		greatest = max(greatest, min(1, float64(len(p)-j)*p[i]))
		adjusted[i] = greatest
	}
	return adjusted, nil
}
