// Package component has the components of XML Schema documents (XML Schema part 1, section 2.2): type definitions, element and
// attribute declarations, content models, wildcards and identity constraints. The documents are those that a generated
// package embeds, or that a program has loaded.
//
// [Read] only finds where the components are in the documents. The definition of a component is read when it is first asked
// for, together with the types without a name in it, so that the first message of a large contract does not wait for thousands
// of types that it does not have:
//
//	documents ─ scan ─ index ─ Set.Type, Set.Element, Set.Attribute ─ Type.Definition, Element.Declaration
//
// The compiler has checked the documents. Mistakes are read as the compiler reads them: in documents that are lenient, a
// name that is not declared means the only component with its local name. If there are several, and in other documents, its
// place may have any content.
package component
