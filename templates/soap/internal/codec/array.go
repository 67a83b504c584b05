package codec

// The methods below are for implementations of ArrayStyle.

// CountItem counts an item of an array, which the current element is. It reports
// false, with an error, if there are more than the limits allow.
func (d *Decoder) CountItem() bool {
	if d.items++; d.items > d.lim.Items {
		d.FailTag("more than %d items", d.lim.Items)
		return false
	}
	return d.Interrupt == nil || !d.Interrupted()
}

// FailTag records an error in the element whose start tag has been written last.
func (e *Encoder) FailTag(format string, args ...any) { e.fail("", format, args...) }
