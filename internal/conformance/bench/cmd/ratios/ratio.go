package main

import "slices"

const timePerOp = "ns/op"

// ratio is the speed of one implementation divided by the speed of another.
type ratio struct {
	median   float64 // median of the rounds
	from, to float64 // first and third quartile of the rounds
}

// speed compares two implementations round by round. ok is false if one of them was
// not measured.
func speed(of, base *impl) (_ ratio, ok bool) {
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

// median returns the median of the values with a unit. ok is false if there are none.
func (i *impl) median(unit string) (_ float64, ok bool) {
	if i == nil || len(i.values[unit]) == 0 {
		return 0, false
	}
	return quantile(i.values[unit], 0.5), true
}

// quantile returns the q-quantile of values, with linear interpolation.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
