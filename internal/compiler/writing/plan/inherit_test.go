package plan_test

import (
	"fmt"
	"maps"
	"math/rand"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/inherit"
)

// TestMap compares maps that extend each other with copies of maps.
func TestMap(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	all := []*inherit.Map[string, int]{inherit.Extend[string, int](nil)}
	want := []map[string]int{{}}
	for range 2000 {
		i := random.Intn(len(all))
		if random.Intn(10) == 0 {
			all, want = append(all, inherit.Extend(all[i])), append(want, maps.Clone(want[i]))
			continue
		}
		key := fmt.Sprint(random.Intn(30))
		value := random.Int()
		all[i].Set(key, value)
		want[i][key] = value
	}
	for i, m := range all {
		for k := range 30 {
			key := fmt.Sprint(k)
			got, ok := m.Get(key)
			if expected, known := want[i][key]; got != expected || ok != known {
				t.Fatalf("map %d, key %s: %d, %v, want %d, %v", i, key, got, ok, expected, known)
			}
		}
	}
}
