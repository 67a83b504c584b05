package validate

import (
	"encoding/binary"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/codec"
)

// contentState is the position of a document in a content model.
type contentState struct {
	model  *contentModel
	at     *contentPlace // &own if the model has too many places to keep them
	own    contentPlace
	next   []contentConfig
	broken bool    // an element did not fit: what follows is not compared any more
	counts []int32 // numbers of elements so far, by the number of their name

	prefix string // prefix of names in the namespace of the model, with the colon
	leaves bool   // the document has a prefix for that namespace
}

// contentPlace is a set of configurations that documents have reached. Only its steps to other places change.
type contentPlace struct {
	configs  []contentConfig
	complete bool     // the content may end here
	to       sync.Map // *contentPlace by *contentName: where elements that documents have had here lead to
	guesses  atomic.Pointer[[]contentStep]
}

// contentStep leads from one place to the next.
type contentStep struct {
	name *contentName
	to   *contentPlace
}

// maxGuesses is how many elements are guessed to come next.
const maxGuesses = 8

// add adds a step. The caller holds the lock of the model.
func (p *contentPlace) add(step contentStep) {
	if _, known := p.to.LoadOrStore(step.name, step.to); known {
		return
	}
	var list []contentStep
	if old := p.guesses.Load(); old != nil {
		list = *old
	}
	if n := len(list); n < maxGuesses {
		list = append(list[:n:n], step)
		p.guesses.Store(&list)
	}
}

// maxPlaces bounds how many places of a content model are kept.
const maxPlaces = 1 << 10

// reset makes s the start of a content model.
func (s *contentState) reset(m *contentModel) {
	s.model, s.at, s.broken, s.leaves = m, &m.start, false, false
	s.counts = append(s.counts[:0], make([]int32, m.counted)...)
}

// take moves over an element and returns its declaration, or the wildcard that it matches. ok is false if it is not
// allowed here; then the model is not used any more.
func (s *contentState) take(space string, local []byte) (name *contentName, wildcard *contentNode, ok bool) {
	for _, n := range s.model.names[string(local)] {
		if to, known := s.at.to.Load(n); known && n.element.name.Space == space {
			s.step(contentStep{n, to.(*contentPlace)})
			return n, nil, true
		}
	}
	name, wildcard = s.find(space, local)
	if len(s.next) == 0 {
		s.broken = true
		return nil, nil, false
	}
	s.move(name)
	if name != nil {
		s.counts[name.number]++
	}
	return name, wildcard, true
}

// step moves to a place that is known.
func (s *contentState) step(to contentStep) {
	s.at = to.to
	s.counts[to.name.number]++
}

// find sets next to the configurations after an element, and returns the first declaration or, without one, the first
// wildcard that matches it.
func (s *contentState) find(space string, local []byte) (name *contentName, wildcard *contentNode) {
	s.next = s.next[:0]
	for _, n := range s.model.names[string(local)] {
		if n.element.name.Space != space {
			continue
		}
		before := len(s.next)
		s.advance(n.leaf)
		if len(s.next) > before && name == nil {
			name = n
		}
	}
	for _, leaf := range s.model.wildcards {
		if !leaf.wildcard.Allows(space) {
			continue
		}
		before := len(s.next)
		s.advance(leaf)
		if len(s.next) > before && name == nil && wildcard == nil {
			wildcard = leaf
		}
	}
	return name, wildcard
}

// move makes next the configurations of the state, which an element of that name has led to; nil for a wildcard.
func (s *contentState) move(name *contentName) {
	if s.at == &s.own || !s.moveTo(name) {
		s.own.configs, s.next = s.next, s.own.configs
		s.own.complete = isComplete(s.own.configs)
		s.at = &s.own
	}
}

// moveTo moves to the place with the configurations in next, and notes the step. It reports false if there are too many places.
func (s *contentState) moveTo(name *contentName) bool {
	m, key := s.model, keyOf(s.next)
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.places[key]
	if p == nil && len(m.places) >= maxPlaces {
		return false
	}
	if p == nil {
		p = new(contentPlace)
		for i := range s.next {
			c := &s.next[i]
			p.configs = append(p.configs, contentConfig{c.leaf, slices.Clone(c.counts), *new(big.Int).Set(&c.bits)})
		}
		p.complete = isComplete(p.configs)
		m.places[key] = p
	}
	if name != nil {
		s.at.add(contentStep{name, p})
	}
	s.at = p
	return true
}

// keyOf identifies configurations.
func keyOf(configs []contentConfig) string {
	var key []byte
	for i := range configs {
		c := &configs[i]
		key = binary.AppendUvarint(key, uint64(c.leaf.number))
		for _, n := range c.counts {
			key = binary.AppendUvarint(key, uint64(n))
		}
		key = c.bits.Append(key, 16)
		key = append(key, ' ')
	}
	return string(key)
}

// known returns the first declaration of a name in the model, in whatever place; nil if there is none.
func (s *contentState) known(space string, local []byte) *contentName {
	for _, n := range s.model.names[string(local)] {
		if n.element.name.Space == space {
			return n
		}
	}
	return nil
}

// occurrence returns the number of the next element among those with its name, 0 if there is at most one.
func (s *contentState) occurrence(space string, local []byte) int32 {
	name := s.known(space, local)
	if name == nil || !name.leaf.repeats() && s.counts[name.number] == 0 {
		return 0
	}
	return s.counts[name.number] + 1
}

// tag returns the tags of an element as they are in the document.
func (n *contentName) tag(prefix string) *codec.LeafTag {
	if t := n.tags.Load(); t != nil && t.Prefix == prefix {
		return t
	}
	t := codec.NewLeafTag(prefix, n.element.name.Local)
	n.tags.Store(t)
	return t
}
