package naming

// The ranks of declarations in a package: the ones listed first get the names that they want. A named type that is added must
// not change the names of types without a name; but it comes before the request of an operation, which has the name of the
// operation or of a global element, so that a new operation does not change the name of a type that many others use.
const (
	RankService = iota
	RankFault
	RankLocal // an anonymous type, except that of RankElement
	RankItem
	RankType
	RankElement // the anonymous complex type of a global element
	RankRequest
	RankInterface
	RankHeader
	RankRoot
)

// SeqSuffix is the suffix of the names of streaming methods and their interface.
const SeqSuffix = "Seq"
