package soap

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// FuzzStartTags compares the attributes that eachStartTag finds with the attributes of encoding/xml, in documents that the
// decoder accepts.
func FuzzStartTags(f *testing.F) {
	for _, doc := range []string{
		`<a/>`, `<a b="c" d = 'e>'/>`, `<a><!-- <b c="d"/> --><b c="&lt;&#65;"/><![CDATA[<x y="z">]]></a>`,
		"<?xml version=\"1.0\"?>\n<a:b xmlns:a='u'\n\tname=\"x\"\n><c name=' n '><d/></c></a:b>\n<?p <q r='s'?>",
	} {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		d := codec.NewDecoder([]byte(doc), nil, schema.Limits{})
		defer d.Release()
		if d.Root() {
			d.Skip()
		}
		d.End()
		want, err := attributesByXML(doc)
		if d.Err() != nil || err != nil {
			return
		}
		var got []string
		eachStartTag(doc, func(tag *lex.Token, in []lex.Token) {
			path := ""
			for _, e := range in {
				path += e.Local() + "/"
			}
			for _, a := range tag.Attributes {
				got = append(got, fmt.Sprintf("%s%s %s=%q", path, tag.Local(), a.Name, unescaped(doc[a.At:a.At+len(a.Value)])))
			}
		})
		if !slices.Equal(got, want) {
			t.Errorf("%q\ngot  %q\nwant %q", doc, got, want)
		}
	})
}

func attributesByXML(doc string) ([]string, error) {
	var attributes, path []string
	d := xml.NewDecoder(strings.NewReader(doc))
	for {
		token, err := d.RawToken()
		if token == nil {
			if err.Error() == "EOF" {
				err = nil
			}
			return attributes, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			for _, a := range token.Attr {
				name := a.Name.Local
				if a.Name.Space != "" {
					name = a.Name.Space + ":" + name
				}
				attributes = append(attributes, fmt.Sprintf("%s%s %s=%q", strings.Join(append(path, ""), "/"), token.Name.Local, name, strings.TrimSpace(a.Value)))
			}
			path = append(path, token.Name.Local)
		case xml.EndElement:
			path = path[:max(0, len(path)-1)]
		}
	}
}
