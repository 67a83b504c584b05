package codec

import (
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

type jsonCode string

var typeOfJSONCode = Type{NS: 1, Name: "code", Zero: (*jsonCode)(nil), Simple: true, Kind: KindString}

func init() {
	Define(&Table{Namespaces: []Namespace{{}, {URI: "urn:json"}}, Types: []TypeRows{{Type: &typeOfJSONCode}}})
}

// TestElementOf describes elements that no contract declares by the Go type of the value, and writes them into a document.
func TestElementOf(t *testing.T) {
	type unknown struct{ A int32 }
	code, bytes := jsonCode("c"), []byte("abc")
	for _, c := range []struct {
		name  xsd.QName
		zero  any
		value any
		want  string // or an error
	}{
		{xsd.QName{Space: "urn:e", Local: "n"}, (*int32)(nil), int32(5), `<e1:n xmlns:e1="urn:e">5</e1:n>`},
		{xsd.QName{Local: "n"}, (*string)(nil), "a & b", `<n>a &amp; b</n>`},
		{xsd.QName{Local: "n"}, (*[]byte)(nil), bytes, `<n>YWJj</n>`},
		{xsd.QName{Local: "n"}, (*xsd.Integer)(nil), xsd.NewInteger(5), `<n>5</n>`},
		{xsd.QName{Space: "urn:json", Local: "n"}, (*jsonCode)(nil), code, `<n xmlns="urn:json">c</n>`},
		{xsd.QName{Space: "urn:v", Local: "n"}, (*valueStop)(nil), valueStop{Name: "a"}, `<v:n xmlns:v="urn:v"><v:name>a</v:name></v:n>`},
		{xsd.QName{Space: "urn:v", Local: "n"}, (**valueStop)(nil), &valueStop{Name: "a"}, `<v:n xmlns:v="urn:v"><v:name>a</v:name></v:n>`},
		{xsd.QName{Space: "urn:e", Local: "n"}, (**valueStop)(nil), &valueStop{Name: "a"}, `<e1:n xmlns:v="urn:v" xmlns:e1="urn:e"><v:name>a</v:name></e1:n>`},
		{xsd.QName{Space: "urn:v", Local: "n"}, (**valueStop)(nil), (*valueStop)(nil), ``},
		{xsd.QName{Space: rowNS, Local: "n"}, (**RowZoo)(nil), &RowZoo{}, `<n xmlns="urn:rows" xmlns:o="urn:other" xmlns:xsi="` + XSINamespace + `"><pet xsi:nil="true"/></n>`},
		{xsd.QName{Local: "n"}, (**RowZoo)(nil), nil, "the element has no namespace, and the names in it without a prefix have the namespace urn:rows"},
		{xsd.QName{Space: XMLNamespace, Local: "n"}, (*int32)(nil), nil, "no element can have the namespace " + XMLNamespace},
		{xsd.QName{Local: "n"}, (**jsonCode)(nil), nil, "*codec.jsonCode is neither a generated type nor the Go type of a simple type"},
		{xsd.QName{Local: "n"}, (*xsd.AnyType)(nil), nil, "xsd.AnyType is neither a generated type nor the Go type of a simple type"},
		{xsd.QName{Local: "n"}, (*unknown)(nil), nil, "codec.unknown is neither a generated type nor the Go type of a simple type"},
		{xsd.QName{Local: "n"}, (**unknown)(nil), nil, "*codec.unknown is neither a generated type nor the Go type of a simple type"},
	} {
		s, err := ElementOf(c.name, c.zero)
		got := message(err)
		if err == nil {
			e := NewEncoder(noNamespaces, false)
			s.Put(e, c.value)
			if got = string(e.Bytes()); e.Err() != nil {
				t.Error(e.Err())
			}
			e.Release()
		}
		if got != c.want {
			t.Errorf("{%s}%s of a %T: %s, want %s", c.name.Space, c.name.Local, c.zero, got, c.want)
		}
	}
	e := NewEncoder(noNamespaces, false)
	defer e.Release()
	for _, text := range []string{"\x01", "b\x02", "c"} {
		s, err := ElementOf(xsd.QName{Local: "n"}, (*string)(nil))
		if err != nil {
			t.Fatal(err)
		}
		s.Put(e, text)
	}
	if got := message(e.Err()); got != "n: the character U+0001 at byte 0 cannot be written in XML" {
		t.Errorf("the first error is %s", got)
	}
}

// TestKindsOfNumbers asks which types of XML Schema are numbers, and which names denote an encoding.
func TestKindsOfNumbers(t *testing.T) {
	numbers := ""
	for k := KindNone; k <= lastScalar; k++ {
		if k.IsNumber() {
			numbers += k.TypeName() + " "
		}
	}
	if want := "byte short int long unsignedByte unsignedShort unsignedInt unsignedLong float double decimal integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger "; numbers != want {
		t.Errorf("%s, want %s", numbers, want)
	}
	if (KindRawXML+1).TypeName() != "" || KindRawXML.TypeName() != "anyType" || KindXSITypes.TypeName() != "" {
		t.Error("a kind has the name of another type")
	}
	for uri, want := range map[string]bool{SOAPEncoding11: true, SOAPEncoding12: true, SOAPEnvelope11: false, "": false} {
		if IsEncodingNamespace(uri) != want {
			t.Errorf("%q denotes an encoding: %v", uri, !want)
		}
	}
}

// TestAllRows lists the attributes and elements of a type and of its base types.
func TestAllRows(t *testing.T) {
	attributes := &Type{Name: "attributes"}
	Define(&Table{Namespaces: rowNamespaces, Types: []TypeRows{
		{Type: attributes, Rows: []Row{{Kind: KindBaseAttributes, Of: &typeOfDog}, {Name: "last", Kind: KindInt32}}},
	}, Imports: []*Table{&testTypes}})
	for typ, want := range map[*Type]string{
		&typeOfAnimal: "id name friend ", &typeOfDog: "id name friend id bark ",
		attributes: "id id last ", &typeOfEmpty: "", &typeOfUnits: " ", &typeOfOrderItem: "line remark data shape ",
	} {
		got := ""
		for _, r := range typ.AllRows() {
			got += r.Name + " "
		}
		if got != want {
			t.Errorf("%s: %q, want %q", typ.Name, got, want)
		}
	}
}
