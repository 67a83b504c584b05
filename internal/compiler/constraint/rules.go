package constraint

import "example.com/quartet/internal/compiler/diag"

// The IDs of the rules. Those of schema components are the names that XML Schema gives its constraints.
const (
	schemaContent   = "schema-content"
	schemaText      = "schema-text"
	schemaAttribute = "schema-attribute"
	schemaID        = "schema-id"
)

// Rules lists all rules. It must not be modified.
//
// A rule that contracts in use are known to break is a warning: the meaning of the schema is clear without it.
var Rules = []diag.Rule{
	{ID: schemaContent, Severity: diag.Warning, Summary: "an element of a schema is in the wrong place, is repeated, or is missing",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaText, Severity: diag.Warning, Summary: "an element of a schema contains text",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaAttribute, Severity: diag.Error, Summary: "the value of an attribute of a schema has the wrong type",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaID, Severity: diag.Warning, Summary: "two elements of a document have the same id",
		Source: "XML Schema part 1 appendix A, XML 1.0 section 3.3.1"},
}
