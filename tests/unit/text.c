/* Words, marks and characters of a text, beside reading it byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "language/text.h"

enum { ROUNDS = 20000, LONGEST = 40 };

/* In a block of its own: a look beyond its end is noticed. */
static char *random_text(uint64_t *seed, const char *rare, size_t *length) {
    *length = few_random_below(seed, LONGEST);
    char *text = malloc(*length ? *length : 1);
    assert_non_null(text);
    for (size_t i = 0; i < *length; i++)
        text[i] = few_random_below(seed, 12) ? (char)('a' + few_random_below(seed, 26)) : rare[few_random_below(seed, strlen(rare))];
    return text;
}

static void words_end_at_the_first_byte_of_another_kind(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        size_t length;
        char *text = random_text(&seed, " \t:()/", &length);
        struct few_cursor cursor = {text, text + length};
        size_t at = 0;
        for (;;) {
            const struct few_token token = few_next_token(&cursor);
            while (at < length && few_byte_class[(uint8_t)text[at]] == FEW_BYTE_SPACE)
                at++;
            if (at == length) {
                assert_int_equal(token.kind, FEW_TOKEN_END);
                break;
            }
            size_t end = at;
            while (end < length && few_byte_class[(uint8_t)text[end]] == FEW_BYTE_WORD)
                end++;
            const bool is_mark = end == at;
            assert_int_equal(token.kind, is_mark ? FEW_TOKEN_MARK : FEW_TOKEN_WORD);
            assert_ptr_equal(token.word.text, text + at);
            assert_int_equal(token.word.length, is_mark ? 1 : end - at);
            at = is_mark ? at + 1 : end;
        }
        free(text);
    }
}

static void characters_are_counted_that_begin(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        size_t length, characters = 0;
        char *text = random_text(&seed, "\x80\xbf\xc3\xe4\xf0\x7f\xff", &length);
        for (size_t i = 0; i < length; i++)
            characters += (text[i] & 0xc0) != 0x80;
        assert_int_equal(few_count_characters((struct few_word){text, length}), characters);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_end_at_the_first_byte_of_another_kind),
        cmocka_unit_test(characters_are_counted_that_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
