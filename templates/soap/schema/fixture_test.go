package schema

import (
	"example.com/quartet/templates/soap/xsd"
)

// station is what the generator writes for a type of the rail contract, with
// every kind of field.
type station struct {
	Id       *string
	Time     xsd.DateTime
	Name     string
	Alias    *string
	Late     int32
	Lines    []string
	Platform []platform
	Note     xsd.Nillable[string]
}

type platform struct {
	Number *int32
	Side   *string
}

const railNS = "http://realtime.rail.example/"

var railNamespaces = []Namespace{{}, {URI: railNS}}

var shapeStation = Shape{
	Attrs: []Field{{Name: "id"}},
	Fields: []Field{
		{Name: "Time", NS: 1},
		{Name: "Name", NS: 1},
		{Name: "Alias", NS: 1},
		{Name: "Late", NS: 1},
		{Name: "Line", NS: 1, Many: true},
		{Name: "Platform", NS: 1, Many: true},
		{Name: "Note", NS: 1},
	},
	Required: []int{0, 1, 3},
}

func (*station) QuartetCreate() StructValue { return new(station) }

func (v *station) QuartetDecode(d *Decoder) {
	for i := d.NextAttr(&shapeStation); i >= 0; i = d.NextAttr(&shapeStation) {
		v.Id = d.OptString()
	}
	d.Enter(&shapeStation)
	for {
		switch d.Next() {
		case 0:
			v.Time = d.DateTime()
		case 1:
			v.Name = d.String()
		case 2:
			v.Alias = d.OptString()
		case 3:
			v.Late = d.Int32()
		case 4:
			v.Lines = append(v.Lines, d.String())
		case 5:
			v.Platform = DecodeItem(d, v.Platform, (*platform).QuartetDecode)
		case 6:
			v.Note = DecodeNillable(d, (*Decoder).String)
		default:
			return
		}
	}
}

func (v *station) QuartetEncode(e *Encoder) {
	e.DateTime("<Time>", v.Time, "</Time>")
	e.String("<Name>", v.Name, "</Name>")
	e.OptString("<Alias>", v.Alias, "</Alias>")
	e.Int32("<Late>", v.Late, "</Late>")
	for i := range v.Lines {
		e.String("<Line>", v.Lines[i], "</Line>")
	}
	for i := range v.Platform {
		e.Raw("<Platform>")
		v.Platform[i].QuartetEncode(e)
		e.Raw("</Platform>")
	}
	EncodeNillableValue(e, "<Note>", v.Note, "</Note>", `<Note xsi:nil="true"/>`, (*Encoder).String)
}

var shapePlatform = Shape{Fields: []Field{{Name: "Number", NS: 1}, {Name: "Side", NS: 1}}}

func (*platform) QuartetCreate() StructValue { return new(platform) }

func (v *platform) QuartetDecode(d *Decoder) {
	d.Enter(&shapePlatform)
	for {
		switch d.Next() {
		case 0:
			v.Number = DecodeOpt(d, (*Decoder).Int32)
		case 1:
			v.Side = d.OptString()
		default:
			return
		}
	}
}

func (v *platform) QuartetEncode(e *Encoder) {
	EncodeOpt(e, "<Number>", v.Number, "</Number>", (*Encoder).Int32)
	e.OptString("<Side>", v.Side, "</Side>")
}

func decodeStation(doc string, limits Limits) (station, error) {
	d := NewDecoder([]byte(doc), railNamespaces, limits)
	defer d.Release()
	var s station
	if d.Root() {
		s.QuartetDecode(d)
	}
	d.End()
	return s, d.Err()
}

func pointer[T any](v T) *T { return &v }
