package bench

import (
	"bytes"
	"encoding/xml"
	"testing"

	"example.com/quartet/gen/realtime"
)

// The tests in this file check that all implementations do the same work.

const sample = period + 10 // records

func sampleTexts() []texts { return allTexts(records(sample)) }

func allTexts(list []realtime.ObjStationData) []texts {
	var all []texts
	for i := range list {
		all = append(all, textsOf(&list[i]))
	}
	return all
}

func checkTexts(t *testing.T, what string, got []texts) {
	t.Helper()
	want := sampleTexts()
	if len(got) != len(want) {
		t.Fatalf("%s: %d records, want %d", what, len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: record %d is %q, want %q", what, i, got[i], want[i])
		}
	}
}

// TestSameValuesDecoded checks that all implementations read the same values from every
// form.
func TestSameValuesDecoded(t *testing.T) {
	for _, f := range forms {
		t.Run(string(f), func(t *testing.T) {
			doc := document(f, sample)
			checkTexts(t, "quartet", allTexts(decode(t, doc)))
			e := new(stdEnvelope)
			if err := xml.Unmarshal(doc, e); err != nil {
				t.Fatal(err)
			}
			checkTexts(t, "encoding/xml", e.texts())
		})
	}
}

// TestSameValuesEncoded checks that all implementations write the same values.
func TestSameValuesEncoded(t *testing.T) {
	var own bytes.Buffer
	if _, err := newDirect(realtime.NewHandler(board{list: records(sample)}), &own).call(); err != nil {
		t.Fatal(err)
	}
	checkTexts(t, "quartet", allTexts(decode(t, own.Bytes())))
	std, err := xml.Marshal(newStdEnvelope(sample))
	if err != nil {
		t.Fatal(err)
	}
	checkTexts(t, "encoding/xml", allTexts(decode(t, std)))
}
