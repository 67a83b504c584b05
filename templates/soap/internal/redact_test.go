package internal_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/redact"
)

// TestCredentialNames compares names with the list, with names that are added and without those that are kept.
func TestCredentialNames(t *testing.T) {
	for _, test := range []struct {
		redactor      redact.Redactor
		is, isNotThem string
	}{
		{redact.Redactor{}, "token pass BearerToken SubscriptionKey PasswordHash password1 PASSWORD userPASSWORD passwordhash jwt pin sig auth access_token " +
			"Ocp-Apim-Subscription-Key X-Key X-Auth X-Session X-Signature X-Hub-Signature-256 SessionId session_id_2 apiKey APIKey api-key api.keys user[password] " +
			"GetTokenResult tokenValue JWTToken passWord AWSSecretAccessKey wsse:Password dbpwd mytoken tokens APIKeys client_secret Set-Cookie accesstokens loginpass " +
			"Proxy-Authorization SAMLResponse PWord motDePasse mot_de_passe Contraseña strpassword useridpwds SAMLAssertion X-Token-Header",
			"monkey Bypass Compass Secretary compassion pinned design name user 42 _ StationKey primaryKey KeyIndicator StopKey code StationCode key UsernameToken " +
				"SecurityTokenReference nextToken next_page_token TokenType AuthorName Spinning Ticket possess"},
		{redact.Redactor{Names: []string{"customer number", "PNR", "*ref"}},
			"CustomerNumber old_customer_number_2 customernumber pnr PnrText pnrs bookingref token", "NumberCustomer reform"},
		{redact.Redactor{Names: []string{"pnr"}, Keep: []string{"rider token", "PNR"}}, "OldRiderToken Token pnr", "RiderToken rider_token"},
		{redact.Redactor{Names: []string{"", "--", "*"}}, "token", "a"},
	} {
		for name := range strings.FieldsSeq(test.is) {
			if !test.redactor.IsCredential(name) {
				t.Errorf("%s is not the name of a credential", name)
			}
		}
		for name := range strings.FieldsSeq(test.isNotThem) {
			if test.redactor.IsCredential(name) {
				t.Errorf("%s is the name of a credential", name)
			}
		}
	}
}

const (
	isForm = "application/x-www-form-urlencoded"
	isPart = "multipart/form-data; boundary=b"
	unread = "[not shown: neither well-formed XML, JSON, a form nor plain text]"
)

func message(r redact.Redactor, contentType, body string) string {
	return string(r.Message(http.Header{"Content-Type": {contentType}}, []byte(body)))
}

