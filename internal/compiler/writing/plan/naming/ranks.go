package naming

// The ranks of declarations in a package: the ones listed first get the names that they want.
const (
	RankService = iota
	RankType
	RankElement
	RankRequest
	RankFault
	RankItem
	RankHeader
	RankRoot
)

// SeqSuffix is the suffix of the names of streaming methods and their interface.
const SeqSuffix = "Seq"
