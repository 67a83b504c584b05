package gtfsrt

// An alertMessage is an Alert.
type alertMessage struct {
	periods             []period
	selectors           []selector
	header, description []translation
	url                 []translation
	incomplete          bool // a translation has no text, which is required
	dropped             int  // parts beyond maxParts
}

// maxParts is the maximum number of periods, of selectors and of translations of an alert that are used.
const maxParts = 10_000

// A period is a TimeRange, in POSIX seconds.
type period struct {
	start, end       uint64
	hasStart, hasEnd bool
}

// A selector is an EntitySelector.
type selector struct {
	agency, route, stop          string
	hasAgency, hasRoute, hasStop bool
	routeType                    int32
	hasRouteType                 bool
	direction                    int8 // -1 if missing
	trip                         tripDescriptor
}

// A translation is a TranslatedString.Translation.
type translation struct{ text, language string }

func (a *alertMessage) read(message string) bool {
	return each(message, func(f field) bool {
		switch {
		case f.is(1, kindBytes):
			var p period
			ok := p.read(f.content)
			a.periods = appendPart(a, a.periods, p)
			return ok
		case f.is(5, kindBytes):
			s := selector{direction: -1, trip: tripDescriptor{direction: -1}}
			ok := s.read(f.content)
			a.selectors = appendPart(a, a.selectors, s)
			return ok
		case f.is(8, kindBytes):
			return a.readText(f.content, &a.url)
		case f.is(10, kindBytes):
			return a.readText(f.content, &a.header)
		case f.is(11, kindBytes):
			return a.readText(f.content, &a.description)
		}
		return true
	})
}

// appendPart appends a part of an alert, unless there are too many.
func appendPart[T any](a *alertMessage, parts []T, part T) []T {
	if len(parts) == maxParts {
		a.dropped++
		return parts
	}
	return append(parts, part)
}

func (p *period) read(message string) bool {
	return each(message, func(f field) bool {
		switch {
		case f.is(1, kindVarint):
			p.start, p.hasStart = f.value, true
		case f.is(2, kindVarint):
			p.end, p.hasEnd = f.value, true
		}
		return true
	})
}

func (s *selector) read(message string) bool {
	return each(message, func(f field) bool {
		switch {
		case f.is(1, kindBytes):
			s.agency, s.hasAgency = f.content, true
		case f.is(2, kindBytes):
			s.route, s.hasRoute = f.content, true
		case f.is(3, kindVarint):
			s.routeType, s.hasRouteType = int32(f.value), true
		case f.is(4, kindBytes):
			return s.trip.read(f.content)
		case f.is(5, kindBytes):
			s.stop, s.hasStop = f.content, true
		case f.is(6, kindVarint):
			s.direction = int8(min(uint32(f.value), 1))
		}
		return true
	})
}

// readText reads a TranslatedString.
func (a *alertMessage) readText(message string, texts *[]translation) bool {
	return each(message, func(f field) bool {
		if !f.is(1, kindBytes) {
			return true
		}
		var t translation
		hasText := false
		ok := each(f.content, func(f field) bool {
			hasText = hasText || f.is(1, kindBytes)
			f.text(1, &t.text)
			f.text(2, &t.language)
			return true
		})
		a.incomplete = a.incomplete || !hasText
		*texts = appendPart(a, *texts, t)
		return ok
	})
}

// informed returns the selectors that select something. A trip descriptor that does not identify a trip, but has a route,
// selects that route, unless another selector does.
func (a *alertMessage) informed() []selector {
	var out, routes []selector
	named := map[string]bool{}
	for _, s := range a.selectors {
		if s.hasRoute {
			named[s.route] = true
		}
		if d := descriptorOf(&s.trip, func(string, ...any) {}); s.trip.present && !d.identifies() {
			if d.route != "" {
				routes = append(routes, selector{route: d.route, hasRoute: true, direction: d.direction})
			}
			s.trip.present = false
		}
		if s.hasAgency || s.hasRoute || s.hasRouteType || s.hasStop || s.trip.present {
			out = append(out, s)
		}
	}
	for _, s := range routes {
		if !named[s.route] {
			out = append(out, s)
		}
	}
	return out
}
