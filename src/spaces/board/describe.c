/* What the states of a board are and how they are numbered, in words. */
#include "rules/rule_space.h"
#include "space/describe.h"
#include "spaces/board/board.h"
#include "state/rank.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text that is written piece by piece; too long a one is none at all. */
struct writing {
    char *text;
    size_t room, length;
};

static void put(struct writing *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writing *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (to->length < to->room)
        to->length += (size_t)vsnprintf(to->text + to->length, to->room - to->length, format, arguments);
    va_end(arguments);
    if (to->length >= to->room)
        *to->text = 0;
}

/* ---- How many arrangements there are */

static double factorial(uint32_t n) {
    double product = 1;
    for (uint32_t i = 2; i <= n; i++)
        product *= i;
    return product;
}

/* Whether all pieces that are arranged differ. */
static bool all_differ(const struct few_rank_group *group) {
    for (uint32_t v = 0; v < group->values; v++)
        if (group->counts[v] > 1)
            return false;
    return true;
}

static double put_arranged(struct writing *to, const struct few_rank_group *group) {
    double about = factorial(group->count);
    uint32_t repeated = 0;
    put(to, "%" PRIu32 "!", group->count);
    for (uint32_t v = 0; v < group->values; v++)
        repeated += group->counts[v] > 1;
    for (uint32_t v = 0, written = 0; v < group->values; v++) {
        if (group->counts[v] < 2)
            continue;
        put(to, "%s%" PRIu32 "!", written++ ? " * " : repeated > 1 ? " / (" : " / ", group->counts[v]);
        about /= factorial(group->counts[v]);
    }
    put(to, "%s", repeated > 1 ? ")" : "");
    return about;
}

/* Equal digits side by side are a power. */
static double put_digits(struct writing *to, const struct few_rank_group *group) {
    double about = 1;
    for (uint32_t f = 0, end; f < group->count; f = end) {
        for (end = f; end < group->count && group->radix[end] == group->radix[f]; end++)
            about *= group->radix[f];
        put(to, "%s%" PRIu32, f ? " * " : "", group->radix[f]);
        if (end - f > 1)
            put(to, "^%" PRIu32, end - f);
    }
    return about;
}

enum { GROUP_TEXT = 256 };

static double write_group(const struct few_rank_group *group, char *text) {
    struct writing to = {text, GROUP_TEXT, 0};
    *text = 0;
    return group->counts ? put_arranged(&to, group) : put_digits(&to, group);
}

/* Equal groups side by side are a power. */
static void write_formula(const struct few_rule_space *self, struct few_description *d) {
    struct writing to = {d->formula, sizeof d->formula, 0};
    char text[GROUP_TEXT], other[GROUP_TEXT];
    bool fits = true;
    d->about = 1;
    for (uint32_t g = 0, end; g < self->group_count; g = end) {
        const double about = write_group(&self->groups[g], text);
        d->about *= about;
        fits = fits && *text;
        for (end = g + 1; end < self->group_count; end++) {
            write_group(&self->groups[end], other);
            if (strcmp(text, other) != 0)
                break;
            d->about *= about;
        }
        const bool closed = end - g == 1 || !strpbrk(text, " ^");
        put(&to, "%s%s%s%s", g ? " * " : "", closed ? "" : "(", text, closed ? "" : ")");
        if (end - g > 1)
            put(&to, "^%" PRIu32, end - g);
    }
    if (self->group_count == 0)
        put(&to, "1");
    if (!fits)
        *d->formula = 0;
}

/* ---- Which hash, and why */

static void write_reason(const struct few_rule_space *self, struct few_description *d) {
    struct writing to = {d->hash_why, sizeof d->hash_why, 0};
    uint32_t arranged = 0, groups = 0, digits = 0;
    bool differ = true;
    for (uint32_t g = 0; g < self->group_count; g++) {
        const struct few_rank_group *group = &self->groups[g];
        groups += group->counts != NULL;
        arranged += group->counts ? group->count : 0;
        digits += group->counts ? 0 : group->count;
        differ = differ && (!group->counts || all_differ(group));
    }
    if (groups == 1)
        put(&to, "moves only change the places of the pieces on %" PRIu32 " cells, %s", arranged,
            differ ? "which are all different, so that a Cantor expansion would do as well" : "some of which are equal");
    else if (groups > 1)
        put(&to, "moves only change the places of pieces within %" PRIu32 " groups of cells, %" PRIu32 " cells in all", groups, arranged);
    if (digits)
        put(&to, "%s%" PRIu32 " %s, for the values that can come there", groups ? "; " : "", digits,
            digits > 1 ? "cells or vars have a digit each" : "cell or var has a digit of its own");
    if (!groups && !digits)
        put(&to, "no move can ever change anything");
    if (!self->space.ranks)
        put(&to, "; but that makes more numbers than 2^62");
}

/* ---- All of it */

void few_board_describe(const struct few_space *space, struct few_description *d) {
    const struct few_rule_space *self = (const struct few_rule_space *)space;
    const struct few_layout *layout = &self->layout;
    d->cells = layout->cells;
    d->changing = layout->cell_fields;
    d->pieces = layout->cell_fields ? layout->cell_values : 0;
    d->vars = layout->order_count - layout->cell_fields;
    d->state = d->changing && d->vars ? "the pieces on the cells and the values of the vars"
               : d->vars              ? "the values of the vars"
                                      : "the pieces on the cells";
    d->bits = 0;
    for (uint32_t i = 0; i < layout->order_count; i++)
        d->bits += layout->fields[layout->order[i]].width;
    write_formula(self, d);
    write_reason(self, d);
    if (space->ranks)
        d->hash = space->rank_name;
}
