package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine/input"
)

// A closing has the checksums of a file's rows, in order. The file has their number, their sum, and the sums of some
// parts behind the checksum of its last row. By these a row that is gone is missed, and it is known where it was.
type closing struct{ rows []uint32 }

// parts is the greatest number of parts.
const parts = 32

// add adds a row with its checksum.
func (c *closing) add(crc string) {
	sum, _ := strconv.ParseUint(crc, 16, 32) // another text is no checksum, and the row is damaged
	c.rows = append(c.rows, uint32(sum))
}

// partSize is how many of some rows make a part.
func partSize(rows int) int { return (rows + parts - 1) / parts }

func sumOf(rows []uint32) (sum uint64) {
	for _, crc := range rows {
		sum += uint64(crc)
	}
	return sum
}

// partOf is the sum of a part. The checksums alone do not do: those of rows that differ in a number, such as their
// seeds, differ by the same bits, so that the sums of two such parts are often equal. So the bits of each are mixed
// first, as MurmurHash3 does.
func partOf(rows []uint32) (sum uint32) {
	for _, x := range rows {
		x = (x ^ x>>16) * 0x85ebca6b
		x = (x ^ x>>13) * 0xc2b2ae35
		sum += x ^ x>>16
	}
	return sum
}

// String is the closing in a file.
func (c *closing) String() string {
	b := fmt.Appendf(nil, "-%d-%016x-", len(c.rows), sumOf(c.rows))
	size := partSize(len(c.rows))
	for from := 0; from < len(c.rows); from += size {
		b = fmt.Appendf(b, "%08x", partOf(c.rows[from:min(from+size, len(c.rows))]))
	}
	return string(b)
}

// cutClosing separates a checksum from the closing behind it; there is none if said is "".
func cutClosing(text string) (crc, said string) {
	if at := len("00000000"); len(text) > at && text[at] == '-' {
		return text[:at], text[at:]
	}
	return text, ""
}

// compare compares the rows of a file with those that its closing speaks of. Errors begin with the line of the header
// or a row, whose numbers are given.
func (c *closing) compare(said string, lines []int) error {
	n := len(c.rows)
	fail := func(line int, format string, args ...any) error {
		return fmt.Errorf("%d: %w", line, damaged(format, args...))
	}
	if said == "" {
		return fail(lines[n], "the file has %d rows and ends without its closing: rows are missing at its end", n)
	}
	fields := strings.SplitN(strings.TrimPrefix(said, "-"), "-", 3)
	fields = append(fields, "", "", "")
	rows, err1 := strconv.Atoi(fields[0])
	sum, err2 := strconv.ParseUint(fields[1], 16, 64)
	if err1 != nil || err2 != nil || len(fields[1]) != 16 || rows < 0 {
		return fail(lines[n], "its closing %q is not as it was written", input.Brief(said))
	}
	have := sumOf(c.rows)
	if rows == n && sum == have {
		return nil
	}
	first, last := c.wrong(rows, fields[2])
	where := fmt.Sprintf("between the lines %d and %d", lines[first], lines[min(last+1, n)])
	switch missing := sum - have; {
	case rows == n+1 && missing>>32 == 0:
		return fail(lines[first], "the file has %d rows, and %d were written: the row with the checksum %08x is missing %s", n,
			rows, missing, where)
	case rows > n:
		return fail(lines[first], "the file has %d rows, and %d were written: %d are missing %s", n, rows, rows-n, where)
	}
	return fail(lines[first], "the file has %d rows, and %d were written: it has other ones %s", n, rows, where)
}

// wrong returns after how many rows and before which one they are not those that were written, by the sums of the
// parts.
func (c *closing) wrong(rows int, sums string) (first, last int) {
	n, size := len(c.rows), partSize(rows)
	same := func(part, from, to int) bool {
		if from < 0 || to > n || 8*part+8 > len(sums) {
			return false
		}
		return fmt.Sprintf("%08x", partOf(c.rows[from:to])) == sums[8*part:8*part+8]
	}
	all := len(sums) / 8
	part := 0
	for ; part < all && same(part, first, first+size); part++ {
		first += size
	}
	last = n
	for end := all - 1; end >= part; end-- {
		length := min(size, rows-end*size)
		if last-length < first || !same(end, last-length, last) {
			break
		}
		last -= length
	}
	return first, last
}
