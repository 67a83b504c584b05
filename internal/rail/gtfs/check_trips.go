package gtfs

func (c *checker) readTrips() error {
	columns := []string{
		"trip_id", "route_id", "service_id", "trip_headsign", "trip_short_name", "block_id", "shape_id", "direction_id",
	}
	err := c.each("trips.txt", columns, 3, func(t *table) {
		id, ok := t.newID(c.tripIndex, "trip")
		if !ok {
			if id == "" {
				c.report.InvalidTrips++
			}
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
	route, known := t.ref(1, t.routeIndex, "route", "trip")
	switch {
	case !known || t.routes[route].invalid:
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
	return firstRef(t, column, t.serviceIndex, &t.services, func(id string) service { return service{id: id} })
}

// shape returns the index of the trip's shape, or unset. It adds the shape if this is the first reference to it.
func (t *table) shape(column int) int32 {
	if len(t.key(column)) == 0 {
		return unset
	}
	return firstRef(t, column, t.shapeIndex, &t.shapes, func(id string) shape { return shape{id: id} })
}

// firstRef returns the index of the row to which a field refers, and adds the row if there is none yet.
func firstRef[T any](t *table, column int, index map[string]int32, all *[]T, row func(id string) T) int32 {
	i, ok := index[string(t.key(column))]
	if !ok {
		i = int32(len(*all))
		id := t.text(column)
		index[id] = i
		*all = append(*all, row(id))
	}
	return i
}

// direction reads a direction_id.
func (t *table) direction(column int) int8 {
	return int8(max(0, t.oneOf(column, "0 or 1; taken as missing", "", "0", "1")) - 1)
}

func (c *checker) readFrequencies() error {
	columns := []string{"trip_id", "start_time", "end_time", "headway_secs", "exact_times"}
	return c.each("frequencies.txt", columns, 4, func(t *table) {
		trip, known := t.ref(0, c.tripIndex, "trip", "row")
		if !known || trip == unset {
			return
		}
		start, ok1 := parsed(t, 1, clock, "time", "HH:MM:SS; row skipped")
		end, ok2 := parsed(t, 2, func(field []byte) (int32, bool) {
			end, ok := clock(field)
			return end, ok && end > start
		}, "time", "HH:MM:SS after start_time; row skipped")
		headway, ok3 := parsed(t, 3, func(field []byte) (int, bool) {
			seconds, ok := number(field)
			return seconds, ok && seconds > 0
		}, "value", "a positive number of seconds; row skipped")
		if !ok1 || !ok2 || !ok3 {
			return
		}
		t.oneOf(4, "0 or 1; taken as 0", "", "0", "1")
		c.frequencies = append(c.frequencies, frequency{trip, start, end, int32(headway)})
		c.keep(1, sizeOfFrequency)
	})
}

// readTransfers reads transfers of type 4 and 5, which say whether passengers can stay on board from one trip to another.
func (c *checker) readTransfers() error {
	return c.each("transfers.txt", []string{"transfer_type", "from_trip_id", "to_trip_id"}, 1, func(t *table) {
		kind := string(t.field(0))
		if kind != "4" && kind != "5" {
			return
		}
		from, ok1 := t.ref(1, c.tripIndex, "trip", "row")
		to, ok2 := t.ref(2, c.tripIndex, "trip", "row")
		if !ok1 || !ok2 || from == unset || to == unset {
			return
		}
		pair := transfer{from, to}
		if stay, twice := c.transfers[pair]; twice && stay != (kind == "4") {
			t.warn(0, "contradicts an earlier row for the same trips; row skipped")
			return
		}
		c.transfers[pair] = kind == "4"
		c.keep(1, sizeOfTransfer)
	})
}
