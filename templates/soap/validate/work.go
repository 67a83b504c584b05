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
	listed  int   // items of lists so far; see nextItem
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

// nextItem counts an item of a list, which is not limited as work, but takes time. It reports whether there may be more work;
// v is nil for values of the schema.
func (v *validation) nextItem() bool {
	const looks = 1 << 10 // a few milliseconds
	if v == nil {
		return true
	}
	if v.listed++; v.listed%looks == 0 {
		v.d.Interrupted()
	}
	return v.d.Failed == nil
}

// mayRead looks at the context before a long text is read once more. It reports whether there may be more work; v is nil for
// values of the schema.
func (v *validation) mayRead(length int) bool {
	const long = 1 << 16 // shorter ones take less than a millisecond
	if v == nil || length < long {
		return true
	}
	v.d.Interrupted()
	return v.d.Failed == nil
}
