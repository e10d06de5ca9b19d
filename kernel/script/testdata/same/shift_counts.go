package main

import "fmt"

func main() {
	var x uint8 = 200
	var y, z uint32 = 3, 2
	var n = 5
	var u uint = 3
	for i := 0; i < 3; i++ {
		fmt.Println(x<<(i*2), x>>(i&1|1), 1<<(y&z), x<<(u+1), int64(1)<<(8*i), x>>(y^z), -3>>(n-4), uint16(1)<<(n%4)<<(u&1))
		x <<= y - z
		x |= 1 << (u - 1)
		x ^= x >> (u * 2)
	}
	const c = 3
	fmt.Println(1<<c, n<<(c+1), x<<(1<<u), x<<(len("abc")-1))
	var f = []int{1 << u, 2 << (u + y2(1))}
	fmt.Println(f, x<<y2(2)<<y2(3), uint64(1)<<(64-u))
}
func y2(n uint) uint { return n }
