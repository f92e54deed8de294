/* A table from words to numbers: every declared piece, name and var of a puzzle, or every sum. */
#ifndef FEW_LANGUAGE_WORDS_H
#define FEW_LANGUAGE_WORDS_H

#include "base/memory.h"
#include "language/text.h"

struct few_words_slot {
    struct few_word word; /* text is NULL in an empty slot */
    uint64_t head;        /* its first eight bytes, so that short words are compared at once */
    uint32_t value;
};

struct few_words {
    struct few_memory *memory;
    struct few_words_slot *slots; /* open addressing, a power of two, at most half full */
    uint32_t capacity, count;
    size_t longest; /* bytes of the longest word: a longer one need not be looked up */
};

#define FEW_NO_WORD UINT32_MAX

void few_words_init(struct few_words *words, struct few_memory *memory);
void few_words_free(struct few_words *words);

uint32_t few_words_find(const struct few_words *words, struct few_word word); /* FEW_NO_WORD: not there */

/* Adds a word or changes its value. The word is not copied and must stay. False: no memory. */
bool few_words_set(struct few_words *words, struct few_word word, uint32_t value);

#endif
