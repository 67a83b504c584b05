// Package validate compares messages and values with the schemas of a contract. It is optional: the option
// WithValidation brings it into a handler or a client, and Value validates one value.
//
// The rows of package schema say what is valid. A type is made of its rows when it is first used: rows.go and the files
// after it. The components of schema documents, of package component, say the same, and a type can be made of its component
// instead: components.go and the files after it. Only tests do so. A document is read once, tag by tag: document.go. Most elements are the ones that documents have had in that
// place before, with values that are quickly seen to be valid: leaf.go, quick.go. All others are read in full, and only
// they can have problems.
package validate
