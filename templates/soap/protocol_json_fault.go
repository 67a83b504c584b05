package soap

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// problem is a fault as problem details (RFC 9457).
type problem struct {
	Title    string      `json:"title"`
	Status   int         `json:"status"`
	Detail   string      `json:"detail,omitempty"`
	Code     string      `json:"code"`
	Subcodes []xsd.QName `json:"subcodes,omitempty"`
	Lang     string      `json:"lang,omitempty"`
	Actor    string      `json:"actor,omitempty"`
	Node     string      `json:"node,omitempty"`

	// The elements of the detail by their names. #any has those that the contract does not declare, as markup.
	Fault map[string]json.RawMessage `json:"fault,omitempty"`
}

// sendProblem answers with a fault. Elements of its detail that cannot be read are left out.
func (h *jsonHandler) sendProblem(w http.ResponseWriter, status int, fault *Fault, declared []*contract.Fault) {
	p := problem{
		Title: http.StatusText(status), Status: status, Detail: fault.Reason, Code: fault.FaultCode(), Subcodes: fault.Subcodes,
		Lang: fault.Lang, Actor: fault.Actor, Node: fault.Node,
	}
	if fault.Detail != "" {
		p.Fault = h.detail([]byte("<detail>"+fault.Detail+"</detail>"), declared)
	}
	doc, err := json.Marshal(p)
	if err != nil { // a subcode that is not a name
		p.Subcodes = nil
		doc, _ = json.Marshal(p)
	}
	write(w, status, problemMediaType, doc)
}

// detail returns the elements of a detail by their names.
func (h *jsonHandler) detail(doc []byte, declared []*contract.Fault) map[string]json.RawMessage {
	members := make(map[string]json.RawMessage)
	var others []string
	d := h.newDecoder(doc)
	defer d.Release()
	d.Strict = false
	d.Root()
	for d.Open(); d.Child(); {
		i := slices.IndexFunc(declared, func(t *contract.Fault) bool { return t.Matches(d) != codec.MatchNone })
		if i < 0 {
			others = append(others, string(d.RawXML()))
			continue
		}
		t, e := declared[i], h.newEncoder()
		if t.Detail.PutJSON(e, h.JSONOptions, t.Decode(d)); d.Err() == nil && e.Err() == nil {
			members[t.Element.Local] = slices.Clone(e.Bytes())
		}
		e.Release()
	}
	if len(others) > 0 && d.Err() == nil {
		members["#any"], _ = json.Marshal(others) // strings are never refused
	}
	return members
}

// decodeProblem reads a fault.
func (c *jsonClient) decodeProblem(doc []byte, declared []*contract.Fault) (*Fault, error) {
	var p problem
	if err := json.Unmarshal(doc, &p); err != nil {
		return nil, err
	}
	fault := &Fault{Code: FaultCode(p.Code), Subcodes: p.Subcodes, Reason: cmp.Or(p.Detail, p.Title), Lang: p.Lang, Actor: p.Actor, Node: p.Node}
	for _, t := range declared {
		member := p.Fault[t.Element.Local]
		if member == nil {
			continue
		}
		d, e := c.newDecoder(member), c.newEncoder()
		if detail := t.Detail.TakeJSON(d); d.Err() == nil {
			if t.Write(e, detail); e.Err() == nil {
				fault.Detail += string(e.Bytes())
			}
		}
		d.Release()
		e.Release()
	}
	var others []string
	if json.Unmarshal(p.Fault["#any"], &others) == nil {
		fault.Detail += strings.Join(others, "")
	}
	return fault, nil
}
