package judge

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// result compares a result without the elements around it, as "quartet call --xml" prints it. It returns nil for anything else.
func (s *survey) result(ctx context.Context, services []*contract.Contract, text []byte) (first *Verdict, err error) {
	if s.version != "" || s.isFault || bytes.HasPrefix(text, []byte("<?")) || bytes.HasPrefix(text, []byte("<!")) {
		return nil, nil
	}
	tried := 0
	for _, info := range services {
		for _, op := range info.Operations {
			i := slices.IndexFunc(op.Wires, func(w contract.Wire) bool { return len(w.Out) > 1 && s.isOneOf(info, w.Out[len(w.Out)-1:]) })
			if i < 0 || tried == maxCandidates {
				continue
			}
			tried++
			start, end := around(info, op.Wires[i].Out)
			v, err := Message(ctx, services, []byte(start+string(text)+end))
			if err != nil {
				return nil, err
			}
			if v.What = "the result of " + op.Name; v.Encoded {
				v.What = "a result" // of any operation, as nothing in it is compared
			}
			for i := range v.Findings {
				if f := &v.Findings[i]; f.Line == 1 {
					f.Column = max(1, f.Column-utf8.RuneCountInString(start))
				}
			}
			if len(v.Findings) == 0 {
				return v, nil
			}
			first = cmp.Or(first, v)
		}
	}
	return first, nil
}

// around returns the tags of the elements around the last one of a path.
func around(info *contract.Contract, path []schema.ElementName) (start, end string) {
	for _, n := range path[:len(path)-1] {
		tag := n.Local
		if space := schema.NamespaceURI(info.Namespaces, n.NS); space != "" {
			tag = "q:" + tag
			start += fmt.Sprintf(`<%s xmlns:q="%s">`, tag, xmltree.Escape(space))
		} else {
			start += "<" + tag + ">"
		}
		end = "</" + tag + ">" + end
	}
	return start, end
}
