/* What the formats share: the file that is read, line by line and word by word, mistakes in it, and the text that is made. */
#ifndef IMPORT_SOURCE_H
#define IMPORT_SOURCE_H

#include "import/import.h"

enum { MOST_COST = 1000000000 }; /* of a move, in the puzzle language */

/* A piece of the file. */
struct span {
    const char *text;
    size_t length;
};

/* One file that is translated. */
struct source {
    const char *text, *end;
    const char *name;
    struct import_options options;
    char *rules; /* what is made, with a zero byte behind it */
    size_t length, room;
    bool failed; /* there was no memory for it */
    fewest_error *error;
};

/* The next line of what begins at *at, without its end. false: there is none. */
bool next_line(const char **at, const char *end, struct span *line);
/* Takes the next word off the line. A word is what stands between blanks. */
bool next_word(struct span *line, struct span *word);
/* A line with no word in it, or a comment: its first word begins with # or ;. */
bool is_blank(struct span line);
bool is_comment(struct span line);
bool span_is(struct span span, const char *text);
bool same_span(struct span a, struct span b);
/* A whole number, perhaps with a sign. false: it is none, or too large. */
bool read_integer(struct span word, int64_t *number);

/* Says what is wrong, and is false. Where `place` has no text the error has no place. */
#define mistake(...) (report_mistake(__VA_ARGS__), false)
#define no_memory(source) (report_memory(source), false)
void report_mistake(struct source *source, struct span place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void report_memory(struct source *source);

/* Adds to the rules. */
void put(struct source *source, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_span(struct source *source, struct span span);

/* The formats. Each says whether a file looks like it, how many it holds where there may be several, and translates one. false:
 * see the error. */
bool is_rush(const struct source *source);
uint64_t count_rush(const struct source *source);
bool translate_rush(struct source *source);
bool is_sokoban(const struct source *source);
uint64_t count_sokoban(const struct source *source);
bool translate_sokoban(struct source *source);
bool is_sas(const struct source *source);
bool translate_sas(struct source *source);
bool is_twisty(const struct source *source);
bool translate_twisty(struct source *source);
bool is_edges(const struct source *source);
bool translate_edges(struct source *source);
bool is_words(const struct source *source);
bool translate_words(struct source *source);

#endif
