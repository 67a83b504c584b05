package browser_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.com/quartet/internal/conformance/interop"
)

// swagger serves Swagger UI, which shows the description at a URL that describe returns.
func swagger(t *testing.T, describe func() string) string {
	folder := filepath.FromSlash("../interop/testdata/node/node_modules/swagger-ui-dist")
	if _, err := os.Stat(folder); err != nil {
		interop.Missing(t, "the npm package swagger-ui-dist", "npm ci --prefix internal/conformance/interop/testdata/node")
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(folder)))
	mux.HandleFunc("/swagger-initializer.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, `SwaggerUIBundle({url: %q, dom_id: "#swagger-ui", presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: "StandaloneLayout", validatorUrl: null});`, describe())
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

// TestSwaggerUI opens what raild says of itself at ?openapi in Swagger UI, which is at another origin, and calls operations with the
// example as it stands.
func TestSwaggerUI(t *testing.T) {
	s := newServer(t)
	origin := swagger(t, func() string { return s.origin() + servicePath + "?openapi" })
	s.start("--clock", moment, "--cors", origin)
	p := open(t, origin)
	p.expect("request outside of .*: " + regexp.QuoteMeta(s.origin()+servicePath))
	p.visit("/")
	p.wait(`document.querySelectorAll(".opblock-post").length === 11`)
	if errors := p.count(".errors-wrapper"); errors > 0 {
		t.Error(p.text(".errors-wrapper"))
	}
	for operation, body := range map[string]string{"getAllStationsXML": `{}`, "getAllStationsXML_WithStationType": `{"StationType":"sample"}`} {
		block := "#operations-Realtime-" + operation + " "
		answer := block + ".live-responses-table tr.response "
		p.do(chromedp.Click(block+".opblock-summary-control", chromedp.ByQuery), chromedp.Click(block+".try-out__btn", chromedp.ByQuery))
		p.do(chromedp.WaitVisible(block+"textarea", chromedp.ByQuery))
		s.take()
		p.do(chromedp.Click(block+".execute", chromedp.ByQuery))
		p.wait(`document.querySelector(` + quote(answer+".response-col_status") + `)?.innerText.trim().startsWith("200")`)
		sent := slices.DeleteFunc(s.take(), func(e exchange) bool { return e.Method != http.MethodPost })
		if len(sent) != 1 || sent[0].URI != servicePath+"/"+operation || sent[0].Header.Get("Content-Type") != "application/json" || compact(t, sent[0].Body) != body {
			t.Fatalf("Swagger UI sent %+v", sent)
		}
		shown := compact(t, p.content(answer+".highlight-code pre"))
		if shown != compact(t, direct(t, s.origin()+servicePath+"/"+operation, body)) || len(shown) < 1000 {
			t.Errorf("%s: Swagger UI shows\n%.500s", operation, shown)
		}
	}
}

// direct returns the JSON with which a service answers JSON.
func direct(t *testing.T, address, body string) string {
	t.Helper()
	response, err := http.Post(address, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compact returns JSON in one form.
func compact(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %.500s", err, text)
	}
	again, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(again)
}
