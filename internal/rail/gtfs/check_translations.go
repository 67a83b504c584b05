package gtfs

import "strings"

// aliases are names of stations in another language, by stop_id or by name.
type aliases map[aliased]translation

// An aliased has the stop_id or the name to which a translation belongs; the other one is empty.
type aliased struct{ id, name string }

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
	columns := []string{"table_name", "field_name", "language", "translation", "record_id", "field_value"}
	return c.each("translations.txt", columns, 4, func(t *table) {
		if string(t.field(0)) != "stops" || string(t.field(1)) != "stop_name" {
			return
		}
		tr := translation{strings.ToLower(t.text(2)), t.text(3)}
		key := aliased{id: t.text(4)}
		switch {
		case tr.language == "" || tr.text == "":
			t.warn(2, "language or translation is missing; row skipped")
			return
		case key.id != "":
			if _, ok := t.ref(4, c.stopIndex, "stop", "row"); !ok {
				return
			}
		default:
			if key.name = t.text(5); key.name == "" {
				t.warn(4, "record_id and field_value are both missing; row skipped")
				return
			}
		}
		if before, ok := c.alias[key]; !ok || tr.better(before) {
			c.alias[key] = tr
		}
		c.keep(1, sizeOfAlias)
	})
}

// of returns the alias of a station, or an empty string.
func (a aliases) of(id, name string) string {
	tr, ok := a[aliased{id: id}]
	if !ok {
		tr = a[aliased{name: name}]
	}
	if tr.text == name {
		return ""
	}
	return tr.text
}
