package roundtrip

import (
	"bytes"
	"encoding/xml"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// node is an element as encoding/xml reads it.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []node     `xml:",any"`
}

func (n *node) is(space, local string) bool { return n.XMLName == xml.Name{Space: space, Local: local} }

var boardOperation = operationNamed("getStationDataByCodeXML")

// readPeer reads a response to getStationDataByCodeXML with encoding/xml,
// according to the schema. It returns nil for a response without a result.
func readPeer(b soap.Binding, doc []byte) ([]realtime.ObjStationData, error) {
	var root node
	d := xml.NewDecoder(bytes.NewReader(doc))
	if err := d.Decode(&root); err != nil {
		return nil, err
	}
	if b == soap.HTTPGet {
		if !root.is(namespace, boardOperation.array) {
			return nil, errors.New("wrong root")
		}
		return readPeerList(&root)
	}
	response, err := readPeerEnvelope(&root)
	if err != nil {
		return nil, err
	}
	if !response.is(namespace, boardOperation.name+"Response") {
		return nil, errors.New("wrong response element")
	}
	var result *node
	for i := range response.Children {
		if c := &response.Children[i]; c.is(namespace, boardOperation.name+"Result") {
			if result != nil {
				return nil, errors.New("two results")
			}
			result = c
		}
	}
	if result == nil {
		return nil, nil
	}
	return readPeerList(result)
}

// readPeerEnvelope returns the first element in the first Body.
func readPeerEnvelope(root *node) (*node, error) {
	if !root.is(soap11NS, "Envelope") {
		return nil, errors.New("wrong root")
	}
	var body *node
	for i := range root.Children {
		c := &root.Children[i]
		switch {
		case body != nil:
		case c.is(soap11NS, "Body"):
			body = c
		case c.is(soap11NS, "Header"):
			for _, block := range c.Children {
				if attr(block.Attrs, soap11NS, "mustUnderstand") == "1" {
					switch attr(block.Attrs, soap11NS, "actor") {
					case "", "http://schemas.xmlsoap.org/soap/actor/next":
						return nil, errors.New("header block with mustUnderstand")
					}
				}
			}
		}
	}
	if body == nil || len(body.Children) == 0 {
		return nil, errors.New("missing or empty Body")
	}
	return &body.Children[0], nil
}

func attr(list []xml.Attr, space, local string) string {
	for _, a := range list {
		if a.Name == (xml.Name{Space: space, Local: local}) {
			return strings.Trim(a.Value, " \t\r\n")
		}
	}
	return ""
}

func readPeerList(parent *node) ([]realtime.ObjStationData, error) {
	list := []realtime.ObjStationData{}
	for i := range parent.Children {
		if c := &parent.Children[i]; c.is(namespace, boardOperation.record) {
			record, err := readPeerRecord(c)
			if err != nil {
				return nil, err
			}
			list = append(list, record)
		}
	}
	return list, nil
}

func readPeerRecord(n *node) (record realtime.ObjStationData, err error) {
	elements, fields := fieldsOf(boardOperation.record)
	at := map[string]int{}
	for i, name := range elements {
		at[name] = i
	}
	texts := make([]*string, len(elements))
	for i := range n.Children {
		c := &n.Children[i]
		j, ok := at[c.XMLName.Local]
		if !ok || c.XMLName.Space != namespace {
			continue
		}
		if texts[j] != nil {
			return record, errors.New("repeated field")
		}
		if len(c.Children) > 0 { // XML Schema part 1, section 3.3.4, Element Locally Valid (Type), clause 3.1.2
			return record, errors.New("an element inside text")
		}
		texts[j] = &c.Text
	}
	for i, text := range texts {
		if err := setPeerField(&record, fields[i], text); err != nil {
			return record, err
		}
	}
	return record, nil
}

func setPeerField(record *realtime.ObjStationData, field string, text *string) error {
	switch v := fieldOf(record, field).(type) {
	case **string:
		*v = text
	case *int32:
		if text == nil {
			return errors.New("missing int")
		}
		trimmed := strings.Trim(*text, " \t\r\n")
		n, err := strconv.ParseInt(trimmed, 10, 32)
		if err != nil || !isInt.MatchString(trimmed) {
			return errors.New("not an int")
		}
		*v = int32(n)
	case *xsd.DateTime:
		if text == nil {
			return errors.New("missing dateTime")
		}
		trimmed := strings.Trim(*text, " \t\r\n")
		at, err := xsd.ParseDateTime(trimmed)
		if err != nil || !isDateTime.MatchString(trimmed) {
			return errors.New("not a dateTime")
		}
		*v = at
	}
	return nil
}

var (
	isInt      = regexp.MustCompile(`^[+-]?[0-9]+$`)
	isDateTime = regexp.MustCompile(`^-?([1-9][0-9]{3,}|0[0-9]{3})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$`)
)
