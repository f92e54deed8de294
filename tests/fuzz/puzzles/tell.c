#include "tell.h"

#include "constructs.h"
#include "reader.h"
#include "space.h"

#include <inttypes.h>

enum { MOST_STATES = 1500, MOST_WAYS = 3 };

static void tell_text(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '\n') fputs("\\n", out);
        else if (*text == '\t') fputs("\\t", out);
        else if (*text == '\r') fputs("\\r", out);
        else if (*text == '"' || *text == '\\') fprintf(out, "\\%c", *text);
        else fputc(*text, out);
    }
    fputc('"', out);
}

typedef struct teller {
    FILE *out;
    const puzzle *game;
    const space *reach;
    arena *memory;
    unsigned told;
} teller;

static bool tell_solution(void *context, const uint32_t *nodes, const edge *edges, size_t length) {
    teller *self = context;
    fputs(self->told++ ? ",[" : "[", self->out);
    for (size_t i = 0; i < length; i++) {
        const moves all = moves_of(self->game, self->reach->nodes[nodes[i]].at, self->memory);
        if (i > 0) fputc(',', self->out);
        tell_text(self->out, word_of(self->game, &all, edges[i].move, self->memory));
    }
    fputc(']', self->out);
    return self->told < MOST_WAYS;
}

static bool is_undone(const space *reach, uint32_t from, const edge *by) {
    const node *to = &reach->nodes[by->to];
    for (size_t k = 0; k < to->edge_count; k++)
        if (to->edges[k].to == from && to->edges[k].cost == by->cost) return true;
    return false;
}

/* What `explain` counts. */
static void tell_facts(FILE *out, const space *reach, const truth *known) {
    uint32_t least = UINT32_MAX, most = 0, cheapest = UINT32_MAX, dearest = 0;
    bool undone = true;
    for (size_t i = 0; i < reach->count; i++) {
        const node *one = &reach->nodes[i];
        if (one->edge_count < least) least = one->edge_count;
        if (one->edge_count > most) most = one->edge_count;
        for (size_t k = 0; k < one->edge_count; k++) {
            if (one->edges[k].cost < cheapest) cheapest = one->edges[k].cost;
            if (one->edges[k].cost > dearest) dearest = one->edges[k].cost;
            undone = undone && is_undone(reach, (uint32_t)i, &one->edges[k]);
        }
    }
    fprintf(out, ",\"facts\":{\"reached\":%zu,\"starts\":%zu,\"moves_least\":%u,\"moves_most\":%u,\"goals_met\":%zu", reach->count,
            reach->start_count, least, most, known->goal_count);
    if (reach->move_count > 0) fprintf(out, ",\"cost_least\":%u,\"cost_most\":%u", cheapest, dearest);
    fprintf(out, "},\"undone\":%s", undone ? "true" : "false");
}

/* The same for some other start, to be given by hand. */
static void tell_other_start(FILE *out, teller *self, const truth *known, uint64_t seed) {
    const puzzle *game = self->game;
    const size_t index = seed % self->reach->count;
    const state one = self->reach->nodes[index].at;
    const truth other = truth_from(known, index);
    const bool solvable = other.best != FAR && (!game->has_within || other.best <= game->within);
    if (one.count == 0) return; /* it cannot be written */
    fputs(",\"start\":", out);
    tell_text(out, state_text(game, one, self->memory));
    fprintf(out, ",\"start_cost\":%" PRId64 ",\"start_first\":[", solvable ? (int64_t)other.best : -1);
    self->told = 0;
    if (solvable) space_solutions(self->reach, &other, tell_solution, self);
    fputs("]", out);
}

static void tell_constructs(FILE *out, const puzzle *game, const space *reach, const truth *known) {
    bool used[CONSTRUCT_COUNT] = {false}, any = false;
    find_constructs(game, reach, known, used);
    fputs(",\"uses\":[", out);
    for (size_t i = 0; i < CONSTRUCT_COUNT; i++) {
        if (!used[i]) continue;
        fputs(any ? "," : "", out);
        tell_text(out, construct_texts[i]);
        any = true;
    }
    fputs("]", out);
}

static void tell_space(FILE *out, puzzle *game, space *reach, arena *memory, uint64_t seed) {
    const bool is_endless = game->is_string && game->bound == SIZE_MAX;
    const truth known = space_truth(reach, game->goals, game->goal_count);
    const bool solvable = known.best != FAR && (!game->has_within || known.best <= game->within);
    bool costs = false;
    for (size_t i = 0; i < game->rule_count; i++) costs = costs || rule_has_costs(game, &game->rules[i]);
    fprintf(out, ",\"solvable\":%s,\"cost\":%" PRId64 ",\"ways\":%" PRIu64 ",\"states\":%zu,\"costs\":%s,\"starts\":%zu,\"endless\":%s",
            solvable ? "true" : "false", solvable ? (int64_t)known.best : -1, solvable ? known.best_solutions : 0, reach->count,
            costs ? "true" : "false", reach->start_count, is_endless ? "true" : "false");
    tell_facts(out, reach, &known);
    tell_constructs(out, game, reach, &known);
    fputs(",\"depths\":[", out);
    for (uint32_t depth = 0, count = 1; count > 0; depth++) {
        count = 0;
        for (size_t i = 0; i < reach->count; i++) count += reach->nodes[i].depth == depth;
        if (count > 0) fprintf(out, "%s%u", depth ? "," : "", count);
    }
    fputs("],\"first\":[", out);
    teller self = {out, game, reach, memory, 0};
    if (solvable) space_solutions(reach, &known, tell_solution, &self);
    fputs("]", out);
    if (!is_endless) tell_other_start(out, &self, &known, seed);
}

int tell_truth(FILE *out, uint64_t seed, const char *text) {
    arena memory = {0};
    space reach = {0};
    state *starts;
    puzzle *game = puzzle_read(text);
    bool good = !*game->mistake && game->has_start && game->goal_count > 0;
    if (good) {
        const size_t count = starts_of(game, &game->start, &memory, &starts);
        space_build(&reach, game, starts, count, MOST_STATES, game->is_string && game->bound == SIZE_MAX ? game->within : SIZE_MAX);
        good = reach.is_whole;
    }
    if (good) {
        fprintf(out, "{\"case\":%" PRIu64 ",\"text\":", seed);
        tell_text(out, text);
        tell_space(out, game, &reach, &memory, seed);
        fputs("}\n", out);
    }
    space_free(&reach);
    puzzle_free(game);
    arena_free(&memory);
    return good;
}
