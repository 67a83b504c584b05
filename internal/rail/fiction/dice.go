package fiction

import (
	"encoding/binary"
	"hash/fnv"
	"io"
)

// dice yields numbers that follow from a seed and some texts alone, on every machine and with every release of Go,
// which is more than math/rand promises. The numbers are those of SplitMix64, started at the FNV-1a hash of seed and
// texts.
type dice uint64

func newDice(seed uint64, texts ...string) *dice {
	hash := fnv.New64a()
	hash.Write(binary.LittleEndian.AppendUint64(nil, seed))
	for _, text := range texts {
		io.WriteString(hash, text)
		hash.Write([]byte{0})
	}
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
