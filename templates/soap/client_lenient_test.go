package soap

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/quartet/templates/soap/contract"
)

// What is read leniently is tested in package codec. Here are the option, its reports and the error without it.

// lenientOption returns the option, and the reports as they are made.
func lenientOption() (opt ClientOption, reports *[]string) {
	reports = new([]string)
	return WithLenientValues(func(_ context.Context, call *Call, value LenientValue) {
		*reports = append(*reports, call.Operation+": "+value.String())
	}), reports
}

// checkReports compares reports with the ends that they should have.
func checkReports(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.EqualFunc(got, want, strings.HasSuffix) {
		t.Errorf("%s: reported\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLenientAnswers: a value that is not valid is an error that names the option, and with the option is reported, logged and read.
func TestLenientAnswers(t *testing.T) {
	const valid = "<d:stop><d:Name>a</d:Name></d:stop>"
	for _, test := range []struct {
		content string
		want    stop
		report  string // "": nothing
	}{
		{"<d:Name>a</d:Name><d:Late>1.0</d:Late>", stop{Name: "a", Late: Ptr(int32(1))}, `"1.0" is not an xs:int; it is read as "1"`},
		{"<d:Name>a</d:Name><d:Late/>", stop{Name: "a"}, `"" is not an xs:int; it is read as absent`},
		{"", stop{}, "the element Name is missing; it is read as absent"},
		{"<d:Name>a</d:Name><d:Name>b</d:Name>", stop{Name: "a"}, "/Name): the element is given twice; it is read as absent"},
		{"<d:extra/><d:Code>b</d:Code><d:Name>a</d:Name>", stop{Name: "a", Code: Ptr("b")}, ""},
	} {
		var reported []string
		if test.report != "" {
			reported = []string{test.report, test.report}
		}
		item := "<d:stop>" + test.content + "</d:stop>"
		for _, b := range allBindings {
			doc := listDocument(b, item+valid+item)
			option, reports := lenientOption()
			var log bytes.Buffer
			for how, stops := range readStops(t, b, doc, []ClientOption{option, WithLogger(loggerTo(&log))}) {
				if stops.err != nil || !reflect.DeepEqual(stops.list, []stop{test.want, {Name: "a"}, test.want}) {
					t.Errorf("%s, %q, %s: %+v, %v", b, test.content, how, stops.list, stops.err)
				}
			}
			checkReports(t, b.String()+" "+test.content, *reports, slices.Concat(reported, reported))
			const line = `level=WARN msg="value read leniently" service=Depot operation=getStops`
			if n := strings.Count(log.String(), line); n != 2*len(reported) {
				t.Errorf("%s, %q: logged %s", b, test.content, &log)
			}
			strict, _, _ := strings.Cut(test.report, "; it is read")
			strict += "; use soap.WithLenientValues, or go tool quartet call --lenient-values, to accept it"
			for how, stops := range readStops(t, b, doc, nil) {
				if refused := test.report != ""; refused != (stops.err != nil) || refused && !strings.Contains(stops.err.Error(), strict) {
					t.Errorf("%s, %q, %s without the option: %v", b, test.content, how, stops.err)
				}
			}
		}
	}
}

// TestLenientReports: of one response, the first 100 values are reported, also if it is read item by item.
func TestLenientReports(t *testing.T) {
	doc := listDocument(contract.HTTPGet, strings.Repeat("<d:stop><d:Name/><d:Late/></d:stop>", 150))
	option, reports := lenientOption()
	slow := answering(200, "text/xml", iotest.OneByteReader(strings.NewReader(doc)))
	c := dialDepot(t, "", contract.HTTPGet, option, WithLogger(discard), WithHTTPClient(slow))
	n := 0
	for _, err := range c.GetStopsSeq(t.Context()) {
		if n++; err != nil || len(*reports) != min(n, 100) {
			t.Fatalf("item %d: %d reports, %v", n, len(*reports), err)
		}
	}
	if n != 150 {
		t.Errorf("%d items", n)
	}
	option, reports = lenientOption()
	twice := WithTypedInterceptors(func(ctx context.Context, _ *Call, next func(context.Context) error) error {
		_ = next(ctx)
		return next(ctx)
	})
	c = dialDepot(t, "", contract.HTTPGet, option, twice, WithLogger(discard), WithHTTPClient(always(doc)))
	if _, err := c.GetStops(t.Context()); err != nil || len(*reports) != 200 {
		t.Errorf("%d reports of two responses, %v", len(*reports), err)
	}
}

// TestLenientResults: a result that is missing, nil or there twice is read, a list in whose place another element is, too, and a
// document that is not well-formed is not.
func TestLenientResults(t *testing.T) {
	const space = ` xmlns="` + depotNS + `"`
	one := "<stop" + space + "><Name>a</Name></stop>"
	for _, test := range []struct {
		op              *contract.Operation
		content, report string
	}{
		{&required, "", "(Envelope/Body): the element stop is missing; it is read as absent"},
		{&required, `<stop xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>`,
			"the element stop is nil, which the contract does not allow; it is read as absent"},
		{&required, one + one, "/stop): the element is given twice; it is read as absent"},
		{&opGetStops, "<return>" + one + "</return>", `the element getStopsResult is missing; "return" is in its place; it is read as absent`},
		{&opGetStops, "<getStopsResult/><", ""},
	} {
		doc := envelope(contract.SOAP11, element(test.op.Name+"Response", test.content))
		call := func(opts ...ClientOption) error {
			opts = append(opts, WithLogger(discard), WithHTTPClient(always(doc)))
			_, err := dialDepot(t, "", contract.SOAP11, opts...).c.Do(t.Context(), test.op, nil)
			return err
		}
		strict, _, _ := strings.Cut(test.report, "; it is read")
		if err := call(); err == nil || !strings.Contains(err.Error(), strict) ||
			strings.Contains(err.Error(), "use soap.WithLenientValues") != (test.report != "") {
			t.Errorf("%s: %v", test.content, err)
		}
		option, reports := lenientOption()
		if err := call(option); (err == nil) != (test.report != "") {
			t.Errorf("%s: %v", test.content, err)
		}
		if test.report != "" {
			checkReports(t, test.content, *reports, []string{test.report})
		}
	}
}
