/* Memory ends at any piece of a puzzle, not only where an arena happens to need a block: a title that grows by one piece at a
 * time moves all that follows it, until each piece has been the first of a block that is refused. */
#include "parsed.h"

static const char rest[] = "\nboard   3 x 3\npieces  1..8 x\nvar     turn = a b\nlet     t, s = 1..8\nlet     r = ring 1..8\nnames   u d l r2\n"
                           "move    slide, any direction:  x t -> t x\nmove    on 1 2, cost 3:  x t -> t x, turn a -> b where t < 5, t != 3\n"
                           "move    cycle (1 2 3) (4 5), turn b -> a\nmove    r -> r+1\nmove    at 1: t s -> s t where t+s > 4\n"
                           "start   2 3 4 / 1 5 x / 7 6 8 and turn is a\n"
                           "goal    1 2 3 / 4 5 6 / 7 8 x\ngoal    somewhere: 1 2 and nowhere: x 1\nwithin  40\n";

static void each_piece_of_a_puzzle_may_be_the_one_without_memory(void **state) {
    (void)state;
    enum { MOST = 4400, STEP = 16 };
    static char text[MOST + sizeof rest + 10];
    for (size_t length = 1; length < MOST; length += STEP) {
        memcpy(text, "title ", 6);
        memset(text + 6, 'x', length);
        memcpy(text + 6 + length, rest, sizeof rest);
        bool done = false;
        for (uint64_t call = 1; !done; call++) {
            struct few_error error = {0};
            const uint64_t last = memory.calls + call;
            memory.fail_at = last;
            struct few_puzzle *puzzle = few_parse(&memory, "test", text, strlen(text), &error);
            done = memory.calls < last;
            memory.fail_at = 0;
            if (!puzzle && error.kind != FEW_ERROR_MEMORY)
                fail_msg("%u:%u: %s", error.line, error.column, error.message);
            assert_true(puzzle || !done);
            for (int i = 0; puzzle && i < 4; i++) /* nothing is missing from what was read */
                assert_non_null(puzzle->directions[i]);
            few_puzzle_free(puzzle);
            assert_int_equal(memory.used, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_piece_of_a_puzzle_may_be_the_one_without_memory, set_up, nothing_leaks),
    };
    return cmocka_run_group_tests_name("parse_memory", tests, NULL, NULL);
}
