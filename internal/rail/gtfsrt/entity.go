package gtfsrt

// The types of this file hold the parts of the messages of gtfs-realtime.proto that are used. Field numbers are from version
// 2.0. A singular field that occurs several times has its last value, except that messages are merged.

// An entity is a FeedEntity.
type entity struct {
	id                              string
	deleted                         bool
	hasUpdate, hasVehicle, hasAlert bool
	update                          updateMessage
	ignored                         ignoredContent
	vehicle                         vehicleMessage
	alert                           alertMessage
}

// An ignoredContent is the content of a FeedEntity that is not used.
type ignoredContent uint64

const (
	noContent         ignoredContent = 0
	shape             ignoredContent = 6
	stop              ignoredContent = 7
	tripModifications ignoredContent = 8
)

var ignoredTexts = map[ignoredContent]string{
	shape:             "Shape is not supported; it is ignored",
	stop:              "Stop is not supported; it is ignored",
	tripModifications: "TripModifications is not supported; it is ignored",
}

// An updateMessage is a TripUpdate.
type updateMessage struct {
	trip       tripDescriptor
	vehicle    string // id of the vehicle
	timestamp  uint64 // 0 if missing
	delay      int64
	hasDelay   bool
	properties tripProperties
	stops      []stopUpdate
	dropped    int  // stop time updates beyond maxStopUpdates
	headsigns  bool // stop time updates have a stop_headsign
}

// maxStopUpdates is the maximum number of stop time updates of a trip that are used.
const maxStopUpdates = 10_000

// A tripDescriptor is a TripDescriptor.
type tripDescriptor struct {
	present                       bool
	id, route, startDate, startAt string
	hasStart                      bool
	direction                     int64 // -1 if missing
	relation                      relation
}

// A relation is a TripDescriptor.ScheduleRelationship.
type relation uint64

const (
	scheduled   relation = 0
	added       relation = 1
	cancelled   relation = 3
	replacement relation = 5
	duplicated  relation = 6
	deleted     relation = 7
	created     relation = 8 // NEW
)

// tripProperties is a TripUpdate.TripProperties.
type tripProperties struct {
	id, startDate, startTime, headsign, shortName string
}

// A stopUpdate is a TripUpdate.StopTimeUpdate.
type stopUpdate struct {
	sequence           uint32
	hasSequence        bool
	relation           stopRelation
	stop, assigned     string // assigned_stop_id is in the stop_time_properties
	headsign           bool   // stop_time_properties have a stop_headsign
	arrival, departure event
}

// A stopRelation is a StopTimeUpdate.ScheduleRelationship.
type stopRelation uint8

const (
	skipped stopRelation = 1
	noData  stopRelation = 2
)

// An event is a TripUpdate.StopTimeEvent.
type event struct {
	present, hasDelay bool
	delay             int32
	time, scheduled   int64 // 0 if missing
}

// A vehicleMessage is a VehiclePosition.
type vehicleMessage struct {
	trip                      tripDescriptor
	vehicle                   string // id
	hasPosition               bool
	hasLatitude, hasLongitude bool
	latitude, longitude       float32
	sequence                  uint32
	hasSequence               bool
	stop                      string
	status                    uint64
	timestamp                 uint64 // 0 if missing
}

// read decodes a FeedEntity. It returns false if that is not a valid message.
func (e *entity) read(message string) bool {
	*e = entity{update: updateMessage{stops: e.update.stops[:0]}}
	e.update.trip.direction, e.vehicle.trip.direction, e.vehicle.status = -1, -1, inTransit
	return each(message, func(f field) bool {
		f.text(1, &e.id)
		switch {
		case f.is(2, kindVarint):
			e.deleted = f.value != 0
		case f.is(3, kindBytes):
			e.hasUpdate = true
			return e.update.read(f.content)
		case f.is(4, kindBytes):
			e.hasVehicle = true
			return e.vehicle.read(f.content)
		case f.is(5, kindBytes):
			e.hasAlert = true
			return e.alert.read(f.content)
		case f.is(6, kindBytes), f.is(7, kindBytes), f.is(8, kindBytes):
			e.ignored = ignoredContent(f.number)
		}
		return true
	})
}

