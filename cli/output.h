/* What the tool writes: JSON, made by hand, and errors for people. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <fewest.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Writes JSON from front to back; it knows where a comma belongs. A text that is not UTF-8 gets a U+FFFD for
 * each byte that is wrong, so that what is written is always valid. */
struct json {
    FILE *file;
    bool follows; /* a value stands before the next one */
};

struct json json_to(FILE *file);
void json_begin(struct json *json, char bracket); /* { or [ */
void json_end(struct json *json, char bracket);   /* } or ] */
void json_key(struct json *json, const char *key);
void json_text(struct json *json, const char *text); /* NULL: null */
void json_count(struct json *json, uint64_t count);
void json_seconds(struct json *json, double seconds);
void json_bool(struct json *json, bool value);

/* The end of what was begun with json_begin({): closes it and the line. */
void json_finish(struct json *json);

/* The members that tell of an error: status, error, and hint, line and column where there are any. */
void json_error(struct json *json, const fewest_error *error);

/* An error on standard error, or as one object on standard output. Returns the exit status. */
int report_error(const fewest_error *error, bool as_json);

/* "no memory was left", for what the library answers with NULL. */
int report_no_memory(bool as_json);

#endif
