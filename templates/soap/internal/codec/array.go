package codec

import "slices"

// What is declared below is for implementations of ArrayStyle.

// CountItem counts an item of an array, which the current element is. It reports
// false, with an error, if there are more than the limits allow.
func (d *Decoder) CountItem() bool {
	if d.items++; d.items > d.lim.Items {
		d.FailTag("more than %d items", d.lim.Items)
		return false
	}
	return d.Interrupt == nil || !d.Interrupted()
}

// CheckSizes reports whether an array of rank dimensions with the sizes has n
// items. If not, it records an error in the element or member with that name;
// without a name, in the element whose start tag has been written last.
func (e *Encoder) CheckSizes(name string, rank int, sizes []int, n int) bool {
	if len(sizes) == rank && MatrixSize(sizes, n) == n {
		return true
	}
	e.fail(name, "an array of %d dimensions, with %d items and the sizes %v", rank, n, sizes)
	return false
}

// MatrixSize returns the product of sizes if it is n, and else another number.
func MatrixSize(sizes []int, n int) int {
	if len(sizes) > 0 && slices.Min(sizes) == 0 {
		return 0
	}
	total := 1
	for _, size := range sizes {
		if size < 0 || size > n || total > n {
			return -1
		}
		total *= size
	}
	return total
}
