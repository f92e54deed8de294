/* Different handles in different threads at once: answers are read and freed by one thread while another goes on with their
 * puzzle, and puzzles are made, changed, tabulated and solved side by side. Built with -Db_sanitize=thread, this is where
 * anything that they share would be seen. */
#include "api.h"
#include "../temporary.h"

#include <fewest/tables.h>
#include <pthread.h>
#include <unistd.h>

enum { ANSWERS = 120, PUZZLES = 3 };

static const char *const starts[] = {"2 3 4 / 1 5 x / 7 6 8", "1 2 3 / 4 5 6 / 7 x 8", "1 2 3 / 4 x 6 / 7 5 8"};

/* A place for one answer, handed from one thread to the other. */
struct hand {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    fewest_answer *answer;
    bool over;
    size_t moves;
};

static void give(struct hand *hand, fewest_answer *answer) {
    pthread_mutex_lock(&hand->lock);
    while (hand->answer)
        pthread_cond_wait(&hand->changed, &hand->lock);
    hand->answer = answer;
    hand->over = hand->over || !answer;
    pthread_cond_signal(&hand->changed);
    pthread_mutex_unlock(&hand->lock);
}

static fewest_answer *take(struct hand *hand) {
    pthread_mutex_lock(&hand->lock);
    while (!hand->answer && !hand->over)
        pthread_cond_wait(&hand->changed, &hand->lock);
    fewest_answer *answer = hand->answer;
    hand->answer = NULL;
    pthread_cond_signal(&hand->changed);
    pthread_mutex_unlock(&hand->lock);
    return answer;
}

static void *read_answers(void *context) {
    struct hand *hand = context;
    for (fewest_answer *answer; (answer = take(hand)) != NULL;) {
        for (size_t i = 0; i < fewest_answer_length(answer); i++)
            hand->moves += fewest_answer_move(answer, 0, i) && fewest_answer_state(answer, 0, i + 1) &&
                           fewest_answer_drawing(answer, 0, i);
        fewest_answer_free(answer);
    }
    return NULL;
}

/* Starts with the same pieces keep the model, those with others do not; so its last user may be either thread. */
static void answers_are_read_and_freed_while_their_puzzle_goes_on(void **state) {
    (void)state;
    static const char *const goals[] = {"1 2 3 / 4 5 6 / 7 8 x", "1 2 3 / 4 5 6 / 7 x 8"};
    static const char *const texts[] = {eight, swaps, maze, rewriting};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        struct hand hand = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, false, 0};
        pthread_t reader;
        fewest_puzzle *puzzle = parse(texts[t]);
        size_t moves = 0;
        assert_int_equal(pthread_create(&reader, NULL, read_answers, &hand), 0);
        for (size_t n = 0; n < ANSWERS; n++) {
            if (texts[t] == eight && n % 3 == 0)
                assert_true(fewest_set_goal(puzzle, goals[n % 2], &error));
            if (texts[t] == eight)
                assert_true(fewest_set_start(puzzle, starts[n % 3], &error));
            if (texts[t] == swaps)
                assert_true(fewest_set_start(puzzle, n % 2 ? "1 1 1 / 0 0 0" : "1 0 1 / 0 1 0", &error));
            if (texts[t] == maze)
                assert_true(fewest_set_start(puzzle, n % 2 ? "1,1" : "3,3", &error));
            if (texts[t] == rewriting)
                assert_true(fewest_set_start(puzzle, n % 2 ? "abcd" : "xud", &error));
            fewest_answer *answer = solve(puzzle, NULL);
            moves += fewest_answer_length(answer);
            give(&hand, answer);
        }
        give(&hand, NULL);
        pthread_join(reader, NULL);
        assert_int_equal(hand.moves, moves);
        fewest_puzzle_free(puzzle);
    }
}

struct work {
    pthread_t thread;
    char path[4096];
    unsigned failed;
};

static void *do_everything(void *context) {
    struct work *work = context;
    fewest_error mine;
    for (unsigned n = 0; n < 4; n++) {
        fewest_puzzle *puzzle = fewest_parse(eight, strlen(eight), "eight", &mine);
        fewest_options options = {.size = sizeof options};
        options.algorithm = n % 2 ? FEWEST_IDASTAR : FEWEST_ASTAR;
        options.limits.threads = 2;
        fewest_answer *answer = fewest_solve(puzzle, &options, &mine);
        work->failed += !answer || fewest_answer_length(answer) != 19;
        fewest_answer_free(answer);
        work->failed += !fewest_table_build(puzzle, FEWEST_TABLE_DISTANCES, NULL, work->path, &mine);
        work->failed += !fewest_table_load(puzzle, work->path, &mine);
        answer = fewest_solve(puzzle, NULL, &mine);
        work->failed += !answer || fewest_answer_length(answer) != 19;
        fewest_answer_free(answer);
        fewest_puzzle_free(puzzle);
    }
    return NULL;
}

static void puzzles_are_used_side_by_side(void **state) {
    (void)state;
    struct work works[PUZZLES] = {0};
    for (size_t i = 0; i < PUZZLES; i++) {
        snprintf(works[i].path, sizeof works[i].path, "%s/fewest-threads-%ld", temporary_folder(), (long)getpid());
        assert_int_equal(pthread_create(&works[i].thread, NULL, do_everything, &works[i]), 0);
    }
    for (size_t i = 0; i < PUZZLES; i++)
        pthread_join(works[i].thread, NULL);
    unlink(works[0].path);
    for (size_t i = 0; i < PUZZLES; i++)
        assert_int_equal(works[i].failed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_read_and_freed_while_their_puzzle_goes_on),
        cmocka_unit_test(puzzles_are_used_side_by_side),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
