package project

import (
	"bytes"
	"encoding/json"
)

// Schema returns the JSON Schema of the file, in draft 2020-12. It accepts what [Read] accepts, written as JSON.
func Schema(keys []Key) ([]byte, error) {
	schema := objectOf(fields(keys))
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = FileName
	schema["description"] = "The contracts of a project and the flags with which quartet reads them. Paths are relative to the folder of the file."
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(schema)
	return b.Bytes(), err
}

// jsonObject is a JSON object. The encoder sorts its members by name.
type jsonObject = map[string]any

// objectOf returns the schema of a mapping with known keys.
func objectOf(known []field) jsonObject {
	properties, required := jsonObject{}, []string{}
	for _, f := range known {
		s := f.schema()
		s["description"] = f.Help
		properties[f.Name] = s
		if f.required {
			required = append(required, f.Name)
		}
	}
	return jsonObject{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// schema returns the schema of the value of a key.
func (f field) schema() jsonObject {
	text := f.text()
	list, boolean := listOf(text), jsonObject{"type": "boolean"}
	switch f.Kind {
	case Switch:
		return boolean
	case List:
		return list
	case TextOrList:
		return jsonObject{"anyOf": []any{text, list}}
	case SwitchOrList:
		return jsonObject{"anyOf": []any{boolean, list}}
	case Pairs:
		return jsonObject{"type": "object", "minProperties": 1, "propertyNames": jsonObject{"minLength": 1}, "additionalProperties": Key{}.text()}
	case objects:
		return listOf(objectOf(f.of))
	}
	return text
}

// text returns the schema of a string that is not empty.
func (k Key) text() jsonObject {
	text := jsonObject{"type": "string", "minLength": 1}
	if k.Choices != nil {
		text["enum"] = k.Choices
	}
	if k.Pattern != "" {
		text["pattern"] = k.Pattern
	}
	return text
}

func listOf(items jsonObject) jsonObject {
	return jsonObject{"type": "array", "minItems": 1, "items": items}
}
