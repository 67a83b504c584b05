package soap

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestRedactedNames: names are those of credentials by their words.
func TestRedactedNames(t *testing.T) {
	secret := []string{
		"token", "key", "pass", "BearerToken", "SubscriptionKey", "PasswordHash", "password1", "jwt", "pin", "access_token", "sig", "auth", "x:Password",
		"X-Key", "Ocp-Apim-Subscription-Key", "X-Auth", "X-Session", "X-Signature", "JWTToken", "oldPassword2", "clientSecret", "api_key", "apikey", "PinCode", "sessionId",
		"AccessKeyID", "user.password", "refreshtoken", "Authorization",
	}
	harmless := []string{"KeyIndicator", "TokenType", "Spinning", "keyboard", "AuthorName", "Compass", "passenger", "PassengerName", "monkey", "Signal", "name", "value", "Authority", "Sessions", "id", ""}
	for i, name := range append(secret, harmless...) {
		r := &redaction{new(Redactor), make(map[string]bool)}
		if got := r.isSecret(name); got != (i < len(secret)) {
			t.Errorf("%s: %v", name, got)
		}
	}
	own := &redaction{&Redactor{Names: []string{"card number", "CVV"}}, make(map[string]bool)}
	for name, want := range map[string]bool{"CardNumber": true, "myCardNumber2": true, "cardnumber": true, "cvv": true, "card": false, "number": false, "Password": true} {
		if own.isSecret(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestRedactedPlaces: credentials are removed where names are not those of elements.
func TestRedactedPlaces(t *testing.T) {
	const secret = "hunter2+/é"
	for _, body := range []string{
		"<item><name>password</name><value>%s</value></item>",
		"<token><value>%s</value></token>",
		"<Credentials><User><Name>%s</Name></User></Credentials>",
		"<UsernameToken><Username>ann</Username><Password>%s</Password></UsernameToken>",
		"<item><key> apiKey </key><value>%s</value></item>",
		`<param name="token">%s</param>`,
		`<entry key="apiKey" value="%s"/>`,
		`<entry value="%s" key="apiKey"/>`,
		"<in>&lt;password&gt;%s&lt;/password&gt;</in>",
		"<in>&amp;lt;password&amp;gt;%s&amp;lt;/password&amp;gt;</in>",
		"<in><![CDATA[<a><password>%s</password></a>]]></in>",
		`<in>{"a": 1, "access_token" : "%s"}</in>`,
		`<in>{&quot;credentials&quot;:{&quot;x&quot;:[&quot;%s&quot;]},&quot;b&quot;:1}</in>`,
		`<in><![CDATA[{"token":"%s"}]]></in>`,
		"<in>see https://rail.example/a?x=1&amp;access_token=%s&amp;y=2</in>",
		`{"a":{"pin": "%s"}}`,
		`{"a":"{\"pin\":\"%s\"}"}`,
		"a=1&access_token=%s", "a=1&key=%s&b=2", "sig=%s",
	} {
		m := &WireMessage{Body: []byte(fmt.Sprintf(body, secret))}
		if RedactCredentials(m); strings.Contains(string(m.Body), "hunter2") || !strings.Contains(string(m.Body), "[redacted]") {
			t.Errorf("%s:\n%s", body, m.Body)
		}
	}
	form := "message=" + url.QueryEscape("<a><password>"+secret+"</password></a>") + "&b=2"
	m := &WireMessage{Body: []byte(form), Header: http.Header{"X-Key": {secret}, "X-Signature": {secret}, "Referer": {"/a?sig=" + secret}, "X-Other": {"v"}}}
	if RedactCredentials(m); strings.Contains(fmt.Sprint(m.Header)+string(m.Body), "hunter2") || m.Header.Get("X-Other") != "v" || !strings.HasSuffix(string(m.Body), "&b=2") {
		t.Errorf("%v %s", m.Header, m.Body)
	}
	for _, kept := range []string{
		`<item><name>colour</name><value>blue</value></item>`, `<entry name="colour" value="blue"/>`, `<in>a &lt; b &amp; c</in>`, `{"a":[1,{"b":"c"}]}`,
		`<in>{"a":"b"}</in>`, `<a>1 ? 2 = 3</a>`, `<in>&lt;a&gt;b&lt;/a&gt;</in>`, `<x><name>password</name></x><y><z>1</z></y>`,
		`<UsernameToken><Username>ann</Username></UsernameToken><value>1</value>`, `<session><id>7</id></session>`, `<sessionId>7</sessionId>`,
	} {
		m := &WireMessage{Body: []byte(kept)}
		if RedactCredentials(m); string(m.Body) != kept {
			t.Errorf("%s:\n%s", kept, m.Body)
		}
	}
}

// TestRedactedValues: values are removed in all their forms, wherever they are; a short one only as a whole.
func TestRedactedValues(t *testing.T) {
	const secret = `p"w<&>/é?`
	r := &Redactor{Values: []string{secret, "ann:" + secret, "abc"}}
	for _, text := range []string{
		secret, url.QueryEscape(secret), "/" + url.PathEscape(secret), `p&quot;w&lt;&amp;&gt;/é?`, `p"w&lt;&amp;&gt;/é?`, `{"a":"p\"w\u003c\u0026\u003e/é?"}`,
		"Basic " + base64.StdEncoding.EncodeToString([]byte("ann:"+secret)), "abc", "x=abc;", "<a>abc</a>",
	} {
		if got := r.Text(text); got == text || !strings.Contains(got, "[redacted]") {
			t.Errorf("%s: %s", text, got)
		}
	}
	for _, text := range []string{"abcd", "xabc", "éabc", ""} {
		if got := r.Text(text); got != text {
			t.Errorf("%s: %s", text, got)
		}
	}
	m := &WireMessage{Body: []byte("<a>" + secret + "</a>"), Header: http.Header{"X-Other": {secret}}}
	if r.Redact(m); strings.Contains(fmt.Sprint(m.Header)+string(m.Body), secret) {
		t.Errorf("%v %s", m.Header, m.Body)
	}
}

// TestLimitRedaction redacts hostile bodies, which would take minutes if the end of each part were searched in the whole rest.
func TestLimitRedaction(t *testing.T) {
	const size, bound = 4 << 20, 20 * time.Second
	for _, part := range []string{
		"<sessionId>", "<password>", "<a password='", "<sessionId a='", "<!--<password>", "<name>password", "<a b='token'", "<a>&lt;", "<a>&amp;amp;lt;", `<a>{"`, `{"token":`, `{"token":[`,
		`<a>{"token":{`, "?a=", "&a=%3C", `{"a":"\"`, "aA", "<aA", "<a>?token=",
	} {
		body := bytes.Repeat([]byte(part), size/len(part))
		began := time.Now()
		RedactCredentials(&WireMessage{Body: body})
		took := time.Since(began)
		if took > bound {
			t.Errorf("%s: %v", part, took)
		}
		t.Logf("limit: redaction of %d MiB of %s | %v | %v", size>>20, part, bound, took.Round(time.Millisecond))
	}
}

// FuzzRedact: nothing of a password is left wherever it is in the text of its element, and there is no panic.
func FuzzRedact(f *testing.F) {
	for _, text := range []string{"", "<a>", `{"token":"`, "&lt;a&gt;", "?token=", "a=b&c", "<name>password</name>", "<!--", "<![CDATA["} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		if strings.ContainsAny(before+after, "<>'\"") {
			RedactCredentials(&WireMessage{Body: []byte(before + "<password>hunter2</password>" + after)})
			return
		}
		m := &WireMessage{Body: []byte("<x>" + before + "<password>hunter2</password>" + after)}
		if RedactCredentials(m); strings.Contains(string(m.Body), "hunter2") {
			t.Errorf("%s", m.Body)
		}
	})
}
