package interop_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
)

// offersFlatContract adds to a handler, at ?flatWsdl, the contract with one operation name for each overload: the name of
// its input.
func offersFlatContract(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != flat.query {
			handler.ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		r.URL.RawQuery = original.query
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		w.Header().Set("Content-Type", recorder.Header().Get("Content-Type"))
		w.Write([]byte(flatten(recorder.Body.String())))
	})
}

var (
	operationElement = regexp.MustCompile(`(?s)<operation name=".*?</operation>`)
	operationName    = regexp.MustCompile(`<operation name="[^"]*"`)
	inputName        = regexp.MustCompile(`<input name="([^"]*)"`)
)

func flatten(contract string) string {
	return operationElement.ReplaceAllStringFunc(contract, func(element string) string {
		input := inputName.FindStringSubmatch(element)
		if input == nil {
			return element
		}
		return strings.Replace(element, operationName.FindString(element), `<operation name="`+input[1]+`"`, 1)
	})
}