// TestRedaction: values of named elements, attributes, members and parameters are replaced, and nothing else.
func TestRedaction(t *testing.T) {
	for _, test := range []struct{ contentType, body, want string }{
		{"text/xml", `<a><Password Type="x>y">word</Password>b &amp; <c d='e'/></a>`, `<a><Password Type="x>y">[redacted]</Password>b &amp; <c d='e'/></a>`},
		{"text/xml", "<?xml version='1.0'?>\n<!-- don't --><a b=\"c\"\n > <![CDATA[<]]>&#x41;<d/>\r\n</a>\n", ""},
		{"text/xml", `<a><userPASSWORD ><![CDATA[</userPASSWORD>word]]></userPASSWORD>b</a>`, `<a><userPASSWORD >[redacted]</userPASSWORD>b</a>`},
		{"text/xml", `<m name="a" password='w"ord' apiKey = "k&quot;"/>`, `<m name="a" password='[redacted]' apiKey = "[redacted]"/>`},
		{"text/xml", `<session lang="en"><id>7</id> <x y="z">a7</x></session>`, `<session lang="en"><id>1</id> <x y="[redacted]">[redacted]</x></session>`},
		{"text/xml", `<k><Token><Id>-7</Id><At>2026-05-06T07:08:09.5Z</At><Ok>true</Ok><N/></Token>9</k>`, `<k><Token><Id>-1</Id><At>1111-11-11T11:11:11.1Z</At><Ok>true</Ok><N/></Token>9</k>`},
		{"text/xml", `<o:UsernameToken xmlns:o="urn:o"><o:Username>ann</o:Username><o:Password>x</o:Password></o:UsernameToken>`,
			`<o:UsernameToken xmlns:o="urn:o"><o:Username>ann</o:Username><o:Password>[redacted]</o:Password></o:UsernameToken>`},
		{"text/xml", `<a xmlns:token="urn:token" t="urn:auth:x">ftp://ann@h/<b u='//ann@h'/></a>`, ""},
		{"text/xml", `<a>&lt;b>x&lt;/b> <![CDATA[<c>]]></a>`, ""},
		{"text/xml", "\xEF\xBB\xBF<pin>é</pin>", "\xEF\xBB\xBF<pin>[redacted]</pin>"},
		{"text/xml; charset=iso-8859-1", "<a>\xE9<pin>\xE9</pin></a>", "\uFEFF<a>é<pin>[redacted]</pin></a>"},
		{"text/xml; charset=iso-8859-1", "<a>\xE9</a>", ""},
		{"text/plain", `<password>a</password>`, `<password>[redacted]</password>`},
		{"application/json", ` {"token":"x","a":[{"pin":-12.5e3},{"b":"c"}] , "n":null}`, ` {"token":"[redacted]","a":[{"pin":-11.1e1},{"b":"c"}] , "n":null}`},
		{"application/json", `{"token":{"a":[1,"b",null,{"x":["y"]}],"c":false},"d":"e"}`, `{"token":{"a":[1,"[redacted]",null,{"x":["[redacted]"]}],"c":false},"d":"e"}`},
		{"", `{"pass\u0077ord":"x\"y","pass":"1","pass":"b","a":"\u003ctoken\u003ex\u003c/token\u003e"}`,
			`{"pass\u0077ord":"[redacted]","pass":"1","pass":"[redacted]","a":"\u003ctoken\u003e[redacted]\u003c/token\u003e"}`},
		{"application/json", `{"a":"\u003cb\u003e","c":"/\/"}`, ""},
		{isForm, `user=a&apikey=word+&x=y&session_token=z&code=c&StationCode=d`, `user=a&apikey=[redacted]&x=y&session_token=[redacted]&code=[redacted]&StationCode=d`},
		{isForm, `user=a&pass%77ord=wo?r;d=#e&y=`, `user=a&pass%77ord=[redacted]&y=`},
		{"text/plain", "the user: ann, Authorization: Bearer x\npassword=y, http://h/token: down", "the user: ann, Authorization: [redacted]\npassword=[redacted] http://h/token: down"},
		{"text/plain", `Get "http://h/?token=x": dial, 'pass%77ord' => 'y', "pin": "a", b`, `Get "http://h/?token=[redacted]": dial, 'pass%77ord' => '[redacted]', "pin": "[redacted]", b`},
		{"text/plain", "[1] a=b", ""},
		{isPart, "--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n1234\r\n--b\r\n\r\n c\r\n--b--", "--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n1111\r\n--b\r\n\r\n c\r\n--b--"},
		{isPart, "--b\nContent-Type: image/png\n\n\x89PNG\n--b--\n", "--b\nContent-Type: image/png\n\n" + unread + "\n--b--\n"},
		{"", "", ""},
	} {
		want := test.want
		if want == "" {
			want = test.body
		}
		header := http.Header{"Content-Type": {test.contentType}, "Authorization": {"a", "b"}, "Set-Cookie": {"c"}, "Accept": {"d"}, "Location": {"/x?a=b&password=c", "//a:b@c/"}}
		if got := string(redact.Redactor{}.Message(header, []byte(test.body))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", test.body, got, want)
		}
		delete(header, "Content-Type")
		if got := fmt.Sprint(header); got != "map[Accept:[d] Authorization:[[redacted]] Location:[/x?a=b&password=[redacted] //a:[redacted]@c/] Set-Cookie:[[redacted]]]" {
			t.Error(got)
		}
	}
}

