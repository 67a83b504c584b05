package gtfs

import "strings"

// aliases are names of stations in another language.
type aliases struct {
	byID, byName map[string]translation
}

type translation struct{ language, text string }

// better reports whether a is preferred to b: English first, then by alphabetical order of the languages.
func (a translation) better(b translation) bool {
	english := func(t translation) bool { return t.language == "en" || strings.HasPrefix(t.language, "en-") }
	if english(a) != english(b) {
		return english(a)
	}
	if a.language != b.language {
		return a.language < b.language
	}
	return a.text < b.text
}

// readTranslations reads the translations of stop_name.
func (c *checker) readTranslations() error {
	c.alias = aliases{map[string]translation{}, map[string]translation{}}
	columns := []string{"table_name", "field_name", "language", "translation", "record_id", "field_value"}
	return c.each("translations.txt", columns, 4, func(t *table) {
		if string(t.field(0)) != "stops" || string(t.field(1)) != "stop_name" {
			return
		}
		tr := translation{strings.ToLower(t.text(2)), t.text(3)}
		id, value := t.text(4), t.text(5)
		switch {
		case tr.language == "" || tr.text == "":
			t.warn(2, "language or translation is missing; row skipped")
			return
		case id != "":
			if _, ok := t.ref(4, c.stopIndex, "stop", "row"); !ok {
				return
			}
			add(c.alias.byID, id, tr)
		case value != "":
			add(c.alias.byName, value, tr)
		default:
			t.warn(4, "record_id and field_value are both missing; row skipped")
			return
		}
		c.keep(1, sizeOfAlias)
	})
}

func add(all map[string]translation, key string, tr translation) {
	if before, ok := all[key]; !ok || tr.better(before) {
		all[key] = tr
	}
}

// of returns the alias of a station, or an empty string.
func (a aliases) of(id, name string) string {
	tr, ok := a.byID[id]
	if !ok {
		tr = a.byName[name]
	}
	if tr.text == name {
		return ""
	}
	return tr.text
}
