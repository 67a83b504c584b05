package codec

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// JSONSchema is a schema of JSON Schema 2020-12, as package encoding/json writes it.
type JSONSchema map[string]any

// JSONSchemas makes schemas of what is written as JSON. Named types are in Types, which others refer to with Prefix and the name.
type JSONSchemas struct {
	Prefix string
	JSONOptions

	// Describe returns what the contract says about a member of a type, about the type if row is nil, and about the value that is
	// being described if t is nil. It is called for a member before its type is described.
	Describe func(t *Type, row *Row) JSONDescription

	// Name returns the name of the schema of a type.
	Name func(t *Type) string

	Types map[string]JSONSchema
	names map[jsonComponent]string
}

// JSONDescription is what the codec does not know about a member or a type. The keywords in it may be nil.
type JSONDescription struct {
	Doc   string     // documentation
	Value JSONSchema // keywords for a simple value, or for each item of a list
	Array JSONSchema // keywords for the elements of one name
	Named *Type      // the simple type of the value or of each item, if that has a schema apart; nil for none
	Typed bool       // xsi:type may name another type of the contract
}

// Value returns the schema of a value, such as a result.
func (s *JSONSchemas) Value(v *Value) JSONSchema {
	p := v.planOf()
	switch f := p.field; {
	case p.group != nil:
		return orNull(s.members(p.group.json().members, nil), true)
	case f.many():
		return JSONSchema{"type": "array", "items": orNull(s.value(f, s.Describe(nil, f.row)), f.row.Nillable)}
	default:
		return orNull(s.value(f, s.Describe(nil, f.row)), f.row.Occurs == Optional)
	}
}

// Request returns the schema of a request, whose type is t, nil if it has none.
func (s *JSONSchemas) Request(t *Type) JSONSchema {
	if t != nil {
		return s.object(t.planOf())
	}
	return s.members(nil, nil)
}

// Type returns the schema of a complex type.
func (s *JSONSchemas) Type(t *Type) JSONSchema {
	return s.component(jsonComponent{t: t}, s.Name(t), func() JSONSchema {
		schema, p := JSONSchema(nil), t.planOf()
		if p.json().single {
			schema = s.value(p.content.field, s.Describe(t, p.content.field.row))
		} else {
			schema = s.object(p)
		}
		schema.document(s.Describe(t, nil).Doc)
		return schema
	})
}

// document adds documentation before the description.
func (s JSONSchema) document(doc string) {
	if own, ok := s["description"].(string); ok && doc != "" {
		doc += "\n\n" + own
	}
	if doc != "" {
		s["description"] = doc
	}
}

// jsonComponent is a type, possibly with those that are derived from it, or what only has a name.
type jsonComponent struct {
	t       *Type
	derived bool
	name    string
}

// Component returns a reference to the schema with a name that newSchema makes, once, and which is not that of a type.
func (s *JSONSchemas) Component(name string, newSchema func() JSONSchema) JSONSchema {
	return s.component(jsonComponent{name: name}, name, newSchema)
}

// component returns a reference to the schema that newSchema makes, once: it may contain itself.
func (s *JSONSchemas) component(of jsonComponent, stem string, newSchema func() JSONSchema) JSONSchema {
	name, known := s.names[of]
	if !known {
		if s.names == nil {
			s.names = make(map[jsonComponent]string)
		}
		if s.Types == nil {
			s.Types = make(map[string]JSONSchema)
		}
		stem = strings.Map(func(r rune) rune {
			if r == '.' || r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
				return r
			}
			return '_'
		}, stem)
		name = stem
		for n := 2; s.Types[name] != nil; n++ {
			name = stem + strconv.Itoa(n)
		}
		schema := make(JSONSchema)
		s.names[of], s.Types[name] = name, schema
		maps.Copy(schema, newSchema())
	}
	return JSONSchema{"$ref": s.Prefix + name}
}

func (s *JSONSchemas) object(p *typePlan) JSONSchema {
	j := p.json()
	schema := s.members(j.members, p.typ)
	var must []string
	for _, i := range j.must {
		if name := j.members[i].name; !p.hasIsNil || name[0] == '@' {
			must = append(must, name)
		}
	}
	if must != nil {
		schema["required"] = must
	}
	return schema
}

