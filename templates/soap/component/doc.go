// Package component has the components of XML Schema documents (XML Schema part 1, section 2.2): type definitions, element and
// attribute declarations, content models, wildcards and identity constraints. The documents are those that a generated
// package embeds, or that a program has loaded.
//
// [Read] only finds where the components are in the documents. The definition of a component is read when it is first asked
// for, so that the first message of a large contract does not wait for thousands of types that it does not have:
//
//	documents ─ scan ─ index ─ Set.Type, Set.Element, Set.Attribute ─ Type.Definition, Element.Declaration
//
// The compiler has checked the documents. What is not as it should be is read as the compiler does: in documents that are lenient, a
// name that is not declared is the only component with its local name; otherwise, and if there are several, it is anything.
package component
