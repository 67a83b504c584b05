package gtfs

func (c *checker) readTrips() error {
	columns := []string{
		"trip_id", "route_id", "service_id", "trip_headsign", "trip_short_name", "block_id", "shape_id", "direction_id",
	}
	err := c.each("trips.txt", columns, 3, func(t *table) {
		id := t.text(0)
		_, twice := c.tripIndex[id]
		switch {
		case id == "":
			t.wrong(0, "there is no id; the trip is left out")
			c.report.WrongTrips++
			return
		case twice:
			t.wrong(0, "%s is there twice; this row is left out", quote(id))
			return
		}
		c.tripIndex[id] = unset
		route, ok := t.route()
		if !ok {
			return
		}
		c.tripIndex[id] = int32(len(c.trips))
		c.trips = append(c.trips, trip{
			id: id, headsign: t.shared(3), shortName: t.shared(4), block: t.shared(5),
			route: route, service: t.service(2), shape: t.shape(6), direction: t.direction(7), line: t.line,
		})
		c.keep(1)
	})
	if err == nil && len(c.trips) == 0 {
		return Complaint{File: "trips.txt", Message: "no trip is left: " + c.report.lost()}
	}
	return err
}

// route returns the route of a trip. It returns false for one that is left out.
func (t *table) route() (route int32, ok bool) {
	route, known := t.routeIndex[string(t.key(1))]
	switch {
	case !known:
		t.wrong(1, "there is no route %s; the trip is left out", quote(t.field(1)))
		t.report.WrongTrips++
	case t.routes[route].wrong:
		t.report.WrongTrips++
	case t.routes[route].kind == leftOut:
		t.report.OtherTrips++
	default:
		return route, true
	}
	return 0, false
}

// service returns the service of a trip, which is known from here on.
func (t *table) service(column int) int32 {
	i, ok := t.serviceIndex[string(t.key(column))]
	if !ok {
		i = int32(len(t.services))
		id := t.text(column)
		t.serviceIndex[id] = i
		t.services = append(t.services, service{id: id, to: -1})
	}
	return i
}

// shape returns the shape of a trip, which is known from here on, or unset.
func (t *table) shape(column int) int32 {
	key := t.key(column)
	if len(key) == 0 {
		return unset
	}
	i, ok := t.shapeIndex[string(key)]
	if !ok {
		i = int32(len(t.shapes))
		id := t.text(column)
		t.shapeIndex[id] = i
		t.shapes = append(t.shapes, shape{id: id})
	}
	return i
}

func (t *table) direction(column int) int8 {
	switch value := string(t.field(column)); value {
	case "":
	case "0":
		return 0
	case "1":
		return 1
	default:
		t.wrong(column, "%s is neither 0 nor 1; the direction is unknown", quote(value))
	}
	return unset
}

func (c *checker) readFrequencies() error {
	columns := []string{"trip_id", "start_time", "end_time", "headway_secs", "exact_times"}
	return c.each("frequencies.txt", columns, 4, func(t *table) {
		trip, known := c.tripIndex[string(t.key(0))]
		start, ok1 := clock(t.field(1))
		end, ok2 := clock(t.field(2))
		headway, ok3 := number(t.field(3))
		exact := string(t.field(4))
		switch {
		case !known:
			t.wrong(0, "there is no trip %s; the row is left out", quote(t.field(0)))
		case trip == unset:
		case !ok1 || start == unset:
			t.wrong(1, "%s is not a time such as 08:05:00; the row is left out", quote(t.field(1)))
		case !ok2 || end == unset || end <= start:
			t.wrong(2, "%s is not a time behind start_time; the row is left out", quote(t.field(2)))
		case !ok3 || headway == 0:
			t.wrong(3, "%s is not a number of seconds; the row is left out", quote(t.field(3)))
		default:
			if exact != "" && exact != "0" && exact != "1" {
				t.wrong(4, "%s is neither 0 nor 1", quote(exact))
			}
			c.frequencies = append(c.frequencies, frequency{trip, start, end, int32(headway), exact == "1"})
			c.keep(1)
		}
	})
}

// readTransfers keeps whether passengers of one trip may stay on board for another one. The library drops transfers at
// one and the same stop, which these are.
func (c *checker) readTransfers() error {
	return c.each("transfers.txt", []string{"transfer_type", "from_trip_id", "to_trip_id"}, 1, func(t *table) {
		kind := string(t.field(0))
		if kind != "4" && kind != "5" {
			return
		}
		from, ok1 := c.tripIndex[string(t.key(1))]
		to, ok2 := c.tripIndex[string(t.key(2))]
		switch {
		case !ok1:
			t.wrong(1, "there is no trip %s; the row is left out", quote(t.field(1)))
		case !ok2:
			t.wrong(2, "there is no trip %s; the row is left out", quote(t.field(2)))
		case from != unset && to != unset:
			pair := transfer{from, to}
			if stay, twice := c.transfers[pair]; twice && stay != (kind == "4") {
				t.wrong(0, "another row says the contrary of the same trips; this one is left out")
				return
			}
			c.transfers[pair] = kind == "4"
			c.keep(1)
		}
	})
}
