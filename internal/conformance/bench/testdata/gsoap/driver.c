/* Reads and writes a response of the rail service with the code that gSOAP
 * generates from the contract.
 *
 *     driver decode FILE TIMES   read the document in FILE so many times
 *     driver encode FILE TIMES   write what FILE holds so many times
 *     driver copy FILE           write what FILE holds to standard output, once
 *
 * The first two print the nanoseconds that it took, without those for a first
 * time that fills caches. Documents are in memory: nothing is read from or
 * written to a file while the clock runs. */
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

/* sink collects what is written; its room is kept. */
static struct {
	char *text;
	size_t size, room;
} sink;

static int collect(struct soap *soap, const char *text, size_t size)
{
	if (sink.size + size > sink.room) {
		sink.room = 2 * (sink.size + size);
		sink.text = realloc(sink.text, sink.room);
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

/* forget frees what has been decoded. */
static void forget(struct soap *soap)
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
		forget(soap);
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
