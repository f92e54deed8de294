/* Bitmaps and numbers as bytes, and streams of them in files: what was written is read, and nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bit_code.h"
#include "base/random.h"
#include "base/stream.h"
#include "temporary.h"

#include <fcntl.h>
#include <unistd.h>

static void numbers_are_read_as_they_were_written(void **state) {
    (void)state;
    uint8_t bytes[FEW_NUMBER_ROOM + 1];
    for (unsigned shift = 0; shift < 64; shift++)
        for (int off = -1; off <= 1; off++) {
            const uint64_t number = (UINT64_C(1) << shift) + (uint64_t)(int64_t)off;
            uint64_t read = 1;
            const uint8_t *end = few_number_write(bytes, number);
            assert_true(end - bytes <= FEW_NUMBER_ROOM);
            assert_ptr_equal(few_number_read(bytes, end, &read), end);
            assert_int_equal(read, number);
            assert_null(few_number_read(bytes, end - 1, &read));
        }
    memset(bytes, 0xff, sizeof bytes);
    assert_null(few_number_read(bytes, bytes + sizeof bytes, &(uint64_t){0}));
}

/* Bitmaps with one bit in so many, of several lengths. */
static void bitmaps_are_read_as_they_were_written(void **state) {
    (void)state;
    enum { MOST = 100 };
    uint64_t random = 1, words[MOST], read[MOST];
    uint8_t bytes[MOST * 8 + 1];
    for (size_t count = 0; count <= MOST; count += count < 8 ? 1 : 23)
        for (unsigned share = 1; share <= 4096; share *= 2) {
            for (size_t w = 0; w < count; w++) {
                words[w] = 0;
                for (unsigned b = 0; b < 64; b++)
                    words[w] |= (uint64_t)(few_random(&random) % share == 0) << b;
            }
            const size_t size = few_bits_write(words, count, bytes);
            assert_true(size <= few_bits_room(count));
            memset(read, 0xaa, sizeof read);
            assert_true(few_bits_read(bytes, size, read, count));
            assert_memory_equal(read, words, count * sizeof *words);
        }
}

static void bytes_that_are_no_bitmap_are_refused(void **state) {
    (void)state;
    uint64_t words[2];
    assert_false(few_bits_read((const uint8_t[]){9, 0}, 2, words, 2));             /* no such form */
    assert_false(few_bits_read((const uint8_t[]){1, 128}, 2, words, 2));           /* a gap that is cut off */
    assert_true(few_bits_read((const uint8_t[]){1, 127}, 2, words, 2));            /* the last bit */
    assert_false(few_bits_read((const uint8_t[]){1, 127, 0}, 3, words, 2));        /* one behind it */
    assert_false(few_bits_read((const uint8_t[]){1, 128, 1}, 3, words, 2));        /* a bit that is not there */
    assert_false(few_bits_read((const uint8_t[]){2, 0, 0, 0}, 4, words, 2));       /* words that are cut off */
}

static const struct few_stream_form form = {.magic = "\x89TEST\r\n\n", .version = 3, .name = "a test"};

/* Writes some of everything. */
static void write_file(const char *path, struct few_memory *memory, const uint64_t *bits, size_t count) {
    struct few_out out;
    const int descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(few_out_begin(&out, descriptor, memory));
    few_out_number(&out, 77);
    few_out_text(&out, "some text", 9);
    few_out_bits(&out, bits, count);
    few_out_number(&out, UINT64_MAX);
    assert_true(few_out_end(&out, &form, memory));
    close(descriptor);
}

static bool read_file(const char *path, struct few_memory *memory, const uint64_t *bits, size_t count, struct few_error *error) {
    struct few_in in;
    size_t length;
    *error = (struct few_error){0};
    if (!few_in_open(&in, path, &form, memory, error))
        return false;
    uint64_t *read = calloc(count, sizeof *read);
    bool same = few_in_number(&in) == 77;
    char *text = few_in_text(&in, &length);
    same = same && text && strcmp(text, "some text") == 0;
    few_in_bits(&in, read, count);
    same = same && memcmp(read, bits, count * sizeof *bits) == 0 && few_in_count(&in, UINT64_MAX) == UINT64_MAX && few_in_is_done(&in);
    few_free(memory, text, text ? length + 1 : 0);
    free(read);
    few_in_close(&in);
    return same;
}

