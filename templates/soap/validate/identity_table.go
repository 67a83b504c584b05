package validate

import "example.com/quartet/templates/soap/xsd"

// keySet has the keys of several scopes. A key that two scopes have belongs to neither (part 1, section 3.11.5).
type keySet struct {
	keys, several map[string]bool
}

// add adds the keys of a scope in this one, the smaller set to the larger one.
func (s *keyScope) add(name xsd.QName, keys map[string]bool) {
	if s.below == nil {
		s.below = make(map[xsd.QName]keySet)
	}
	set := s.below[name]
	if set.several == nil {
		set.several = make(map[string]bool)
	}
	fewer, _ := bySize(keys, set.several)
	for key := range fewer {
		if keys[key] && set.several[key] {
			delete(keys, key)
		}
	}
	fewer, set.keys = bySize(keys, set.keys)
	for key := range fewer {
		if set.keys[key] {
			delete(set.keys, key)
			set.several[key] = true
		} else {
			set.keys[key] = true
		}
	}
	s.below[name] = set
}

func bySize(a, b map[string]bool) (smaller, larger map[string]bool) {
	if len(a) < len(b) {
		return a, b
	}
	return b, a
}

// joined returns the keys of a scope and of the scopes in it, in one of the maps.
func (v *validation) joined(own, below map[string]bool) map[string]bool {
	fewer, all := bySize(own, below)
	if v.Spend(len(fewer)) {
		for key := range fewer {
			all[key] = true
		}
	}
	return all
}
