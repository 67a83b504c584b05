package fiction

import (
	"encoding/binary"
	"hash/fnv"
	"io"
)

// A randomSource yields numbers that depend only on a seed and some texts, on every machine and with every Go release,
// which math/rand does not guarantee. It is SplitMix64, initialized with the FNV-1a hash of the seed and the texts.
type randomSource uint64

func newRandomSource(seed uint64, texts ...string) *randomSource {
	hash := fnv.New64a()
	hash.Write(binary.LittleEndian.AppendUint64(nil, seed))
	for _, text := range texts {
		io.WriteString(hash, text)
		hash.Write([]byte{0})
	}
	r := randomSource(hash.Sum64())
	return &r
}

// between returns the next number, from low to high, both included.
func (r *randomSource) between(low, high int) int {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return low + int(x%uint64(high-low+1))
}
