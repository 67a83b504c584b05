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
			t.warn(0, "missing value; trip skipped")
			c.report.InvalidTrips++
			return
		case twice:
			t.warn(0, "duplicate %s; row skipped", quote(id))
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
			route: route, service: t.service(2), shape: t.shape(6), direction: t.direction(7), line: int32(t.line),
		})
		c.keep(1, sizeOfTrip)
	})
	if err == nil && len(c.trips) == 0 {
		return Warning{File: "trips.txt", Message: "no usable trips: " + c.report.tripCounts()}
	}
	return err
}

// route returns the index of the trip's route, or false if the trip is skipped.
func (t *table) route() (route int32, ok bool) {
	route, known := t.routeIndex[string(t.key(1))]
	switch {
	case !known:
		t.warn(1, "unknown route %s; trip skipped", quote(t.field(1)))
		t.report.InvalidTrips++
	case t.routes[route].invalid:
		t.report.InvalidTrips++
	case t.routes[route].kind == excluded:
		t.report.ExcludedTrips++
	default:
		return route, true
	}
	return 0, false
}

// service returns the index of the trip's service. It adds the service if this is the first reference to it.
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

// shape returns the index of the trip's shape, or unset. It adds the shape if this is the first reference to it.
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
		t.warn(column, "invalid value %s, want 0 or 1; taken as missing", quote(value))
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
			t.warn(0, "unknown trip %s; row skipped", quote(t.field(0)))
		case trip == unset:
		case !ok1 || start == unset:
			t.warn(1, "invalid time %s, want HH:MM:SS; row skipped", quote(t.field(1)))
		case !ok2 || end == unset || end <= start:
			t.warn(2, "invalid time %s, want HH:MM:SS after start_time; row skipped", quote(t.field(2)))
		case !ok3 || headway == 0:
			t.warn(3, "invalid value %s, want a positive number of seconds; row skipped", quote(t.field(3)))
		default:
			if exact != "" && exact != "0" && exact != "1" {
				t.warn(4, "invalid value %s, want 0 or 1; taken as 0", quote(exact))
			}
			c.frequencies = append(c.frequencies, frequency{trip, start, end, int32(headway)})
			c.keep(1, sizeOfFrequency)
		}
	})
}

// readTransfers reads transfers of type 4 and 5, which say whether passengers can stay on board from one trip to another.
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
			t.warn(1, "unknown trip %s; row skipped", quote(t.field(1)))
		case !ok2:
			t.warn(2, "unknown trip %s; row skipped", quote(t.field(2)))
		case from != unset && to != unset:
			pair := transfer{from, to}
			if stay, twice := c.transfers[pair]; twice && stay != (kind == "4") {
				t.warn(0, "contradicts an earlier row for the same trips; row skipped")
				return
			}
			c.transfers[pair] = kind == "4"
			c.keep(1, sizeOfTransfer)
		}
	})
}
