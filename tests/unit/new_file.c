/* Where a file is written that is there whole or not at all: the parts of src/base/new_file.c that a file system without nameless files needs, and that
 * are not seen from outside on others. The source itself is included, for they are private. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/new_file.c"

static struct few_memory memory;
static char folder[] = "/tmp/fewest-write-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    few_memory_init(&memory, SIZE_MAX);
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder) == 0 && memory.used == 0 ? 0 : -1;
}

/* What is allocated next is not full of zeros. */
static void leave_rubbish(size_t size) {
    void *rubbish[2] = {malloc(size), malloc(size)};
    for (int i = 0; i < 2; i++)
        memset(rubbish[i], 'x', size);
    for (int i = 0; i < 2; i++)
        free(rubbish[i]);
}

static void the_folder_of_a_path_is_all_before_its_last_slash(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"a/folder/of/a/long/name/table", "a/folder/of/a/long/name"},
        {"/table", "/"},
        {"table", "."},
        {"./table", "."},
        {"/tmp/table", "/tmp"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct place place;
        leave_rubbish(strlen(cases[i][0]) + NAME_ROOM);
        assert_true(find_place(&place, cases[i][0], &memory));
        assert_string_equal(place.folder, cases[i][1]);
        leave_place(&place, &memory);
    }
}

static void make_place(struct place *place, char *path, size_t room) {
    snprintf(path, room, "%s/table", folder);
    assert_true(find_place(place, path, &memory));
}

/* The second writer takes the next name; what is written by neither is removed, what has a lock stays. */
static void a_named_file_is_new_and_locked(void **state) {
    (void)state;
    char path[64], left[96];
    struct place places[2];
    int files[2];
    for (int i = 0; i < 2; i++) {
        make_place(&places[i], path, sizeof path);
        files[i] = open_named(&places[i]);
        assert_true(files[i] >= 0);
    }
    assert_string_not_equal(places[0].beside, places[1].beside);
    snprintf(left, sizeof left, "%s.1-0.new", path);
    close(open(left, O_WRONLY | O_CREAT, 0666));
    remove_left_behind(&places[0]);
    assert_int_not_equal(access(left, F_OK), 0);
    for (int i = 0; i < 2; i++) {
        int other = open(places[i].beside, O_RDONLY);
        assert_true(other >= 0);
        assert_int_equal(flock(other, LOCK_EX | LOCK_NB), -1);
        assert_int_equal(errno, EWOULDBLOCK);
        close(other);
        close(files[i]);
        remove_left_behind(&places[i]);
        assert_int_not_equal(access(places[i].beside, F_OK), 0);
        leave_place(&places[i], &memory);
    }
}

static bool write_bytes(int descriptor, void *bytes) {
    return few_write_all(descriptor, bytes, strlen(bytes));
}

/* As few_write_new_file does it where nameless files cannot be had. */
static void a_file_written_under_another_name_is_renamed(void **state) {
    (void)state;
    static char bytes[] = "some bytes";
    char path[64];
    struct place place;
    struct stat about;
    make_place(&place, path, sizeof path);
    assert_true(write_named(&place, write_bytes, bytes));
    assert_int_not_equal(access(place.beside, F_OK), 0);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, (off_t)strlen(bytes));
    assert_int_equal(unlink(path), 0);
    leave_place(&place, &memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_folder_of_a_path_is_all_before_its_last_slash),
        cmocka_unit_test(a_named_file_is_new_and_locked),
        cmocka_unit_test(a_file_written_under_another_name_is_renamed),
    };
    return cmocka_run_group_tests_name("new_file", tests, make_folder, remove_folder);
}
