/* Whether a value is one of several pieces, as a condition of the program: a comparison or two, a range, or a table. */
#include "export/dialect.h"

/* Which codes are possible, and which of these are wanted. */
struct sets {
    bool *possible, *wanted;
    uint32_t lowest, highest;         /* of those possible */
    uint32_t first, last;             /* of those wanted */
    uint32_t wanted_count, other_count;
    bool any;                         /* also codes that are not known */
};

static bool make_sets(struct few_exporter *x, struct sets *sets, const uint16_t *possible, size_t possible_count,
                      const uint16_t *wanted, size_t wanted_count) {
    *sets = (struct sets){.any = !possible, .lowest = UINT32_MAX, .first = UINT32_MAX};
    sets->possible = few_arena_alloc(&x->arena, x->code_count + 1);
    sets->wanted = few_arena_alloc(&x->arena, x->code_count + 1);
    if (!sets->possible || !sets->wanted) {
        x->no_memory = true;
        return false;
    }
    for (size_t i = 0; i < possible_count && possible; i++)
        sets->possible[x->code[possible[i]]] = true;
    for (size_t i = 0; i < wanted_count; i++)
        if (sets->any || sets->possible[x->code[wanted[i]]])
            sets->wanted[x->code[wanted[i]]] = true;
    for (uint32_t c = 0; c < x->code_count; c++) {
        if (sets->any && sets->wanted[c])
            sets->possible[c] = true;
        if (!sets->possible[c])
            continue;
        if (c < sets->lowest)
            sets->lowest = c;
        sets->highest = c;
        if (sets->wanted[c]) {
            if (c < sets->first)
                sets->first = c;
            sets->last = c;
            sets->wanted_count++;
        } else {
            sets->other_count++;
        }
    }
    return true;
}

/* A list of comparisons with those codes that are wanted, or that are not. */
static const char *listed(struct few_exporter *x, const struct sets *sets, const char *value, bool wanted) {
    const char *text = "", *joint = wanted ? x->dialect->or : x->dialect->and;
    unsigned count = 0;
    for (uint32_t c = 0; c < x->code_count; c++) {
        if (!sets->possible[c] || sets->wanted[c] != wanted)
            continue;
        text = few_print(x, "%s%s%s%s%s%s %s %s", text, *text ? " " : "", *text ? joint : "", *text ? " " : "", value, "",
                         wanted ? "==" : "!=", x->piece[x->of_code[c]]);
        count++;
    }
    return wanted && count > 1 ? few_print(x, "(%s)", text) : text;
}

static bool is_range(const struct few_exporter *x, const struct sets *sets) {
    for (uint32_t c = sets->first; c <= sets->last; c++)
        if (!sets->wanted[c] && (sets->possible[c] || sets->any))
            return false;
    return !x->puzzle->is_string || sets->last < 128;
}

static const char *in_range(struct few_exporter *x, const struct sets *sets, const char *value) {
    const char *low = x->piece[x->of_code[sets->first]], *high = x->piece[x->of_code[sets->last]];
    bool from = sets->any || sets->first > sets->lowest, to = sets->any || sets->last < sets->highest;
    const char *above = from ? few_print(x, "%s >= %s", value, low) : "", *below = to ? few_print(x, "%s <= %s", value, high) : "";
    return few_print(x, "%s%s%s%s%s", above, from && to ? " " : "", from && to ? x->dialect->and : "", from && to ? " " : "", below);
}

/* A table that says of each code whether it is wanted. */
static const char *in_table(struct few_exporter *x, const struct sets *sets, const char *value) {
    const char *name = few_print(x, "set_%u", ++x->set_count);
    struct few_parts items = {0};
    if (x->puzzle->is_string) {
        const char *letters = "";
        for (uint32_t c = 0; c < x->code_count; c++)
            if (sets->wanted[c])
                letters = few_print(x, "%s%s", letters, x->puzzle->pieces[x->of_code[c]].text);
        return x->dialect->among_letters(x, letters, value);
    }
    for (uint32_t c = 0; c < x->code_count; c++) {
        const char **grown = few_arena_alloc(&x->arena, (items.count + 1) * sizeof *grown);
        if (!grown) {
            x->no_memory = true;
            return x->dialect->no;
        }
        if (items.count)
            memcpy(grown, items.items, items.count * sizeof *grown);
        grown[items.count++] = sets->wanted[c] ? "1" : "0";
        items.items = grown;
    }
    few_table(x, name, items.items, items.count);
    return few_print(x, "%s[%s]", name, value);
}

const char *few_among(struct few_exporter *x, const char *value, const uint16_t *possible, size_t possible_count,
                      const uint16_t *wanted, size_t wanted_count) {
    struct sets sets;
    if (!make_sets(x, &sets, possible, possible_count, wanted, wanted_count))
        return NULL;
    if (sets.wanted_count == 0)
        return "";
    if (sets.other_count == 0 && !sets.any)
        return NULL;
    if (sets.other_count == 1 && !sets.any)
        return listed(x, &sets, value, false);
    if (sets.wanted_count == 1)
        return listed(x, &sets, value, true);
    if (is_range(x, &sets))
        return in_range(x, &sets, value);
    if (sets.wanted_count <= 4)
        return listed(x, &sets, value, true);
    if (sets.other_count <= 3 && !sets.any)
        return listed(x, &sets, value, false);
    return in_table(x, &sets, value);
}
