/* libmicrohttpd, loaded when the page is first asked for. With its own libraries it takes the loader longer than most
 * puzzles take to be solved, and every run of the tool would pay for it. The functions here have the names of those they
 * stand for, so that the rest of the server is written as against the library itself. */
#include "web/late.h"

#include <dlfcn.h>
#include <errno.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <string.h>

/* The functions that the server uses, by their names without MHD_. */
#define LATE_FUNCTIONS(X)                                                                                             \
    X(add_response_header)                                                                                            \
    X(create_response_from_buffer)                                                                                    \
    X(create_response_from_callback)                                                                                  \
    X(destroy_response)                                                                                               \
    X(get_connection_info)                                                                                            \
    X(get_connection_values)                                                                                          \
    X(get_version)                                                                                                    \
    X(lookup_connection_value)                                                                                        \
    X(queue_response)                                                                                                 \
    X(start_daemon_va)                                                                                                \
    X(stop_daemon)

/* Filled once by late_load, before there is a second thread. */
static struct {
#define LATE_POINTER(name) __typeof__(MHD_##name) *name;
    LATE_FUNCTIONS(LATE_POINTER)
#undef LATE_POINTER
    bool is_missing;
} late;

/* The file, and whether it is there where it cannot be loaded: there may be no memory for it, or it may be broken. */
static void *load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const char *why = library ? NULL : dlerror();
    late.is_missing = late.is_missing && why && strstr(why, strerror(ENOENT));
    return library;
}

bool late_load(void) {
    if (late.start_daemon_va)
        return true;
    late.is_missing = true;
    void *library = load("libmicrohttpd.so.12");
    if (!library)
        library = load("libmicrohttpd.so");
    if (!library)
        return false;
    bool whole = true;
#define LATE_FIND(name) whole = (*(void **)&late.name = dlsym(library, "MHD_" #name)) != NULL && whole;
    LATE_FUNCTIONS(LATE_FIND)
#undef LATE_FIND
    if (!whole)
        late.start_daemon_va = NULL;
    return whole;
}

bool late_is_missing(void) { return late.is_missing; }

enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *header, const char *content) {
    return late.add_response_header(response, header, content);
}

struct MHD_Response *MHD_create_response_from_buffer(size_t size, void *buffer, enum MHD_ResponseMemoryMode mode) {
    return late.create_response_from_buffer(size, buffer, mode);
}

struct MHD_Response *MHD_create_response_from_callback(uint64_t size, size_t block_size,
                                                       MHD_ContentReaderCallback reader, void *context,
                                                       MHD_ContentReaderFreeCallback release) {
    return late.create_response_from_callback(size, block_size, reader, context, release);
}

void MHD_destroy_response(struct MHD_Response *response) { late.destroy_response(response); }

const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *connection,
                                                        enum MHD_ConnectionInfoType info_type, ...) {
    return late.get_connection_info(connection, info_type);
}

int MHD_get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator iterator,
                              void *context) {
    return late.get_connection_values(connection, kind, iterator, context);
}

const char *MHD_get_version(void) {
    return late_load() ? late.get_version() : late_is_missing() ? "not installed" : "could not be loaded";
}

const char *MHD_lookup_connection_value(struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *key) {
    return late.lookup_connection_value(connection, kind, key);
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned int status_code,
                                   struct MHD_Response *response) {
    return late.queue_response(connection, status_code, response);
}

struct MHD_Daemon *MHD_start_daemon(unsigned int flags, uint16_t port, MHD_AcceptPolicyCallback policy,
                                    void *policy_context, MHD_AccessHandlerCallback handler, void *handler_context,
                                    ...) {
    va_list options;
    va_start(options, handler_context);
    struct MHD_Daemon *daemon =
        late.start_daemon_va(flags, port, policy, policy_context, handler, handler_context, options);
    va_end(options);
    return daemon;
}

void MHD_stop_daemon(struct MHD_Daemon *daemon) { late.stop_daemon(daemon); }
