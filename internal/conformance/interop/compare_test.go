package interop_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// compare describes how two answers differ.
func compare(got, want answer) []string {
	switch {
	case got.Error != "":
		return []string{"the program reports: " + got.Error}
	case want.Fault != nil:
		return compareFaults(got, *want.Fault)
	case got.Fault != nil:
		return []string{fmt.Sprintf("got the fault %+v", *got.Fault)}
	case len(got.Records) != len(want.Records):
		return []string{fmt.Sprintf("%d records, want %d: %q", len(got.Records), len(want.Records), got.Records)}
	}
	var list []string
	for i, record := range want.Records {
		for _, field := range compareRecords(got.Records[i], record) {
			list = append(list, fmt.Sprintf("record %d: %s", i, field))
		}
	}
	return list
}

// compareRecords describes the fields in which two records differ.
func compareRecords(got, want sample) []string {
	fields := maps.Clone(want)
	maps.Copy(fields, got)
	var list []string
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		is, value := quoted(got, field), quoted(want, field)
		if is != value {
			list = append(list, fmt.Sprintf("%s is %s, want %s", field, is, value))
		}
	}
	return list
}

func quoted(record sample, field string) string {
	if value, present := record[field]; present {
		return strconv.Quote(value)
	}
	return "absent"
}

func compareFaults(got answer, want fault) []string {
	if got.Fault != nil && got.Fault.Reason == "" {
		got.Fault = &fault{got.Fault.Code, noReason}
	}
	if got.Fault == nil {
		return []string{fmt.Sprintf("%d records, want the fault %+v", len(got.Records), want)}
	}
	if want.Reason == anyReason {
		if got.Fault.Reason == noReason || strings.Contains(got.Fault.Reason, errBroken.Error()) {
			return []string{fmt.Sprintf("the reason of the fault is %q", got.Fault.Reason)}
		}
		want.Reason = got.Fault.Reason
	}
	if *got.Fault != want {
		return []string{fmt.Sprintf("the fault is %+v, want %+v", *got.Fault, want)}
	}
	return nil
}
