package plan

// manyFields is the minimum number of fields of a large package. For that many
// fields, the compiler needs about 100 MB more memory if it inlines functions.
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
