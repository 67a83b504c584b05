package gtfsrt_test

import (
	"bytes"
	"runtime"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/rail/gtfsrt"
)

// wireOf returns a message with a header and the same entity many times.
func wireOf(entity []byte, times int) []byte {
	content := protowire.AppendTag(nil, 3, protowire.VarintType)
	content = protowire.AppendVarint(content, 1_795_000_000)
	message := protowire.AppendTag(nil, 1, protowire.BytesType)
	message = protowire.AppendBytes(message, content)
	one := protowire.AppendTag(nil, 2, protowire.BytesType)
	one = protowire.AppendBytes(one, entity)
	return append(message, bytes.Repeat(one, times)...)
}

// TestLimitRealtimeMemory decodes and applies messages whose parts take as few bytes as possible. With what decoding
// allocates, a message takes at most four times its size, and so does what applying it leaves.
func TestLimitRealtimeMemory(t *testing.T) {
	cost.Alone(t)
	field := func(number protowire.Number, content []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
	}
	empty := field(3, nil)
	plan := railway(t)
	now := time.Unix(1_795_000_000, 0)
	for _, test := range []struct {
		name string
		data []byte
	}{
		{"empty entities", wireOf(nil, 10_000_000)},
		{"entities that are ignored", wireOf(field(6, nil), 5_000_000)},
		{"trip updates without content", wireOf(field(3, field(1, nil)), 3_000_000)},
		{"entities with all three", wireOf(append(append(field(3, field(1, nil)), field(4, nil)...), field(5, nil)...), 2_000_000)},
		{"additional trains", wireOf(field(3, field(1, []byte{4 << 3, 1})), 3_000_000)},
		{"stop time updates without content", wireOf(field(3, append(field(1, nil), bytes.Repeat(field(2, nil), 10_000_000)...)), 1)},
		{"alerts for everything", wireOf(field(5, bytes.Repeat(field(5, field(1, nil)), 5_000_000)), 1)},
		{"unknown fields", wireOf(bytes.Repeat(empty, 10_000_000), 1)},
	} {
		var before, decoded, kept, applied runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		message, err := gtfsrt.Decode(test.data)
		runtime.ReadMemStats(&decoded)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&kept)
		snapshot, _ := gtfsrt.Apply(plan, now, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{})
		runtime.GC()
		runtime.ReadMemStats(&applied)
		runtime.KeepAlive(snapshot)
		runtime.KeepAlive(message)
		const constant = 8 << 20 // for the parts of one entity, whatever the size of the message
		size := uint64(len(test.data))
		took, afterwards := size+decoded.TotalAlloc-before.TotalAlloc, max(applied.HeapAlloc, kept.HeapAlloc)-kept.HeapAlloc
		t.Logf("limit: memory of a realtime message, %s | 4 times %.1f MB + 8 MB | %.1f MB to decode, %.1f MB more to apply",
			test.name, float64(size)/1e6, float64(took)/1e6, float64(afterwards)/1e6)
		if took > 4*size+constant || afterwards > 4*size+constant {
			t.Errorf("%s: %d bytes take %d and %d bytes", test.name, size, took, afterwards)
		}
	}
}
