package main

import "slices"

const timePerOp = "ns/op"

// ratio is how many times as fast one implementation is as another.
type ratio struct {
	median   float64
	from, to float64 // the middle half of the rounds
}

// speed compares two implementations round by round. It is false if one was
// not measured.
func speed(of, base *impl) (ratio, bool) {
	if of == nil || base == nil {
		return ratio{}, false
	}
	a, b := of.values[timePerOp], base.values[timePerOp]
	var all []float64
	for i := range min(len(a), len(b)) {
		if a[i] > 0 && b[i] > 0 {
			all = append(all, b[i]/a[i])
		}
	}
	if len(all) == 0 {
		return ratio{}, false
	}
	return ratio{quantile(all, 0.5), quantile(all, 0.25), quantile(all, 0.75)}, true
}

// median of the values in a unit. It is false if there are none.
func (i *impl) median(unit string) (float64, bool) {
	if i == nil || len(i.values[unit]) == 0 {
		return 0, false
	}
	return quantile(i.values[unit], 0.5), true
}

// quantile interpolates between the two values that are nearest.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
