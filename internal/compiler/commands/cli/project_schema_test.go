package cli

import (
	"bytes"
	"encoding/json"
	"testing"

	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/testing/golden"
)

// TestProjectSchema compares the published schema with the flags of generate.
func TestProjectSchema(t *testing.T) {
	golden.File(t, "../../../../generator/quartet.schema.json", *update, fileSchema(t))
}

// fileSchema returns the JSON Schema of quartet.yaml, in draft 2020-12. It accepts what [project.Read] accepts, written as JSON.
func fileSchema(t *testing.T) []byte {
	t.Helper()
	schema := objectOf(project.Fields(fileKeys()))
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = project.FileName
	schema["description"] = "The contracts of a project and the flags with which quartet reads them. Paths are relative to the folder of the file."
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(schema); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// jsonObject is a JSON object. The encoder sorts its members by name.
type jsonObject = map[string]any

// objectOf returns the schema of a mapping with known keys.
func objectOf(known []project.Field) jsonObject {
	properties, required := jsonObject{}, []string{}
	for _, f := range known {
		s := schemaOf(f)
		s["description"] = f.Help
		properties[f.Name] = s
		if f.Required {
			required = append(required, f.Name)
		}
	}
	return jsonObject{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// schemaOf returns the schema of the value of a key.
func schemaOf(f project.Field) jsonObject {
	text := textSchema(f.Key)
	list, boolean := listOf(text), jsonObject{"type": "boolean"}
	switch f.Kind {
	case project.Switch:
		return boolean
	case project.List:
		return list
	case project.TextOrList:
		return jsonObject{"anyOf": []any{text, list}}
	case project.SwitchOrList:
		return jsonObject{"anyOf": []any{boolean, list}}
	case project.Pairs:
		return jsonObject{"type": "object", "minProperties": 1, "propertyNames": jsonObject{"minLength": 1}, "additionalProperties": textSchema(project.Key{})}
	case project.Objects:
		return listOf(objectOf(f.Of))
	}
	return text
}

// textSchema returns the schema of a string that is not empty.
func textSchema(k project.Key) jsonObject {
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
