package gtfsrt_test

import (
	"bytes"
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

// TestLimitRealtimeMemory decodes and applies messages whose parts take as few bytes as possible. What that adds to the heap,
// garbage included, is at most four times the message and what the largest entity takes.
func TestLimitRealtimeMemory(t *testing.T) {
	cost.Alone(t)
	field := func(number protowire.Number, content []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
	}
	empty := field(3, nil)
	plan := railway(t)
	now := time.Unix(1_795_000_000, 0)
	for _, test := range []struct {
		name   string
		entity []byte
		times  int
	}{
		{"empty entities", nil, 10_000_000},
		{"entities that are ignored", field(6, nil), 5_000_000},
		{"trip updates without content", field(3, field(1, nil)), 3_000_000},
		{"entities with all three", append(append(field(3, field(1, nil)), field(4, nil)...), field(5, nil)...), 2_000_000},
		{"additional trains", field(3, field(1, []byte{4 << 3, 1})), 3_000_000},
		{"stop time updates without content", field(3, append(field(1, nil), bytes.Repeat(field(2, nil), 130_000)...)), 40},
		{"alerts for everything", field(5, bytes.Repeat(field(5, field(1, nil)), 65_000)), 40},
		{"unknown fields", bytes.Repeat(empty, 10_000_000), 1},
	} {
		data := wireOf(test.entity, test.times)
		var message *gtfsrt.Message
		decoded := cost.Peak(func() {
			var err error
			if message, err = gtfsrt.Decode(data); err != nil {
				t.Error(err)
			}
		})
		applied := cost.Peak(func() { gtfsrt.Apply(plan, now, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{}) })
		const constant = 64 << 20 // for the parts of one entity, whatever the size of the message
		size := int64(len(data))
		t.Logf("limit: memory of a realtime message, %s | 4 times %.1f MB + 64 MB | %.1f MB to decode, %.1f MB more to apply",
			test.name, float64(size)/1e6, float64(size+decoded)/1e6, float64(applied)/1e6)
		if size+decoded > 4*size+constant || applied > 4*size+constant {
			t.Errorf("%s: %d bytes take %d and %d bytes", test.name, size, decoded, applied)
		}
	}
}
