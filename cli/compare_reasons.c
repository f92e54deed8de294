/* Why one search wins: each time is states times time per state, so a row is either the best in something or says how
 * much more it expands, or takes longer over each state, than the fastest. */
#include "cli/compare.h"

#include <string.h>

static bool finished(const struct compared *row) { return row->status == FEWEST_SOLVED; }

static double expanded(const struct compared *row) { return (double)row->expanded; }
static double memory(const struct compared *row) { return (double)row->peak_bytes; }
static double later(const struct compared *row) { return row->seconds; }
static double total(const struct compared *row) { return row->setup + row->seconds; }

static const struct {
    double (*of)(const struct compared *row);
    const char *word;
} qualities[] = {
    {total, "fastest"},
    {later, "fastest without set-up"},
    {expanded, "fewest expanded"},
    {memory, "least memory"},
};

static void append(struct compared *row, const char *text) {
    size_t used = strlen(row->why);
    snprintf(row->why + used, sizeof row->why - used, "%s%s", used ? ", " : "", text);
}

/* The best value among the finished rows; false where all are alike, so that nothing is to be said. */
static bool best_of(const struct comparison *comparison, double (*of)(const struct compared *), double *best) {
    double most = 0;
    bool any = false;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared *row = &comparison->rows[i];
        if (!finished(row))
            continue;
        double value = of(row);
        if (!any || value < *best)
            *best = value;
        if (!any || value > most)
            most = value;
        any = true;
    }
    return any && most > *best;
}

/* A smaller difference may be chance: times are never exact. */
#define NOTABLE 1.2

/* How the slower row differs from the fastest. */
static void compare_with(struct compared *row, const struct compared *fastest) {
    char text[80];
    double time = total(row) / (total(fastest) > 0 ? total(fastest) : 1e-9);
    if (fastest->expanded == 0) { /* a distance table, or a start that is a goal */
        snprintf(text, sizeof text, time < 100 ? "%.2gx the time" : "%.0fx the time", time);
        append(row, time >= NOTABLE ? text : "about as fast");
        return;
    }
    double states = expanded(row) / expanded(fastest);
    double each = states > 0 ? time / states : time;
    if (states >= NOTABLE) {
        snprintf(text, sizeof text, states < 100 ? "%.2gx the states" : "%.0fx the states", states);
        append(row, text);
    }
    if (row->setup > row->seconds && time >= NOTABLE) {
        snprintf(text, sizeof text, "set-up takes %.0f %% of its time", 100 * row->setup / total(row));
        append(row, text);
    } else if (each >= NOTABLE) {
        snprintf(text, sizeof text, each < 100 ? "%.2gx the time for each state" : "%.0fx the time for each state", each);
        append(row, text);
    }
    if (!row->why[0])
        append(row, "about as fast");
}

void compare_reasons(struct comparison *comparison) {
    const struct compared *fastest = NULL;
    size_t done = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared *row = &comparison->rows[i];
        if (!finished(row))
            continue;
        done++;
        if (!fastest || total(row) < total(fastest))
            fastest = row;
    }
    for (size_t q = 0; q < sizeof qualities / sizeof *qualities; q++) {
        double best;
        if (!best_of(comparison, qualities[q].of, &best))
            continue;
        for (size_t i = 0; i < comparison->count; i++) {
            struct compared *row = &comparison->rows[i];
            if (finished(row) && qualities[q].of(row) <= best && !(qualities[q].of == later && row == fastest))
                append(row, qualities[q].word);
        }
    }
    for (size_t i = 0; i < comparison->count; i++) {
        struct compared *row = &comparison->rows[i];
        if (!finished(row))
            snprintf(row->why, sizeof row->why, "%s%s%s, after %zu of %zu start%s", row->status == FEWEST_LIMIT ? "gave up: the " : "",
                     row->status == FEWEST_LIMIT ? fewest_limit_word(row->limit) : fewest_status_word(row->status),
                     row->status == FEWEST_LIMIT ? " limit" : "",
                     row->starts, comparison->starts, comparison->starts == 1 ? "" : "s");
        else if (row != fastest)
            compare_with(row, fastest);
        else if (done == 1)
            append(row, "the only one that finished");
    }
}
