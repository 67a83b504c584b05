package gtfs

func (c *checker) readRoutes() error {
	err := c.each("routes.txt", []string{"route_id", "route_type", "agency_id"}, 2, func(t *table) {
		r := route{id: t.text(0)}
		if r.id == "" {
			t.wrong(0, "there is no id; the route is left out")
			return
		}
		if _, twice := c.routeIndex[r.id]; twice {
			t.wrong(0, "%s is there twice; this row is left out", quote(r.id))
			return
		}
		number, ok := number(t.field(1))
		if r.number = number; !ok || number > maxRouteType {
			t.wrong(1, "%s is not a type of route; the route is left out with its trips", quote(t.field(1)))
			r.wrong = true
		} else if r.kind, ok = c.types.Kind(number, r.id); !ok {
			c.report.OtherRoutes++
		} else {
			r.agency = t.agency()
			c.keep(1)
		}
		c.routeIndex[r.id] = int32(len(c.routes))
		c.routes = append(c.routes, r)
	})
	if err == nil && len(c.routes) == c.report.OtherRoutes {
		return Complaint{File: "routes.txt", Field: "route_type", Message: "no route is of a kind of train; --types says which are"}
	}
	return err
}

// agency returns the agency of the route. Only its name hangs on it, so another one does not hurt.
func (t *table) agency() int32 {
	id := t.key(2)
	i, known := t.agencyIndex[string(id)]
	if !known && len(id) > 0 {
		t.wrong(2, "there is no agency %s", quote(id))
	} else if !known && len(t.agencies) > 1 {
		t.wrong(2, "there is no agency_id, and more than one agency")
	}
	return i
}
