/* JSON, written by hand from front to back, for all that the tool and its server send. */
#ifndef JSON_JSON_H
#define JSON_JSON_H

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
void json_number(struct json *json, double number); /* to six digits; what is no number: null */
void json_bool(struct json *json, bool value);
void json_raw(struct json *json, const char *value); /* JSON already, one value */

/* The end of what was begun with json_begin({): closes it and the line. */
void json_finish(struct json *json);

#endif
