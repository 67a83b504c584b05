package gtfs

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/rail/timetable"
)

func (c *checker) readRoutes() error {
	columns := []string{"route_id", "route_type", "agency_id", "route_short_name", "route_long_name", "route_color", "route_text_color"}
	err := c.each("routes.txt", columns, 2, func(t *table) {
		id, ok := t.newID(c.routeIndex, "route")
		if !ok {
			return
		}
		r := route{id: id}
		if r.number, ok = number(t.field(1)); !ok || r.number > maxRouteType {
			t.warn(1, "invalid route type %s; route and its trips skipped", Quote(t.field(1)))
			r.invalid = true
		} else if r.kind, ok = c.options.Types.Kind(r.number, id); !ok {
			c.report.ExcludedRoutes++
		} else {
			r.agency, r.line = t.agency(), t.routeLine()
			c.keep(1, sizeOfRoute)
		}
		c.routeIndex[id] = int32(len(c.routes))
		c.routes = append(c.routes, r)
	})
	if err == nil && !slices.ContainsFunc(c.routes, func(r route) bool { return !r.invalid && r.kind != excluded }) {
		return Warning{File: "routes.txt", Field: "route_type", Message: c.noTrains()}
	}
	return err
}

// routeLine returns the line of a route, or nil if it has no name.
func (t *table) routeLine() *timetable.Line {
	name := cmp.Or(t.text(3), t.text(4))
	if name == "" {
		return nil
	}
	return &timetable.Line{Name: name, Color: t.color(5), Text: t.color(6)}
}

// color returns a color of six hexadecimal digits, or "" if there is none.
func (t *table) color(column int) string {
	text := strings.ToLower(string(t.field(column)))
	if _, err := hex.DecodeString(text); text != "" && (err != nil || len(text) != 6) {
		t.warn(column, "invalid color %s; ignored", Quote(t.field(column)))
		return ""
	}
	return text
}

// noTrains returns the message that no route is a train route, with the route types of the feed and how to serve them.
func (c *checker) noTrains() string {
	count := map[int]int{}
	for _, r := range c.routes {
		if !r.invalid {
			count[r.number]++
		}
	}
	if len(count) == 0 {
		return "no route has a valid route type"
	}
	var found, types []string
	numbers := byCount(count)
	for _, n := range numbers[:min(len(numbers), maxTypes)] {
		routes := "routes"
		if count[n] == 1 {
			routes = "route"
		}
		found = append(found, fmt.Sprintf("%d (%d %s)", n, count[n], routes))
		types = append(types, fmt.Sprintf("%d=%s", n, letter(timetable.Metro)))
	}
	if len(numbers) > maxTypes {
		found = append(found, "...")
	}
	return fmt.Sprintf("no route is a train route: the feed has the route types %s; to serve them, use --types %s with M, S or D as the kind of train",
		strings.Join(found, ", "), strings.Join(types, ","))
}

const maxTypes = 10 // maximum number of route types to list

// agency returns the index of the route's agency or, if that is unknown, of the first one with the zone that most agencies have.
func (t *table) agency() int32 {
	id := t.key(2)
	i, known := t.agencyIndex[string(id)]
	if !known && len(id) > 0 {
		t.warn(2, "unknown agency %s", Quote(id))
	} else if !known && len(t.agencies) > 1 {
		t.warn(2, "missing value, though there are several agencies")
	}
	if !known {
		i = int32(slices.IndexFunc(t.agencies, func(a *timetable.Agency) bool { return a.Zone == t.zone }))
	}
	return i
}
