/* Requests to the server of the page, one after the other, by a library of our own in place of libmicrohttpd:
 *
 *     METHOD PATH?NAME=VALUE&NAME=VALUE
 *     HEADER: VALUE
 *                       an empty line, then the body up to a line of four dashes
 *
 * The path is behind the token, or, with a second slash before it, as it is. No socket is opened, and, but for an input now and
 * then, no thread started: what it was to do is done after the request, or, for every second input, not before somebody waits
 * for it. */
#include "bytes.h"

#include "web/site.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_VALUES = 16, MOST_REQUESTS = 4, MOST_READS = 200, MOST_JOBS = 2 * MOST_REQUESTS, WITH_THREADS = 256 };

struct value {
    enum MHD_ValueKind kind;
    char *name, *text;
};

struct MHD_Connection {
    struct value values[MOST_VALUES];
    unsigned count, answers;
};

struct MHD_Response {
    void *buffer; /* to be freed */
    MHD_ContentReaderCallback reader;
    MHD_ContentReaderFreeCallback release;
    void *context;
    unsigned users;
};

struct MHD_Daemon {
    struct site *site;
    MHD_AccessHandlerCallback handler;
    MHD_RequestCompletedCallback completed;
};

static const uint8_t *input;
static size_t input_size;

/* ---- What the system would do */

static struct job {
    void *(*work)(void *context);
    void *context;
    bool done;
} jobs[MOST_JOBS];
static size_t job_count;
static bool threads, late; /* real ones; jobs are done when somebody waits for them */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context);
int __real_pthread_join(pthread_t thread, void **result);
int __real_pthread_cond_timedwait(pthread_cond_t *changed, pthread_mutex_t *lock, const struct timespec *until);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_cond_timedwait(pthread_cond_t *changed, pthread_mutex_t *lock, const struct timespec *until);
int __wrap_socket(int domain, int type, int protocol);
int __wrap_setsockopt(int file, int level, int name, const void *value, socklen_t size);
int __wrap_bind(int file, const struct sockaddr *address, socklen_t size);
int __wrap_listen(int file, int most);
int __wrap_getsockname(int file, struct sockaddr *address, socklen_t *size);
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags);

static bool do_job(struct job *job) {
    if (job->done)
        return false;
    job->done = true;
    job->work(job->context);
    return true;
}

static bool do_jobs(void) {
    bool any = false;
    for (size_t i = 0; i < job_count; i++)
        any |= do_job(&jobs[i]);
    return any;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context) {
    if (is_refused() || job_count == MOST_JOBS)
        return EAGAIN;
    if (threads)
        return __real_pthread_create(thread, attributes, work, context);
    *thread = (pthread_t)job_count;
    jobs[job_count++] = (struct job){.work = work, .context = context};
    return 0;
}

int __wrap_pthread_join(pthread_t thread, void **result) {
    if (threads)
        return __real_pthread_join(thread, result);
    must((size_t)thread < job_count, "what is waited for was begun");
    do_job(&jobs[thread]);
    return 0;
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *changed, pthread_mutex_t *lock, const struct timespec *until) {
    if (threads)
        return __real_pthread_cond_timedwait(changed, lock, until);
    pthread_mutex_unlock(lock);
    bool any = do_jobs();
    pthread_mutex_lock(lock);
    return any ? 0 : ETIMEDOUT; /* nobody else is there who could change anything */
}

int __wrap_socket(int domain, int type, int protocol) {
    (void)domain;
    (void)type;
    (void)protocol;
    return is_refused() ? -1 : dup(STDERR_FILENO);
}

int __wrap_setsockopt(int file, int level, int name, const void *value, socklen_t size) {
    (void)file;
    (void)level;
    (void)name;
    (void)value;
    (void)size;
    return is_refused() ? -1 : 0;
}

int __wrap_bind(int file, const struct sockaddr *address, socklen_t size) {
    (void)file;
    (void)address;
    (void)size;
    return is_refused() ? -1 : 0;
}

int __wrap_listen(int file, int most) {
    (void)file;
    (void)most;
    return is_refused() ? -1 : 0;
}

