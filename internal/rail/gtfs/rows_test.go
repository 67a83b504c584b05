package gtfs

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func readRows(in io.Reader) (got []string) {
	r := new(rows)
	r.open(in)
	for {
		fields, line, err := r.next()
		if err == io.EOF {
			return got
		}
		if err != nil {
			got = append(got, fmt.Sprintf("%d: %v", line, err))
			if !errors.As(err, new(rowError)) {
				return got
			}
			continue
		}
		got = append(got, fmt.Sprintf("%d: %q", line, fields))
	}
}

func TestRows(t *testing.T) {
	long := strings.Repeat("x", maxRow)
	for name, test := range map[string]struct {
		in   string
		want []string
	}{
		"nothing":              {"", nil},
		"blank lines":          {"\n \r\n\n", nil},
		"a row":                {"a,b,", []string{`1: ["a" "b" ""]`}},
		"ends of lines":        {"a\r\nb\n\n\"c\"\r\nd", []string{`1: ["a"]`, `2: ["b"]`, `4: ["c"]`, `5: ["d"]`}},
		"byte order mark":      {"\uFEFFa", []string{`1: ["a"]`}},
		"quotes":               {`"a","b,""c""",` + "\"d\ne\"\nf", []string{`1: ["a" "b,\"c\"" "d\ne"]`, `3: ["f"]`}},
		"empty quotes":         {`"",""""`, []string{`1: ["" "\""]`}},
		"space around quotes":  {` "a" , "b"` + " \r\n", []string{`1: ["a" "b"]`}},
		"quotes within a text": {`a"b,c`, []string{`1: ["a\"b" "c"]`}},
		"text after a quote":   {"3686,\"C\" CROSS RD.,x\n\"a\"b\"\"c\" , \"d,\"\"\" e\r\nf", []string{`1: ["3686" "C CROSS RD." "x"]`, `2: ["ab\"\"c\"" "d,\" e"]`, `3: ["f"]`}},
		"a quote at the end":   {"a\n\"b\nc\"", []string{`1: ["a"]`, `2: ["b\nc"]`}},
		"quote not closed":     {"\"a\nb\nc", []string{`1: ` + errQuote.Error(), `2: ["b"]`, `3: ["c"]`}},
		"a long row":           {long + ",x\nb", []string{`1: ` + errLong.Error(), `2: ["b"]`}},
		"a long quoted field":  {"\"" + long + long + long + "\nb\"\nc", []string{`1: ` + errLong.Error(), `2: ["b\""]`, `3: ["c"]`}},
		"a long last row":      {"a\n" + long + long + long + long + long, []string{`1: ["a"]`, `2: ` + errLong.Error()}},
		"many fields":          {strings.Repeat(",", maxFields) + "\nb", []string{`1: ` + errFields.Error(), `2: ["b"]`}},
		"many quoted fields":   {`""` + strings.Repeat(",", maxFields) + "\nb", []string{`1: ` + errFields.Error(), `2: ["b"]`}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readRows(strings.NewReader(test.in)); !slices.Equal(got, test.want) {
				t.Errorf("at once: %.500q, want %q", got, test.want)
			}
			if len(test.in) < maxRow {
				if got := readRows(iotest.OneByteReader(strings.NewReader(test.in))); !slices.Equal(got, test.want) {
					t.Errorf("byte by byte: %.500q, want %q", got, test.want)
				}
			}
		})
	}
}

func TestRowsReturnsReaderError(t *testing.T) {
	broken := errors.New("broken")
	for _, in := range []string{"a,b\nc,", "a,b\n\"c,"} {
		got := readRows(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)))
		if len(got) == 0 || got[len(got)-1] != "2: broken" && got[len(got)-1] != "1: broken" {
			t.Errorf("%q: %q", in, got)
		}
	}
}
