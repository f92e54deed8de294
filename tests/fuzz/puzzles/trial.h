/* One puzzle, asked of the library in every solution, and each answer compared with the interpreter's. */
#ifndef FUZZ_TRIAL_H
#define FUZZ_TRIAL_H

#include "random.h"
#include "space.h"

#include <fewest.h>

typedef enum outcome { SAME, DIFFERENT, TOO_LARGE, MISTAKEN } outcome;

enum { ASKING_ROOM = 400 };
/* A search that goes down again and again may take very long, as may walks in a space that is too large to be known. What is
 * not found by then is no answer. */
#define IDASTAR_SECONDS 0.02
#define GENERATE_SECONDS 0.03
/* Goals of tables, and of explorations from the goal, may be looked for among very many states: so long. */
#define TABLE_SECONDS 0.03
/* Where there are too many to look at them all, which takes a while to find out, goals are found by exploring: so long, now and then. */
#define VAST_SECONDS 3
/* A few puzzles in a hundred would take most of the time. One that has taken so long is asked only a quarter of what is left. */
#define LONG_SECONDS 0.03

typedef struct trial {
    const char *text;
    const char *folder; /* for table files */
    uint64_t seed;
    char *asking;       /* room for ASKING_ROOM characters: the question at hand, to be told after a crash */
    bool is_thorough;   /* every question and not only some */
    random_source random;
    arena memory;
    puzzle *game;
    space reach;
    truth known;
    space whole; /* all arrangements, where they are few; built when they are asked for */
    truth all;
    space rules; /* the same with the moves that lead to what must never be, of the puzzle without `never` */
    puzzle unbound;
    bool has_whole;
    fewest_puzzle *engine;
    double began;          /* processor time when the puzzle was read */
    double since;          /* processor time when the question at hand was asked */
    double slowest;        /* seconds of the question that took longest so far */
    char slow_question[ASKING_ROOM];
    uint64_t questions;    /* how many answers were compared */
    uint64_t refusals;     /* questions that do not apply to the puzzle */
    char kind[24];         /* of the question that showed a difference */
    char difference[3000];
} trial;

outcome trial_run(trial *self);
void trial_free(trial *self);

/* ---- among the files of the trial ---- */

/* Notes the difference; false, to be returned. */
bool differs(trial *self, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Notes what is asked next, and how long the question before it took. */
void asks(trial *self, const char *kind, const char *what);
bool engine_says_no(trial *self, const char *kind, const fewest_error *error);
unsigned below(trial *self, unsigned count);
bool chance(trial *self, unsigned percent);
/* The state that a text of the library means. false: a difference was noted. */
bool state_of_text(trial *self, const char *kind, const char *text, state *result);
/* The node of a text; SIZE_MAX: it cannot be reached from the start. */
bool node_of_text(trial *self, const char *kind, const char *text, size_t *result);
bool is_endless(const trial *self); /* the space was cut at the depth that `within` allows */
bool has_costs(const trial *self);
/* Whether the text of the library means this state, whose own text is given as well. false: a difference was noted. */
bool means_state(trial *self, const char *kind, const char *text, const char *wanted_text, state wanted, bool *same);
/* All arrangements of the pieces and values, in self->whole and self->all. false: there are too many. */
bool find_whole(trial *self);
/* Which of self->whole an exploration from the goal ranges over. */
bool *states_from_goal(trial *self);
/* The same where only one piece moves, by either of the two that change places; NULL: that is not so. */
bool *states_of_mover(trial *self, unsigned which);
/* The distance of any state, reachable from the start or not. FAR - 1: what it leads to is too large. */
uint64_t moves_to_goal(trial *self, state from, uint64_t *solutions);

/* What a search must find from these starts. */
typedef struct question {
    const char *kind, *what;
    fewest_options options;
    space *reach;
    const truth *known;
    uint64_t within; /* FAR: no limit */
} question;
bool ask_solve(trial *self, fewest_puzzle *engine, const question *asked);
question default_question(trial *self, const char *kind);
/* A number in options as it is meant: 0 is the default. */
static inline uint64_t meant(uint64_t number, uint64_t standard) {
    return number == 0 ? standard : number == FEWEST_ZERO ? 0 : number;
}

const char *options_text(trial *self, const fewest_options *options);
double arrangements(const trial *self); /* of all pieces and values; of a string, of any length up to its bound */
bool is_vast(const trial *self); /* there are so many arrangements that a bit for each would take gigabytes */
double table_seconds(const trial *self);
void limit_tables(trial *self, fewest_options *options);
void random_options(trial *self, fewest_options *options);

bool check_solve(trial *self);
bool check_limits(trial *self);
bool check_by_hand(trial *self);
bool check_play(trial *self);
bool check_graph(trial *self);
bool check_explore(trial *self);
bool check_explore_goal(trial *self);
bool check_tabulate(trial *self);
bool check_tables(trial *self);
bool check_generate(trial *self);
bool check_bound(trial *self);
/* Where there are too many states to know the truth: whether all explorations say the same. */
bool check_large(trial *self);

#endif
