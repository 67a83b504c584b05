package passenger

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
)

// A frame is what an answer has said about trains, so that a later answer can have the changes only.
type frame struct {
	tag    string
	alerts uint64   // hash of the alerts, to which trains refer
	trains []uint64 // hash of what was said about each, without its place between two stations: a client moves the train on
}

func hash(content []byte) uint64 {
	h := fnv.New64a()
	h.Write(content)
	return h.Sum64()
}

// since returns what has changed since an earlier frame: the indexes in f of the trains that are new or have changed, and the
// indexes in the earlier frame of those that are not in f as they were. The others are in the same order in both.
func (f *frame) since(earlier *frame) (changed, gone []int) {
	at := make(map[uint64]int, len(earlier.trains))
	for i, t := range earlier.trains {
		at[t] = i
	}
	next := 0
	for i, t := range f.trains {
		k, ok := at[t]
		if !ok || k < next {
			changed = append(changed, i)
			continue
		}
		for ; next < k; next++ {
			gone = append(gone, next)
		}
		next++
	}
	for ; next < len(earlier.trains); next++ {
		gone = append(gone, next)
	}
	return changed, gone
}

// maxSeen is the maximum number of trains in the frames that are kept, of 8 bytes each.
const maxSeen = 1_000_000

// frames keeps the frames of the last answers, the newest last. The zero value is empty. It is safe for concurrent use.
type frames struct {
	mu   sync.Mutex
	last []*frame
	size int // trains in all of them, and some for each frame
}

// find returns the frame with a tag, or nil.
func (f *frames) find(tag string) *frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, k := range f.last {
		if k.tag == tag {
			return k
		}
	}
	return nil
}

// add sets the tag of a frame and keeps it, and forgets the oldest ones if there are too many trains in all.
func (f *frames) add(k *frame) {
	const fixed = 8
	all, _ := binary.Append(nil, binary.LittleEndian, append(k.trains, k.alerts)) // numbers can be encoded
	k.tag = fmt.Sprintf("%016x", hash(all))
	if f.find(k.tag) != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = append(f.last, k)
	for f.size += len(k.trains) + fixed; f.size > maxSeen && len(f.last) > 1; f.last = slices.Delete(f.last, 0, 1) {
		f.size -= len(f.last[0].trains) + fixed
	}
}