// TestSignatures: the algorithms and references of a signature stay, and its digests where no credential could be guessed with them.
func TestSignatures(t *testing.T) {
	const space, digest = ` xmlns="http://www.w3.org/2000/09/xmldsig#"`, "AQID"
	const start = "<a><Signature" + space + `><Method Algorithm="urn:m"/><Reference URI="#b" Id="`
	const signed = start + `c"><DigestValue>` + digest + `</DigestValue></Reference><Value>BA==</Value></Signature>`
	const shown = start + `[redacted]"><DigestValue>` + digest + `</DigestValue></Reference><Value>[redacted]</Value></Signature>`
	for _, test := range []struct{ rest, want string }{
		{"</a>", shown + "</a>"},
		{`<Key Algorithm="x"/></a>`, shown + `<Key Algorithm="x"/></a>`},
		{"<pass>word</pass></a>", strings.Replace(shown, digest, "[redacted]", 1) + "<pass>[redacted]</pass></a>"},
		{"<EncryptedData/></a>", strings.Replace(shown, digest, "[redacted]", 1) + "<EncryptedData/></a>"},
		{`<Token Algorithm="x" URI="#y">` + strings.TrimPrefix(signed, "<a>") + `</Token><Signature` + space + ` URI="http://a/?b"/></a>`,
			strings.Replace(shown, digest, "[redacted]", 1) + `<Token Algorithm="[redacted]" URI="[redacted]">` +
				strings.NewReplacer("<a>", "", "urn:m", "[redacted]", "#b", "[redacted]", digest, "[redacted]").Replace(shown) +
				`</Token><Signature` + space + ` URI="[redacted]"/></a>`},
	} {
		if got := message(redact.Redactor{}, "text/xml", signed+test.rest); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.rest, got, test.want)
		}
	}
	header := func() http.Header { return http.Header{"Content-Type": {"text/xml"}} }
	for name, got := range map[string]string{
		"cut":                  string(redact.Redactor{}.Beginning(header(), []byte(signed+"<b>"))),
		"--redact DigestValue": message(redact.Redactor{Names: []string{"DigestValue"}}, "text/xml", signed+"</a>"),
		"not an XML Signature": message(redact.Redactor{}, "text/xml", strings.Replace(signed, space, "", 1)+"</a>"),
	} {
		if strings.Contains(got, digest) || !strings.Contains(got, "<DigestValue>") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

const theSecret = "hunter2SeCrEt"

// places are places of a credential, which is %s, by the media type of the body.
var places = map[string][]string{
	"text/xml": {
		`<a><token>%s</token></a>`, `<pass><![CDATA[%s]]></pass>`, `<SubscriptionKey><v>%s</v></SubscriptionKey>`, `<token><a/><token>b</token>%s</token>`, `<PasswordHash x="%s"/>`,
		`<password1 value='%s'/>`, `<pin><!--%s--></pin>`, `<x:pass xmlns:x='urn:x'>%s</x:pass>`, `<password>a<!--</password>--><![CDATA[</password>]]>%s</password>`, `<password><?x </password>?>%s</password>`,
		`<motDePasse>%s</motDePasse>`, `<a><PWord>&#x41;%s</PWord></a>`, `<SAMLResponse>%s</SAMLResponse>`, `<a b="c" pass:token='%s' xmlns:pass="urn:p"/>`,
		`<password xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true">%s</password>`,
		// None of these is well-formed.
		`<a><b></a><token>%s</token>`, `<token>x</y>%s</token>`, `<BearerToken a='b'>%s`, `<password>a<%s</password>`, `<a token=%s/>`, `<m password="%s`, `<a><p&#97;ss>%s</p&#97;ss></a>`, `<a/><token>%s</token>`,
		`<!DOCTYPE a [<!ENTITY b "%s">]><password>&b;</password>`, `<!DOCTYPE a [<!ENTITY b "<token>%s</token>">]><a>&b;</a>`, `<u:a><token>%s</token></u:a>`, `<a token="b" token="%s"/>`, `token=%s`, `{"token":"%s"`,
	},
	"application/json": {
		`{"token":"a<b>%s"}`, `{"a":{"token":{"v":["}",{"w":"%s"}]}}}`, `{"pass\u0077ord":"%s"}`, `["x",{"pin": "%s"}]`, `{"token":1,"token":"%s"}`, `{"a":"\u003ctoken\u003e%s\u003c/token\u003e"}`, `{"a":"\u003ctoken\u003e%s"}`,
		`{"access_token" : "x\"%s"}`, `{"@apiKey":"%s"}`, `{"user":{"session":[[["%s"]]]}}`,
		`{"token":"%s`, `{'token': '%s'}`, `{"token" "%s"}`, `{"a":1}}{"token":"%s"}`, `<token>%s`, "{\"to\x00ken\":\"%s\"}", `{"token":"\u00zz%s"}`,
	},
	isForm: {
		`access_token=%s`, `a=b&token=%s`, `key=%s&a=b`, `sig=%s`, `code=%s`, `a=b;auth=%s`, `a=b&url=http://h/?token=%s`, `user[password]=%s`, `pass%%77ord=a=%s`,
		`SAMLResponse=%s&RelayState=x`, `<token>%s`, `a=%%&password=%s`,
	},
	"text/plain": {`Authorization: Bearer %s`, `Error: {"u":"a=b","password":"%s"}`, `Server=a;Password=%s`, `see ftp://ann:%s@host/x`, `'token'=>'%s'`, `<a><token>%s</a>`, `http://h/?a=b#access_token=%s`, "{\"token\":\"%s\"}"},
	"text/html":  {`<p><input name=a><token>%s</token>`, `token: %s`},
	isPart: {
		"--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n%s\r\n--b--", "--b\nContent-disposition: form-data; name=pin; filename=a\n\na\n\n%s\n--b--", "--b\nContent-Type: text/xml\n\n<a><token>%s</token></a>\n--b\n\nb\n--b--",
		"--b\nA: b\nX-Token: %s\n\nc\n--b--", "--b\nX-Token: a\n %s\n\nc\n--b--", "--b\nContent-Disposition: form-data; name=\"a\"\n\n{\"token\":\"%s\"}\n--b--", "token=%s\n--b\n\n\n--b--\n",
		"--b\n\n\n--b--\ntoken=%s", "--b\nContent-Transfer-Encoding: quoted-printable\n\n<to=\nken>%s</token>\n--b--", "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ntoken=%s\n--c--\n--b--",
		"--b\nContent-Type: text/xml\n\n<a>\n--bX: y\n\n<token>%s</token></a>\n--b--", "--b\n\ntoken=%s",
		"--b\nContent-Type: application/octet-stream\n\n\x00%s\n--b--", "--b\nContent-Type: text/xml; charset=utf-16\n\n\xFE\xFF\x00<%s\n--b--", "--b\nno field\n\n%s\n--b--",
	},
}

// TestLimitCredentials: of a credential no byte is left, wherever it is, and wherever the body has been cut.
func TestLimitCredentials(t *testing.T) {
	leaks, count := 0, 0
	check := func(body, got string) {
		if count++; strings.Contains(got, theSecret[:6]) {
			leaks++
			t.Errorf("%s\n%s", body, got)
		}
	}
	for contentType, list := range places {
		for _, place := range list {
			body := fmt.Sprintf(place, theSecret)
			check(body, message(redact.Redactor{}, contentType, body))
			for n := range body {
				header := http.Header{"Content-Type": {contentType}}
				check(body[:n], string(redact.Redactor{}.Message(header, []byte(body[:n]))))
				check(body[:n], string(redact.Redactor{}.Beginning(header, []byte(body[:n]))))
			}
			if contentType == isForm && !strings.HasPrefix(place, "<") {
				check(body, redact.Redactor{}.Query(body))
			}
			if contentType == "text/plain" && !strings.HasPrefix(place, "<") {
				check(body, redact.Redactor{}.Text(body))
				header := http.Header{"X-Seen": {body}}
				redact.Redactor{}.Message(header, nil)
				check(body, header.Get("X-Seen"))
			}
			if contentType == "text/xml" {
				units := utf16.Encode([]rune(body))
				wide := make([]byte, 0, 2*len(units))
				for _, u := range units {
					wide = append(wide, byte(u), byte(u>>8))
				}
				for _, mark := range []string{"", "\xFF\xFE"} {
					check(body, strings.ReplaceAll(message(redact.Redactor{}, contentType, mark+string(wide)), "\x00", ""))
				}
			}
		}
	}
	for name := range strings.FieldsSeq("X-Key Ocp-Apim-Subscription-Key X-Auth X-Session X-Signature Authorization Cookie Set-Cookie X-Token-Header") {
		header := http.Header{name: {theSecret, "b"}}
		redact.Redactor{}.Message(header, nil)
		check(name, fmt.Sprint(header))
	}
	t.Logf("limit: credentials in logs and recordings, at %d places | 0 bytes of them | %d", count, leaks)
}

// TestUnread: what cannot be read is not shown, unless it is asked for. Of the beginning of a body, what is before the cut is.
func TestUnread(t *testing.T) {
	unreadBodies := map[string][]string{
		"text/xml":             {"<a", "<a>&b;</a>", "<a></a>b", "<!DOCTYPE a><a/>", "x", "<a>\xff</a>", "<u:a/>", "<\x00a\x00", "<a>" + strings.Repeat("<b>", 20_000)},
		"text/xml; charset=x":  {"<a/>"},
		"application/json":     {"{", "{'a':1}", "nul", "1,"},
		isForm:                 {"a=%", "{", "<"},
		"text/plain":           {"a\x00b", "\xff", "<a"},
		"image/png":            {"\x89PNG\x00", "abc"},
		isPart:                 {"x", "--b\n\nx", "--c\n\nx\n--c--"},
		"multipart/form-data":  {"--b\n\nx\n--b--"},
		"application/x-custom": {"a"},

		"multipart/form-data; boundary=\"\xff\"": {"--\xff\n\nx\n--\xff--"}, // not UTF-8
	}
	for contentType, bodies := range unreadBodies {
		for _, body := range bodies {
			if got := message(redact.Redactor{}, contentType, body); got != unread {
				t.Errorf("%s: %.100q became %.200q", contentType, body, got)
			}
			if got := message(redact.Redactor{KeepUnread: true}, contentType, body); got != body {
				t.Errorf("%s: %.100q became %.200q, although it is to be kept", contentType, body, got)
			}
		}
	}
	for _, test := range [][3]string{
		{"text/xml", `<a b="c">x<pin>12</pin><d>e</d`, `<a b="c">x<pin>11</pin><d>`},
		{"text/xml", `<a><pin>12`, `<a><pin>`}, {"text/xml", `<a>b</a>`, `<a>b</a>`}, {"text/xml", `<a b="`, unread},
		{"application/json", `{"a":1,"pin":12,"b":"x`, `{"a":1,"pin":11,"b"`},
		{isForm, `a=b&pin=12&c=%2`, `a=b&pin=11&c=%2`},
		{isPart, "--b\nContent-Type: text/xml\n\n<a>x<b>y", "--b\nContent-Type: text/xml\n\n<a>x<b>"},
	} {
		if got := string(redact.Redactor{}.Beginning(http.Header{"Content-Type": {test[0]}}, []byte(test[1]))); got != test[2] {
			t.Errorf("the beginning %q became %q, want %q", test[1], got, test[2])
		}
	}
}

// TestLimitRedactedValues: values that are given are removed in all their forms.
func TestLimitRedactedValues(t *testing.T) {
	const value = `p<s&w"d/ü 1`
	pair := base64.StdEncoding.EncodeToString([]byte("ann:" + value))
	r := redact.Redactor{Values: []string{value, "ann:" + value, "a", ""}}
	inURL := (&url.URL{Scheme: "http", Host: "h", User: url.UserPassword("ann", value)}).String()
	quoted, _ := json.Marshal(value)
	leaks := 0
	for _, text := range []string{value, "x" + value + "y", html.EscapeString(value), url.QueryEscape(value), url.PathEscape(value), strings.ToLower(url.QueryEscape(value)), pair, inURL, string(quoted),
		fmt.Sprintf("%q", value), fmt.Sprintf("%+q", value), url.QueryEscape(html.EscapeString(value)), html.EscapeString(html.EscapeString(value)), base64.StdEncoding.EncodeToString([]byte("<a>x" + value + "</a>")),
		url.QueryEscape(pair), base64.URLEncoding.EncodeToString([]byte(value))} {
		header := http.Header{"Seen": {text}}
		body := r.Message(header, []byte("<a><![CDATA["+text+"]]></a>"))
		for _, got := range []string{string(body), header.Get("Seen"), r.Text(text), r.RemoveValues(text)} {
			if !strings.Contains(got, "[redacted]") || strings.Contains(got, "s&w") || strings.Contains(got, "s&amp;w") {
				leaks++
				t.Errorf("%s: %s", text, got)
			}
		}
	}
	long := strings.Repeat("abcdefghij", 5)
	for text, want := range map[string]string{"aba": "aba", "x" + long[:30] + "...": "x[redacted]...", long + "y" + long[:15]: "[redacted]y" + long[:15], "--auth: x, --token: y": "--auth: x, --token: y"} {
		if got := (redact.Redactor{Values: []string{"a", long}}).RemoveValues(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	t.Logf("limit: values given as credentials, in all their forms | 0 are left | %d", leaks)
}

// TestLimitRedaction redacts hostile bodies, which would take minutes if each element were searched to the end of the body.
func TestLimitRedaction(t *testing.T) {
	if cost.RaceDetector {
		t.Skip("the race detector takes memory and time, too")
	}
	const whole, boundMemory = 1 << 18, 64 // the smallest heap is as large as many small bodies
	size, bound := cost.Scaled(whole), cost.Scaled(2*time.Second)
	longest, most := time.Duration(0), 0.0
	distinct := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, test := range []struct{ contentType, before, part, after string }{
		{"text/xml", "<a>", "<pin>1</pin>", "</a>"}, {"text/xml", "<pin>", "<a b='c'/>1", "</pin>"}, {"text/xml", "<a>", "<sessionId>", ""}, {"text/xml", "", "<a b='&amp;amp;lt;'>", ""}, {"text/xml", "<a>", "<!--<password>", ""},
		{"text/xml", "<a>", "&lt;a&gt;", "</a>"}, {"text/xml", "<a>", "//a:b@", "</a>"}, {"text/xml", "<a>", "://a?b=", "</a>"}, {"text/xml", "<a>", distinct("<a%x/>"), "</a>"}, {"text/xml", "<a ", "b='c' ", "/>"},
		{"text/xml", "<a>", "<a>{{{</a>", "</a>"},
		{"application/json", "", "[", ""}, {"application/json", "", `{"token":[`, ""}, {"application/json", "[0", `,{"pin":1}`, "]"}, {"application/json", `{"pin":"`, `\"`, `"}`}, {"application/json", `["`, `\\/\/`, `"]`},
		{"application/json", "", `{"a":"`, ""}, {"application/json", "[0", `,"<a>"`, "]"}, {"application/json", "{", distinct(`"a%x":1,`) + `"a":1`, "}"},
		{isForm, "", "a=", ""}, {isForm, "", "a=b&", ""}, {isForm, "", "pin=1&", ""}, {isForm, "", "a=%3Ca%3E&", ""}, {isForm, "", "?#;", ""}, {isForm, "", distinct("a%x=1&"), ""}, {isForm, "a=", "%253C", ""},
		{"text/plain", "", "a:", ""}, {"text/plain", "", "pin: ", ""}, {"text/plain", "", "a", ""}, {"text/plain", "", "pin=1 ", ""}, {"text/plain", "", "//", ""}, {"text/plain", "", "tokenToken1", "=1"}, {"text/plain", "", `"pin":"`, ""},
		{isPart, "", "--b\nA:b\n\n", "\n--b--"}, {isPart, "", "--b", "\n--b--"}, {isPart, "", "\n--bb", "\n--b--"}, {isPart, "--b\n", "A:b\n", "\n--b--"}, {isPart, "--b\n", "\n\n", "\n--b--"}, {isPart, "", "--b\n\n<a>", "\n--b--"},
	} {
		body := bytes.Repeat([]byte(test.part), max(1, size/len(test.part)))
		body = append(append([]byte(test.before), body...), test.after...)
		body = body[:min(len(body), size)]
		var took time.Duration
		times := float64(cost.Peak(func() {
			began := cost.CPU()
			redact.Redactor{Names: []string{"customer number"}, Values: []string{theSecret}}.Message(http.Header{"Content-Type": {test.contentType}}, body)
			took = cost.CPU() - began
		})) / whole
		longest, most = max(longest, took), max(most, times)
		if took > bound || times > boundMemory {
			t.Errorf("%.100s: %v, %.1f times the memory of the body", test.part, took, times)
		}
	}
	if got := (redact.Redactor{}).Message(nil, make([]byte, 256<<20+1)); string(got) != unread {
		t.Errorf("%.100s", got)
	}
	t.Logf("limit: redaction of %d KiB of hostile text | linear time, %v | %v", size>>10, bound, longest.Round(time.Millisecond))
	t.Logf("limit: memory of the redaction of hostile text | %d times the text | %.1f times", boundMemory, most)
}

// FuzzRedaction: whatever is around a credential, nothing of it is left, and what can be read can be read afterwards.
func FuzzRedaction(f *testing.F) {
	for contentType, list := range places {
		for _, place := range list {
			f.Add(contentType, place, "<a>")
		}
	}
	f.Fuzz(func(t *testing.T, contentType, before, after string) {
		text := "<r><x>" + strings.NewReplacer("%s", "", "<", "&lt;", "&", "&amp;").Replace(before) + "</x><token>" + theSecret + "</token>" + after
		got := message(redact.Redactor{}, contentType, text)
		if strings.Contains(got, theSecret) && !strings.Contains(before+after, theSecret) {
			t.Fatalf("%s\n%s", text, got)
		}
		if got := message(redact.Redactor{}, contentType, before); got != unread && message(redact.Redactor{}, contentType, got) == unread {
			t.Fatalf("%s became\n%s", before, got)
		}
		message(redact.Redactor{KeepUnread: true, Values: []string{after}}, contentType, before)
	})
}
