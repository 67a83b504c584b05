// A service with skeletons that gSOAP generated. The protocol is in ../README.md. The test writes records.inc and
// operations.inc, which have a line for each operation, record and field of the contract.
#include "soapH.h"
#include "RealtimeSoap.nsmap"
#include "httpform.h"
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

// Each operation has a function that answers, one for each SOAP binding, and one for both HTTP bindings. What gSOAP generates
// for those expects their parameters in an envelope; it is not used.
#define LIST(...) __VA_ARGS__
#define P(name, field) put(arguments, name, in->field)
#define CALL(operation, name, record, array, parameters, first, declarations)                                                      \
	static int answer_##operation(struct soap *soap, json_t *answer, struct ns1__##array **out) {                   \
		json_t *records = json_object_get(answer, "records"), *item;                                                \
		size_t i;                                                                                                   \
		struct ns1__##array *list = *out = soap_new_ns1__##array(soap, 1);                                          \
		list->__size##record = json_array_size(records);                                                            \
		list->record = soap_new_ns1__##record(soap, list->__size##record);                                          \
		json_array_foreach(records, i, item) fill_##record(soap, &list->record[i], item);                           \
		return SOAP_OK;                                                                                             \
	}                                                                                                               \
	static int serve_##operation(struct soap *soap, struct _ns1__##operation *in, struct ns1__##array **out) {      \
		json_t *arguments = json_object(), *answer;                                                                 \
		int results[] = {0, parameters};                                                                            \
		(void)results;                                                                                              \
		answer = find(name, arguments);                                                                             \
		json_decref(arguments);                                                                                     \
		if (!answer) return soap_sender_fault(soap, "no answer to " name, NULL);                                    \
		if (json_is_object(json_object_get(answer, "fault"))) return fail(soap, json_object_get(answer, "fault"));  \
		return answer_##operation(soap, answer, out);                                                               \
	}                                                                                                               \
	static int http_##operation(struct soap *soap, json_t *answer) {                                                \
		struct ns1__##array *out;                                                                                   \
		answer_##operation(soap, answer, &out);                                                                     \
		soap_serialize_ns1__##array(soap, out);                                                                     \
		return soap_response(soap, SOAP_OK) || soap_put_ns1__##array(soap, out, "ns1:" #array, "") || soap_end_send(soap); \
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

static int send_text(struct soap *soap, int status, const char *text) {
	soap->http_content = "text/plain; charset=utf-8";
	return soap_response(soap, SOAP_FILE + status) || soap_send(soap, text) || soap_end_send(soap);
}

// serve_http answers a call with encoded parameters to the operation that the path names.
static int serve_http(struct soap *soap, const char *path, char *parameters) {
	json_t *arguments = json_object(), *answer, *fault;
	char *name = soap_strdup(soap, strrchr(path, '/') + 1);
	name[strcspn(name, "?")] = 0;
	while (parameters) {
		char *key = soap_query_key(soap, &parameters), *value = soap_query_val(soap, &parameters);
		if (key && *key) put(arguments, key, value ? value : "");
	}
	answer = find(name, arguments);
	json_decref(arguments);
	if (!answer) return send_text(soap, 400, "no answer");
	if (json_is_object(fault = json_object_get(answer, "fault")))
		return send_text(soap, strcmp(json_string_value(json_object_get(fault, "code")), "Client") == 0 ? 400 : 500,
		                 json_string_value(json_object_get(fault, "reason")));
#undef CALL
#define CALL(operation, name_, ...) if (strcmp(name, name_) == 0) return http_##operation(soap, answer);
#include "operations.inc"
	return SOAP_NO_METHOD;
}

static int serve_get(struct soap *soap) {
	const char *path = soap_strdup(soap, soap->path);
	return serve_http(soap, path, soap_query(soap));
}

static int serve_form(struct soap *soap) {
	int failed = serve_http(soap, soap->path, soap_http_get_form(soap));
	return failed ? failed : SOAP_STOP;
}

int main(void) {
	char *line = NULL, address[64];
	size_t size = 0;
	struct sockaddr_in bound;
	socklen_t length = sizeof bound;
	if (getline(&line, &size, stdin) < 0 || !(answers = json_loads(line, 0, NULL))) return 1;
	setenv("TZ", "UTC", 1);
	struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
	soap->fget = serve_get;
	soap_register_plugin_arg(soap, http_form, serve_form);
	if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 100))) return 1;
	getsockname(soap->master, (struct sockaddr *)&bound, &length);
	snprintf(address, sizeof address, "http://127.0.0.1:%d/", ntohs(bound.sin_port));
	printf("{\"RealtimeSoap\": \"%s\", \"RealtimeSoap12\": \"%s\", \"RealtimeHttpGet\": \"%s\", \"RealtimeHttpPost\": \"%s\"}\n",
	       address, address, address, address);
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
