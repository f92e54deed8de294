/* Texts that grow. */
#ifndef CONTEST_TEXT_H
#define CONTEST_TEXT_H

#include <stddef.h>

struct text {
    char *bytes; /* NUL-terminated; NULL: empty */
    size_t length, room;
};

/* Appends; where memory is refused the process ends, with status 4 and a message. */
void text_add(struct text *text, const char *bytes, size_t length);
void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_set(struct text *text, const char *from);
void text_free(struct text *text);
static inline const char *text_of(const struct text *text) { return text->bytes ? text->bytes : ""; }

#endif
