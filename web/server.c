/* The daemon: a socket on 127.0.0.1, a thread for each connection, and what is asked of a request before anyone
 * answers it: the address of this server in Host, and its token in the path. */
#include "web/server.h"

#include "web/http.h"
#include "web/late.h"
#include "web/routes.h"
#include "web/site.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    USUAL_PORT = 7317,
    MOST_CONNECTIONS = 256,
    MOST_HELD = 192, /* beyond that, the oldest without a whole request goes for each that comes */
    IDLE_SECONDS = 60,
    CONNECTION_BYTES = 256 << 10, /* for the first line, which holds a start, and headers */
    STACK_BYTES = 2 << 20,
};

const char *web_version(void) {
    return MHD_get_version();
}

/* ---- Who may ask */

static bool is_own_address(const struct site *site, const char *address) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char own[32];
        snprintf(own, sizeof own, "%s:%u", names[i], site->port);
        if (strcmp(address, own) == 0 || (site->port == 80 && strcmp(address, names[i]) == 0))
            return true;
    }
    return false;
}

/* Looks at every character whatever it finds, so that the time it takes reveals nothing. */
static bool same_token(const char *path, const char *token, char behind) {
    size_t length = strlen(token);
    unsigned char differs = 0;
    if (path[0] != '/' || strnlen(path + 1, length) < length)
        return false;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned char)(path[1 + i] ^ token[i]);
    return differs == 0 && path[1 + length] == behind;
}

/* A header whose meaning depends on which of its lines one reads: others between the client and here may read another. */
static enum MHD_Result count_lines(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    unsigned *lines = context;
    (void)kind;
    (void)value;
    lines[0] += strcasecmp(name, "Host") == 0;
    lines[1] += strcasecmp(name, "Content-Length") == 0;
    return MHD_YES;
}

static bool is_ambiguous(struct MHD_Connection *connection) {
    unsigned lines[2] = {0};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, count_lines, lines);
    return lines[0] > 1 || lines[1] > 1;
}

/* A page elsewhere may send requests here, too: its name is then in Host (if it had its name point to 127.0.0.1) or in
 * Origin, and it does not know the token. */
static void admit(struct request *request, const char *path) {
    const struct site *site = request->site;
    const char *host = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Host");
    const char *origin = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Origin");
    request->path = "";
    if (!request->refused && is_ambiguous(request->connection)) {
        request->reason = "send Host and Content-Length once each";
        request->refused = HTTP_BAD_REQUEST;
    }
    if (request->refused)
        return;
    if (!host || !is_own_address(site, host))
        request->reason = "this server answers only at its own address";
    else if (origin && (strncmp(origin, "http://", 7) != 0 || !is_own_address(site, origin + 7)))
        request->reason = "requests from other pages are refused";
    else if (!same_token(path, site->token, '/') && !same_token(path, site->token, 0))
        request->reason = "the address is not complete: take the one that 'fewest serve' printed";
    else
        request->path = path + 1 + strlen(site->token);
    if (request->reason)
        request->refused = HTTP_FORBIDDEN;
}

/* ---- Requests */

static bool keep_body(struct request *request, const char *data, size_t size) {
    if (request->length + size + 1 > request->room) {
        size_t room = 2 * (request->length + size + 1);
        char *body = realloc(request->body, room);
        if (!body)
            return false;
        request->body = body;
        request->room = room;
    }
    memcpy(request->body + request->length, data, size);
    request->length += size;
    request->body[request->length] = 0;
    return true;
}

static enum MHD_Result take_body(struct request *request, const char *data, size_t size) {
    if (!request->refused && size > MOST_BODY - request->length) {
        request->refused = HTTP_TOO_LARGE;
        request->reason = "the text is longer than four megabytes";
        free(request->body);
        request->body = NULL;
    }
    if (!request->refused)
        return keep_body(request, data, size) ? MHD_YES : MHD_NO;
    request->drained += size;
    return request->drained > MOST_DRAINED ? MHD_NO : MHD_YES;
}

