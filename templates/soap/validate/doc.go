// Package validate compares messages and values with the schemas of a contract. It is optional: the option
// WithValidation brings it into a handler or a client, and Value validates one value.
package validate

// The documents that a table refers to say what is valid: table.go reads them. What validation needs of a type or an element is
// made of its component, of package component, when it is first used, and kept with it: type.go. The type of a value is found
// by its description: described.go, anonymous.go. A document is read once, tag by tag: document.go. Most elements are the ones
// that documents have had in that place before, with values that are quickly seen to be valid: leaf.go, takes.go. All others
// are read in full, and only they can have problems: content.go for elements, simple.go and facets.go for text.
