/* Marks in batches, for going back through whole layers. */
#include "visited/internal.h"

enum { BATCH = 256 };

/* As in few_ranked_add, nothing branches on what is as good as random. */
FEW_SPECIALISED size_t mark_ranked(const struct few_visited *visited, uint64_t *restrict states,
                                   uint64_t *restrict ranks, size_t words, size_t count, unsigned tag,
                                   unsigned tag_bits) {
    uint64_t *marks = visited->marks;
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t rank = ranks[i], bit = UINT64_C(1) << (rank & 63), word = marks[rank >> 6];
        bool is_fresh = (few_tag_get(visited->tags, rank, tag_bits) == tag) & !(word & bit);
        marks[rank >> 6] = word | (is_fresh ? bit : 0);
        ranks[fresh] = rank;
        few_state_copy(states + fresh * words, states + i * words, (unsigned)words);
        fresh += is_fresh;
    }
    return fresh;
}

static size_t mark_hashed(struct few_visited *visited, uint64_t *states, size_t words, size_t count, unsigned tag) {
    size_t fresh = 0;
    for (size_t done = 0; done < count; done += BATCH) {
        uint64_t slots[BATCH];
        size_t some = count - done < BATCH ? count - done : BATCH;
        few_visited_find(visited, states + done * words, NULL, some, slots);
        for (size_t i = 0; i < some; i++) {
            bool is_fresh = false;
            if (slots[i] != FEW_NO_SLOT && few_visited_tag(visited, slots[i]) == tag)
                few_visited_mark(visited, slots[i], &is_fresh);
            memmove(states + fresh * words, states + (done + i) * words, words * sizeof *states);
            fresh += is_fresh;
        }
    }
    return fresh;
}

size_t few_visited_mark_seen(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words,
                             size_t count, unsigned tag) {
    if (!few_visited_is_ranked(visited))
        return mark_hashed(visited, states, words, count, tag);
    if (words == 0 && visited->tag_bits == 2)
        return mark_ranked(visited, states, ranks, 0, count, tag, 2);
    if (words == 1 && visited->tag_bits == 2)
        return mark_ranked(visited, states, ranks, 1, count, tag, 2);
    if (visited->tag_bits == 8)
        return mark_ranked(visited, states, ranks, words, count, tag, 8);
    return mark_ranked(visited, states, ranks, words, count, tag, visited->tag_bits);
}
