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
		if n := s.frontier.Select(queue); n.F <= s.threshold && s.model.admits(n.ID, s.w, s.fmin) {
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

func threeInTurn() Scheduler { return inTurn(3) }

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
