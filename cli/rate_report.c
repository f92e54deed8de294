/* The ratings as a table for people, as comma-separated values, and as JSON. */
#include "cli/rate.h"

#include "cli/amount.h"
#include "json/json.h"

#include <inttypes.h>
#include <string.h>

/* The columns that are numbers. `known` says of which ratings. */
enum known { IF_SOLVED, IF_SEARCHED, IF_WHOLE };

#define COLUMNS(X)                                              \
    X(length, IF_SOLVED, "moves")                               \
    X(cost, IF_SOLVED, "cost")                                  \
    X(solutions, IF_SOLVED, "solutions")                        \
    X(seen, IF_SEARCHED, "seen")                                \
    X(states, IF_WHOLE, "states")                               \
    X(depth, IF_WHOLE, "depth")                                 \
    X(goals, IF_WHOLE, "goals")                                 \
    X(dead, IF_WHOLE, "dead ends")

static bool is_known(const struct rating *rating, enum known known) {
    switch (known) {
    case IF_SOLVED: return rating->status == FEWEST_SOLVED;
    case IF_SEARCHED: return rating->status != FEWEST_INVALID && rating->status != FEWEST_INTERRUPTED;
    case IF_WHOLE: return rating->whole;
    }
    return false;
}

bool is_searched(const struct rating *rating) {
    return is_known(rating, IF_SEARCHED);
}

struct rate_name rate_name_of(const struct rating *rating) {
    struct rate_name name;
    const char *slash = strrchr(rating->file, '/'), *last = slash && slash[1] ? slash + 1 : rating->file;
    if (rating->level)
        snprintf(name.text, sizeof name.text, "%.100s %" PRIu64, last, rating->level);
    else
        snprintf(name.text, sizeof name.text, "%.100s", last);
    return name;
}

/* ---- For people */

static const char *what_else(const struct rating *rating) {
    return rating->status == FEWEST_SOLVED ? "" : rating->status == FEWEST_LIMIT && rating->why ? rating->why : fewest_status_word(rating->status);
}

enum { CELL_WIDTH = 11 };

static void put_cell(FILE *file, bool known, uint64_t number) {
    fprintf(file, "  %*s", CELL_WIDTH, known ? show_count(number).text : "-");
}

void rate_text(FILE *file, const struct ratings *ratings) {
    int widest = 6;
    for (size_t i = 0; i < ratings->count; i++) {
        const int width = (int)strlen(rate_name_of(&ratings->list[i]).text);
        widest = width > widest ? width : widest;
    }
    fprintf(file, "%-*s", widest, "puzzle");
#define HEAD(member, known, head) fprintf(file, "  %*s", CELL_WIDTH, head);
    COLUMNS(HEAD)
#undef HEAD
    fputs("  branching\n", file);
    for (size_t i = 0; i < ratings->count; i++) {
        const struct rating *rating = &ratings->list[i];
        fprintf(file, "%-*s", widest, rate_name_of(rating).text);
#define CELL(member, known, head) put_cell(file, is_known(rating, known), rating->member);
        COLUMNS(CELL)
#undef CELL
        if (rating->whole)
            fprintf(file, "  %9.2f", rating->branching);
        else
            fprintf(file, "  %9s", "-");
        fprintf(file, "%s%s\n", *what_else(rating) ? "  " : "", what_else(rating));
    }
}

/* ---- For programs */

/* As RFC 4180 has it. */
static void put_quoted(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

void rate_csv(FILE *file, const struct ratings *ratings) {
    fputs("file,level,title,status", file);
#define HEAD(member, known, head) fputs("," #member, file);
    COLUMNS(HEAD)
#undef HEAD
    fputs(",branching,seconds\n", file);
    for (size_t i = 0; i < ratings->count; i++) {
        const struct rating *rating = &ratings->list[i];
        put_quoted(file, rating->file);
        fprintf(file, ",%" PRIu64 ",", rating->level ? rating->level : 1);
        put_quoted(file, rating->title ? rating->title : "");
        fprintf(file, ",%s", fewest_status_word(rating->status));
#define CELL(member, known, head) \
    fputc(',', file);             \
    if (is_known(rating, known))  \
        fprintf(file, "%" PRIu64, rating->member);
        COLUMNS(CELL)
#undef CELL
        fputc(',', file);
        if (rating->whole)
            fprintf(file, "%.4f", rating->branching);
        fprintf(file, ",%.6f\n", rating->seconds);
    }
}

static void json_rating(struct json *json, const struct rating *rating) {
    json_begin(json, '{');
    json_key(json, "file");
    json_text(json, rating->file);
    json_key(json, "level");
    json_count(json, rating->level ? rating->level : 1);
    json_key(json, "title");
    json_text(json, rating->title ? rating->title : "");
    json_key(json, "status");
    json_text(json, fewest_status_word(rating->status));
#define CELL(member, known, head)              \
    json_key(json, #member);                   \
    if (is_known(rating, known))               \
        json_count(json, rating->member);      \
    else                                       \
        json_text(json, NULL);
    COLUMNS(CELL)
#undef CELL
    json_key(json, "branching");
    if (rating->whole)
        json_number(json, rating->branching);
    else
        json_text(json, NULL);
    json_key(json, "seconds");
    json_seconds(json, rating->seconds);
    if (rating->why) {
        json_key(json, "error");
        json_text(json, rating->why);
    }
    json_end(json, '}');
}

void rate_json(FILE *file, const struct ratings *ratings) {
    struct json json = json_to(file);
    json_begin(&json, '{');
    json_key(&json, "puzzles");
    json_begin(&json, '[');
    for (size_t i = 0; i < ratings->count; i++)
        json_rating(&json, &ratings->list[i]);
    json_end(&json, ']');
    json_finish(&json);
}