int __wrap_getsockname(int file, struct sockaddr *address, socklen_t *size) {
    (void)file;
    must(*size >= sizeof(struct sockaddr_in), "room for an address");
    ((struct sockaddr_in *)address)->sin_port = htons(8080);
    return is_refused() ? -1 : 0;
}

ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags) {
    (void)flags;
    memset(bytes, 0x5a, size);
    return is_refused() ? -1 : (ssize_t)size;
}

/* ---- The library */

bool late_load(void);
bool late_is_missing(void);

bool late_load(void) {
    return true;
}

bool late_is_missing(void) {
    return false;
}

const char *MHD_get_version(void) {
    return "none";
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *header, const char *content) {
    must(response && !strpbrk(header, "\r\n:") && !strpbrk(content, "\r\n"), "headers have one line");
    return MHD_YES;
}

struct MHD_Response *MHD_create_response_from_buffer(size_t size, void *buffer, enum MHD_ResponseMemoryMode mode) {
    struct MHD_Response *response = calloc(1, sizeof *response);
    if (!response)
        return NULL;
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) /* every byte is there */
        sum += ((const uint8_t *)buffer)[i];
    must(sum <= 255 * (uint64_t)size, "a sum");
    response->buffer = mode == MHD_RESPMEM_MUST_FREE ? buffer : NULL;
    response->users = 1;
    return response;
}

struct MHD_Response *MHD_create_response_from_callback(uint64_t size, size_t block_size, MHD_ContentReaderCallback reader,
                                                       void *context, MHD_ContentReaderFreeCallback release) {
    struct MHD_Response *response = calloc(1, sizeof *response);
    (void)size;
    (void)block_size;
    if (response)
        *response = (struct MHD_Response){.reader = reader, .release = release, .context = context, .users = 1};
    return response;
}

void MHD_destroy_response(struct MHD_Response *response) {
    if (--response->users)
        return;
    if (response->release)
        response->release(response->context);
    free(response->buffer);
    free(response);
}

const char *MHD_lookup_connection_value(struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *key) {
    for (unsigned i = 0; i < connection->count; i++)
        if (connection->values[i].kind == kind && strcasecmp(connection->values[i].name, key) == 0)
            return connection->values[i].text;
    return NULL;
}

int MHD_get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator iterator,
                              void *context) {
    int told = 0;
    for (unsigned i = 0; i < connection->count; i++)
        if (connection->values[i].kind == kind) {
            told++;
            if (iterator(context, kind, connection->values[i].name, connection->values[i].text) != MHD_YES)
                break;
        }
    return told;
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned int status_code,
                                   struct MHD_Response *response) {
    char block[1024];
    uint64_t at = 0;
    if (!late)
        do_jobs();
    must(status_code >= 200 && status_code < 600, "a status of HTTP");
    must(connection->answers++ == 0, "one answer for each request");
    for (int i = 0; response->reader && i < MOST_READS; i++) {
        ssize_t got = response->reader(response->context, at, block, sizeof block);
        if (got < 0)
            break;
        must((size_t)got <= sizeof block, "no more than there is room for");
        at += (uint64_t)got;
    }
    return MHD_YES;
}

/* ---- One request */

static unsigned hex(char c) {
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)(c | 0x20) - 'a' + 10;
}

static void decode(char *text) {
    char *to = text;
    for (; *text; text++)
        if (*text == '%' && strspn(text + 1, "0123456789abcdefABCDEF") >= 2) {
            *to++ = (char)(hex(text[1]) << 4 | hex(text[2]));
            text += 2;
        } else {
            *to++ = *text == '+' ? ' ' : *text;
        }
    *to = 0;
}

static void add_value(struct MHD_Connection *connection, enum MHD_ValueKind kind, char *name, char *text) {
    if (connection->count < MOST_VALUES)
        connection->values[connection->count++] = (struct value){kind, name, text};
}

static void read_query(struct MHD_Connection *connection, char *query) {
    while (query && *query) {
        char *pair = strsep(&query, "&"), *name = strsep(&pair, "=");
        decode(name);
        if (pair)
            decode(pair);
        add_value(connection, MHD_GET_ARGUMENT_KIND, name, pair);
    }
}

