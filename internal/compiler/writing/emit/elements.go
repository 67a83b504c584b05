package emit

import (
	"example.com/quartet/templates/soap/schema"
)

// writeElements writes a variable for each global element of the contract, and their
// common table. go doc would print the tables of the elements, if the variables had them.
func (e *emitter) writeElements() {
	for _, root := range e.pkg.Elements {
		e.declare(documented(root.Name+" reads and writes documents whose root is the element "+root.Wire.Local+".", root.Doc),
			"var %[1]s %[2]s[%[3]s] = declared%[1]s", root.Name, e.schema("Element"), e.goTypes().Result(root.Value))
	}
	for _, root := range e.pkg.Elements {
		name := schema.ElementName{NS: root.Wire.NS, Local: root.Wire.Local}
		info := fields{"Name: " + e.literal(name), "Table: &contractElements", "Value: " + e.value(root.Value)}
		info.add("Nillable", e.literal(root.Nillable))
		e.declare("", "var declared%s = %s[%s]{Info: &%s%s}",
			root.Name, e.schema("Element"), e.goTypes().Result(root.Value), e.schema("ElementInfo"), inLine(info))
	}
	table := fields{"Namespaces: contractNamespaces"}
	if more := e.pkg.ElementNamespaces; len(more) > 0 {
		table.add("More", e.namespaceList(more))
	}
	table.add("XSI", e.literal(e.pkg.Nil || e.pkg.ElementXSI))
	table.add("Types", "&"+e.typesVar())
	e.declare("contractElements is what all elements have in common.", "var contractElements = %s%s", e.schema("ElementTable"), lines(table))
}
