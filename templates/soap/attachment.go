package soap

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
)

// Attachment is a part of a message over SOAP beside the envelope (SOAP Messages with Attachments). ID is the Content-ID without
// angle brackets, MediaType the Content-Type with its parameters. Name is the start of an ID that is chosen, and Used is not for
// programs. Attachments that the contract declares are fields of requests and results.
type Attachment = contract.BodyPart

// outgoing are attachments to send.
type outgoing []Attachment

func (o *outgoing) add(a Attachment) (url string) {
	a.ID = cmp.Or(a.ID, related.NewID(cmp.Or(a.Name, "attachment"), strconv.Itoa(len(*o)+1)))
	a.MediaType = cmp.Or(a.MediaType, "application/octet-stream")
	*o = append(*o, a)
	return codec.PartURL(a.ID)
}

// referred returns the attachments to which URLs refer, all if there are no URLs.
func referred(all []*Attachment, urls []string) []*Attachment {
	if len(urls) == 0 {
		return all
	}
	found := make([]*Attachment, len(urls))
	for i, url := range urls {
		id, ok := codec.PartID(url)
		other := func(a *Attachment) bool { return !ok || a.ID != id }
		if same := slices.DeleteFunc(slices.Clone(all), other); len(same) == 1 {
			found[i] = same[0]
		}
	}
	return found
}
