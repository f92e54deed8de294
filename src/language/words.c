/* Open addressing with linear probing. Nothing is ever removed. */
#include "language/words.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

void few_words_init(struct few_words *words, struct few_memory *memory) {
    *words = (struct few_words){.memory = memory};
}

static size_t slots_size(const struct few_words *words) {
    return words->capacity * sizeof(struct few_words_slot);
}

void few_words_free(struct few_words *words) {
    few_free(words->memory, words->slots, slots_size(words));
    few_words_init(words, words->memory);
}

/* The first eight bytes as a number. A word has no NUL inside, so words of different lengths differ, too. */
static uint64_t head_of(struct few_word word) {
    uint64_t head = 0;
    for (size_t i = 0; i < word.length && i < 8; i++)
        head = head << 8 | (unsigned char)word.text[i];
    return head;
}

static bool same_tail(struct few_word a, struct few_word b) {
    return a.length == b.length && (a.length <= 8 || memcmp(a.text + 8, b.text + 8, a.length - 8) == 0);
}

static struct few_words_slot *slot_of(const struct few_words *words, struct few_word word, uint64_t head) {
    uint64_t hash = head;
    for (size_t i = 8; i < word.length; i++)
        hash = hash * 31 + (unsigned char)word.text[i];
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    uint32_t mask = words->capacity - 1, index = (uint32_t)(hash >> 32) & mask;
    struct few_words_slot *slot;
    while ((slot = &words->slots[index])->word.text && !(slot->head == head && same_tail(slot->word, word)))
        index = (index + 1) & mask;
    return slot;
}

uint32_t few_words_find(const struct few_words *words, struct few_word word) {
    if (words->count == 0 || word.length > words->longest)
        return FEW_NO_WORD;
    const struct few_words_slot *slot = slot_of(words, word, head_of(word));
    return slot->word.text ? slot->value : FEW_NO_WORD;
}

static bool grow(struct few_words *words) {
    struct few_words larger = *words;
    larger.capacity = words->capacity ? 2 * words->capacity : FIRST_CAPACITY;
    larger.slots = few_alloc_zeroed(words->memory, slots_size(&larger));
    if (!larger.slots)
        return false;
    for (uint32_t i = 0; i < words->capacity; i++)
        if (words->slots[i].word.text)
            *slot_of(&larger, words->slots[i].word, words->slots[i].head) = words->slots[i];
    few_free(words->memory, words->slots, slots_size(words));
    *words = larger;
    return true;
}

bool few_words_set(struct few_words *words, struct few_word word, uint32_t value) {
    if (2 * (words->count + 1) > words->capacity && !grow(words))
        return false;
    struct few_words_slot *slot = slot_of(words, word, head_of(word));
    words->count += slot->word.text == NULL;
    *slot = (struct few_words_slot){slot->word.text ? slot->word : word, head_of(word), value};
    if (word.length > words->longest)
        words->longest = word.length;
    return true;
}
