package jsonhttp

import (
	"maps"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// jsonSchema is a schema of JSON Schema 2020-12, as package encoding/json writes it.
type jsonSchema map[string]any

// schemaMaker makes schemas of what is written as JSON. Named types are in types, which others refer to with prefix and the name.
type schemaMaker struct {
	codec.JSONOptions
	prefix string

	// describe returns what the contract says about a member of a type, about the type if row is nil, and about the value that is
	// being described if t is nil. It is called for a member before its type is described.
	describe func(t *schema.Type, row *schema.Row) facts

	types map[string]jsonSchema
	names map[jsonComponent]string

	repeated map[string]int // the last number after each name; 0: none
}

// facts are what the codec does not know about a member or a type. The keywords in them may be nil.
type facts struct {
	doc   string       // documentation
	value jsonSchema   // keywords for a simple value, or for each item of a list
	array jsonSchema   // keywords for the elements of one name
	named *schema.Type // the simple type of the value or of each item, if that has a schema apart; nil for none
	typed bool         // xsi:type may name another type of the contract
}

// ofValue returns the schema of a value, such as a result.
func (s *schemaMaker) ofValue(v *schema.Value) jsonSchema {
	shape := v.JSONShape()
	switch own := shape.Value; {
	case own == nil:
		return orNull(s.object(shape, nil), true)
	case own.Many:
		return jsonSchema{"type": "array", "items": orNull(s.value(own, s.describe(nil, own.Row)), own.Row.Nillable)}
	default:
		return orNull(s.value(own, s.describe(nil, own.Row)), own.Row.Occurs == schema.Optional)
	}
}

// ofRequest returns the schema of a request, whose type is t, nil if it has none.
func (s *schemaMaker) ofRequest(t *schema.Type) jsonSchema {
	if t != nil {
		return s.object(t.JSONShape(), t)
	}
	return s.object(codec.JSONShape{}, nil)
}

// ofType returns the schema of a complex type.
func (s *schemaMaker) ofType(t *schema.Type) jsonSchema {
	return s.component(jsonComponent{t: t}, schemaName(t), func() (own jsonSchema) {
		if shape := t.JSONShape(); shape.Value != nil {
			own = s.value(shape.Value, s.describe(t, shape.Value.Row))
		} else {
			own = s.object(shape, t)
		}
		own.document(s.describe(t, nil).doc)
		return own
	})
}

// document adds documentation before the description.
func (s jsonSchema) document(doc string) {
	if own, ok := s["description"].(string); ok && doc != "" {
		doc += "\n\n" + own
	}
	if doc != "" {
		s["description"] = doc
	}
}

// jsonComponent is a type, possibly with those that are derived from it, or what only has a name.
type jsonComponent struct {
	t       *schema.Type
	derived bool
	name    string
}

// named returns a reference to the schema with a name that newSchema makes, once. It is not the schema of a type.
func (s *schemaMaker) named(name string, newSchema func() jsonSchema) jsonSchema {
	return s.component(jsonComponent{name: name}, name, newSchema)
}

// component returns a reference to the schema that newSchema makes, once: it may contain itself.
func (s *schemaMaker) component(of jsonComponent, stem string, newSchema func() jsonSchema) jsonSchema {
	name, known := s.names[of]
	if !known {
		stem = strings.Map(func(r rune) rune {
			if r == '.' || r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
				return r
			}
			return '_'
		}, stem)
		name = stem
		for s.types[name] != nil {
			s.repeated[stem] = max(s.repeated[stem], 1) + 1
			name = stem + strconv.Itoa(s.repeated[stem])
		}
		own := make(jsonSchema)
		s.names[of], s.types[name] = name, own
		maps.Copy(own, newSchema())
	}
	return jsonSchema{"$ref": s.prefix + name}
}

// object returns the schema of an object. t is its type, nil for a group.
func (s *schemaMaker) object(shape codec.JSONShape, t *schema.Type) jsonSchema {
	properties := make(map[string]any)
	own := jsonSchema{"type": "object", "properties": properties, "additionalProperties": false}
	if shape.Required != nil {
		own["required"] = shape.Required
	}
	for i := range shape.Members {
		m := &shape.Members[i]
		switch m.Kind {
		case codec.JSONField:
			properties[m.Name] = s.field(&m.Value, t)
		case codec.JSONItems:
			properties[m.Name] = jsonSchema{"type": "array", "items": s.entries(m, t)}
		case codec.JSONTypeMark:
			properties[m.Name] = jsonSchema{"enum": []string{t.Name, "{" + t.QName().Space + "}" + t.Name}}
		case codec.JSONAttachment:
			properties[m.Name] = attachmentSchema(m)
		case codec.JSONAnyAttrs:
			own["patternProperties"] = jsonSchema{"^@": jsonSchema{}}
		default:
			properties[m.Name] = map[codec.MemberKind]jsonSchema{codec.JSONNilMark: {"type": "boolean"}, codec.JSONSizes: {"type": "string"}}[m.Kind]
		}
	}
	return own
}

