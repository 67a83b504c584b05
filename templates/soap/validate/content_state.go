package validate

import (
	"encoding/binary"
	"maps"
	"slices"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/codec"
)

// contentState is where a document is in a content model.
type contentState struct {
	model   *contentModel
	at      *contentPlace   // nil if the model has too many places to keep them
	own     []contentConfig // the configurations then
	next    []contentConfig
	started bool
	broken  bool    // an element did not fit: what follows is not compared any more
	counts  []int32 // numbers of elements so far, by the number of their name

	prefix string // prefix of names in the namespace of the model, with the colon
	leaves bool   // the document has a prefix for that namespace
}

// contentPlace is a set of configurations that documents have led to. It does not change, but for its steps.
type contentPlace struct {
	configs  []contentConfig
	complete bool // the content may end here
	steps    atomic.Pointer[contentSteps]
}

// contentSteps are the steps from a place that documents have taken so far, in that order.
type contentSteps struct {
	list []contentStep
	to   map[*contentName]*contentPlace
}

// contentStep leads from one place to the next.
type contentStep struct {
	name *contentName
	to   *contentPlace
}

// maxGuesses is how many elements are guessed to come next.
const maxGuesses = 8

// guesses returns steps to elements that may come next.
func (p *contentPlace) guesses() []contentStep {
	steps := p.steps.Load()
	if steps == nil {
		return nil
	}
	return steps.list[:min(len(steps.list), maxGuesses)]
}

// after returns where an element leads to, nil if that is not known.
func (p *contentPlace) after(name *contentName) *contentPlace {
	steps := p.steps.Load()
	if steps == nil {
		return nil
	}
	return steps.to[name]
}

// add adds a step. The caller holds the lock of the model.
func (p *contentPlace) add(step contentStep) {
	if p.after(step.name) != nil {
		return
	}
	more := &contentSteps{to: make(map[*contentName]*contentPlace)}
	if steps := p.steps.Load(); steps != nil {
		more.list = steps.list[:len(steps.list):len(steps.list)]
		maps.Copy(more.to, steps.to)
	}
	more.list = append(more.list, step)
	more.to[step.name] = step.to
	p.steps.Store(more)
}

// maxPlaces bounds how many places of a content model are kept.
const maxPlaces = 1 << 10

// reset makes s the start of a content model.
func (s *contentState) reset(m *contentModel) {
	s.model, s.at, s.started, s.broken, s.leaves = m, &m.start, false, false, false
	s.own, s.next = s.own[:0], s.next[:0]
	s.counts = append(s.counts[:0], make([]int32, m.counted)...)
}

func (s *contentState) configs() []contentConfig {
	if s.at != nil {
		return s.at.configs
	}
	return s.own
}

// take moves over an element and returns its declaration, or the wildcard that it matches. ok is false if it is not
// allowed here; then the model is not used any more.
func (s *contentState) take(space string, local []byte) (name *contentName, wildcard *contentNode, ok bool) {
	if s.at != nil {
		for _, n := range s.model.names[string(local)] {
			if to := s.at.after(n); to != nil && n.element.name.Space == space {
				s.step(contentStep{n, to})
				return n, nil, true
			}
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
	s.at, s.started = to.to, true
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
	from := s.at
	s.started = true
	if from != nil {
		s.at = s.model.place(s)
	}
	if s.at == nil {
		s.own, s.next = s.next, s.own
		return
	}
	if name != nil {
		s.model.mu.Lock()
		from.add(contentStep{name, s.at})
		s.model.mu.Unlock()
	}
}

// place returns the place with the configurations in s.next, nil if there are too many places.
func (m *contentModel) place(s *contentState) *contentPlace {
	key := keyOf(s.next)
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.places[key]; p != nil {
		return p
	}
	if len(m.places) >= maxPlaces {
		return nil
	}
	p := new(contentPlace)
	for i := range s.next {
		c := &s.next[i]
		p.configs = append(p.configs, contentConfig{c.leaf, slices.Clone(c.counts), slices.Clone(c.bits)})
	}
	p.complete = slices.ContainsFunc(p.configs, func(c contentConfig) bool { return c.ends() })
	if m.places == nil {
		m.places = make(map[string]*contentPlace)
	}
	m.places[key] = p
	return p
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
		for _, b := range c.bits {
			key = binary.LittleEndian.AppendUint64(key, b)
		}
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

// occurrence returns which of its name an element is that comes next; 0 if there is at most one.
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
