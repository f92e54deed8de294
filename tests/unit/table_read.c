/* What happens while a table file is read: it may become shorter, or the disk may fail. The source itself is included, for the
 * reader is private. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "build/table_file.c"

static int file_of(const char *bytes) {
    char path[] = "/tmp/fewest-read-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    unlink(path);
    assert_int_equal(write(descriptor, bytes, strlen(bytes)), (ssize_t)strlen(bytes));
    return descriptor;
}

static void bytes_are_read_one_after_the_other(void **state) {
    (void)state;
    struct few_error error = {0};
    struct reader reader = {.descriptor = file_of("abcdefgh"), .path = "a file", .error = &error};
    char bytes[8] = "";
    assert_true(read_on(&reader, bytes, 3));
    assert_string_equal(bytes, "abc");
    assert_true(read_on(&reader, bytes, 5));
    assert_memory_equal(bytes, "defgh", 5);
    assert_int_equal(reader.at, 8);
    close(reader.descriptor);
}

static void a_file_that_became_shorter_is_refused(void **state) {
    (void)state;
    struct few_error error = {0};
    struct reader reader = {.descriptor = file_of("abcdefgh"), .path = "a file", .error = &error};
    char bytes[20];
    assert_false(read_on(&reader, bytes, 9));
    assert_int_equal(error.kind, FEW_ERROR_INPUT);
    assert_non_null(strstr(error.message, "became shorter while it was read"));
    close(reader.descriptor);
}

static void a_file_that_cannot_be_read_is_the_fault_of_the_system(void **state) {
    (void)state;
    struct few_error error = {0};
    struct reader reader = {.descriptor = -1, .path = "a file", .error = &error};
    char bytes[20];
    assert_false(read_on(&reader, bytes, 9));
    assert_int_equal(error.kind, FEW_ERROR_SYSTEM);
    assert_non_null(strstr(error.message, "a file cannot be read"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_read_one_after_the_other),
        cmocka_unit_test(a_file_that_became_shorter_is_refused),
        cmocka_unit_test(a_file_that_cannot_be_read_is_the_fault_of_the_system),
    };
    return cmocka_run_group_tests_name("table_read", tests, NULL, NULL);
}
