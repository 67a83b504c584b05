package codec

import (
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// jsonNode holds nodes in each way that there is.
type (
	jsonNode struct {
		Next  *jsonNode
		Kids  []jsonNode
		Maybe xsd.Nillable[jsonNode]
		Any   jsonHolder
		Types xsd.ElementTypes
		Own   struct{ Nil bool } // no Nillable
	}
	jsonHolder interface{ isJSONNode() }
)

func (*jsonNode) isJSONNode() {}

var typeOfJSONNode = Type{NS: 1, Name: "node", Zero: (*jsonNode)(nil)}

func init() {
	Define(&Table{Namespaces: []Namespace{{}, {URI: "urn:json"}}, Types: []TypeRows{{Type: &typeOfJSONNode}}})
}

// TestJSONDepth: values that contain themselves are an error, and so is a text that is nested as deep.
func TestJSONDepth(t *testing.T) {
	const empty = `"Own":{"Nil":false}`
	for field, link := range map[string]func(*jsonNode){
		"Next":  func(n *jsonNode) { n.Next = n },
		"Kids":  func(n *jsonNode) { n.Kids = []jsonNode{{}}; n.Kids[0].Kids = n.Kids },
		"Maybe": func(n *jsonNode) { n.Maybe.Value = n },
		"Any":   func(n *jsonNode) { n.Any = n },
	} {
		n := new(jsonNode)
		link(n)
		if text, err := MarshalJSON(n); err == nil || !strings.HasSuffix(err.Error(), errJSONDepth.Error()) {
			t.Errorf("%s: %.100s, %v", field, text, err)
		}
		open, shut := `{"`+field+`":`, "}"
		switch field {
		case "Kids":
			open, shut = open+"[", "]}"
		case "Any":
			open = `{"xsi:type":"{urn:json}node","Any":`
		}
		deep := maxJSONDepth/2 + 1 // a pointer and a struct
		if field == "Any" {
			deep = maxJSONDepth
		}
		for depth, fails := range map[int]bool{10: false, deep: true} {
			inner := "null"
			if field == "Kids" {
				inner = ""
			}
			text := `{"` + field + `":` + strings.TrimPrefix(strings.Repeat(open, depth), `{"`+field+`":`) + inner + strings.Repeat(shut, depth)
			if field == "Any" {
				text = `{"Any":` + strings.Repeat(open, depth) + inner + strings.Repeat(shut, depth) + "}"
			}
			var v jsonNode
			if err := UnmarshalJSON([]byte(text), &v); (err != nil) != fails || err != nil && (!strings.HasSuffix(err.Error(), errJSONDepth.Error()) || len(err.Error()) > 20_000) {
				t.Errorf("%s, %d levels: %v", field, depth, err)
			}
		}
	}
	v := &jsonNode{Next: &jsonNode{}, Types: xsd.ElementTypes{"A": {Type: xsd.QName{Local: "t"}}}}
	text, err := MarshalJSON(v)
	inner := `{"Next":null,"Kids":null,"Maybe":null,"Any":null,` + empty + `}`
	if want := `{"Next":` + inner + `,"Kids":null,"Maybe":null,"Any":null,"Types":`; err != nil || !strings.HasPrefix(string(text), want) || !strings.HasSuffix(string(text), empty+"}") {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	var back jsonNode
	if err := UnmarshalJSON(text, &back); err != nil || !reflect.DeepEqual(&back, v) {
		t.Errorf("%s is read as %+v, %v", text, back, err)
	}
	for text, want := range map[string]string{`{"Kids":[1]}`: "Kids: 0: ", `{"Next":1}`: "Next: ", `{"Any":{}}`: "Any: the member xsi:type, which names the type of a codec.jsonHolder, is missing", `{"Any":{"xsi:type":"{urn:json}more"}}`: "Any: the schema has no type {urn:json}more for a codec.jsonHolder"} {
		if err := UnmarshalJSON([]byte(text), new(jsonNode)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
