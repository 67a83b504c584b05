package interop_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

// encrypt encrypts with the generated client.
func (q *quartetSigner) encrypt(kind, in, out string) error {
	e := wsse.Encryption{To: q.signing.Chain[0], Ref: keyRefs[kind], Hash: hashes[kind], BeforeSigning: kind == encryptFirst}
	if kind == "AES-128" {
		e.Bits = 128
	}
	var options []soap.ClientOption
	if kind == signFirst || kind == encryptFirst || kind == encryptSignature {
		options = append(options, wsse.WithSigning(q.signing))
	}
	if kind == encryptSignature {
		e.Signature, e.Headers = true, []xsd.QName{toName}
	}
	return send(in, out, append(options, wsse.WithEncryption(e))...)
}

// decrypt lets a handler that verifies signatures read an envelope, or one that does not if the envelope has none. A file gets the name
// of the station that the service has heard.
func (q *quartetSigner) decrypt(in, out string) error {
	text, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	decryption := wsse.WithDecryption(wsse.Decryption{Key: q.key, Certificate: q.signing.Chain[0]})
	err = post(text, stationFile{name: out}, wsse.WithTrust(q.trust), decryption)
	if err != nil && strings.Contains(err.Error(), "does not have one signature") {
		err = post(text, stationFile{name: out}, decryption)
	}
	return err
}

// decryptByName lets a client read an envelope that allows the old algorithms in it.
func (q *quartetSigner) decryptByName(in, out string) error {
	text, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	d := wsse.Decryption{Key: q.key, Certificate: q.signing.Chain[0]}
	for name, flag := range map[string]wsse.Algorithms{"-cbc": wsse.AllowCBC, "rsa-1_5": wsse.AllowRSA15} {
		if bytes.Contains(text, []byte(name)) {
			d.Allow |= flag
		}
	}
	trust := q.trust
	trust.Allow = wsse.AllowSHA1
	binding := map[string]soap.Binding{"11": soap.SOAP11, "12": soap.SOAP12}[filepath.Base(in)[:2]]
	options := soap.Options(wsse.WithTrust(trust), wsse.WithDecryption(d))
	client, err := realtime.NewClient("http://127.0.0.1/", binding, options, soap.WithHTTPClient(response(text)))
	if err != nil {
		return err
	}
	stations, err := client.GetStationDataByNameXML(context.Background(), &realtime.GetStationDataByNameXML{})
	if err != nil {
		return err
	}
	return stationFile{name: out}.write(stations[0].Stationfullname)
}

// response answers all requests.
type response string

func (r response) Do(*http.Request) (*http.Response, error) {
	header := http.Header{"Content-Type": {"text/xml"}}
	return &http.Response{StatusCode: http.StatusOK, Header: header, Body: io.NopCloser(strings.NewReader(string(r)))}, nil
}

// stationFile is a service that writes the name of a station into a file.
type stationFile struct {
	realtime.UnimplementedRealtime
	name string
}

func (f stationFile) GetStationDataByNameXML(_ context.Context, in *realtime.GetStationDataByNameXML) ([]realtime.ObjStationData, error) {
	return nil, f.write(in.StationDesc)
}

func (f stationFile) write(station *string) error {
	return os.WriteFile(f.name, []byte(">"+*station+"<"), 0o600)
}
