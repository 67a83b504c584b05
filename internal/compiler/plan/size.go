package plan

// manyFields is from how many fields on a package is large: with as many, what
// the compiler puts in line for each takes it about 100 MB.
const manyFields = 4000

// Large reports whether a package has so many fields that its functions should
// call those of the run-time support, rather than have the compiler put them in
// line. What the package does is the same either way, and so is its code.
func (p *Package) Large() bool {
	fields := 0
	for _, s := range p.Structs {
		fields += len(s.Attrs) + len(s.Fields)
	}
	return fields >= manyFields
}
