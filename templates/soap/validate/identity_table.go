package validate

import "example.com/quartet/templates/soap/xsd"

// keySet has the keys of several scopes. One that two of them have belongs to neither (part 1, section 3.11.5).
type keySet struct {
	keys, several map[string]bool
}

// all returns the keys that one scope has; s may be nil.
func (s *keySet) all() map[string]bool {
	if s == nil {
		return nil
	}
	return s.keys
}

// add adds the keys of a scope in this one, the smaller set to the larger one.
func (s *keyScope) add(name xsd.QName, keys map[string]bool) {
	set := s.below[name]
	if set == nil {
		set = &keySet{several: make(map[string]bool)}
		if s.below == nil {
			s.below = make(map[xsd.QName]*keySet)
		}
		s.below[name] = set
	}
	for key := range smaller(keys, set.several) {
		if keys[key] && set.several[key] {
			delete(keys, key)
		}
	}
	known := set.keys
	if len(known) < len(keys) {
		known, keys = keys, known
	}
	for key := range keys {
		if known[key] {
			delete(known, key)
			set.several[key] = true
		} else {
			known[key] = true
		}
	}
	set.keys = known
}

func smaller(a, b map[string]bool) map[string]bool {
	if len(a) < len(b) {
		return a
	}
	return b
}

// joined returns the keys of a scope and of the scopes in it, in one of the maps.
func (v *validation) joined(own, below map[string]bool) map[string]bool {
	if len(own) < len(below) {
		own, below = below, own
	}
	if v.Spend(len(below)) {
		for key := range below {
			own[key] = true
		}
	}
	return own
}
