/* The answers of the server without a server: what a program in JavaScript calls when the library is compiled to WebAssembly. One
 * request at a time; a search is over when the request that begins it has been answered, and tells of its progress meanwhile. */
#ifndef WEB_WASM_WORKER_H
#define WEB_WASM_WORKER_H

#include <stdbool.h>
#include <stddef.h>

struct worker;

/* Progress of the search at work, as JSON; NULL: none, it is only asked whether to go on. false: it is to stop. Where there is
 * a JavaScript program around this, web/wasm/library.js has this function. */
typedef bool worker_listener(const char *progress);

/* The limits of each search: bytes and seconds. Numbers of JavaScript are doubles. NULL: no memory. */
struct worker *worker_create(double memory, double seconds, worker_listener *told);
void worker_free(struct worker *worker);

/* Answers a request: "POST", "api/solve", its parameters as names and values, each with a zero byte behind it, `size` bytes
 * together, and its body, a text of `length` bytes. Returns the text of the answer, which is there until the next request. NULL: no
 * memory. */
const char *worker_ask(struct worker *worker, const char *method, const char *path, const char *parameters, size_t size,
                       const char *body, size_t length);
/* The HTTP status of that answer, and its length in bytes. */
unsigned worker_status(const struct worker *worker);
size_t worker_length(const struct worker *worker);

#endif
