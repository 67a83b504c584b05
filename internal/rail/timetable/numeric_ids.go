package timetable

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
)

// The range of the numbers that are made for stop_ids. Those below it are left to stop_ids that are numbers themselves.
const (
	firstNumericID = 1_000_000_000
	lastNumericID  = 1<<31 - 1 // the maximum of a signed number of 32 bits
	reserved       = 1_000_000 // left out of the range of hashes, so that counting up finds a free number
)

// SetNumericIDs sets the NumericID of each station to a number that does not depend on the other stations, so that it stays
// the same when the feed changes. A stop_id that is a number below a thousand million, without leading zeros, becomes that
// number. Otherwise the number is made from a hash of the stop_id. If two stations get the same number, the station whose
// stop_id is later in alphabetical order gets the next free number.
func SetNumericIDs(stations []*Station) {
	order := slices.Clone(stations)
	slices.SortFunc(order, func(a, b *Station) int { return cmp.Compare(a.ID, b.ID) })
	taken := map[uint64]bool{}
	for _, s := range order {
		number, err := strconv.ParseUint(s.ID, 10, 32)
		if err != nil || number >= firstNumericID || strconv.FormatUint(number, 10) != s.ID {
			hash := fnv.New64a()
			hash.Write([]byte(s.ID))
			number = firstNumericID + hash.Sum64()%(lastNumericID-firstNumericID-reserved)
		}
		for taken[number] {
			number++
		}
		taken[number] = true
		s.NumericID = strconv.FormatUint(number, 10)
	}
}
