/* What the tests over all puzzle files share: finding them, opening one as a space, and random numbers.
 * Run from the top of the source tree, or with FEWEST_SOURCE_ROOT saying where it is. */
#ifndef FEW_TESTS_UNIT_CORPUS_H
#define FEW_TESTS_UNIT_CORPUS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glob.h>

#include <cmocka.h>

#include "api/handle.h"
#include "rules/rule_space.h"
#include "spaces/board/board.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* A puzzle made searchable. */
struct subject {
    const char *path;
    fewest_puzzle *puzzle;
    const struct few_space *space;
    uint64_t *starts;
    size_t start_count, start_room;
    uint64_t *next;         /* room for the successors or predecessors of one state */
    struct few_step *steps; /* the same */
};

static inline int go_to_source_root(void **state) {
    (void)state;
    const char *root = getenv("FEWEST_SOURCE_ROOT");
    return root ? chdir(root) : 0;
}

static inline void subject_open(struct subject *subject, const char *path) {
    fewest_error error;
    struct few_error inner = {0};
    *subject = (struct subject){.path = path, .puzzle = fewest_load(path, &error)};
    if (!subject->puzzle)
        fail_msg("%s", error.text);
    if (!few_puzzle_prepare(subject->puzzle, FEW_TO_EXPLORE, NULL, &inner))
        fail_msg("%s: %s", path, inner.message);
    const struct few_model *model = subject->puzzle->model;
    subject->space = model->space;
    assert_true(few_model_starts(model, &subject->puzzle->memory, &subject->starts, &subject->start_count,
                                 &subject->start_room));
    const struct few_space *space = subject->space;
    size_t most = space->max_successors > space->max_predecessors ? space->max_successors : space->max_predecessors;
    if (few_is_board(model->space)) /* in a state that is none, everything may fit */
        most += ((const struct few_rule_space *)space)->listing.count;
    subject->next = malloc((most + 1) * space->words * sizeof *subject->next);
    subject->steps = malloc((most + 1) * sizeof *subject->steps);
}

static inline void subject_close(struct subject *subject) {
    few_free(&subject->puzzle->memory, subject->starts,
             subject->start_room * subject->space->words * sizeof *subject->starts);
    free(subject->next);
    free(subject->steps);
    fewest_puzzle_free(subject->puzzle);
}

/* Opens every file that fits a pattern, one after the other, and calls `visit` with it. */
static inline void each_puzzle(const char *pattern, void (*visit)(struct subject *subject, void *context),
                               void *context) {
    glob_t found;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct subject subject;
        subject_open(&subject, found.gl_pathv[i]);
        visit(&subject, context);
        subject_close(&subject);
    }
    globfree(&found);
}

/* splitmix64: the same numbers everywhere for one seed. */
static inline uint64_t next_random(uint64_t *generator) {
    uint64_t x = *generator += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline uint64_t chosen_seed(void) {
    const char *seed = getenv("FEWEST_SEED");
    return seed ? strtoull(seed, NULL, 10) : 20261115;
}

#endif
