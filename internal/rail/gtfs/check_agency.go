package gtfs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // a feed's zone must be known wherever the service runs
)

// feedInfo reads what the feed says of itself.
func (c *checker) feedInfo() error {
	first := true
	return c.each("feed_info.txt", []string{"feed_publisher_name", "feed_version"}, 0, func(t *table) {
		if !first {
			t.wrong(-1, "there is more than one row; this one is left out")
			return
		}
		first = false
		c.report.Publisher, c.report.FeedVersion = t.text(0), t.text(1)
	})
}

func (c *checker) readAgencies() error {
	err := c.each("agency.txt", []string{"agency_timezone", "agency_id", "agency_name"}, 1, func(t *table) {
		a := agency{id: t.text(1), name: t.text(2), zone: t.text(0)}
		if _, twice := c.agencyIndex[a.id]; twice {
			t.wrong(1, "%s is there twice; this row is left out", quote(a.id))
			return
		}
		if a.name == "" {
			t.wrong(2, "there is no name")
		}
		if _, err := zone(a.zone); err != nil {
			t.wrong(0, "%s is not a time zone", quote(a.zone))
			a.zone = ""
		}
		c.agencyIndex[a.id] = 0 // until they are in their order
		c.agencies = append(c.agencies, a)
		c.keep(1)
	})
	if err != nil {
		return err
	}
	if len(c.agencies) == 0 {
		return Complaint{File: "agency.txt", Message: "there is no agency"}
	}
	slices.SortFunc(c.agencies, func(a, b agency) int { return cmp.Compare(a.id, b.id) })
	for i, a := range c.agencies {
		c.agencyIndex[a.id] = int32(i)
	}
	return c.chooseZone()
}

// chooseZone takes the zone of most agencies. GTFS wants it to be that of all of them.
func (c *checker) chooseZone() error {
	count := map[string]int{}
	for _, a := range c.agencies {
		if a.zone != "" {
			count[a.zone]++
		}
	}
	if len(count) == 0 {
		return Complaint{File: "agency.txt", Field: "agency_timezone", Message: "no agency has a time zone that is known, such as Europe/Lisbon"}
	}
	names := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a, b))
	})
	if len(names) > 1 {
		c.report.complain(Complaint{File: "agency.txt", Field: "agency_timezone",
			Message: fmt.Sprintf("there are %d time zones, and GTFS wants one; %s is taken for all", len(names), quote(names[0]))})
	}
	var err error
	c.zone, err = zone(names[0])
	return err
}

// zone returns the zone of a name of the IANA database. Nothing but letters, digits and a few signs comes that far.
func zone(name string) (*time.Location, error) {
	strange := func(r rune) bool {
		return r >= 0x80 || !strings.ContainsRune("_+-/", r) && (r < '0' || r > '9') && (r|' ' < 'a' || r|' ' > 'z')
	}
	if name == "" || name == "Local" || len(name) > 64 || strings.ContainsFunc(name, strange) {
		return nil, fmt.Errorf("%s is not a time zone", quote(name))
	}
	return time.LoadLocation(name)
}
