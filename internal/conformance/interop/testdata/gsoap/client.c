// Calls the rail service with stubs that gSOAP generated. The protocol is in ../README.md. The test writes
// records.inc and operations.inc, which have a line for each operation, record and field of the contract.
#include "soapH.h"
#include "RealtimeSoap.nsmap"
#include <jansson.h>

static struct soap *soap;
static const char *address, *port;
static json_t *arguments;

// namespaces11 is the generated table, with SOAP 1.1 in the place of SOAP 1.2.
static struct Namespace namespaces11[sizeof namespaces / sizeof *namespaces];

// argument returns a parameter, or NULL.
static char *argument(const char *name) { return (char *)json_string_value(json_object_get(arguments, name)); }

// location returns what HTTP GET adds to the address: the operation and its parameters.
static const char *location(const char *operation) {
	static char path[4096];
	const char *name;
	json_t *value;
	char separator = '?';
	snprintf(path, sizeof path, "/%s", operation);
	json_object_foreach(arguments, name, value) {
		if (json_is_null(value)) continue;
		size_t n = strlen(path);
		n += snprintf(path + n, sizeof path - n, "%c%s=", separator, name);
		soap_encode_url(json_string_value(value), path + n, sizeof path - n);
		separator = '&';
	}
	return path;
}

static void add_string(json_t *record, const char *name, const char *value) {
	if (value) json_object_set_new(record, name, json_string(value));
}

static void add_int(json_t *record, const char *name, int value) {
	char text[16];
	snprintf(text, sizeof text, "%d", value);
	add_string(record, name, text);
}

static void add_time(json_t *record, const char *name, time_t value) {
	char text[32];
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", gmtime(&value));
	add_string(record, name, text);
}

#define BEGIN(record) static json_t *fields_##record(struct ns1__##record *r) { json_t *o = json_object();
#define STRING(field, name) add_string(o, name, r->field);
#define INT(field, name) add_int(o, name, r->field);
#define TIME(field, name) add_time(o, name, r->field);
#define END return o; }
#include "records.inc"

// fault returns the fault or the HTTP error of the last call.
static json_t *fault(void) {
	char status[16];
	snprintf(status, sizeof status, "%d", soap->status);
	int http = strncmp(port, "RealtimeHttp", 12) == 0;
	if (http) soap_set_fault(soap);
	const char *code = *soap_faultcode(soap), *colon = strrchr(code, ':'), *reason = *soap_faultstring(soap);
	if (http) code = status;
	else if (colon) code = colon + 1;
	return json_pack("{s:{s:s,s:s}}", "fault", "code", code, "reason", reason ? reason : "");
}

#define LIST(...) __VA_ARGS__
#define P(name, field) argument(name)

#define CALL(operation, name, record, array, parameters, first, declarations)                                                            \
	if (strcmp(member, name) == 0) {                                                                                \
		struct ns1__##array list = {0}, *result = &list;                                                            \
		int failed;                                                                                                 \
		if (strcmp(port, "RealtimeHttpGet") == 0)                                                                   \
			failed = soap_call___ns1__##operation##Response__(soap, address, location(member), &list);              \
		else if (strcmp(port, "RealtimeHttpPost") == 0)                                                             \
			failed = soap_call___ns1__##operation##___(soap, address, NULL, first &list);                           \
		else {                                                                                                      \
			struct _ns1__##operation in = {parameters};                                                             \
			struct _ns1__##operation##Response out = {0};                                                           \
			int version12 = strcmp(port, "RealtimeSoap12") == 0;                                                    \
			soap_set_namespaces(soap, version12 ? namespaces : namespaces11);                                       \
			failed = version12 ? soap_call___ns1__##operation##_(soap, address, NULL, &in, &out)                    \
			                   : soap_call___ns1__##operation(soap, address, NULL, &in, &out);                      \
			result = out.operation##Result;                                                                         \
		}                                                                                                           \
		if (failed) return fault();                                                                                 \
		json_t *records = json_array();                                                                             \
		for (int i = 0; result && i < result->__size##record; i++)                                                  \
			json_array_append_new(records, fields_##record(&result->record[i]));                                    \
		return json_pack("{s:o}", "records", records);                                                              \
	}

static json_t *answer(const char *member) {
#include "operations.inc"
	return json_pack("{s:s}", "error", "no such operation");
}

int main(void) {
	size_t i;
	json_t *call, *request = json_loadf(stdin, 0, NULL);
	address = json_string_value(json_object_get(request, "address"));
	setenv("TZ", "UTC", 1);
	memcpy(namespaces11, namespaces, sizeof namespaces);
	for (i = 0; i < 2; i++) namespaces11[i].ns = namespaces[i].in;
	soap = soap_new1(SOAP_C_UTFSTRING);
	json_array_foreach(json_object_get(request, "calls"), i, call) {
		port = json_string_value(json_object_get(call, "port"));
		arguments = json_object_get(call, "arguments");
		json_t *line = answer(json_string_value(json_object_get(call, "member")));
		json_dumpf(line, stdout, 0);
		puts("");
		json_decref(line);
		soap_destroy(soap);
		soap_end(soap);
	}
	return 0;
}
