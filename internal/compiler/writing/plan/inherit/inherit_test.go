package inherit

import (
	"fmt"
	"maps"
	"math/rand"
	"testing"
)

// TestMap compares maps that extend each other with copies of maps.
func TestMap(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	all := []*Map[string, int]{Extend[string, int](nil)}
	want := []map[string]int{{}}
	for range 2000 {
		i := random.Intn(len(all))
		if random.Intn(10) == 0 {
			all, want = append(all, Extend(all[i])), append(want, maps.Clone(want[i]))
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

// TestSameHash looks up keys whose hashes are equal.
func TestSameHash(t *testing.T) {
	var n *node[string, int]
	for i, key := range []string{"a", "b", "c", "b"} {
		n = n.with(7, key, i)
	}
	for key, want := range map[string]int{"a": 0, "b": 3, "c": 2} {
		if got, ok := n.find(7, key); !ok || got != want {
			t.Errorf("%s: %d, %v, want %d", key, got, ok, want)
		}
	}
	if _, ok := n.find(7, "d"); ok {
		t.Error("found a key that is not there")
	}
}
