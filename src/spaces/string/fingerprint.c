#include "space/fingerprint.h"
#include "spaces/string/space.h"

static void add_lines(struct few_digest *digest, const struct few_string_space *space, const char *what,
                      const struct few_string_goal *lines) {
    for (const struct few_string_goal *goal = lines; goal; goal = goal->next) {
        few_digest_text(digest, what);
        for (const struct few_string_test *test = goal->tests; test; test = test->next) {
            size_t bytes = few_string_words(space, test->length) * sizeof *test->mask;
            few_digest_number(digest, (uint64_t)test->kind << 32 | test->length);
            if (test->ends.begin || test->ends.end)
                few_digest_number(digest, 2 * test->ends.begin + test->ends.end);
            few_digest_add(digest, test->mask, bytes);
            few_digest_add(digest, test->want, bytes);
        }
    }
}

void few_string_fingerprint(const struct few_space *base, const struct few_puzzle *puzzle, struct few_digest *digest) {
    const struct few_string_space *space = (const struct few_string_space *)base;
    few_digest_space(digest, 1, base);
    few_digest_number(digest, space->bits);
    few_digest_number(digest, space->longest);
    few_digest_number(digest, space->pieces);
    for (uint32_t p = 0; p < space->pieces && p < puzzle->piece_count; p++)
        few_digest_text(digest, puzzle->pieces[p].text);
    few_digest_number(digest, space->forward.count);
    for (uint32_t i = 0; i < space->forward.count; i++) {
        const struct few_string_rewrite *rewrite = &space->forward.rewrites[i];
        few_digest_number(digest, (uint64_t)rewrite->from_bits << 32 | rewrite->to_bits);
        few_digest_number(digest, (uint64_t)rewrite->longest << 32 | rewrite->cost);
        if (rewrite->is_bound)
            few_digest_number(digest, 2 * rewrite->ends.begin + rewrite->ends.end);
        few_digest_add(digest, rewrite->from_words, (rewrite->from_bits + 63) / 64 * sizeof *rewrite->from_words);
        few_digest_add(digest, rewrite->to_words, (rewrite->to_bits + 63) / 64 * sizeof *rewrite->to_words);
    }
    for (uint32_t i = 0; i < space->rest_count; i++) {
        const struct few_string_rest *rest = &space->rests[i];
        few_digest_text(digest, "rest");
        few_digest_number(digest, (uint64_t)rest->left_length << 32 | rest->right_length);
        few_digest_number(digest, (uint64_t)rest->at_begin << 32 | rest->cost);
        few_digest_add(digest, rest->left, rest->left_length * sizeof *rest->left);
        few_digest_add(digest, rest->right, rest->right_length * sizeof *rest->right);
    }
    add_lines(digest, space, "goal", space->goals);
    add_lines(digest, space, "never", space->nevers);
}