static void streams_are_read_as_they_were_written_or_refused(void **state) {
    (void)state;
    enum { WORDS = 20000 };
    struct few_memory memory;
    struct few_error error;
    char path[256];
    snprintf(path, sizeof path, "%s/fewest-stream-XXXXXX", temporary_folder());
    static uint64_t bits[WORDS];
    uint64_t random = 3;
    for (size_t w = 0; w < WORDS; w++)
        bits[w] = w % 3 == 0 ? few_random(&random) : w % 50 == 1 ? UINT64_C(1) << w % 64 : 0;
    few_memory_init(&memory, SIZE_MAX / 2);
    close(mkstemp(path));
    write_file(path, &memory, bits, WORDS);
    assert_true(read_file(path, &memory, bits, WORDS, &error));
    const int descriptor = open(path, O_RDWR);
    const off_t size = lseek(descriptor, 0, SEEK_END);
    for (off_t at = 0; at < size; at += at < 80 ? 1 : size / 50) {
        uint8_t byte;
        assert_int_equal(pread(descriptor, &byte, 1, at), 1);
        byte ^= (uint8_t)(1 << at % 8);
        assert_int_equal(pwrite(descriptor, &byte, 1, at), 1);
        assert_false(read_file(path, &memory, bits, WORDS, &error));
        assert_int_equal(error.kind, FEW_ERROR_INPUT);
        byte ^= (uint8_t)(1 << at % 8);
        assert_int_equal(pwrite(descriptor, &byte, 1, at), 1);
    }
    assert_true(read_file(path, &memory, bits, WORDS, &error));
    assert_int_equal(ftruncate(descriptor, size - 1), 0);
    assert_false(read_file(path, &memory, bits, WORDS, &error));
    assert_non_null(strstr(error.message, "is cut off"));
    close(descriptor);
    unlink(path);
    assert_int_equal(memory.used, 0);
}

/* A stream that is sound, but says other things than are asked for. */
static void a_stream_that_ends_too_soon_is_refused(void **state) {
    (void)state;
    struct few_memory memory;
    struct few_error error = {0};
    struct few_in in;
    struct few_out out;
    char path[256];
    snprintf(path, sizeof path, "%s/fewest-stream-XXXXXX", temporary_folder());
    few_memory_init(&memory, SIZE_MAX / 2);
    const int descriptor = mkstemp(path);
    assert_true(few_out_begin(&out, descriptor, &memory));
    few_out_number(&out, 5);
    assert_true(few_out_end(&out, &form, &memory));
    close(descriptor);
    assert_true(few_in_open(&in, path, &form, &memory, &error));
    assert_int_equal(few_in_number(&in), 5);
    assert_int_equal(few_in_number(&in), 0);
    assert_true(in.failed && error.kind == FEW_ERROR_INPUT);
    few_in_close(&in);
    error = (struct few_error){0};
    assert_true(few_in_open(&in, path, &form, &memory, &error));
    assert_int_equal(few_in_count(&in, 4), 0); /* 5 is too many */
    assert_true(in.failed);
    few_in_close(&in);
    error = (struct few_error){0};
    assert_true(few_in_open(&in, path, &form, &memory, &error));
    assert_false(few_in_is_done(&in)); /* there is more */
    few_in_close(&in);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_they_were_written),
        cmocka_unit_test(bitmaps_are_read_as_they_were_written),
        cmocka_unit_test(bytes_that_are_no_bitmap_are_refused),
        cmocka_unit_test(streams_are_read_as_they_were_written_or_refused),
        cmocka_unit_test(a_stream_that_ends_too_soon_is_refused),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
