package gtfs

func (c *checker) readRoutes() error {
	err := c.each("routes.txt", []string{"route_id", "route_type", "agency_id"}, 2, func(t *table) {
		r := route{id: t.text(0)}
		if r.id == "" {
			t.warn(0, "missing value; route skipped")
			return
		}
		if _, twice := c.routeIndex[r.id]; twice {
			t.warn(0, "duplicate %s; row skipped", quote(r.id))
			return
		}
		number, ok := number(t.field(1))
		if r.number = number; !ok || number > maxRouteType {
			t.warn(1, "invalid route type %s; route and its trips skipped", quote(t.field(1)))
			r.invalid = true
		} else if r.kind, ok = c.types.Kind(number, r.id); !ok {
			c.report.ExcludedRoutes++
		} else {
			r.agency = t.agency()
			c.keep(1, sizeOfRoute)
		}
		c.routeIndex[r.id] = int32(len(c.routes))
		c.routes = append(c.routes, r)
	})
	if err == nil && len(c.routes) == c.report.ExcludedRoutes {
		return Warning{File: "routes.txt", Field: "route_type", Message: "no route has trains; set --types to the route types that are trains"}
	}
	return err
}

// agency returns the index of the route's agency, or 0 if that is unknown. A wrong agency does little harm: only the
// names in the report depend on it.
func (t *table) agency() int32 {
	id := t.key(2)
	i, known := t.agencyIndex[string(id)]
	if !known && len(id) > 0 {
		t.warn(2, "unknown agency %s", quote(id))
	} else if !known && len(t.agencies) > 1 {
		t.warn(2, "missing value, though there are several agencies")
	}
	return i
}
