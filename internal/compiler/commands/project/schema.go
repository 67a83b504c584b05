package project

import (
	"bytes"
	"encoding/json"
)

// Schema returns the JSON Schema of the file, in draft 2020-12. It accepts what [Read] accepts, written as JSON.
func Schema(keys []Key) ([]byte, error) {
	schema := struct {
		Version string `json:"$schema"`
		Title   string `json:"title"`
		Help    string `json:"description"`
		jsonObject
	}{
		"https://json-schema.org/draft/2020-12/schema", FileName,
		"The contracts of a project and the flags with which quartet reads them. Paths are relative to the folder of the file.",
		objectOf(fields(keys)),
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(schema)
	return b.Bytes(), err
}

// jsonObject is the schema of a mapping with known keys. The keys are in the order of the encoder, by name.
type jsonObject struct {
	Type       string                    `json:"type"`
	Properties map[string]map[string]any `json:"properties"`
	Required   []string                  `json:"required,omitempty"`
	Additional bool                      `json:"additionalProperties"`
}

func objectOf(known []field) jsonObject {
	o := jsonObject{Type: "object", Properties: make(map[string]map[string]any)}
	for _, f := range known {
		s := f.schema()
		s["description"] = f.Help
		o.Properties[f.Name] = s
		if f.required {
			o.Required = append(o.Required, f.Name)
		}
	}
	return o
}

// schema returns the schema of the value of a key.
func (f field) schema() map[string]any {
	switch f.Kind {
	case Switch:
		return map[string]any{"type": "boolean"}
	case List:
		return listOf(f.text())
	case TextOrList:
		return map[string]any{"anyOf": []any{f.text(), listOf(f.text())}}
	case SwitchOrList:
		return map[string]any{"anyOf": []any{map[string]any{"type": "boolean"}, listOf(f.text())}}
	case Pairs:
		return map[string]any{
			"type": "object", "minProperties": 1, "propertyNames": map[string]any{"minLength": 1}, "additionalProperties": Key{}.text(),
		}
	case objects:
		return listOf(objectOf(f.of))
	}
	return f.text()
}

// text returns the schema of a string that is not empty.
func (k Key) text() map[string]any {
	text := map[string]any{"type": "string", "minLength": 1}
	if k.Choices != nil {
		text["enum"] = k.Choices
	}
	if k.Pattern != "" {
		text["pattern"] = k.Pattern
	}
	return text
}

func listOf(items any) map[string]any {
	return map[string]any{"type": "array", "minItems": 1, "items": items}
}
