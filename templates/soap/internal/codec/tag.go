package codec

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// A struct tag with the key soap has what the Go type of a field does not say about the element or attribute:
//
//	StationDesc *string `soap:"StationDesc"`      // an optional element
//	ID          string  `soap:"id,attr"`          // an attribute that must be there
//	Owner       Party   `soap:"m:owner,required"` // a name in another namespace than most, and a value that may not be nil
//
// It begins with the name, which has a prefix of the table of the package unless its namespace is the usual one. Words follow,
// some of which have a value. A backslash before a character takes its meaning away: "default=1\,5" is the value "1,5". The
// documentation of package schema lists the words, which fieldWords has, too.

// tagKey is the key of the struct tags.
const tagKey = "soap"

// wordForm says whether a word has a value.
type wordForm uint8

const (
	plainWord  wordForm = 1 << iota // attr
	valuedWord                      // type=token
)

// fieldWords are the words of struct tags.
var fieldWords = func() map[string]wordForm {
	words := make(map[string]wordForm)
	for form, list := range map[wordForm]string{
		plainWord:              "abstract attr attributes chars items lax list media member mixed nil nillable required sizes text typed xsi",
		valuedWord:             "array fixed order type",
		plainWord | valuedWord: "any default item of part",
	} {
		for _, word := range strings.Fields(list) {
			words[word] = form
		}
	}
	return words
}()

// fieldTag is a struct tag, parsed.
type fieldTag struct {
	tagName
	words []fieldWord
}

// tagName is a name in a tag.
type tagName struct {
	prefix string // with its colon: ":" is for no namespace, "" for the usual one
	local  string
}

// fieldWord is a word with its value, in which nothing is unescaped yet.
type fieldWord struct {
	word, value string
	form        wordForm
}

// parseFieldTag reads the value of a struct tag.
func parseFieldTag(text string) (fieldTag, error) {
	parts := splitTag(text, ',')
	name, err := parseName(parts[0])
	if err != nil {
		return fieldTag{}, err
	}
	t := fieldTag{tagName: name}
	for _, part := range parts[1:] {
		w := fieldWord{form: plainWord}
		if n := indexOfByte(part, '='); n >= 0 {
			w.word, w.value, w.form = part[:n], part[n+1:], valuedWord
		} else {
			w.word = part
		}
		switch form, known := fieldWords[w.word]; {
		case !known:
			return fieldTag{}, fmt.Errorf("%q is not a word of a struct tag", w.word)
		case form&w.form == 0 && w.form == plainWord:
			return fieldTag{}, fmt.Errorf("the word %s needs a value", w.word)
		case form&w.form == 0:
			return fieldTag{}, fmt.Errorf("the word %s has no value", w.word)
		case t.has(w.word):
			return fieldTag{}, fmt.Errorf("the word %s is given twice", w.word)
		}
		t.words = append(t.words, w)
	}
	return t, nil
}

// parseName reads [PREFIX:]NAME.
func parseName(text string) (tagName, error) {
	n := indexOfByte(text, ':')
	if n > 0 && !lex.IsNCName(text[:n]) {
		return tagName{}, fmt.Errorf("%q is not the prefix of a namespace", text[:n])
	}
	return tagName{text[:n+1], unescapeTag(text[n+1:])}, nil
}

func (t *fieldTag) find(word string) (fieldWord, bool) {
	i := slices.IndexFunc(t.words, func(w fieldWord) bool { return w.word == word })
	if i < 0 {
		return fieldWord{}, false
	}
	return t.words[i], true
}

// has reports whether the tag has a word.
func (t *fieldTag) has(word string) bool {
	_, ok := t.find(word)
	return ok
}

// value returns the value of a word, "" if the tag does not have it.
func (t *fieldTag) value(word string) string {
	w, _ := t.find(word)
	return unescapeTag(w.value)
}

// list returns the items of the value of a word, which blanks separate. They are still escaped.
func (t *fieldTag) list(word string) []string {
	w, _ := t.find(word)
	return slices.DeleteFunc(splitTag(w.value, ' '), func(s string) bool { return s == "" })
}

// splitTag splits text at a character that has no backslash before it.
func splitTag(text string, at byte) []string {
	var parts []string
	for {
		n := indexOfByte(text, at)
		if n < 0 {
			return append(parts, text)
		}
		parts = append(parts, text[:n])
		text = text[n+1:]
	}
}

// indexOfByte returns the index of the first c that has no backslash before it, -1 if there is none.
func indexOfByte(text string, c byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case c:
			return i
		}
	}
	return -1
}

// unescapeTag removes backslashes and leaves the characters after them. A backslash at the end stands for itself.
func unescapeTag(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
