package plan

// manyFields is the number of fields from which a package is large. With that many
// fields, the code that the compiler inlines for each takes about 100 MB of its
// memory.
const manyFields = 4000

// Large reports whether a package has so many fields that the compiler should not
// inline functions of the run-time support in it. The generated code is the same
// either way.
func (pkg *Package) Large() bool {
	fields := 0
	for _, s := range pkg.Structs {
		fields += len(s.Attrs) + len(s.Fields)
	}
	return fields >= manyFields
}
