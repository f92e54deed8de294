#include "tell.h"

#include "reader.h"
#include "space.h"

#include <inttypes.h>

enum { MOST_STATES = 1500, MOST_WAYS = 3 };

static void tell_text(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '\n') fputs("\\n", out);
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

static void tell_space(FILE *out, puzzle *game, space *reach, arena *memory) {
    const truth known = space_truth(reach, game->goals, game->goal_count);
    const bool solvable = known.best != FAR && (!game->has_within || known.best <= game->within);
    bool costs = false;
    for (size_t i = 0; i < game->rule_count; i++) costs = costs || game->rules[i].cost != 1;
    fprintf(out, ",\"solvable\":%s,\"cost\":%" PRId64 ",\"ways\":%" PRIu64 ",\"states\":%zu,\"costs\":%s,\"starts\":%zu,\"endless\":%s",
            solvable ? "true" : "false", solvable ? (int64_t)known.best : -1, solvable ? known.best_solutions : 0, reach->count,
            costs ? "true" : "false", reach->start_count, game->is_string && game->bound == SIZE_MAX ? "true" : "false");
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
        tell_space(out, game, &reach, &memory);
        fputs("}\n", out);
    }
    space_free(&reach);
    puzzle_free(game);
    arena_free(&memory);
    return good;
}
