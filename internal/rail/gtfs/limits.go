package gtfs

import (
	"cmp"
	"fmt"
	"time"
)

// withDefaults returns the options with the default of each limit that is not set.
func (o Options) withDefaults() Options {
	o.Codes = cmp.Or(o.Codes, CodeFields()[0])
	o.Bytes = cmp.Or(max(o.Bytes, 0), 4<<30)
	o.FileBytes = cmp.Or(max(o.FileBytes, 0), o.Bytes/4*3+1)
	o.Rows = cmp.Or(max(o.Rows, 0), 50_000_000)
	o.Memory = cmp.Or(max(o.Memory, 0), 1<<30)
	o.Time = cmp.Or(max(o.Time, 0), 5*time.Minute)
	return o
}

func errBytes(limit int64) error {
	return fmt.Errorf("the feed's files have more than %d bytes uncompressed, the limit of --gtfs-bytes", limit)
}

// The estimated memory, in bytes and without texts, for a row and the data derived from it while a feed is loaded.
const (
	sizeOfAgency    = 200
	sizeOfRoute     = 200
	sizeOfStop      = 500
	sizeOfAlias     = 200
	sizeOfService   = 300
	sizeOfDay       = 1 // for each day from the first to the last of a service: its bits, their text as a key, and the time to set them
	sizeOfTrip      = 700
	sizeOfFrequency = 16
	sizeOfTransfer  = 60
	sizeOfTime      = 90
	sizeOfPoint     = 110
)

// keep counts the memory of n more items, and ends the loading if the limit is exceeded.
func (c *checker) keep(n, size int) {
	if c.memory += int64(n) * int64(size); c.memory > c.options.Memory && c.err == nil {
		c.err = fmt.Errorf("the feed needs more than %d MiB of memory, the limit of --gtfs-memory", c.options.Memory>>20)
	}
}
