/* JSON. Nothing here checks for failed writes: the caller that opened the file does so once, at the end. */
#include "json/json.h"

#include <inttypes.h>
#include <math.h>

struct json json_to(FILE *file) {
    return (struct json){.file = file};
}

static void separate(struct json *json) {
    if (json->follows)
        fputc(',', json->file);
    json->follows = true;
}

void json_begin(struct json *json, char bracket) {
    separate(json);
    fputc(bracket, json->file);
    json->follows = false;
}

void json_end(struct json *json, char bracket) {
    fputc(bracket, json->file);
    json->follows = true;
}

/* Bytes of the UTF-8 character at the front, 0 if there is none: the shortest form, no surrogates. */
static size_t character_length(const unsigned char *s) {
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t extra = 0; extra < 4; extra++) {
        if ((s[0] & forms[extra].mask) != forms[extra].lead)
            continue;
        uint32_t code = s[0] & (unsigned char)~forms[extra].mask;
        for (size_t i = 1; i <= extra; i++) {
            if ((s[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (s[i] & 0x3f);
        }
        bool surrogate = code >= 0xd800 && code < 0xe000;
        return code < forms[extra].least || surrogate || code > 0x10ffff ? 0 : extra + 1;
    }
    return 0;
}

static void write_string(FILE *file, const char *text) {
    fputc('"', file);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t length = character_length(s);
        if (length == 0) {
            fputs("\\ufffd", file);
            length = 1;
        } else if (*s == '"' || *s == '\\') {
            fprintf(file, "\\%c", *s);
        } else if (*s == '\n') {
            fputs("\\n", file);
        } else if (*s < 0x20 || *s == 0x7f) {
            fprintf(file, "\\u%04x", *s);
        } else {
            fwrite(s, 1, length, file);
        }
        s += length;
    }
    fputc('"', file);
}

void json_key(struct json *json, const char *key) {
    separate(json);
    write_string(json->file, key);
    fputc(':', json->file);
    json->follows = false;
}

void json_text(struct json *json, const char *text) {
    separate(json);
    if (text)
        write_string(json->file, text);
    else
        fputs("null", json->file);
}

void json_count(struct json *json, uint64_t count) {
    separate(json);
    fprintf(json->file, "%" PRIu64, count);
}

void json_seconds(struct json *json, double seconds) {
    separate(json);
    fprintf(json->file, "%.6f", seconds);
}

void json_number(struct json *json, double number) {
    separate(json);
    if (isfinite(number))
        fprintf(json->file, "%.6g", number);
    else
        fputs("null", json->file);
}

void json_bool(struct json *json, bool value) {
    separate(json);
    fputs(value ? "true" : "false", json->file);
}

void json_raw(struct json *json, const char *value) {
    separate(json);
    fputs(value, json->file);
}

void json_finish(struct json *json) {
    json_end(json, '}');
    fputc('\n', json->file);
}
