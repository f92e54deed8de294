/* The answers of the page without its server, as the build for WebAssembly has them. */
#include "web/wasm/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plain_eight.h"

static unsigned reports;   /* of progress */
static unsigned stop_after; /* reports; 0: never */

static bool listen(const char *progress) {
    reports += progress != NULL;
    if (progress)
        assert_non_null(strstr(progress, "\"expanded\""));
    return stop_after == 0 || reports < stop_after;
}

static int open_worker(void **state) {
    reports = stop_after = 0;
    *state = worker_create(256e6, 60, listen);
    return *state ? 0 : -1;
}

static int close_worker(void **state) {
    worker_free(*state);
    return 0;
}

static const char *ask(struct worker *worker, unsigned status, const char *method, const char *path,
                       const char *parameters, size_t size, const char *body) {
    const char *answer = worker_ask(worker, method, path, parameters, size, body, strlen(body));
    assert_non_null(answer);
    assert_int_equal(worker_length(worker), strlen(answer));
    assert_int_equal(worker_status(worker), status);
    return answer;
}

static void a_puzzle_is_checked_and_its_mistakes_have_a_place(void **state) {
    assert_non_null(strstr(ask(*state, 200, "POST", "api/check", "", 0, eight), "\"start\":\"234 / 15x / 768\""));
    const char *wrong = ask(*state, 422, "POST", "api/check", "", 0, "board 3\npieces a .\nmove go: a y -> y a\n");
    assert_non_null(strstr(wrong, "\"line\":3"));
    assert_non_null(strstr(wrong, "\"where\":\"puzzle\""));
}

static void parameters_are_names_and_values(void **state) {
    static const char start[] = "other\0x\0start\0" "1 2 3 / 4 5 6 / 7 x 8";
    assert_non_null(strstr(ask(*state, 200, "POST", "api/moves", start, sizeof start, eight), "\"state\":\"123 / 456 / 7x8\""));
    static const char cut[] = {'s', 't', 'a', 'r', 't', 0}; /* a name without a value is none */
    assert_non_null(strstr(ask(*state, 200, "POST", "api/moves", cut, sizeof cut, eight), "\"state\":\"234 / 15x / 768\""));
}

static void a_search_is_over_when_it_has_been_begun(void **state) {
    assert_string_equal(ask(*state, 202, "POST", "api/solve", "", 0, eight), "{\"run\":1}\n");
    assert_int_equal(reports, 1);
    const char *result = ask(*state, 200, "GET", "api/run/1", "", 0, "");
    assert_non_null(strstr(result, "\"status\":\"solved\""));
    assert_non_null(strstr(result, "\"length\":19"));
    assert_non_null(strstr(ask(*state, 200, "GET", "api/run/1/solution.txt", "", 0, ""), "left"));
    assert_non_null(strstr(ask(*state, 200, "GET", "api/run/1/solution.svg", "", 0, ""), "<svg"));
    assert_string_equal(ask(*state, 202, "POST", "api/explore", "", 0, eight), "{\"run\":2}\n");
    assert_non_null(strstr(ask(*state, 200, "GET", "api/run/2", "", 0, ""), "\"states\":181440"));
}

static void a_search_stops_when_it_is_told_to(void **state) {
    static const char slow[] = "board 4 x 4\n"
                               "pieces 1 2 3 4 5 6 7 8 9 a b c d e f x\n"
                               "let t = 1 2 3 4 5 6 7 8 9 a b c d e f\n"
                               "move any direction: x t -> t x\n"
                               "start f e 8 c / a b 9 d / 2 6 5 1 / 3 7 4 x\n"
                               "goal 1 2 3 4 / 5 6 7 8 / 9 a b c / d e f x\n";
    static const char bfs[] = "algorithm\0bfs";
    stop_after = 1;
    ask(*state, 202, "POST", "api/solve", bfs, sizeof bfs, slow);
    assert_non_null(strstr(ask(*state, 200, "GET", "api/run/1", "", 0, ""), "\"status\":\"interrupted\""));
}

static void distances_are_looked_up_in_a_table(void **state) {
    static const char near[] = "start\0" "1 2 3 / 4 5 6 / 7 x 8";
    ask(*state, 404, "POST", "api/distance", near, sizeof near, eight);
    assert_string_equal(ask(*state, 202, "POST", "api/table", "", 0, eight), "{\"run\":1}\n");
    assert_string_equal(ask(*state, 200, "GET", "api/run/1", "", 0, ""), "{\"running\":false,\"status\":\"kept\"}");
    const char *found = ask(*state, 200, "POST", "api/distance", near, sizeof near, eight);
    assert_non_null(strstr(found, "\"status\":\"solved\""));
    assert_non_null(strstr(found, "\"length\":1"));
    assert_non_null(strstr(found, "\"expanded\":0")); /* nothing was searched for */
    ask(*state, 404, "POST", "api/distance", near, sizeof near, "board 3\n");
    ask(*state, 400, "POST", "api/distance", "", 0, eight);
}

static void what_is_not_there_is_said(void **state) {
    ask(*state, 404, "GET", "api/nothing", "", 0, "");
    ask(*state, 404, "GET", "api/run/7", "", 0, "");
    ask(*state, 405, "GET", "api/solve", "", 0, "");
    ask(*state, 400, "POST", "api/check", "", 0, "");
    enum { LONG = 5 << 20 }; /* more than a text may have */
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    memset(text, 'a', LONG);
    text[LONG] = 0;
    ask(*state, 413, "POST", "api/check", "", 0, text);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_puzzle_is_checked_and_its_mistakes_have_a_place, open_worker, close_worker),
        cmocka_unit_test_setup_teardown(parameters_are_names_and_values, open_worker, close_worker),
        cmocka_unit_test_setup_teardown(a_search_is_over_when_it_has_been_begun, open_worker, close_worker),
        cmocka_unit_test_setup_teardown(a_search_stops_when_it_is_told_to, open_worker, close_worker),
        cmocka_unit_test_setup_teardown(distances_are_looked_up_in_a_table, open_worker, close_worker),
        cmocka_unit_test_setup_teardown(what_is_not_there_is_said, open_worker, close_worker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
