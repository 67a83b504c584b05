package multipart

import (
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// match finds what was received for each of info, nil for what was not: by the
// name in the Content-ID (WS-I Attachments Profile 1.0, R2933), else in the
// order in which they are declared. If any part has such a name, those with
// other names are left over; strict refuses what is.
func match(parts []*contract.BodyPart, info []contract.Attachment, strict bool) ([]*contract.BodyPart, error) {
	matched := make([]*contract.BodyPart, len(info))
	var left []*contract.BodyPart
	var named bool
	for _, part := range parts {
		at := -1
		if name, ok := partName(part); ok {
			for j := range info {
				if info[j].Name == name {
					at = j
				}
			}
		}
		switch {
		case at < 0:
			left = append(left, part)
		case matched[at] != nil:
			return nil, fmt.Errorf("the attachment %q is given twice", info[at].Name)
		default:
			matched[at], named = part, true
		}
	}
	next := 0
	for _, part := range left {
		for next < len(info) && matched[next] != nil {
			next++
		}
		_, other := partName(part)
		switch {
		case next < len(info) && !(named && other):
			matched[next] = part
		case strict:
			return nil, fmt.Errorf("the part %q of the message is not in the contract", lex.Shorten(part.ID))
		}
	}
	return matched, checkTypes(info, matched, strict)
}

func checkTypes(info []contract.Attachment, matched []*contract.BodyPart, strict bool) error {
	for i, part := range matched {
		if !strict || part == nil {
			continue
		}
		if t := media.Parse(part.MediaType).Name; t != "" && !allows(info[i].Types, t) {
			return fmt.Errorf("the attachment %q has the media type %q, not %s", info[i].Name, lex.Shorten(t), strings.Join(info[i].Types, " or "))
		}
	}
	return nil
}

// partName returns the name of the wsdl:part that a Content-ID like
// <name=unique@domain> holds, in which characters that identifiers
// do not have are escaped.
func partName(p *contract.BodyPart) (name string, ok bool) {
	escaped, rest, found := strings.Cut(p.ID, "=")
	if !found || escaped == "" || !strings.Contains(rest, "@") {
		return "", false
	}
	var out []byte
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		if c == '%' {
			if i+2 >= len(escaped) || lex.Unhex(escaped[i+1]) < 0 || lex.Unhex(escaped[i+2]) < 0 {
				return "", false
			}
			c = byte(lex.Unhex(escaped[i+1])<<4 | lex.Unhex(escaped[i+2]))
			i += 2
		}
		out = append(out, c)
	}
	return string(out), true
}
