// A service with skeletons that gSOAP generated. The protocol is in ../README.md. The test writes records.inc and
// operations.inc, which have a line for each operation, record and field of the contract.
#include "soapH.h"
#include "RealtimeSoap.nsmap"
#include <jansson.h>
#include <signal.h>
#include <sys/wait.h>

static json_t *answers;

static int put(json_t *arguments, const char *name, const char *value) {
	return value ? json_object_set_new(arguments, name, json_string(value)) : 0;
}

// find returns the answer to a request, or NULL.
static json_t *find(const char *operation, json_t *arguments) {
	size_t i;
	json_t *a;
	json_array_foreach(answers, i, a)
		if (strcmp(json_string_value(json_object_get(a, "operation")), operation) == 0 &&
		    json_equal(json_object_get(a, "arguments"), arguments))
			return a;
	return NULL;
}

static int fail(struct soap *soap, json_t *fault) {
	const char *reason = soap_strdup(soap, json_string_value(json_object_get(fault, "reason")));
	int client = strcmp(json_string_value(json_object_get(fault, "code")), "Client") == 0;
	return client ? soap_sender_fault(soap, reason, NULL) : soap_receiver_fault(soap, reason, NULL);
}

// Each record has a function that fills it.
#define BEGIN(record) static void fill_##record(struct soap *soap, struct ns1__##record *r, json_t *o) { const char *s;
#define STRING(field, name) if ((s = json_string_value(json_object_get(o, name)))) r->field = soap_strdup(soap, s);
#define INT(field, name) if ((s = json_string_value(json_object_get(o, name)))) r->field = atoi(s);
#define TIME(field, name) if ((s = json_string_value(json_object_get(o, name)))) soap_s2dateTime(soap, s, &r->field);
#define END }
#include "records.inc"

// Each operation has a function that answers, and one for each SOAP binding. Those of the HTTP bindings are not served.
#define LIST(...) __VA_ARGS__
#define P(name, field) put(arguments, name, in->field)
#define CALL(operation, name, record, array, parameters, first, declarations)                                                      \
	static int serve_##operation(struct soap *soap, struct _ns1__##operation *in, struct ns1__##array **out) {      \
		json_t *arguments = json_object(), *item, *answer;                                                          \
		size_t i;                                                                                                   \
		int results[] = {0, parameters};                                                                            \
		(void)results;                                                                                              \
		answer = find(name, arguments);                                                                             \
		json_decref(arguments);                                                                                     \
		if (!answer) return soap_sender_fault(soap, "no answer to " name, NULL);                                    \
		if (json_is_object(json_object_get(answer, "fault"))) return fail(soap, json_object_get(answer, "fault"));  \
		struct ns1__##array *list = *out = soap_new_ns1__##array(soap, 1);                                          \
		json_t *records = json_object_get(answer, "records");                                                       \
		list->__size##record = json_array_size(records);                                                            \
		list->record = soap_new_ns1__##record(soap, list->__size##record);                                          \
		json_array_foreach(records, i, item) fill_##record(soap, &list->record[i], item);                           \
		return SOAP_OK;                                                                                             \
	}                                                                                                               \
	int __ns1__##operation(struct soap *soap, struct _ns1__##operation *in, struct _ns1__##operation##Response *out) {  \
		return serve_##operation(soap, in, &out->operation##Result);                                                \
	}                                                                                                               \
	int __ns1__##operation##_(struct soap *soap, struct _ns1__##operation *in, struct _ns1__##operation##Response *out) { \
		return serve_##operation(soap, in, &out->operation##Result);                                                \
	}                                                                                                               \
	int __ns1__##operation##Response__(struct soap *soap, struct ns1__##array *out) { return SOAP_NO_METHOD; }      \
	int __ns1__##operation##___(struct soap *soap, declarations struct ns1__##array *out) { return SOAP_NO_METHOD; }
#include "operations.inc"

int main(void) {
	char *line = NULL, address[64];
	size_t size = 0;
	struct sockaddr_in bound;
	socklen_t length = sizeof bound;
	if (getline(&line, &size, stdin) < 0 || !(answers = json_loads(line, 0, NULL))) return 1;
	setenv("TZ", "UTC", 1);
	struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
	if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 100))) return 1;
	getsockname(soap->master, (struct sockaddr *)&bound, &length);
	snprintf(address, sizeof address, "http://127.0.0.1:%d/", ntohs(bound.sin_port));
	printf("{\"RealtimeSoap\": \"%s\", \"RealtimeSoap12\": \"%s\"}\n", address, address);
	fflush(stdout);
	pid_t server = fork(); // serves until the standard input of this process is closed
	if (server == 0)
		for (;;) {
			if (soap_valid_socket(soap_accept(soap))) soap_serve(soap);
			soap_destroy(soap);
			soap_end(soap);
		}
	while (getline(&line, &size, stdin) >= 0);
	kill(server, SIGTERM);
	waitpid(server, NULL, 0);
	return 0;
}