/* The page's own addresses are relative: they need the slash. */
static bool answer_redirect(struct request *request) {
    char place[2 * TOKEN_BYTES + 3];
    snprintf(place, sizeof place, "/%s/", request->site->token);
    const char *const headers[] = {"Location", place, NULL};
    return answer_text(request, HTTP_FOUND, "text/plain", strdup(""), 0, headers);
}

static struct request *new_request(struct site *site, struct MHD_Connection *connection) {
    struct request *request = calloc(1, sizeof *request);
    if (request)
        *request = (struct request){.site = site, .connection = connection};
    return request;
}

/* Called with the address as it was sent. What is written %00 there would end the text that handlers see, and they
 * would answer another request than was sent. */
static void *on_address(void *context, const char *address, struct MHD_Connection *connection) {
    struct request *request = new_request(context, connection);
    if (request && strstr(address, "%00")) {
        request->refused = HTTP_BAD_REQUEST;
        request->reason = "an address cannot contain NUL";
    }
    return request;
}

static struct held_connection *held_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *data, size_t *size,
                                  void **place) {
    struct request *request = *place;
    (void)version;
    if (!request)
        request = *place = new_request(context, connection);
    if (!request)
        return MHD_NO;
    if (!request->begun) {
        request->begun = true;
        request->method = method;
        admit(request, path);
        return MHD_YES;
    }
    if (*size) {
        enum MHD_Result result = take_body(request, data, *size);
        *size = 0;
        return result;
    }
    request->method = method;
    held_answers(&request->site->held, held_of(connection), true);
    if (request->refused)
        return answer_problem(request, request->refused, "", "%s", request->reason) ? MHD_YES : MHD_NO;
    if (*request->path == 0)
        return answer_redirect(request) ? MHD_YES : MHD_NO;
    request->path++;
    return route(request) ? MHD_YES : MHD_NO;
}

/* ---- Connections */

static void on_connection(void *context, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode code) {
    struct site *site = context;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        held_remove(&site->held, *place);
        *place = NULL;
    } else if (info) {
        *place = held_add(&site->held, info->connect_fd);
    }
}

static void on_completed(void *context, struct MHD_Connection *connection, void **place,
                         enum MHD_RequestTerminationCode code) {
    struct request *request = *place;
    (void)context;
    (void)code;
    if (!request)
        return;
    held_answers(&request->site->held, held_of(connection), false);
    free(request->body);
    free(request);
    *place = NULL;
}

/* ---- From start to end */

static int fail(fewest_error *error, fewest_status status, const char *what, int number, const char *hint) {
    *error = (fewest_error){.status = status};
    snprintf(error->message, sizeof error->message, "%s%s%s", what, number ? ": " : "", number ? strerror(number) : "");
    snprintf(error->hint, sizeof error->hint, "%s", hint);
    snprintf(error->text, sizeof error->text, "fewest: %s%s%s", error->message, *hint ? "\n  " : "", hint);
    return (int)status;
}

static bool make_token(char *token) {
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < TOKEN_BYTES; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* A socket that listens on 127.0.0.1, and its port; -1: see *error. */
static int listen_at(unsigned *port, fewest_error *error) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    socklen_t length = sizeof address;
    int yes = 1, number, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener >= 0 && setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, MOST_CONNECTIONS) == 0 &&
        getsockname(listener, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        return listener;
    }
    number = errno;
    char what[64];
    snprintf(what, sizeof what, "port %u of 127.0.0.1 cannot be used", *port);
    if (listener >= 0)
        close(listener);
    fail(error, FEWEST_SYSTEM, what, number,
         number == EADDRINUSE ? "another program has it: give another --port, or none for one that is free" : "");
    return -1;
}

/* 0: the usual port, or any other where that is taken. Browsers keep what they keep by address and port, so that the puzzles
 * that someone wrote yesterday are there today. */
