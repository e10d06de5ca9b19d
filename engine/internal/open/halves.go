package open

// halves are a Cost that lies at any multiple of four bytes.
type halves struct{ low, high uint32 }

func halvesOf(c Cost) halves { return halves{uint32(c), uint32(c >> 32)} }

func (h halves) cost() Cost { return Cost(uint64(h.high)<<32 | uint64(h.low)) }
