package validate

import (
	"strings"
)

// So that the time of a validation stays in proportion to the document, no more than maxWork steps are done for each byte of
// it, on average: by the programs of patterns, and by identity constraints. firstBytes are for short documents.
const (
	maxWork    = 32
	firstBytes = 1 << 10
)

// workState is what a validation knows of its work.
type workState struct {
	work    int64 // steps so far; see Spend
	looked  int64 // steps when the context was looked at
	read    int   // bytes that have been read since then; see mayRead
	limited bool  // the decoder has failed at a limit
}

// Spend counts work. It reports whether there may be more; v is nil for values of the schema.
func (v *validation) Spend(steps int) bool {
	if v == nil {
		return true
	}
	const looks = 1 << 16 // less than a millisecond
	v.work += int64(steps)
	if v.work > maxWork*int64(v.d.Pos+firstBytes) && v.d.Failed == nil {
		v.d.Fail("patterns, or identity constraints of nested elements, take more than %d steps for each byte of the document", maxWork)
		v.d.Failed.Path = strings.TrimPrefix(v.path(), "/")
		v.limited = true
	}
	if v.work-v.looked > looks {
		v.looked = v.work
		v.d.Interrupted()
	}
	return v.d.Failed == nil
}

// itemBytes is how many bytes take as much time as an item of a list.
const itemBytes = 64

// mayRead counts bytes that are read once more. They are not limited as work, but take time: once they are many, it looks at
// the context. It reports whether there may be more work; v is nil for values of the schema.
func (v *validation) mayRead(bytes int) bool {
	const many = 1 << 16 // less than a millisecond
	if v == nil {
		return true
	}
	if v.read += bytes; v.read < many {
		return true
	}
	v.read = 0
	v.d.Interrupted()
	return v.d.Failed == nil
}