static int listen_on(unsigned *port, fewest_error *error) {
    if (*port != 0)
        return listen_at(port, error);
    *port = USUAL_PORT;
    int listener = listen_at(port, error);
    if (listener < 0) {
        *port = 0;
        listener = listen_at(port, error);
    }
    return listener;
}

/* The browser is a convenience: if it cannot be started, the address is there all the same. */
static void open_browser(const char *address) {
    char *const arguments[] = {"xdg-open", (char *)address, NULL};
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t child;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    if (posix_spawnp(&child, arguments[0], NULL, &attributes, arguments, environ) != 0)
        fprintf(stderr, "fewest: xdg-open was not found: open the address yourself\n");
    posix_spawnattr_destroy(&attributes);
}

static void announce(const struct site *site, bool open) {
    char address[96];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/%s/", site->port, site->token);
    printf("%s\n", address);
    fflush(stdout);
    if (open)
        open_browser(address);
}

/* Threads inherit the mask, so that these signals wait for sigwait. */
static void block_signals(sigset_t *ending, sigset_t *before) {
    sigset_t blocked;
    sigemptyset(ending);
    sigaddset(ending, SIGINT);
    sigaddset(ending, SIGTERM);
    sigaddset(ending, SIGHUP);
    blocked = *ending;
    sigaddset(&blocked, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
    /* A shell has what it starts in the background ignore SIGINT, and an ignored signal never comes. */
    signal(SIGINT, SIG_DFL);
}

/* Nothing is kept that an end could spoil: what has not ended by itself by then is ended with the process. */
static void *end_at_last(void *unused) {
    const struct timespec patience = {.tv_nsec = 900000000};
    (void)unused;
    nanosleep(&patience, NULL);
    _exit(0);
}

static void end_soon(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_at_last, NULL) == 0)
        pthread_detach(thread);
}

static int serve(struct site *site, const struct web_options *options, fewest_error *error) {
    int listener = listen_on(&site->port, error), received;
    if (listener < 0)
        return (int)error->status;
    sigset_t ending, before;
    block_signals(&ending, &before);
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC,
                         0, NULL, NULL, on_request, site, MHD_OPTION_LISTEN_SOCKET, listener,
                         MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL, MHD_OPTION_NOTIFY_CONNECTION,
                         on_connection, site, MHD_OPTION_CONNECTION_LIMIT,
                         (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, MHD_OPTION_THREAD_STACK_SIZE,
                         (size_t)STACK_BYTES, MHD_OPTION_URI_LOG_CALLBACK, on_address, site, MHD_OPTION_END);
    int status = 0;
    if (daemon) {
        announce(site, options->open);
        sigwait(&ending, &received);
        end_soon();
        runs_close(&site->runs);
        MHD_stop_daemon(daemon);
    } else {
        const int why = errno;
        close(listener);
        status = fail(error, FEWEST_SYSTEM, "the server cannot be started", why, "");
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

int web_serve(const struct web_options *options, fewest_error *error) {
    struct site site = {.port = options->port, .limits = options->limits};
    if (!late_load() && !late_is_missing())
        return fail(error, FEWEST_SYSTEM, "libmicrohttpd, which serves the page, could not be loaded", 0, "");
    if (!late_load())
        return fail(error, FEWEST_SYSTEM, "libmicrohttpd, which serves the page, was not found", 0,
                    "install libmicrohttpd12 (the name of the Debian package)");
    if (!make_token(site.token))
        return fail(error, FEWEST_SYSTEM, "the system provides no random numbers for the address", errno, "");
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2); /* threads come and go: what they free is to be found again by the next */
#endif
    runs_init(&site.runs, options->limits.searches);
    tables_init(&site.tables);
    held_init(&site.held, MOST_HELD);
    int status = serve(&site, options, error);
    held_free(&site.held);
    runs_free(&site.runs);
    tables_free(&site.tables);
    return status;
}
