package interop_test

import (
	"slices"
	"strings"
	"testing"
)

// difference is a known way in which a peer does not do what the standards say, or cannot express something. Tests expect
// the difference, and fail when it is gone.
type difference struct {
	what      string                // description in the documentation
	ports     []string              // where it is seen; nil for all
	sets      []string              // sets of arguments with which it is seen; nil for all
	record    func(sample)          // changes a record as the peer does
	parameter func(*string) *string // changes a parameter as the peer does
	fault     func(*fault)          // changes a fault as the peer does
	omits     []string              // sets of arguments that the peer cannot send
}

func (d difference) applies(c call) bool {
	return (d.ports == nil || slices.Contains(d.ports, c.Port)) && (d.sets == nil || slices.Contains(d.sets, c.set))
}

// at limits a difference to some ports.
func (d difference) at(ports ...string) difference {
	d.ports = ports
	return d
}

// anyReason is the reason of a fault that may be any text but the secret of the service.
const anyReason = ""

// Differences that several peers have.
var (
	newlines = difference{what: "a carriage return and a line feed in a field become a line feed", record: eachField(func(value string) string {
		return strings.ReplaceAll(value, "\r\n", "\n")
	})}
	trimsFields     = difference{what: "removes white space around a field", record: eachField(strings.TrimSpace)}
	dropsEmptyField = difference{what: "an empty field is absent", record: func(r sample) {
		for field, value := range r {
			if value == "" {
				delete(r, field)
			}
		}
	}}
	dropsEmptyParameter = difference{what: "does not send an empty parameter", parameter: func(value *string) *string {
		if value != nil && *value == "" {
			return nil
		}
		return value
	}}
	sendsAbsentAsEmpty = difference{what: "sends an absent parameter as an empty one", parameter: func(value *string) *string {
		if value == nil {
			return new("")
		}
		return value
	}}
	sendsNullAsEmpty = difference{what: "sends a null parameter as an empty one", sets: []string{"null"}, parameter: sendsAbsentAsEmpty.parameter}
	timesInUTC       = difference{what: "writes a time without a zone as one in UTC", record: func(r sample) {
		if at, ok := r["Servertime"]; ok {
			r["Servertime"] = at + "Z"
		}
	}}
	cannotOmit = difference{what: "cannot omit a parameter", omits: []string{"omitted", "null"}}
)

// eachField returns a change of every field of a record.
func eachField(change func(string) string) func(sample) {
	return func(record sample) {
		for field, value := range record {
			record[field] = change(value)
		}
	}
}

// cannotExpress reports whether a peer cannot make a call.
func cannotExpress(c call, differences []difference) bool {
	return slices.ContainsFunc(differences, func(d difference) bool {
		return d.applies(c) && slices.Contains(d.omits, c.set)
	})
}

// checkDifferences tests that each difference is still seen.
func checkDifferences(t *testing.T, differences []difference, calls []call, answers []answer, want func(call, []difference) answer) {
	t.Helper()
	for i, d := range differences {
		if d.omits != nil {
			continue
		}
		others := slices.Delete(slices.Clone(differences), i, i+1)
		seen := false
		for j, c := range calls {
			seen = seen || len(compare(answers[j], want(c, others))) > 0
		}
		if !seen {
			t.Errorf("the difference is no longer seen: %s", d.what)
		}
	}
}
