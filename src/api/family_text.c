#include "api/family_writers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void few_family_add(struct few_family_page *text, const char *format, ...) {
    char piece[512];
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (text->failed || written < 0 || (size_t)written >= sizeof piece) {
        text->failed = true;
        return;
    }
    const size_t length = (size_t)written;
    if (!text->bytes || length >= text->room - text->length) {
        const size_t room = 2 * text->room + sizeof piece;
        char *bytes = realloc(text->bytes, room);
        if (!bytes) {
            text->failed = true;
            return;
        }
        text->bytes = bytes;
        text->room = room;
    }
    memcpy(text->bytes + text->length, piece, length + 1);
    text->length += length;
}

unsigned few_family_random(uint64_t *seed, unsigned limit) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((*seed >> 33) % limit);
}
