#include "trial.h"

#include "generator.h"
#include "reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST_STATES = 1500, MOST_OF_LARGE = 45000 };

bool differs(trial *self, const char *kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->difference, sizeof self->difference, format, arguments);
    va_end(arguments);
    snprintf(self->kind, sizeof self->kind, "%s", kind);
    return false;
}

static double processor_time(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

void asks(trial *self, const char *kind, const char *what) {
    const double now = processor_time();
    if (now - self->since > self->slowest) {
        self->slowest = now - self->since;
        memcpy(self->slow_question, self->asking, ASKING_ROOM);
    }
    self->since = now;
    snprintf(self->asking, ASKING_ROOM, "%s: %s", kind, what);
}

bool engine_says_no(trial *self, const char *kind, const fewest_error *error) {
    return differs(self, kind, "the library refuses: %s (%s)", error->message, fewest_status_word(error->status));
}

unsigned below(trial *self, unsigned count) {
    return random_below(&self->random, count);
}

bool chance(trial *self, unsigned percent) {
    return random_chance(&self->random, percent);
}

bool is_endless(const trial *self) {
    return self->game->is_string && self->game->bound == SIZE_MAX;
}

bool has_costs(const trial *self) {
    for (size_t i = 0; i < self->game->rule_count; i++)
        if (rule_has_costs(self->game, &self->game->rules[i])) return true;
    return false;
}

bool state_of_text(trial *self, const char *kind, const char *text, state *result) {
    start read;
    state *all;
    if (!text) return differs(self, kind, "a state without a text");
    if (self->game->is_string && !*text) return *result = (state){arena_take(&self->memory, sizeof(symbol)), 0}, true;
    if (!puzzle_read_start(self->game, text, &read)) return differs(self, kind, "not a state: %s (%s)", text, self->game->mistake);
    if (starts_of(self->game, &read, &self->memory, &all) != 1) return differs(self, kind, "several states: %s", text);
    *result = all[0];
    return true;
}

bool node_of_text(trial *self, const char *kind, const char *text, size_t *result) {
    state one;
    if (!state_of_text(self, kind, text, &one)) return false;
    *result = space_find(&self->reach, one);
    return true;
}

bool means_state(trial *self, const char *kind, const char *text, const char *wanted_text, state wanted, bool *same) {
    state one;
    *same = text && strcmp(text, wanted_text) == 0;
    if (*same) return true;
    if (!state_of_text(self, kind, text, &one)) return false; /* it may be written otherwise */
    *same = same_state(one, wanted);
    return true;
}

double arrangements(const trial *self) {
    const puzzle *game = self->game;
    size_t pieces = 0;
    for (size_t i = 0; i < game->word_count; i++) pieces += game->is_open ? game->words[i].is_written : game->words[i].is_piece;
    double count = pow((double)pieces, (double)(game->is_string ? game->bound : puzzle_cells(game)));
    if (game->is_string && pieces > 1) count *= (double)pieces / (double)(pieces - 1);
    for (size_t i = 0; i < game->var_count; i++) count *= (double)game->vars[i].count;
    return count;
}

bool is_vast(const trial *self) {
    return arrangements(self) > 1e13;
}

double table_seconds(const trial *self) {
    return self->seed % 16 == 0 && !self->is_thorough && is_vast(self) ? VAST_SECONDS : TABLE_SECONDS;
}

uint64_t moves_to_goal(trial *self, state from, uint64_t *ways) {
    if (must_never_be(self->game, from)) return *ways = 0, FAR;
    const size_t reached = is_endless(self) ? SIZE_MAX : space_find(&self->reach, from);
    if (reached != SIZE_MAX) return *ways = self->known.short_solutions[reached], self->known.moves[reached];
    const size_t known = find_whole(self) ? space_find(&self->whole, from) : SIZE_MAX;
    if (known != SIZE_MAX) return *ways = self->all.short_solutions[known], self->all.moves[known];
    space around;
    space_build(&around, self->game, &from, 1, 3 * MOST_STATES, SIZE_MAX);
    uint64_t moves = FAR - 1;
    if (around.is_whole) {
        const truth known = space_truth(&around, self->game->goals, self->game->goal_count);
        moves = known.moves[0];
        *ways = known.short_solutions[0];
    }
    space_free(&around);
    return moves;
}

typedef bool check(trial *self);

typedef struct chosen {
    check *run;
    unsigned percent;
    const char *name;
} chosen;

static bool ask_some(trial *self, const chosen *checks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        self->random.at = self->seed * 31 + i; /* a question does not depend on those before it */
        if (!self->is_thorough && !chance(self, checks[i].percent)) continue;
        if (!self->is_thorough && (self->seed + i) % 4 != 0 && processor_time() - self->began > LONG_SECONDS) continue;
        for (int again = self->is_thorough ? 8 : 1; again > 0; again--)
            if (asks(self, checks[i].name, ""), !checks[i].run(self)) return false;
    }
    return true;
}

