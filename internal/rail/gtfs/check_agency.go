package gtfs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the time zones of feeds must be known even if the system has no time zone database

	"example.com/quartet/internal/rail/timetable"
)

// readFeedInfo reads the feed's publisher and version.
func (c *checker) readFeedInfo() error {
	first := true
	return c.each("feed_info.txt", []string{"feed_publisher_name", "feed_version"}, 0, func(t *table) {
		if !first {
			t.warn(-1, "more than one row; using the first")
			return
		}
		first = false
		c.report.Publisher, c.report.FeedVersion = t.text(0), t.text(1)
	})
}

func (c *checker) readAgencies() error {
	err := c.each("agency.txt", []string{"agency_timezone", "agency_id", "agency_name"}, 1, func(t *table) {
		a := &timetable.Agency{ID: t.text(1), Name: t.text(2), Zone: c.zoneNamed(t.text(0))}
		if _, twice := c.agencyIndex[a.ID]; twice {
			t.warn(1, "duplicate %s; row skipped", Quote(a.ID))
			return
		}
		if a.Name == "" {
			t.warn(2, "missing value")
		}
		if a.Zone == nil {
			t.warn(0, "unknown time zone %s", Quote(t.field(0)))
		}
		c.agencyIndex[a.ID] = 0 // the index is known after sorting
		c.agencies = append(c.agencies, a)
		c.keep(1, sizeOfAgency)
	})
	if err != nil {
		return err
	}
	if len(c.agencies) == 0 {
		return Warning{File: "agency.txt", Message: "the file has no agency"}
	}
	slices.SortFunc(c.agencies, func(a, b *timetable.Agency) int { return cmp.Compare(a.ID, b.ID) })
	for i, a := range c.agencies {
		c.agencyIndex[a.ID] = int32(i)
	}
	return c.chooseZone()
}

// chooseZone selects the time zone that most agencies have, for what belongs to no agency with a known one. GTFS requires all agencies
// to have the same one.
func (c *checker) chooseZone() error {
	count := map[string]int{}
	for _, a := range c.agencies {
		if a.Zone != nil {
			count[a.Zone.String()]++
		}
	}
	if len(count) == 0 {
		return Warning{File: "agency.txt", Field: "agency_timezone", Message: "no agency has a known time zone; want one such as Europe/Lisbon"}
	}
	names := byCount(count)
	if len(names) > 1 {
		c.report.warn(Warning{File: "agency.txt", Field: "agency_timezone",
			Message: fmt.Sprintf("agencies have %d time zones; each train has that of its agency", len(names))})
	}
	c.zone = c.zoneNamed(names[0])
	for _, a := range c.agencies {
		a.Zone = cmp.Or(a.Zone, c.zone)
	}
	return nil
}

// byCount returns the keys with the highest counts first.
func byCount[K cmp.Ordered](count map[K]int) []K {
	return slices.SortedFunc(maps.Keys(count), func(a, b K) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
}

// zoneNamed returns the time zone with a name, or nil; for one name always the same.
func (c *checker) zoneNamed(name string) *time.Location {
	found, known := c.zones[name]
	if !known {
		found, _ = zone(name)
		c.zones[name] = found
	}
	return found
}

// zone returns the time zone with a name of the IANA database. It rejects names with unusual characters, because
// time.LoadLocation uses the name as a path.
func zone(name string) (*time.Location, error) {
	unusual := func(r rune) bool {
		return r >= 0x80 || !strings.ContainsRune("_+-/", r) && (r < '0' || r > '9') && (r|' ' < 'a' || r|' ' > 'z')
	}
	if name == "" || name == "Local" || len(name) > 64 || strings.ContainsFunc(name, unusual) {
		return nil, fmt.Errorf("unknown time zone %s", Quote(name))
	}
	return time.LoadLocation(name)
}
