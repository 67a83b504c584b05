// Package descriptor turns a plan into the descriptions that the run-time runs on: a
// [schema.Type] with rows for each type, and a [schema.Table] for each package. It is
// the only place that knows how the types of a plan become rows. Package emit prints
// them as struct tags of Go types. Without these, a program hands the
// tables to [schema.Define]: the values are then of the type [schema.Record].
//
//	ir.Struct, Base            KindBase first: the rows of the base come before the others, at the offset of the
//	                           embedded struct, and are not repeated. KindBaseAttributes if ReplacesBase. Its Any is
//	                           AnyAttribute, where that is not the base's
//	Struct.Attrs, AnyAttrs     At: AtAttribute; KindAnyAttributes with Any. An attribute that is inherited and
//	                           declared again is written once. One that is taken away: KindProhibited
//	Struct.IsNil, XSITypes     KindIsNil, KindXSITypes
//	Struct.Order               KindInherited for each field
//	Struct.Simple              At: AtContent
//	Struct.Mixed, Text         Type.Mixed; items with KindText
//	Struct.Type, Abstract      Type.Name, which xsi:type may name, and Abstract. Type.Name is "" for what is anonymous
//	Struct.Array               KindSizes for several dimensions, then At: AtItem with More.Array; AsItems for a field that has the items
//	Struct.Attachments         At: AtAttachment, KindMediaType: codecs pass over them
//	Field.Struct, Poly         KindStruct; KindPoly, where the Go type is an interface of any name and methods
//	Field.Items, Group         KindItems, KindMember: Of is the type of an item, whose rows are the elements. One of its
//	                           fields is set
//	Field.Any                  KindRawXML with Any; any number of them beside each other
//	Field.Fallback, Encoded    More.Default; Typed, and More.Type where the type's name does not follow from Of or Kind
//	Field.Lax, Must            Lax; OnceOrMore
//	Field.Fixed, Declared      More.Fixed with IsFixed; More.Type, and Facets that say that there are some
//	Simple, Scalar             Kind is the decoder's method. Of is the Type of a defined Go type, which is Simple. A
//	                           list is KindList, and its Type has one row, AtListItem. A union is a string, or
//	                           KindTextOrName
//	Package.Documents          Table.Source, which validation reads; MoreNamespaces are Table.More
//	Package.Imports            Table.Imports. A decoder and an encoder have the table of the contract, which knows
//	                           the types of all packages
package descriptor