// members returns the schema of an object. t is its type, nil for a group.
func (s *JSONSchemas) members(all []jsonMember, t *Type) JSONSchema {
	properties := make(map[string]any)
	schema := JSONSchema{"type": "object", "properties": properties, "additionalProperties": false}
	for i := range all {
		m := &all[i]
		switch m.kind {
		case jsonField:
			properties[m.name] = s.field(m.write.value().field, t)
		case jsonItems:
			properties[m.name] = JSONSchema{"type": "array", "items": s.entries(m, t)}
		case jsonTypeMark:
			if t != nil && t.Name != "" && t.state().base != nil {
				properties[m.name] = JSONSchema{"enum": []string{t.Name, "{" + t.QName().Space + "}" + t.Name}}
			}
		case jsonAttachment:
			properties[m.name] = attachmentSchema(&t.planOf().attachments[m.index])
		case jsonAnyAttrs:
			schema["patternProperties"] = JSONSchema{"^@": JSONSchema{}}
		default:
			properties[m.name] = map[jsonKind]JSONSchema{jsonNilMark: {"type": "boolean"}, jsonSizes: {"type": "string"}}[m.kind]
		}
	}
	return schema
}

// attachmentSchema returns the schema of an attachment, which is an object only where the contract leaves a choice of media types.
func attachmentSchema(a *attachmentPlan) JSONSchema {
	content := JSONSchema{"type": "string"}
	if a.form == AttachedBytes {
		content["contentEncoding"] = "base64"
	}
	if !a.hasMedia {
		return content
	}
	properties := map[string]JSONSchema{jsonMedia: {"type": "string"}, jsonText: content}
	return JSONSchema{"oneOf": []JSONSchema{content, {"type": "object", "properties": properties, "required": []string{jsonText}, "additionalProperties": false}}}
}

// entries returns the schema of the items of a repeated group.
func (s *JSONSchemas) entries(m *jsonMember, t *Type) JSONSchema {
	var any []JSONSchema
	if m.text != nil {
		any = append(any, JSONSchema{"type": "string"})
	}
	for i := range m.group {
		entry := s.members(m.group[i:i+1], t)
		entry["required"] = []string{m.group[i].name}
		any = append(any, entry)
	}
	return JSONSchema{"oneOf": any}
}

// field returns the schema of a member of an object of a type.
func (s *JSONSchemas) field(f *fieldPlan, t *Type) JSONSchema {
	d := s.Describe(t, f.row)
	schema := orNull(s.value(f, d), f.row.Nillable)
	if f.many() {
		schema = JSONSchema{"type": "array", "items": schema}
		maps.Copy(schema, d.Array)
	}
	schema.document(d.Doc)
	return schema
}

func orNull(schema JSONSchema, nillable bool) JSONSchema {
	if !nillable {
		return schema
	}
	if kind, ok := schema["type"].(string); ok && schema["enum"] == nil {
		schema["type"] = []string{kind, "null"}
		return schema
	}
	return JSONSchema{"oneOf": []JSONSchema{schema, {"type": "null"}}}
}

func (s *JSONSchemas) value(f *fieldPlan, d JSONDescription) JSONSchema {
	var schema JSONSchema
	switch row := f.row; {
	case row.Kind == KindStruct:
		return s.Type(f.row.Of)
	case row.Kind == KindPoly:
		return s.component(jsonComponent{t: row.Of, derived: true}, s.Name(row.Of)+".any", func() JSONSchema { return s.derived(row.Of) })
	case row.Kind == KindList:
		schema = JSONSchema{"type": "array", "items": s.described(f.list.row.Kind, d)}
	default:
		schema = s.described(row.Kind, d)
	}
	if f.typed == nil || !d.Typed {
		return schema
	}
	object := typedSchema(map[string]JSONSchema{jsonText: schema})
	object["required"] = []string{jsonType, jsonText}
	return JSONSchema{"oneOf": []JSONSchema{schema, object}}
}

// described returns the schema of a value of a built-in type, or of one that is derived from it.
func (s *JSONSchemas) described(k Kind, d JSONDescription) JSONSchema {
	schema := s.scalar(k)
	if maps.Copy(schema, d.Value); d.Named == nil {
		return schema
	}
	return s.component(jsonComponent{t: d.Named}, s.Name(d.Named), func() JSONSchema {
		schema.document(s.Describe(d.Named, nil).Doc)
		return schema
	})
}

// typedSchema returns the schema of an object with the name of a type, some members, and attributes.
func typedSchema(members map[string]JSONSchema) JSONSchema {
	members[jsonType] = JSONSchema{"type": "string"}
	return JSONSchema{"type": "object", "properties": members, "additionalProperties": true}
}

// derived returns the schema of a value whose type is the declared one or derived from it.
func (s *JSONSchemas) derived(declared *Type) JSONSchema {
	any := []JSONSchema{}
	if !declared.Abstract {
		any = append(any, s.Type(declared))
	}
	all := declared.state().table.types().byName
	byName := func(a, b typeName) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.ns, b.ns)) }
	for _, name := range slices.SortedFunc(maps.Keys(all), byName) {
		if t := all[name]; t != declared && !t.Abstract && t.derivedFrom(declared) {
			any = append(any, JSONSchema{"allOf": []JSONSchema{s.Type(t), {"required": []string{jsonType}}}})
		}
	}
	switch len(any) {
	case 0:
		return JSONSchema{"not": JSONSchema{}}
	case 1:
		return any[0]
	}
	return JSONSchema{"oneOf": any}
}

