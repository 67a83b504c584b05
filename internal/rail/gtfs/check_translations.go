package gtfs

import "strings"

// aliases are names of stations in another language.
type aliases struct {
	byID, byName map[string]translation
}

type translation struct{ language, text string }

// better reports whether a translation is to be preferred: English, then the language that comes first.
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

// translations reads the translations of stop_name.
func (c *checker) translations() error {
	c.alias = aliases{map[string]translation{}, map[string]translation{}}
	columns := []string{"table_name", "field_name", "language", "translation", "record_id", "field_value"}
	return c.each("translations.txt", columns, 4, func(t *table) {
		if string(t.field(0)) != "stops" || string(t.field(1)) != "stop_name" {
			return
		}
		made := translation{strings.ToLower(t.text(2)), t.text(3)}
		id, value := t.text(4), t.text(5)
		switch {
		case made.language == "" || made.text == "":
			t.wrong(2, "language and translation are needed; the row is left out")
			return
		case id != "":
			if _, ok := c.stopIndex[id]; !ok {
				t.wrong(4, "there is no stop %s", quote(id))
				return
			}
			add(c.alias.byID, id, made)
		case value != "":
			add(c.alias.byName, value, made)
		default:
			t.wrong(4, "record_id or field_value is needed; the row is left out")
			return
		}
		c.keep(1)
	})
}

func add(all map[string]translation, key string, made translation) {
	if before, ok := all[key]; !ok || made.better(before) {
		all[key] = made
	}
}

// of returns the alias of a station, or an empty text.
func (a aliases) of(id, name string) string {
	made, ok := a.byID[id]
	if !ok {
		made = a.byName[name]
	}
	if made.text == name {
		return ""
	}
	return made.text
}
