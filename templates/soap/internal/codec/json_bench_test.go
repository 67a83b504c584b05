package codec

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// BenchmarkJSON compares the records of the rail contract with encoding/json, which writes the names of Go fields: here they are
// those of the contract.
func BenchmarkJSON(b *testing.B) {
	list := newBenchList(1000)
	e := NewEncoder(railNamespaces, false)
	defer e.Release()
	EncodeJSON(e, JSONOptions{}, &typeOfBenchList, list)
	doc := append([]byte(nil), e.Bytes()...)
	run := func(name string, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for range b.N {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("encode/rows", func() error {
		e.Buf = e.Buf[:0]
		EncodeJSON(e, JSONOptions{}, &typeOfBenchList, list)
		return e.Err()
	})
	run("encode/encoding-json", func() error {
		_, err := json.Marshal(list)
		return err
	})
	run("decode/rows", func() error { return decodeBenchJSON(doc, new(benchList)) })
	run("decode/encoding-json", func() error { return json.Unmarshal(doc, new(benchList)) })
}

func decodeBenchJSON(doc []byte, list *benchList) error {
	d := NewDecoder(doc, railNamespaces, Limits{})
	defer d.Release()
	DecodeJSON(d, &typeOfBenchList, list)
	return d.Err()
}

// TestJSONLikeStandardLibrary compares the rail records with encoding/json.
func TestJSONLikeStandardLibrary(t *testing.T) {
	list := newBenchList(100)
	e := NewEncoder(railNamespaces, false)
	defer e.Release()
	EncodeJSON(e, JSONOptions{}, &typeOfBenchList, list)
	want, err := json.Marshal(list)
	if err != nil || e.Err() != nil || string(want) != string(e.Bytes()) {
		t.Errorf("%s, want %s, %v, %v", e.Bytes(), want, err, e.Err())
	}
	got := new(benchList)
	if err := decodeBenchJSON(want, got); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("%v, %v", got, err)
	}
}

// TestJSONTexts writes and reads texts of each length, with each character that is written in another way at each place.
func TestJSONTexts(t *testing.T) {
	list := new(benchList)
	for n := range 40 {
		plain := strings.Repeat("x", n)
		list.Record = append(list.Record, benchRecord{Origin: &plain})
		for i := range n {
			for _, c := range []string{`"`, `\`, "\n", "\t", "\r", "é", "\u07ff", "\u2030", "😀", "\u007f", "<", "{", ","} {
				text := plain[:i] + c + plain[i+1:]
				list.Record = append(list.Record, benchRecord{Origin: &text, Duein: int32(n - i), Late: int32(i) << (i % 25)})
			}
		}
	}
	e := NewEncoder(railNamespaces, false)
	defer e.Release()
	EncodeJSON(e, JSONOptions{}, &typeOfBenchList, list)
	doc := e.Bytes()
	got, want := new(benchList), new(benchList)
	if err := json.Unmarshal(doc, want); err != nil || e.Err() != nil || !reflect.DeepEqual(want, list) {
		t.Errorf("encoding/json reads another list: %v, %v", err, e.Err())
	}
	if err := decodeBenchJSON(doc, got); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("another list is read: %v", err)
	}
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, doc)
	got = new(benchList)
	if err := decodeBenchJSON(escaped.Bytes(), got); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("with escapes, another list is read: %v", err)
	}
}

// TestJSONAnyOrder reads members that are absent, in another order, and with white space.
func TestJSONAnyOrder(t *testing.T) {
	for _, c := range []string{"", "Traincode", "Traincode Origin Status", "Querytime Traindate Origin Destination Origintime Destinationtime Status Lastlocation Exparrival Expdepart"} {
		want := newBenchList(3)
		for i := range want.Record {
			for _, name := range strings.Fields(c) {
				reflect.ValueOf(&want.Record[i]).Elem().FieldByName(name).SetZero()
			}
		}
		e := NewEncoder(railNamespaces, false)
		EncodeJSON(e, JSONOptions{}, &typeOfBenchList, want)
		doc := slices.Clone(e.Bytes())
		e.Release()
		var indented bytes.Buffer
		if err := json.Indent(&indented, doc, "", "\t"); err != nil {
			t.Fatal(err)
		}
		var members map[string]any
		if err := json.Unmarshal(doc, &members); err != nil {
			t.Fatal(err)
		}
		sorted, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range [][]byte{doc, indented.Bytes(), sorted} {
			got := new(benchList)
			if err := decodeBenchJSON(doc, got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s is read as %v, %v", doc, plainValue(got), err)
			}
		}
	}
}

// TestJSONTextInGroup writes and reads texts that are elements of substitution groups.
func TestJSONTextInGroup(t *testing.T) {
	group := define(&Type{Name: "group"}, Row{Name: "a", NS: 1, Kind: KindString}, Row{Name: "at", NS: 1, Kind: KindDateTime}, Row{Name: "n", NS: 1, Kind: KindInt32})
	typ := define(&Type{Name: "grouped"}, Row{Name: "first", NS: 1, Kind: KindString}, Row{Kind: KindMember, Of: group}, Row{Name: "last", NS: 1, Kind: KindString})
	for _, doc := range []string{`{"first":"x","a":"y","last":"z"}`, `{"a":""}`, `{"at":"2026-11-21T10:20:30","last":"z"}`, `{"first":"x","n":-5}`} {
		v, err := readJSONOf(doc, typ, Limits{})
		if err != nil {
			t.Errorf("%s: %v", doc, err)
			continue
		}
		if got, err := jsonOf(v, typ, JSONOptions{}); err != nil || got != doc {
			t.Errorf("%s is written again as %s, %v", doc, got, err)
		}
	}
}

// TestJSONManyWildcards: the names of members without a name of their own have numbers, and to find them does not take longer the more
// there are.
func TestJSONManyWildcards(t *testing.T) {
	rows := slices.Repeat([]Row{{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{}}}}, 1000)
	names := func(rows []Row) (all []string, allocated float64) {
		shape := func() JSONShape { return define(&Type{Name: "wild"}, rows...).JSONShape() }
		for _, m := range shape().Members {
			all = append(all, m.Name)
		}
		return all, testing.AllocsPerRun(1, func() { shape() })
	}
	few, allocatedFew := names(rows[:250])
	many, allocatedMany := names(rows)
	if len(few) != 250 || len(many) != 1000 || many[0] != "#any" || many[1] != "#any2" || many[999] != "#any1000" {
		t.Errorf("%d and %d members: %v ...", len(few), len(many), few[:2])
	}
	if allocatedMany > 8*allocatedFew {
		t.Errorf("%.0f allocations for 1000 wildcards, %.0f for 250", allocatedMany, allocatedFew)
	}
}
