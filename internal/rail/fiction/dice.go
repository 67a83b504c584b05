package fiction

import "hash/fnv"

// dice yields numbers that follow from a text alone, on every machine and with every release of Go, which is more than
// math/rand promises. The numbers are those of SplitMix64, started at the FNV-1a hash of the text.
type dice uint64

func newDice(text string) *dice {
	hash := fnv.New64a()
	hash.Write([]byte(text))
	d := dice(hash.Sum64())
	return &d
}

// between returns a number from low to high, both included.
func (d *dice) between(low, high int) int {
	*d += 0x9e3779b97f4a7c15
	x := uint64(*d)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return low + int(x%uint64(high-low+1))
}