static bool ask_all(trial *self) {
    static const chosen checks[] = {
        {check_solve, 100, "solve"},        {check_limits, 25, "limits"},
        {check_by_hand, 30, "by hand"},     {check_play, 30, "check"},
        {check_graph, 60, "graph"},         {check_explore, 60, "explore"},
        {check_explore_goal, 35, "from goal"}, {check_tabulate, 20, "tabulate"},
        {check_tables, 35, "tables"},        {check_generate, 25, "generate"},
        {check_bound, 15, "bound"},
    };
    return ask_some(self, checks, sizeof checks / sizeof *checks);
}

/* A maze is asked what needs no other handle: those are made from the text, without the way in and out. */
static bool ask_maze(trial *self) {
    static const chosen checks[] = {{check_solve, 100, "solve"}, {check_limits, 25, "limits"},   {check_play, 50, "check"},
                                    {check_graph, 60, "graph"},  {check_explore, 60, "explore"}, {check_explore_goal, 35, "from goal"}};
    return ask_some(self, checks, sizeof checks / sizeof *checks);
}

/* The text as the interpreter reads it, and the library. */
static bool read_both(trial *self, bool maze, fewest_error *error) {
    char from[PLACE_ROOM] = "", to[PLACE_ROOM] = "";
    self->random.at = self->seed;
    self->game = puzzle_read(maze ? maze_as_puzzle(&self->memory, self->text, &self->random, from, to) : self->text);
    self->engine = fewest_parse(self->text, strlen(self->text), "puzzle", error);
    if (!maze || !self->engine || *self->game->mistake) return self->engine;
    return fewest_set_start(self->engine, from, error) && fewest_set_goal(self->engine, to, error);
}

/* What names make a cost come to is worked out when the rules are compiled, before any search. */
static bool is_found_later(const trial *self) {
    fewest_error error;
    if (strcmp(self->game->mistake, "a free move in a string without end") != 0) return false;
    fewest_answer *answer = fewest_solve(self->engine, NULL, &error);
    fewest_answer_free(answer);
    return !answer && error.status == FEWEST_INVALID;
}

static outcome ask_everything(trial *self) {
    fewest_error error;
    state *starts;
    asks(self, "parse", "");
    const bool maze = text_is_maze(self->text), good = read_both(self, maze, &error);
    if (maze && *self->game->mistake) return MISTAKEN; /* of the matrix; the library may have other words for it */
    if (*self->game->mistake) {
        if (!self->engine || is_found_later(self)) return MISTAKEN;
        differs(self, "accepted", "the library accepts it; the interpreter says: %s", self->game->mistake);
        return DIFFERENT;
    }
    if (!good) {
        engine_says_no(self, "refused", &error);
        return DIFFERENT;
    }
    if (!self->game->has_start) return MISTAKEN;
    const size_t count = starts_of(self->game, &self->game->start, &self->memory, &starts);
    const size_t most = self->seed % 40 == 0 ? MOST_OF_LARGE : MOST_STATES;
    asks(self, "interpreter", "all states");
    space_build(&self->reach, self->game, starts, count, most, is_endless(self) ? self->game->within : SIZE_MAX);
    if (!self->reach.is_whole) return check_large(self) ? TOO_LARGE : DIFFERENT;
    self->known = space_truth(&self->reach, self->game->goals, self->game->goal_count);
    return (maze ? ask_maze(self) : ask_all(self)) ? SAME : DIFFERENT;
}

outcome trial_run(trial *self) {
    self->since = self->began = processor_time();
    const outcome result = ask_everything(self);
    asks(self, "nothing", "all is asked");
    return result;
}

void trial_free(trial *self) {
    fewest_puzzle_free(self->engine);
    space_free(&self->reach);
    space_free(&self->whole);
    space_free(&self->rules);
    puzzle_free(self->game);
    arena_free(&self->memory);
}
