package soap

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// TestLimitUndeclaredHeaders: header blocks that are read on demand are limited like bodies.
func TestLimitUndeclaredHeaders(t *testing.T) {
	const bound = 600 * mib
	block := NewHeader[*put](xsd.QName{Space: "urn:h", Local: "h"})
	var got []*put
	var err error
	server := httptest.NewServer(serveMethods(&wideContract, nil, []method{
		methodOf(&opPut, func(ctx context.Context, _ any) (any, error) {
			call, _ := CallInfo(ctx)
			got, err = ReceivedHeaders(call, block)
			return nil, nil
		}),
	}, nil))
	defer server.Close()
	for _, items := range []int{100, 900_000} {
		body := gzipped(t, `<s:Envelope xmlns:s="`+SOAP11Namespace+`"><s:Header><x:h xmlns:x="urn:h" xmlns="`+depotNS+`">`+strings.Repeat("<A1/>", items)+
			`</x:h></s:Header><s:Body><put xmlns="`+depotNS+`"/></s:Body></s:Envelope>`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		res, text := postGzip(t, server.URL+"/wide", body)
		runtime.ReadMemStats(&after)
		if res.StatusCode != http.StatusOK {
			t.Fatalf("status %d, %.300s", res.StatusCode, text)
		}
		if items == 100 {
			if err != nil || len(got) != 1 || len(got[0].Items) != items {
				t.Fatalf("%d blocks, %v", len(got), err)
			}
			continue
		}
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("limit: header block of %d KB of gzip, a repeated choice of 130 alternatives | %d MiB allocated in all | %d MiB", len(body)>>10, bound>>20, allocated>>20)
		if err == nil || !strings.Contains(err.Error(), "bytes of memory") || allocated > bound {
			t.Errorf("%d MiB, %v", allocated>>20, err)
		}
	}
}
