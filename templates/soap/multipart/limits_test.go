package multipart

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// TestLimitClientMemory: a response with an attachment takes no more than a few times
// the limit of responses, with the attachment that is decoded from it.
func TestLimitClientMemory(t *testing.T) {
	const limit = 32 << 20
	photo := bytes.Repeat([]byte(strings.Repeat("x", 62)+"\r\n"), (limit-4<<10)/64)
	envelope := `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><p:swapResponse xmlns:p="` + parcelNS + `"/></s:Body></s:Envelope>`
	for name, part := range map[string]string{
		"binary":           string(photo),
		"base64":           base64.StdEncoding.EncodeToString(photo[:len(photo)/4*3]),
		"quoted-printable": string(photo),
	} {
		message := "--b\r\nContent-Type: text/xml\r\n\r\n" + envelope + "\r\n--b\r\nContent-Type: image/gif\r\nContent-ID: <photo=1@x>\r\nContent-Transfer-Encoding: " +
			name + "\r\n\r\n" + part + "\r\n--b--\r\n"
		caller, err := soap.NewCaller(parcelContract(), "http://parcels.example/", contract.SOAP11, []soap.ClientOption{
			soap.WithMaxResponseBytes(limit),
			soap.WithHTTPClient(responderFunc(func(*http.Request) (*http.Response, error) {
				header := http.Header{"Content-Type": {`multipart/related; boundary=b; type="text/xml"`}}
				return &http.Response{StatusCode: 200, Header: header, Body: io.NopCloser(bytes.NewReader([]byte(message))), ContentLength: -1}, nil
			})),
		})
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		got, err := soap.Invoke[*parcel](t.Context(), caller, &opSwap, &parcel{})
		runtime.ReadMemStats(&after)
		if err != nil || len(got.Photo) == 0 {
			t.Fatalf("%s: %v", name, err)
		}
		// All that was allocated, also what was free again, without the copy that the test makes.
		allocated := float64(after.TotalAlloc-before.TotalAlloc-uint64(len(message))-uint64(len(got.Photo))) / limit
		if allocated > 20 { // an order of magnitude
			t.Errorf("%s: %.1f times the limit", name, allocated)
		}
		t.Logf("limit: client memory, attachment in %s | 2 times WithMaxResponseBytes, and the result | %.1f times, and the result", name, allocated)
	}
}
