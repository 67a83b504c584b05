package naming

// The ranks of declarations in a package: those that are above get the name that they want.
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
