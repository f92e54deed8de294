/* What the JavaScript package calls: one function, which takes the name of a call and texts, and gives back JSON. Everything that
 * people see is written in JavaScript (js/src); here are handles and plain values. */
#ifndef JS_CORE_CORE_H
#define JS_CORE_CORE_H

#include "json/json.h"

#include <fewest/explore.h>

/* Progress of the call at work, as JSON. false: it is to stop. Where there is a JavaScript program around this, that has it. */
typedef bool core_listener(const char *progress);

/* Carries out a call: its parameters are names and values, each with a zero byte behind it, `size` bytes together; its body is a text of
 * `length` bytes. `puzzle` is for those that need one. Returns an object of JSON, to be freed; one that failed has nothing but the member
 * error. NULL: no memory, or the object could not be written for want of it. */
char *core_call(const char *name, fewest_puzzle *puzzle, const char *parameters, size_t size, const char *body, size_t length,
                core_listener *told);

/* ---- For the files of this folder */

struct call {
    fewest_puzzle *puzzle;
    const char *parameters, *body;
    size_t size, length;
    core_listener *told;
    struct json *json; /* the object of the answer is begun */
    fewest_error error;
};

/* Writes the members of the answer. false: see call->error. */
typedef bool call_function(struct call *call);

/* The calls. */
call_function call_words, call_builtins, call_import, call_open, call_with, call_check; /* puzzle.c */
call_function call_solve, call_explore, call_graph, call_generate;                      /* search.c */
call_function call_svg_state, call_svg_path;                                            /* picture.c */

/* A parameter; NULL: it is not given. All of one name: a list to be freed, of *count texts; NULL: no memory. */
const char *text_of(const struct call *call, const char *name);
const char **texts_of(const struct call *call, const char *name, size_t *count);
/* A number as the library's options have it: 0 where it is not given. */
uint64_t number_of(const struct call *call, const char *name);
double seconds_of(const struct call *call, const char *name);
/* The limits that are given, and who hears of progress. */
fewest_limits limits_of(struct call *call);
/* Says that there is not enough memory, and is false. */
bool no_memory(struct call *call);

/* A word of one of the library's tables, by the name of its parameter. false: it is not one of them. */
enum { MOST_WORDS = 8 };
struct words {
    const char *name; /* of the parameter */
    const char *words[MOST_WORDS];
    int numbers[MOST_WORDS];
};
bool word_of(struct call *call, const char *name, int *number); /* puzzle.c */

void write_count(struct json *json, const char *key, uint64_t count);
void write_text(struct json *json, const char *key, const char *text);
void write_bool(struct json *json, const char *key, bool value);

#endif