// attachmentSchema returns the schema of an attachment, which is an object only where the contract leaves a choice of media types.
func attachmentSchema(m *codec.JSONMember) jsonSchema {
	content := jsonSchema{"type": "string"}
	if m.Form == codec.AttachedBytes {
		content["contentEncoding"] = "base64"
	}
	if !m.Media {
		return content
	}
	object := jsonSchema{
		"type": "object", "properties": map[string]jsonSchema{codec.JSONMedia: {"type": "string"}, codec.JSONText: content},
		"required": []string{codec.JSONText}, "additionalProperties": false,
	}
	return jsonSchema{"oneOf": []jsonSchema{content, object}}
}

// entries returns the schema of the items of a repeated group.
func (s *schemaMaker) entries(m *codec.JSONMember, t *schema.Type) jsonSchema {
	var any []jsonSchema
	if m.Text {
		any = append(any, jsonSchema{"type": "string"})
	}
	for i := range m.Items {
		any = append(any, s.object(codec.JSONShape{Members: m.Items[i : i+1], Required: []string{m.Items[i].Name}}, t))
	}
	return jsonSchema{"oneOf": any}
}

// field returns the schema of a member of an object of a type.
func (s *schemaMaker) field(v *codec.JSONValue, t *schema.Type) jsonSchema {
	f := s.describe(t, v.Row)
	own := orNull(s.value(v, f), v.Row.Nillable)
	if v.Many {
		own = jsonSchema{"type": "array", "items": own}
		maps.Copy(own, f.array)
	}
	own.document(f.doc)
	return own
}

func orNull(own jsonSchema, nillable bool) jsonSchema {
	if !nillable {
		return own
	}
	if kind, ok := own["type"].(string); ok && own["enum"] == nil {
		own["type"] = []string{kind, "null"}
		return own
	}
	return jsonSchema{"oneOf": []jsonSchema{own, {"type": "null"}}}
}

func (s *schemaMaker) value(v *codec.JSONValue, f facts) (own jsonSchema) {
	switch row := v.Row; row.Kind {
	case codec.KindStruct:
		return s.ofType(row.Of)
	case codec.KindPoly:
		return s.component(jsonComponent{t: row.Of, derived: true}, schemaName(row.Of)+".any", func() jsonSchema { return s.derived(row.Of) })
	case codec.KindList:
		own = jsonSchema{"type": "array", "items": s.described(row.Of.Rows()[0].Kind, f)}
	default:
		own = s.described(row.Kind, f)
	}
	if !v.Typed || !f.typed {
		return own
	}
	object := typedSchema(map[string]jsonSchema{codec.JSONText: own})
	object["required"] = []string{codec.JSONType, codec.JSONText}
	return jsonSchema{"oneOf": []jsonSchema{own, object}}
}

// described returns the schema of a value of a built-in type, or of one that is derived from it.
func (s *schemaMaker) described(k codec.Kind, f facts) jsonSchema {
	own := s.scalar(k)
	if maps.Copy(own, f.value); f.named == nil {
		return own
	}
	return s.component(jsonComponent{t: f.named}, schemaName(f.named), func() jsonSchema {
		own.document(s.describe(f.named, nil).doc)
		return own
	})
}

// typedSchema returns the schema of an object with the name of a type, some members, and attributes.
func typedSchema(members map[string]jsonSchema) jsonSchema {
	members[codec.JSONType] = jsonSchema{"type": "string"}
	return jsonSchema{"type": "object", "properties": members, "additionalProperties": true}
}

// derived returns the schema of a value whose type is the declared one or derived from it.
func (s *schemaMaker) derived(declared *schema.Type) jsonSchema {
	any := []jsonSchema{}
	if !declared.Abstract {
		any = append(any, s.ofType(declared))
	}
	for _, t := range declared.Derived() {
		any = append(any, jsonSchema{"allOf": []jsonSchema{s.ofType(t), {"required": []string{codec.JSONType}}}})
	}
	switch len(any) {
	case 0:
		return jsonSchema{"not": jsonSchema{}}
	case 1:
		return any[0]
	}
	return jsonSchema{"oneOf": any}
}

