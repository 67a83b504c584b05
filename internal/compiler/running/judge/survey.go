package judge

import (
	"bytes"
	"errors"
	"fmt"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// survey is what a message says about itself.
type survey struct {
	version      string    // the name of the SOAP binding, "" if the message is not an envelope
	isFault      bool      // the message is a fault
	isEmpty      bool      // there is no element
	element      xsd.QName // the first one in the Body, or in the detail of a fault, or the root
	line, column int       // of the element, or of what is empty
	findings     []Finding // about the envelope
	err          *schema.DecodeError
}

// readSurvey reads a whole message.
func readSurvey(text []byte) *survey {
	s := new(survey)
	d := schema.NewDecoder(text, nil, schema.Limits{})
	defer d.Release()
	switch start := bytes.TrimSpace(text); {
	case bytes.HasPrefix(start, []byte("--")):
		d.Fail("a MIME message: only its first part, the envelope, can be compared")
	case len(start) > 0 && start[0] != '<' && !bytes.HasPrefix(start, []byte("\ufeff")):
		d.Fail("the file is not XML: want an envelope, the element in its Body, or a recording of \"serve --record\"")
	}
	errors.As(d.Document(func() { s.root(d) }), &s.err)
	return s
}

// root reads the root.
func (s *survey) root(d *schema.Decoder) {
	space, local := d.Tag()
	switch {
	case d.HasTag(soap.SOAP11Namespace, "Envelope"):
		s.version = contract.SOAP11.String()
	case d.HasTag(soap.SOAP12Namespace, "Envelope"):
		s.version = contract.SOAP12.String()
	case local == "Fault" && (space == soap.SOAP11Namespace || space == soap.SOAP12Namespace):
		s.fault(d, space)
		return
	default:
		s.first(d)
		d.Skip()
		if local == "Envelope" {
			s.found(s.line, s.column, "the namespace %q is not that of an envelope: SOAP 1.1 has %s, and SOAP 1.2 %s", space, soap.SOAP11Namespace, soap.SOAP12Namespace)
		}
		return
	}
	line, column := place(d)
	bodies := 0
	d.Open()
	for d.Child() {
		switch _, local := d.Tag(); {
		case d.HasTag(space, "Body"):
			if bodies++; bodies == 1 {
				s.body(d, space)
				continue
			}
			fallthrough
		case !d.HasTag(space, "Header") || bodies > 0:
			line, column := place(d)
			s.found(line, column, "an envelope has one Header, which may be absent, then one Body, and no %s here", local)
		}
		d.Skip()
	}
	if bodies == 0 && d.Err() == nil {
		s.found(line, column, "the envelope has no Body")
	}
}

// body reads the Body.
func (s *survey) body(d *schema.Decoder, space string) {
	s.line, s.column = place(d)
	s.isEmpty = true
	d.Open()
	for d.Child() {
		if s.isEmpty && d.HasTag(space, "Fault") {
			s.fault(d, space)
			continue
		}
		if s.isEmpty {
			s.first(d)
		}
		d.Skip()
	}
}

// fault reads a Fault in the namespace of an envelope.
func (s *survey) fault(d *schema.Decoder, space string) {
	line, column := place(d)
	s.line, s.column = line, column
	s.isFault, s.isEmpty = true, true
	inside, missing, detail := "", []string{"faultcode", "faultstring"}, "detail" // SOAP 1.1 section 4.4
	if space == soap.SOAP12Namespace {
		inside, missing, detail = space, []string{"Code", "Reason"}, "Detail" // SOAP 1.2 part 1, section 5.4
	}
	d.Open()
	for d.Child() {
		if len(missing) > 0 && d.HasTag(inside, missing[0]) {
			missing = missing[1:]
		}
		if !d.HasTag(inside, detail) {
			d.Skip()
			continue
		}
		d.Open()
		for d.Child() {
			if s.isEmpty {
				s.first(d)
			}
			d.Skip()
		}
	}
	if len(missing) > 0 && d.Err() == nil {
		s.found(line, column, "the fault has no %s, or not at this place", missing[0])
	}
}

// first notes the current element as that of the message.
func (s *survey) first(d *schema.Decoder) {
	s.line, s.column = place(d)
	s.isEmpty = false
	s.element.Space, s.element.Local = d.Tag()
}

// place returns the place of the current tag.
func place(d *schema.Decoder) (line, column int) {
	lines, columns := d.Place(d.TagStart())
	return lines + 1, columns + 1
}

func (s *survey) found(line, column int, format string, args ...any) {
	const maxFindings = 10
	if len(s.findings) < maxFindings {
		s.findings = append(s.findings, Finding{Line: line, Column: column, Message: fmt.Sprintf(format, args...)})
	}
}
