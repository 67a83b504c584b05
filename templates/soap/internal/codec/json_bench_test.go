package codec

import (
	"encoding/json"
	"reflect"
	"testing"
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