// lexicalForms are the keywords of built-in types that are strings in JSON. A description says what the type has beyond the format.
var lexicalForms = map[Kind]JSONSchema{
	KindDateTime: {"format": "date-time", "description": "An xs:dateTime: the time zone may be missing, and the year negative or longer."},
	KindDate:     {"format": "date", "description": "An xs:date: a time zone may follow, and the year may be negative or longer."},
	KindTime:     {"format": "time", "description": "An xs:time: the time zone may be missing."},
	KindDuration: {"format": "duration", "description": "An xs:duration: it may begin with a minus sign, and seconds may have a fraction."},
	KindBase64:   {"format": "byte", "contentEncoding": "base64", "description": "An xs:base64Binary: it may contain white space."},
	KindReader:   {"format": "byte", "contentEncoding": "base64", "description": "An xs:base64Binary: it may contain white space."},
	KindHex:      {"contentEncoding": "base16"},
	KindRawXML:   {"contentMediaType": "application/xml"},
}

// scalar returns the schema of a built-in type.
func (s *JSONSchemas) scalar(k Kind) JSONSchema {
	number := func(kind string) JSONSchema {
		if s.LargeNumbersAsStrings {
			return JSONSchema{"type": []string{kind, "string"}}
		}
		return JSONSchema{"type": kind}
	}
	switch k {
	case KindBool:
		return JSONSchema{"type": "boolean"}
	case KindInt8, KindInt16, KindInt32, KindUint8, KindUint16:
		return JSONSchema{"type": "integer", "format": "int32"}
	case KindUint32:
		return JSONSchema{"type": "integer", "format": "int64"}
	case KindInt64:
		schema := number("integer")
		schema["format"] = "int64"
		return schema
	case KindFloat32, KindFloat64:
		return JSONSchema{"oneOf": []JSONSchema{{"type": "number", "format": "double"}, {"type": "string", "enum": []string{"NaN", "INF", "-INF"}}}}
	case KindDecimal:
		return number("number")
	case KindAnyType:
		return JSONSchema{"oneOf": []JSONSchema{{"type": "string"}, typedSchema(map[string]JSONSchema{
			jsonText: {"type": "string"}, jsonMarkup: {"type": "string", "contentMediaType": "application/xml"}, jsonNil: {"type": "boolean"},
		})}}
	case KindAnySimple, KindTextOrName, KindAnySimpleText:
		object := typedSchema(map[string]JSONSchema{jsonText: {"type": "string"}})
		object["required"] = []string{jsonText}
		return JSONSchema{"oneOf": []JSONSchema{{"type": "string"}, object}}
	}
	if k.IsNumber() {
		return number("integer")
	}
	schema := JSONSchema{"type": "string"}
	maps.Copy(schema, lexicalForms[k])
	return schema
}

// JSONParameter describes a parameter of an HTTP binding in JSON Schema.
type JSONParameter struct {
	Name     string
	Required bool
	Schema   JSONSchema // of an array, if the parameter may be there many times
}

// Parameters describes the parameters of a request that VisitParameters visits. t is its type, nil if it has none.
func (s *JSONSchemas) Parameters(t *Type) (all []JSONParameter) {
	if t == nil {
		return nil
	}
	plan := t.planOf()
	for i := range plan.fields {
		f := plan.fields[i].field
		p := JSONParameter{Name: f.row.Name, Required: f.form == asValue && !f.optional}
		d := s.Describe(t, f.row)
		switch {
		case f.isSimple():
			p.Schema = s.lexical(f.row, d, f.form == asSlice)
		case f.listInside() != nil:
			items := f.listInside().field.row
			p.Schema, p.Required = s.lexical(items, s.Describe(f.row.Of, items), true), false
		default:
			continue
		}
		p.Schema.document(d.Doc)
		all = append(all, p)
	}
	return all
}

// lexical returns the schema of the lexical forms of a simple type.
func (s *JSONSchemas) lexical(row *Row, d JSONDescription, many bool) JSONSchema {
	schema := JSONSchema{"type": "string"}
	if row.Kind < KindAnySimple {
		defer func(large bool) { s.LargeNumbersAsStrings = large }(s.LargeNumbersAsStrings)
		s.LargeNumbersAsStrings = false
		schema = s.described(row.Kind, d)
	}
	if many {
		return JSONSchema{"type": "array", "items": schema}
	}
	return schema
}
