package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
)

// A header that is too large is refused when the limit is reached, and not when it ends.
func TestLimitHeaderBytes(t *testing.T) {
	const bound = 10 * 64 << 10
	for name, line := range map[string]string{
		"long lines": "X-Pad: " + strings.Repeat("x", 1000) + "\r\n",
		"many lines": "A: \r\n",
	} {
		t.Run(name, func(t *testing.T) {
			serveTimed(t, false, func(t *testing.T, s *timedServer) {
				conn := s.dial(t)
				defer conn.Close()
				sent := make(chan int, 1)
				go func() {
					n, _ := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\n")
					for n < 4*bound {
						k, err := io.WriteString(conn, line)
						if n += k; err != nil {
							break
						}
					}
					sent <- n
				}()
				response, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					t.Fatal(err)
				}
				if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
					t.Errorf("status %d", response.StatusCode)
				}
				conn.Close()
				n := <-sent
				t.Logf("limit: raild: header without end, %s | %d KiB read | %d KiB read, status %d", name, bound>>10, n>>10, response.StatusCode)
				if n > bound {
					t.Errorf("%d bytes were read", n)
				}
			})
		})
	}
}

// A client that does not read the response loses its connection.
func TestLimitUnreadResponse(t *testing.T) {
	bound := standardTimeouts().write
	for name, secure := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			serveTimed(t, secure, func(t *testing.T, s *timedServer) {
				conn := s.dial(t)
				defer conn.Close()
				began := time.Now()
				io.WriteString(conn, requestHeader+requestBody)
				for {
					conn.SetWriteDeadline(time.Now().Add(time.Hour))
					if _, err := io.WriteString(conn, "x"); err != nil { // nobody reads it, before the connection is closed
						break
					}
				}
				took := time.Since(began)
				t.Logf("limit: raild: response that is not read, %s | %v | %v", name, bound, took)
				if took > bound+10*time.Second {
					t.Errorf("closed after %v", took)
				}
			})
		})
	}
}

// Bodies are limited, compressed or not.
func TestLimitBodyBytes(t *testing.T) {
	cost.Alone(t)
	printed, _ := start(t)
	base := host(t, printed)
	text := `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><getAllStationsXML xmlns="http://realtime.rail.example/"/></s:Body>`
	var zipped bytes.Buffer
	zip := gzip.NewWriter(&zipped)
	fmt.Fprint(zip, text, strings.Repeat(" ", 500<<20), "</s:Envelope>")
	zip.Close()
	for name, test := range map[string]struct {
		coding string
		body   io.Reader
		status int
	}{
		"within":           {"", strings.NewReader(text + strings.Repeat(" ", maxRequestBytes-1000) + "</s:Envelope>"), http.StatusOK},
		"beyond":           {"", strings.NewReader(text + strings.Repeat(" ", maxRequestBytes) + "</s:Envelope>"), http.StatusRequestEntityTooLarge},
		"500 MiB of gzip":  {"gzip", &zipped, http.StatusRequestEntityTooLarge},
		"without a length": {"", io.MultiReader(strings.NewReader(text), io.LimitReader(spaces{}, 500<<20)), http.StatusRequestEntityTooLarge},
	} {
		request, err := http.NewRequest(http.MethodPost, base+"/realtime/realtime.asmx", test.body)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "text/xml")
		if test.coding != "" {
			request.Header.Set("Content-Encoding", test.coding)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		response, err := http.DefaultTransport.RoundTrip(request)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		response.Body.Close()
		const bound = 10 << 20
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("limit: raild: body of more than 64 KiB, %s | %d KiB allocated | %d KiB, status %d", name, bound>>10, allocated>>10, response.StatusCode)
		if response.StatusCode != test.status || allocated > bound {
			t.Errorf("%s: status %d, %d bytes allocated", name, response.StatusCode, allocated)
		}
	}
}

// spaces has no end.
type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}
