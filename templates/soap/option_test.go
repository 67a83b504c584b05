package soap

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

func TestNamespaceOverride(t *testing.T) {
	const other = "https://rail.example/service?a=1&b=2"
	override := WithNamespace(depotNS, other)
	address := startDepot(t, echo(), override)
	for _, b := range allBindings {
		c := dialDepot(t, address, b, override)
		if got, err := c.GetStop(context.Background(), &getStop{Code: "x"}); err != nil || got.Name != "x" {
			t.Errorf("%s: %v, %v", b, got, err)
		}
		if _, err := dialDepot(t, address, b).GetStop(context.Background(), &getStop{Code: "x"}); err == nil {
			t.Errorf("%s: a client of the contract's namespace understands the other", b)
		}
	}
	h := newDepotHandler(echo(), override)
	request := `<getStops xmlns="` + strings.ReplaceAll(other, "&", "&amp;") + `"/>`
	w := ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, request), "SOAPAction", `"`+other+`getStops"`)
	if w.Code != 200 || !strings.Contains(w.Body.String(), `xmlns="https://rail.example/service?a=1&amp;b=2"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, request), "SOAPAction", other+"count"); w.Code != 500 {
		t.Errorf("soapAction of another operation: %d %s", w.Code, w.Body)
	}
	for _, query := range []string{"?wsdl", "?xsd=depot.xsd"} {
		if w := ask(h, "GET", depotPath+query, "", ""); !strings.Contains(w.Body.String(), `targetNamespace="https://rail.example/service?a=1&amp;b=2"`) || strings.Contains(w.Body.String(), depotNS) {
			t.Errorf("%s: %s", query, w.Body)
		}
	}
	if w := ask(newDepotHandler(echo()), "GET", depotPath+"?wsdl", "", ""); !strings.Contains(w.Body.String(), depotNS) {
		t.Errorf("one handler's option changed another's contract: %s", w.Body)
	}
}

func TestMistakesInOptions(t *testing.T) {
	for name, opt := range map[string]HandlerOption{
		"unknown namespace": WithNamespace("urn:unknown", "urn:x"),
		"empty namespace":   WithNamespace(depotNS, ""),
		"unsendable":        WithNamespace(depotNS, "\x00"),
		"relative path":     WithPath("depot"),
	} {
		var log bytes.Buffer
		h := newDepotHandler(echo(), opt, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		if !strings.Contains(log.String(), "misconfigured") {
			t.Errorf("%s: logged %q", name, log.String())
		}
		checkText(t, ask(h, "GET", depotPath, "", ""), 500, "misconfigured")
		if both, ok := opt.(ClientOption); ok {
			if _, err := newDepotClient("", contract.SOAP11, both); err == nil {
				t.Errorf("%s: no error from the client", name)
			}
		}
	}
	newDepotHandler(echo(), nil, WithLogger(nil))
	if _, err := newDepotClient("", contract.SOAP11, nil, WithHTTPClient(nil)); err != nil {
		t.Error(err)
	}
}

func TestPath(t *testing.T) {
	for path, operation := range map[string]string{"/": "/count", "/a b/c": "/a b/c/count", "/x/": "/x/count"} {
		h := newDepotHandler(echo(), WithPath(path))
		escape := strings.NewReplacer(" ", "%20").Replace
		if w := ask(h, "GET", escape(operation), "", ""); w.Code != 200 {
			t.Errorf("%s: %d %s", operation, w.Code, w.Body)
		}
		if w := ask(h, "POST", escape(path), "text/xml", envelope(contract.SOAP11, element("count", ""))); w.Code != 200 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if w := ask(h, "GET", escape(path)+"?wsdl", "", ""); !strings.Contains(w.Body.String(), `address location="http://example.com`+escape(path)+`"`) {
			t.Errorf("%s: %s", path, w.Body)
		}
		if w := ask(h, "GET", depotPath, "", ""); w.Code != 404 {
			t.Errorf("%s: the contract's path still answers", path)
		}
	}
}
