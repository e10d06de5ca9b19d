package engine

import "math"

// The schedulers of the built-in algorithms. Each run makes its own.

// firstQueue always names queue 0.
func firstQueue(*Observation) int { return 0 }

// explicitEstimation is the rule of EES: the first of its two queues by estimates whose
// best node has f̂ <= w·fmin, else OPEN's head.
func explicitEstimation(o *Observation) int {
	s := o.search
	for queue := range 2 {
		if s.errors.admits(s.frontier.Select(queue).ID, s.w, s.fmin) {
			return queue
		}
	}
	return 2
}

// inTurn names the queues 0 to n-1 in turn.
func inTurn(n int) Scheduler {
	t := -1
	return func(*Observation) int {
		t++
		if t == n {
			t = 0
		}
		return t
	}
}

// recordsFree names the guided queues and then least f in turn. If a guided selection's
// key is below the record of its queue, the least key selected there so far, the same
// queue selects again, and the turn is not used up. Each record also pays for so many
// selections of its queue that set none, before the turn passes.
func recordsFree(guided int, boost int64) Scheduler {
	records := make([]Cost, guided)
	for i := range records {
		records[i] = math.MaxInt64
	}
	turn := inTurn(guided + 1)
	paid := int64(0) // selections of the last queue
	return func(o *Observation) int {
		if q := o.Last; q >= 0 && q < guided {
			if o.LastKey < records[q] {
				records[q] = o.LastKey
				paid += boost
				return q
			}
			if paid > 0 {
				paid--
				return q
			}
		}
		paid = 0
		return turn(o)
	}
}

func freesRecords(Algorithm) Scheduler { return recordsFree(2, 0) }

func boosts(Algorithm) Scheduler { return recordsFree(2, 1) }

// clearPlateaus names OPEN's head, queue 1, only while h + N <= g, where N is the
// number of nodes in OPEN with f = fmin, and g and h are the guided and head expansions
// since fmin last rose: a plateau is cleared when that costs no more than guidance has
// cost.
func clearPlateaus(o *Observation) int {
	guided, head := o.SinceRise[0], o.SinceRise[1]
	if head+o.Plateau() <= guided {
		return 1
	}
	return 0
}

func clears(Algorithm) Scheduler { return clearPlateaus }

func divesAndClears(Algorithm) Scheduler { return dive(clearPlateaus) }

// dive names queue 0 until its least key exceeds the least that has been selected, or
// has been the same for more selections than it has fallen before, the first selection
// counting as its first fall. It names queue 0 for as many selections again, and then
// follows another scheduler. If the key falls k times, the dive makes at most k(k+3)
// selections: at most i without a fall after fall i, and all of them twice.
func dive(then Scheduler) Scheduler {
	least, falls, same := Cost(math.MaxInt64), int64(0), int64(0)
	selected, end := int64(0), int64(-1)
	return func(o *Observation) int {
		if end < 0 {
			switch _, key := o.Best(0); {
			case selected == 0 || key < least:
				least, same = key, 0
				falls++
			default:
				same++
				if key > least || same > falls {
					end = 2 * selected
				}
			}
		}
		if end >= 0 && selected >= end {
			return then(o)
		}
		selected++
		return 0
	}
}
