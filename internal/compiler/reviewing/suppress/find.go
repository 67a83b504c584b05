package suppress

import (
	"maps"
	"slices"

	"example.com/quartet/internal/compiler/reading/spelling"
)

// find reports whether the document or component of a place exists. If it does not, find returns the most similar name, or ""
// if no name is similar.
func (p *places) find(a at) (near string, exists bool) {
	if a.document == "" || len(p.documents) == 0 {
		return "", true
	}
	names := make(map[string]bool) // names of documents, and of components of the wanted kind
	for _, d := range p.documents {
		if d.Name == a.document {
			return "", true
		}
		names[d.Name] = true
	}
	if len(a.steps) == 0 {
		return nearest(a.document, slices.Sorted(maps.Keys(names))), false
	}
	last := a.steps[len(a.steps)-1]
	for _, d := range p.documents {
		for e := range d.Root.All() {
			c, ok := componentOf(e)
			if !ok || last.kind != "" && c.kind != last.kind {
				continue
			}
			if last.is(c) && follows(a.steps, pathOf(e)) {
				return "", true
			}
			names[c.name] = true
		}
	}
	delete(names, last.name)
	if near = nearest(last.name, slices.Sorted(maps.Keys(names))); near == "" {
		near = nearest(a.document, slices.Sorted(maps.Keys(names)))
	}
	return near, false
}

// nearest returns the name that is most similar to a misspelt text, "" if none is.
func nearest(text string, all []string) string {
	if near := spelling.Nearest(text, all); len(near) > 0 {
		return near[0]
	}
	return ""
}