// lexicalForms are the keywords of built-in types that are strings in JSON. A description says what the type has beyond the format.
var lexicalForms = map[codec.Kind]jsonSchema{
	codec.KindDateTime: {"format": "date-time", "description": "An xs:dateTime: the time zone may be missing, and the year negative or longer."},
	codec.KindDate:     {"format": "date", "description": "An xs:date: a time zone may follow, and the year may be negative or longer."},
	codec.KindTime:     {"format": "time", "description": "An xs:time: the time zone may be missing."},
	codec.KindDuration: {"format": "duration", "description": "An xs:duration: it may begin with a minus sign, and seconds may have a fraction."},
	codec.KindBase64:   {"format": "byte", "contentEncoding": "base64", "description": "An xs:base64Binary: it may contain white space."},
	codec.KindReader:   {"format": "byte", "contentEncoding": "base64", "description": "An xs:base64Binary: it may contain white space."},
	codec.KindHex:      {"contentEncoding": "base16"},
	codec.KindRawXML:   {"contentMediaType": "text/xml"},
}

// scalar returns the schema of a built-in type.
func (s *schemaMaker) scalar(k codec.Kind) jsonSchema {
	number := func(kind string) jsonSchema {
		if s.LargeNumbersAsStrings {
			return jsonSchema{"type": []string{kind, "string"}}
		}
		return jsonSchema{"type": kind}
	}
	switch k {
	case codec.KindBool:
		return jsonSchema{"type": "boolean"}
	case codec.KindInt8, codec.KindInt16, codec.KindInt32, codec.KindUint8, codec.KindUint16:
		return jsonSchema{"type": "integer", "format": "int32"}
	case codec.KindUint32:
		return jsonSchema{"type": "integer", "format": "int64"}
	case codec.KindInt64:
		own := number("integer")
		own["format"] = "int64"
		return own
	case codec.KindFloat32, codec.KindFloat64:
		return jsonSchema{"oneOf": []jsonSchema{{"type": "number", "format": "double"}, {"type": "string", "enum": []string{"NaN", "INF", "-INF"}}}}
	case codec.KindDecimal:
		return number("number")
	case codec.KindAnyType:
		return jsonSchema{"oneOf": []jsonSchema{{"type": "string"}, typedSchema(map[string]jsonSchema{
			codec.JSONText: {"type": "string"}, codec.JSONMarkup: {"type": "string", "contentMediaType": "text/xml"}, codec.JSONNil: {"type": "boolean"},
		})}}
	case codec.KindAnySimple, codec.KindTextOrName, codec.KindAnySimpleText:
		object := typedSchema(map[string]jsonSchema{codec.JSONText: {"type": "string"}})
		object["required"] = []string{codec.JSONText}
		return jsonSchema{"oneOf": []jsonSchema{{"type": "string"}, object}}
	}
	if k.IsNumber() {
		return number("integer")
	}
	own := jsonSchema{"type": "string"}
	maps.Copy(own, lexicalForms[k])
	return own
}

// parameterSchema describes a parameter of an HTTP binding.
type parameterSchema struct {
	codec.ParameterField
	schema jsonSchema // of an array, if the parameter may be there many times
}

// parameters describes the parameters of a request. t is its type, nil if it has none.
func (s *schemaMaker) parameters(t *schema.Type) (all []parameterSchema) {
	if t == nil {
		return nil
	}
	for _, p := range codec.ParameterFields(t) {
		f := s.describe(t, p.Row)
		of := f
		if p.Values != p.Row {
			of = s.describe(p.Of, p.Values)
		}
		own := s.lexical(p.Values, of, p.Many)
		own.document(f.doc)
		all = append(all, parameterSchema{p, own})
	}
	return all
}

// lexical returns the schema of the lexical forms of a simple type.
func (s *schemaMaker) lexical(row *schema.Row, f facts, many bool) jsonSchema {
	own := jsonSchema{"type": "string"}
	if row.Kind < codec.KindAnySimple {
		defer func(large bool) { s.LargeNumbersAsStrings = large }(s.LargeNumbersAsStrings)
		s.LargeNumbersAsStrings = false
		own = s.described(row.Kind, f)
	}
	if many {
		return jsonSchema{"type": "array", "items": own}
	}
	return own
}
