package ir

// Particle is an element, a wildcard or a group of a content model, with how often it
// occurs.
type Particle struct {
	Min, Max  int    // Max is -1 if it is unbounded
	Field     *Field // field for an element or a wildcard, or for a repeated group that has one; nil for other groups
	Group     Compositor
	Particles []*Particle // particles of a group
}

// Compositor is how a group combines its particles.
type Compositor int

// The compositors of XML Schema.
const (
	Sequence Compositor = iota
	Choice
	All
)

// Once reports whether the particle occurs exactly once.
func (p *Particle) Once() bool { return p.Min == 1 && p.Max == 1 }
