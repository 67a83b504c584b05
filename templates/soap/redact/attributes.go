package redact

import (
	"bytes"
	"strings"
)

// attribute is an attribute of a tag; at is where its value begins in the tag.
type attribute struct {
	name, value []byte
	at          int
}

// attributesOf returns the attributes of a start tag. A quotation mark may be escaped, as in JSON.
func attributesOf(tag []byte) []attribute {
	var list []attribute
	for at := 0; ; {
		i := bytes.IndexAny(tag[at:], `"'`)
		if i < 0 {
			return list
		}
		quote := tag[at+i]
		name := bytes.TrimRight(tag[at:at+i], "= \t\r\n\\")
		name = name[bytes.LastIndexAny(name, " \t\r\n")+1:]
		at += i + 1
		end := bytes.IndexByte(tag[at:], quote)
		if end < 0 {
			end = len(tag) - at
		}
		list = append(list, attribute{name, bytes.TrimRight(tag[at:at+end], `\`), at})
		at = min(at+end+1, len(tag))
	}
}

// attributes finds the values of secret attributes of a tag. If the element is secret, all are, except those that say what the element is,
// and its names.
func (s *scan) attributes(tag view, secret bool, layer int) {
	list := attributesOf(tag.b)
	hasValue := false
	for _, a := range list {
		hasValue = hasValue || strings.EqualFold(localName(a.name), "value")
	}
	from := 0
	for _, a := range list {
		s.escaped(tag.sub(from, a.at), layer) // what has no quotation marks
		from = a.at + len(a.value)
		local := localName(a.name)
		isKey := strings.EqualFold(local, "key") && hasValue
		value := tag.sub(a.at, a.at+len(a.value))
		switch {
		case string(a.name) == "xmlns", bytes.HasPrefix(a.name, []byte("xmlns:")):
		case s.IsCredential(local) && !isKey, secret && !saysWhat(local) && !(s.SaysName(local) && s.isSecretName(a.value)):
			s.mark(value, 0, len(a.value))
		case bytes.IndexByte(a.value, '<') >= 0: // it is not well-formed
			s.deeper(value, layer, func(layer int) { s.text(value, layer) })
		default:
			s.escaped(value, layer)
		}
	}
	s.escaped(tag.sub(from, len(tag.b)), layer)
}

// saysWhat reports whether an attribute of a secret element is not a value: the attributes of XML Schema and of
// WS-Security.
func saysWhat(name string) bool {
	switch name {
	case "lang", "type", "nil", "Type", "ValueType", "EncodingType", "mustUnderstand":
		return true
	}
	return false
}