// prefix puts a prefix before all IDs of trips, routes, stops and vehicles.
func (e *entity) prefix(prefix string) {
	add := func(ids ...*string) {
		for _, id := range ids {
			if *id != "" {
				*id = prefix + *id
			}
		}
	}
	u, v := &e.update, &e.vehicle
	add(&e.id, &u.trip.id, &u.trip.route, &u.vehicle, &u.properties.id, &v.trip.id, &v.trip.route, &v.vehicle, &v.stop)
	for i := range u.stops {
		add(&u.stops[i].stop, &u.stops[i].assigned)
	}
	for i := range e.alert.selectors {
		s := &e.alert.selectors[i]
		add(&s.route, &s.stop, &s.trip.id, &s.trip.route)
	}
}

func (u *updateMessage) read(message string) bool {
	return each(message, func(f field) bool {
		switch {
		case f.is(1, kindBytes):
			return u.trip.read(f.content)
		case f.is(2, kindBytes):
			return u.addStop(f.content)
		case f.is(3, kindBytes):
			return each(f.content, func(f field) bool { f.text(1, &u.vehicle); return true })
		case f.is(4, kindVarint):
			u.timestamp = f.value
		case f.is(5, kindVarint):
			u.delay, u.hasDelay = int64(int32(f.value)), true
		case f.is(6, kindBytes):
			return u.properties.read(f.content)
		}
		return true
	})
}

func (u *updateMessage) addStop(message string) bool {
	if len(u.stops) == maxStopUpdates {
		u.dropped++
		var ignored stopUpdate
		return ignored.read(message)
	}
	u.stops = append(u.stops, stopUpdate{})
	s := &u.stops[len(u.stops)-1]
	ok := s.read(message)
	u.headsigns = u.headsigns || s.headsign
	return ok
}

func (t *tripDescriptor) read(message string) bool {
	t.present = true
	return each(message, func(f field) bool {
		f.text(1, &t.id)
		f.text(3, &t.startDate)
		f.text(5, &t.route)
		switch {
		case f.is(2, kindBytes):
			t.startAt, t.hasStart = f.content, true
		case f.is(4, kindVarint) && (f.value <= 8 && f.value != 4):
			t.relation = relation(f.value)
		case f.is(6, kindVarint):
			t.direction = int64(uint32(f.value))
		}
		return true
	})
}

func (p *tripProperties) read(message string) bool {
	return each(message, func(f field) bool {
		f.text(1, &p.id)
		f.text(2, &p.startDate)
		f.text(3, &p.startTime)
		f.text(5, &p.headsign)
		f.text(6, &p.shortName)
		return true
	})
}

func (s *stopUpdate) read(message string) bool {
	return each(message, func(f field) bool {
		f.text(4, &s.stop)
		switch {
		case f.is(1, kindVarint):
			s.sequence, s.hasSequence = uint32(f.value), true
		case f.is(2, kindBytes):
			return s.arrival.read(f.content)
		case f.is(3, kindBytes):
			return s.departure.read(f.content)
		case f.is(5, kindVarint) && f.value <= 3:
			s.relation = stopRelation(f.value)
		case f.is(6, kindBytes):
			var headsign string
			ok := each(f.content, func(f field) bool { f.text(1, &s.assigned); f.text(2, &headsign); return true })
			s.headsign = s.headsign || headsign != ""
			return ok
		}
		return true
	})
}

func (e *event) read(message string) bool {
	e.present = true
	return each(message, func(f field) bool {
		switch {
		case f.is(1, kindVarint):
			e.delay, e.hasDelay = int32(f.value), true
		case f.is(2, kindVarint):
			e.time = int64(f.value)
		case f.is(4, kindVarint):
			e.scheduled = int64(f.value)
		}
		return true
	})
}

// The values of VehiclePosition.VehicleStopStatus.
const (
	incomingAt = 0
	stoppedAt  = 1
	inTransit  = 2
)

func (v *vehicleMessage) read(message string) bool {
	return each(message, func(f field) bool {
		f.text(7, &v.stop)
		switch {
		case f.is(1, kindBytes):
			return v.trip.read(f.content)
		case f.is(2, kindBytes):
			v.hasPosition = true
			return each(f.content, func(f field) bool {
				f.float(1, &v.latitude, &v.hasLatitude)
				f.float(2, &v.longitude, &v.hasLongitude)
				return true
			})
		case f.is(3, kindVarint):
			v.sequence, v.hasSequence = uint32(f.value), true
		case f.is(4, kindVarint) && f.value <= inTransit:
			v.status = f.value
		case f.is(5, kindVarint):
			v.timestamp = f.value
		case f.is(8, kindBytes):
			return each(f.content, func(f field) bool { f.text(1, &v.vehicle); return true })
		}
		return true
	})
}
