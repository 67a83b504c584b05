package schema

import (
	"slices"
	"strings"
	"sync"
)

// If there is a package for each namespace, each package has its part of the
// schema, and refers to those of the packages that it imports.

// all returns s and the schemas that it refers to, each once.
func (s *Schema) all() []*Schema {
	list := []*Schema{s}
	for i := 0; i < len(list); i++ {
		for _, other := range list[i].Imports {
			if !slices.Contains(list, other) {
				list = append(list, other)
			}
		}
	}
	return list
}

// Imported returns the texts of the schemas that s refers to.
func (s *Schema) Imported() []string {
	var texts []string
	for _, part := range s.all()[1:] {
		texts = append(texts, part.Text)
	}
	return texts
}

// joinedSchemas are those that Schema.with has made.
type joinedSchemas struct {
	sync.Mutex
	with map[*Schema]*Schema
}

// maxJoined bounds the number of cached combinations of schemas.
const maxJoined = 64

// With returns a schema that has others, too: a value may hold values of types
// that are derived in packages which its own package does not import.
func (s *Schema) With(met []*Schema) *Schema {
	known := s.all()
	met = slices.DeleteFunc(met, func(other *Schema) bool { return slices.Contains(known, other) })
	if len(met) == 0 {
		return s
	}
	slices.SortFunc(met, func(a, b *Schema) int { return strings.Compare(a.Text, b.Text) })
	s.joined.Lock()
	joined := s.joined.with[met[0]]
	if joined == nil {
		joined = &Schema{Text: s.Text, Namespaces: s.Namespaces, Imports: append(slices.Clip(s.Imports), met[0]), Entries: s.Entries}
		if s.joined.with == nil {
			s.joined.with = make(map[*Schema]*Schema)
		}
		if len(s.joined.with) < maxJoined {
			s.joined.with[met[0]] = joined
		}
	}
	s.joined.Unlock()
	return joined.With(met[1:])
}
