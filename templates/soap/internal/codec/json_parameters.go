package codec

import "maps"

// JSONParameter describes a parameter of an HTTP binding in JSON Schema.
type JSONParameter struct {
	Name     string
	Required bool
	Schema   JSONSchema // that of an array, if the parameter may be there many times
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
			p.Schema = lexicalSchema(f.row, d.Value, f.form == asSlice)
		case f.listInside() != nil:
			items := f.listInside().field.row
			p.Schema, p.Required = lexicalSchema(items, s.Describe(f.row.Of, items).Value, true), false
		default:
			continue
		}
		p.Schema.document(d.Doc)
		all = append(all, p)
	}
	return all
}

// lexicalSchema returns the schema of the lexical forms of a simple type.
func lexicalSchema(row *Row, constraints JSONSchema, many bool) JSONSchema {
	schema := JSONSchema{"type": "string"}
	if k := row.Kind; k == KindBool || k.IsNumber() || k.isText() {
		schema = new(JSONSchemas).scalar(k)
		maps.Copy(schema, constraints)
	}
	if many {
		return JSONSchema{"type": "array", "items": schema}
	}
	return schema
}
