/* Texts that grow. A stress test that has no memory left has nothing to say, so it ends here. */
#include "contest/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For so many more bytes and a NUL. */
static void make_room(struct text *text, size_t length) {
    if (text->bytes && text->room >= text->length + length + 1)
        return;
    size_t room = 2 * text->room + length + 64;
    char *larger = realloc(text->bytes, room);
    if (!larger) {
        fputs("fewest judge: there is not enough memory\n", stderr);
        exit(4);
    }
    text->bytes = larger;
    text->room = room;
}

void text_add(struct text *text, const char *bytes, size_t length) {
    make_room(text, length);
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_print(struct text *text, const char *format, ...) {
    char line[256];
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(line, sizeof line, format, list);
    if (length >= 0 && (size_t)length < sizeof line) {
        text_add(text, line, (size_t)length);
    } else if (length > 0) {
        make_room(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(list);
}

void text_set(struct text *text, const char *from) {
    text->length = 0;
    text_add(text, from, strlen(from));
}

void text_free(struct text *text) {
    free(text->bytes);
    *text = (struct text){0};
}
