package ir

import (
	"slices"
	"strconv"
	"strings"
)

// content prints a content model: A, choice(B, sequence(C, D) 0..n) 0..1. It returns
// "" if the rows of the fields say the same.
func (p *printer) content(all []*Particle) string {
	if !slices.ContainsFunc(all, needsBrackets) {
		return ""
	}
	return p.particles(all)
}

// needsBrackets reports whether the row of a field does not say everything about a
// particle.
func needsBrackets(p *Particle) bool {
	return p.Field == nil || p.Min > 1 || p.Max > 1
}

func (p *printer) particles(all []*Particle) string {
	var texts []string
	for _, particle := range all {
		texts = append(texts, p.particle(particle))
	}
	return strings.Join(texts, ", ")
}

func (p *printer) particle(particle *Particle) string {
	text := ""
	if f := particle.Field; f != nil {
		text = f.Name
	} else {
		text = [...]string{Sequence: "sequence", Choice: "choice", All: "all"}[particle.Group] + "(" + p.particles(particle.Particles) + ")"
	}
	if particle.Once() {
		return text
	}
	maxOccurs := "n"
	if particle.Max >= 0 {
		maxOccurs = strconv.Itoa(particle.Max)
	}
	return text + " " + strconv.Itoa(particle.Min) + ".." + maxOccurs
}
