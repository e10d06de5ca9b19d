package store

import "github.com/focal-search/focal/engine"

// known caches texts and ratios that occur often, so that each is allocated only once.
type known struct {
	texts  map[string]string
	ratios map[string]engine.Ratio
}

func newKnown() known { return known{map[string]string{}, map[string]engine.Ratio{}} }

// mostKnown is the greatest number of texts, and of ratios, in the cache.
const mostKnown = 1 << 16

func (k *known) text(b []byte) string {
	text, ok := k.texts[string(b)]
	if !ok {
		if len(k.texts) == mostKnown {
			clear(k.texts)
		}
		text = string(b)
		k.texts[text] = text
	}
	return text
}

func (k *known) ratio(b []byte) (engine.Ratio, error) {
	r, ok := k.ratios[string(b)]
	if ok {
		return r, nil
	}
	r, err := engine.ParseRatio(string(b))
	if err == nil {
		if len(k.ratios) == mostKnown {
			clear(k.ratios)
		}
		k.ratios[string(b)] = r
	}
	return r, err
}
