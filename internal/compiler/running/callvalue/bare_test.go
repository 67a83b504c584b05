package callvalue_test

import "testing"

// TestBare gives what is in the only element of the Body, and the element itself.
func TestBare(t *testing.T) {
	info := described(t, "testdata/bare.wsdl")
	for i, forms := range [][]struct{ args, want string }{
		{
			{"@Legs=4 Name=x", `{"Animal":{"@Legs":4,"Name":"x"}}`},
			{"Animal.@Legs=4", `{"Animal":{"@Legs":4}}`},
			{"@xsi:type=Dog Bark=x", `{"Animal":{"@xsi:type":"Dog","Bark":"x"}}`},
			{"", `{"Animal":{}}`},
		},
		{{"=x", `{"Text":"x"}`}, {"Text=x", `{"Text":"x"}`}},
		{
			{"Shape.0.@xsi:nil=true Shape.1.@xsi:type=Circle Shape.1.R=1", `{"Shape":[null,{"@xsi:type":"Circle","R":1}]}`},
			{`{"Shape":[null]}`, `{"Shape":[null]}`},
		},
	} {
		for _, test := range forms {
			checkForms(t, info, info.Operations[i], test.args, test.want)
		}
	}
}
