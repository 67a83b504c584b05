// Package inherit has maps for what derived types inherit from their base types.
package inherit

import "hash/maphash"

// Map is a map that begins with the content of another one, which it shares. A chain of n maps
// that add one key each takes memory in proportion to n, and a look-up time in proportion
// to the logarithm of n. The zero value is not usable; see [Extend].
type Map[K comparable, V any] struct {
	own       map[K]V
	inherited *node[K, V]
	all       *node[K, V] // own and inherited; nil until it is needed
}

// Extend returns a Map with the content that base has now. A nil base counts as empty.
func Extend[K comparable, V any](base *Map[K, V]) *Map[K, V] {
	m := &Map[K, V]{own: make(map[K]V)}
	if base != nil {
		m.inherited = base.shared()
	}
	return m
}

// Get returns the value for a key, and whether there is one.
func (m *Map[K, V]) Get(key K) (value V, ok bool) {
	if value, ok = m.own[key]; ok || m.inherited == nil {
		return value, ok
	}
	return m.inherited.find(hashOf(key), key)
}

// Set sets the value for a key. Maps that already extend this one do not change.
func (m *Map[K, V]) Set(key K, value V) { m.own[key], m.all = value, nil }

// shared returns the content as a tree that never changes.
func (m *Map[K, V]) shared() *node[K, V] {
	if m.all == nil {
		m.all = m.inherited
		for key, value := range m.own {
			m.all = m.all.with(hashOf(key), key, value)
		}
	}
	return m.all
}

// node is a node of a binary search tree that never changes. Its order is that of hashes,
// which are random, so that its depth is logarithmic.
type node[K comparable, V any] struct {
	hash        uint64
	key         K
	value       V
	left, right *node[K, V]
}

var seed = maphash.MakeSeed()

func hashOf[K comparable](key K) uint64 { return maphash.Comparable(seed, key) }

func (n *node[K, V]) find(hash uint64, key K) (value V, ok bool) {
	for n != nil {
		switch {
		case hash < n.hash:
			n = n.left
		case hash == n.hash && key == n.key:
			return n.value, true
		default:
			n = n.right // keys with the same hash, too
		}
	}
	return value, false
}

// with returns a tree that has the value for the key, and shares what is not on the path to it.
func (n *node[K, V]) with(hash uint64, key K, value V) *node[K, V] {
	if n == nil {
		return &node[K, V]{hash: hash, key: key, value: value}
	}
	changed := *n
	switch {
	case hash < n.hash:
		changed.left = n.left.with(hash, key, value)
	case hash == n.hash && key == n.key:
		changed.value = value
	default:
		changed.right = n.right.with(hash, key, value)
	}
	return &changed
}
