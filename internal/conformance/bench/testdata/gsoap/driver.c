/* Decodes and encodes a response of the rail service with the code that gSOAP
 * generates from the contract.
 *
 *     driver decode FILE TIMES   decode the document in FILE, TIMES times
 *     driver encode FILE TIMES   encode the content of FILE, TIMES times
 *     driver copy FILE           decode FILE and encode it to standard output
 *
 * The first two print the elapsed nanoseconds, without those of a first run
 * that fills caches. Documents are in memory: no file is read or written
 * while time is measured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "soapH.h"
#include "RealtimeSoap.nsmap"

typedef struct _ns1__getStationDataByCodeXMLResponse response;

static void fail(struct soap *soap, const char *what)
{
	fprintf(stderr, "driver: %s failed\n", what);
	if (soap != NULL)
		soap_print_fault(soap, stderr);
	exit(1);
}

/* sink is the buffer for encoded documents; it is reused. */
static struct {
	char *text;
	size_t size, capacity;
} sink;

static int collect(struct soap *soap, const char *text, size_t size)
{
	if (sink.size + size > sink.capacity) {
		sink.capacity = 2 * (sink.size + size);
		sink.text = realloc(sink.text, sink.capacity);
		if (sink.text == NULL)
			return soap->error = SOAP_EOM;
	}
	memcpy(sink.text + sink.size, text, size);
	sink.size += size;
	return SOAP_OK;
}

static void decode(struct soap *soap, const char *document, response *r)
{
	soap->is = document;
	if (soap_begin_recv(soap)
	 || soap_envelope_begin_in(soap)
	 || soap_recv_header(soap)
	 || soap_body_begin_in(soap)
	 || soap_get__ns1__getStationDataByCodeXMLResponse(soap, r, NULL, NULL) == NULL
	 || soap_body_end_in(soap)
	 || soap_envelope_end_in(soap)
	 || soap_end_recv(soap))
		fail(soap, "decode");
}

static void encode(struct soap *soap, const response *r)
{
	sink.size = 0;
	soap_serializeheader(soap);
	soap_serialize__ns1__getStationDataByCodeXMLResponse(soap, r);
	if (soap_begin_send(soap)
	 || soap_envelope_begin_out(soap)
	 || soap_putheader(soap)
	 || soap_body_begin_out(soap)
	 || soap_put__ns1__getStationDataByCodeXMLResponse(soap, r, "ns1:getStationDataByCodeXMLResponse", NULL)
	 || soap_body_end_out(soap)
	 || soap_envelope_end_out(soap)
	 || soap_end_send(soap))
		fail(soap, "encode");
}

/* release frees the decoded values. */
static void release(struct soap *soap)
{
	soap_destroy(soap);
	soap_end(soap);
}

static char *load(const char *name)
{
	FILE *f = fopen(name, "rb");
	long size;
	char *text;

	if (f == NULL || fseek(f, 0, SEEK_END) || (size = ftell(f)) < 0 || fseek(f, 0, SEEK_SET))
		fail(NULL, name);
	text = malloc(size + 1);
	if (text == NULL || fread(text, 1, size, f) != (size_t)size)
		fail(NULL, name);
	text[size] = '\0';
	fclose(f);
	return text;
}

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void print_decode(struct soap *soap, const char *document, long times)
{
	long long start = 0;
	response r;

	for (long i = -1; i < times; i++) {
		if (i == 0)
			start = now();
		decode(soap, document, &r);
		release(soap);
	}
	printf("%lld\n", now() - start);
}

static void print_encode(struct soap *soap, const char *document, long times)
{
	long long start = 0;
	response r;

	decode(soap, document, &r);
	for (long i = -1; i < times; i++) {
		if (i == 0)
			start = now();
		encode(soap, &r);
	}
	printf("%lld\n", now() - start);
}

int main(int argc, char **argv)
{
	struct soap *soap = soap_new2(SOAP_XML_TREE | SOAP_C_UTFSTRING, SOAP_XML_TREE | SOAP_C_UTFSTRING);
	const char *what = argc > 1 ? argv[1] : "";
	char *document;
	response r;

	setenv("TZ", "UTC", 1);
	if (argc < 3 || soap == NULL)
		fail(NULL, "start");
	soap->fsend = collect;
	document = load(argv[2]);
	if (strcmp(what, "decode") == 0 && argc == 4) {
		print_decode(soap, document, atol(argv[3]));
	} else if (strcmp(what, "encode") == 0 && argc == 4) {
		print_encode(soap, document, atol(argv[3]));
	} else if (strcmp(what, "copy") == 0) {
		decode(soap, document, &r);
		encode(soap, &r);
		fwrite(sink.text, 1, sink.size, stdout);
	} else {
		fail(NULL, "start");
	}
	return 0;
}