static void serve_one(struct MHD_Daemon *daemon, char *text) {
    struct MHD_Connection connection = {0};
    char host[32], path[4096], *body = text, *method, *place;
    void *request = NULL;
    size_t none = 0;
    char *line = strsep(&body, "\n");
    method = strsep(&line, " ");
    place = strsep(&line, "?");
    if (line)
        read_query(&connection, line);
    while (body && *body && *body != '\n') {
        char *value = strsep(&body, "\n"), *name = strsep(&value, ":");
        if (value)
            add_value(&connection, MHD_HEADER_KIND, name, value + (*value == ' '));
    }
    body = body && *body == '\n' ? body + 1 : NULL;
    snprintf(host, sizeof host, "127.0.0.1:%u", daemon->site->port);
    static char host_name[] = "Host";
    if (!MHD_lookup_connection_value(&connection, MHD_HEADER_KIND, host_name))
        add_value(&connection, MHD_HEADER_KIND, host_name, host);
    place = place ? place : host + strlen(host);
    decode(place);
    if (place[0] == '/' && place[1] == '/')
        snprintf(path, sizeof path, "%s", place + 1);
    else
        snprintf(path, sizeof path, "/%s/%s", daemon->site->token, place + (*place == '/'));
    enum MHD_Result result = daemon->handler(daemon->site, &connection, path, method, "HTTP/1.1", NULL, &none, &request);
    if (result == MHD_YES && body && *body) {
        size_t size = strlen(body), half = size / 2, left = size - half;
        result = half ? daemon->handler(daemon->site, &connection, path, method, "HTTP/1.1", body, &half, &request) : result;
        if (result == MHD_YES)
            result = daemon->handler(daemon->site, &connection, path, method, "HTTP/1.1", body + size / 2, &left, &request);
    }
    if (result == MHD_YES)
        result = daemon->handler(daemon->site, &connection, path, method, "HTTP/1.1", NULL, &none, &request);
    must(result == MHD_NO || connection.answers == 1, "a request is answered");
    daemon->completed(NULL, &connection, &request, MHD_REQUEST_TERMINATED_COMPLETED_OK);
    must(!request, "nothing is left of it");
}

const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *connection,
                                                         enum MHD_ConnectionInfoType what, ...) {
    (void)connection;
    (void)what;
    return NULL; /* nobody knows whether the client is still there */
}

/* The server is started for each input, so that nothing is left of the one before. All is done before it would run: it is told
 * that it cannot, and ends. */
struct MHD_Daemon *MHD_start_daemon(unsigned int flags, uint16_t port, MHD_AcceptPolicyCallback policy, void *policy_context,
                                    MHD_AccessHandlerCallback handler, void *handler_context, ...) {
    struct MHD_Daemon daemon = {.site = handler_context, .handler = handler};
    char *text = malloc(input_size + 1), *rest = text;
    va_list options;
    (void)flags;
    (void)port;
    (void)policy;
    (void)policy_context;
    if (!text)
        return NULL;
    va_start(options, handler_context); /* as server.c gives them: the socket, then who is told of the end of a request */
    va_arg(options, int);
    va_arg(options, int);
    va_arg(options, int);
    daemon.completed = va_arg(options, MHD_RequestCompletedCallback);
    va_end(options);
    memcpy(text, input, input_size);
    text[input_size] = 0;
    for (int i = 0; i < MOST_REQUESTS && rest; i++) {
        char *next = strstr(rest, "\n----\n");
        if (next) {
            *next = 0;
            next += 6;
        }
        serve_one(&daemon, rest);
        rest = next;
    }
    free(text);
    return NULL;
}

void MHD_stop_daemon(struct MHD_Daemon *daemon) {
    (void)daemon;
    must(false, "what was not started is not stopped");
}

void begin_inputs(void) {
    must(freopen("/dev/null", "w", stdout) != NULL, "somewhere to write to");
}

void try_input(const uint8_t *data, size_t size) {
    struct web_options options = {.limits = {.memory = 2 << 20, .seconds = 0.001, .searches = 2}};
    fewest_error error = {0};
    const uint64_t manner = mixture(data, size);
    input = data;
    input_size = size;
    late = manner >> 20 & 1;
    threads = (manner >> 21) % WITH_THREADS == 0;
    job_count = 0;
    int status = web_serve(&options, &error);
    must(status != 0 && error.message[0], "why there is no server is said");
}
