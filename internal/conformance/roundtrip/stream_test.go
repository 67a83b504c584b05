package roundtrip

import (
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// chunkedTransport responds to every request with a document whose reader returns
// at most size bytes at once.
type chunkedTransport struct {
	typ, document string
	size          int
}

func (p chunkedTransport) Do(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode:    http.StatusOK,
		Header:        http.Header{"Content-Type": {p.typ}},
		ContentLength: -1,
		Body:          io.NopCloser(&chunkReader{strings.NewReader(p.document), p.size}),
	}, nil
}

type chunkReader struct {
	r    io.Reader
	size int
}

func (r *chunkReader) Read(b []byte) (int, error) { return r.r.Read(b[:min(len(b), r.size)]) }

// readStream reads a list with a Seq method, from a transport with chunks of size
// bytes.
func readStream(t testing.TB, b soap.Binding, doc []byte, size int) (list []realtime.ObjStationData, err error) {
	t.Helper()
	base, _, _ := strings.Cut(responseTypes[b], ";")
	client, err := realtime.NewClient("", b, soap.WithHTTPClient(chunkedTransport{base, string(doc), size}))
	if err != nil {
		t.Fatal(err)
	}
	for record, err := range client.GetStationDataByCodeXMLSeq(t.Context(), nil) {
		if err != nil {
			return list, err
		}
		list = append(list, record)
	}
	return list, nil
}

// compareStream reads a document with a Seq method and as a whole. Both must
// return the same records, or both an error.
func compareStream(t testing.TB, b soap.Binding, doc []byte, size int) {
	t.Helper()
	want, wantErr := readOurs(t, b, doc)
	got, err := readStream(t, b, doc, size)
	if (err == nil) != (wantErr == nil) {
		t.Errorf("%s, chunks of %d bytes: got error %v, as a whole %v: %q", b, size, err, wantErr, doc)
		return
	}
	if err == nil && (len(got) != 0 || len(want) != 0) {
		if d := difference(got, want); d != "" {
			t.Errorf("%s, chunks of %d bytes: %s in %q", b, size, d, doc)
		}
	}
}

// TestStreamedLists reads lists of all operations over all bindings item by item,
// with each text in each field.
func TestStreamedLists(t *testing.T) {
	t.Parallel()
	lists := make(map[string]any)
	for record, typ := range recordTypes {
		lists[record] = records(typ, allTexts)
	}
	server := serve(t, listService(func(op operation) any { return lists[op.record] }), soap.WithStreaming())
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		method := reflect.ValueOf(dial(t, server, b)).MethodByName(op.method + "Seq")
		in := []reflect.Value{reflect.ValueOf(t.Context())}
		if len(op.parameters) > 0 {
			in = append(in, reflect.Zero(method.Type().In(1)))
		}
		got := reflect.MakeSlice(reflect.SliceOf(op.recordType()), 0, 0)
		for record, err := range method.Call(in)[0].Seq2() {
			if !err.IsNil() {
				t.Fatal(err)
			}
			got = reflect.Append(got, record)
		}
		if d := difference(got.Interface(), lists[op.record]); d != "" {
			t.Error(d)
		}
	})
}

// FuzzStreamedResponse checks that a client returns the same for a response,
// valid or mutated, whether it reads it item by item or as a whole.
func FuzzStreamedResponse(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(seed, uint8(seed*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, size uint8) {
		for i := range uint64(seedsPerRun) {
			b, doc := mutatedResponse(seed*seedsPerRun + i)
			compareStream(t, b, doc, 1+int(size))
		}
	})
}
