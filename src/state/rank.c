/* Puts groups together to the rank of a whole state, and picks the ranking of each group. */
#include "state/rank.h"

#include "state/rank_group.h"

#include <string.h>

static const uint64_t most_states = UINT64_C(1) << 62;

struct few_ranking {
    struct few_memory *memory;
    uint32_t words, count;
    uint64_t size;
    uint64_t *scale; /* of each group: product of the sizes behind it */
    struct few_group **groups;
};

static size_t ranking_bytes(uint32_t count) {
    return sizeof(struct few_ranking) + (size_t)count * (sizeof(uint64_t) + sizeof(struct few_group *));
}

uint64_t few_arrangements(const uint32_t *counts, uint32_t values) {
    /* The product of binomials C(c_0 + … + c_i, c_i); each step divides exactly. */
    uint64_t product = 1, n = 0;
    for (uint32_t v = 0; v < values; v++)
        for (uint32_t k = 1; k <= counts[v]; k++) {
            n++;
            __extension__ unsigned __int128 wide = (unsigned __int128)product * n;
            wide /= k;
            if (wide > most_states)
                return 0;
            product = (uint64_t)wide;
        }
    return product;
}

/* By tables, which are quick, if these take no more than their share of memory. */
static struct few_group *make_by_tables(struct few_memory *memory, struct few_share *share, uint32_t words,
                                        const struct few_rank_group *group) {
    few_memory_begin_share(memory, share);
    struct few_group *made = few_group_split(memory, words, group);
    few_memory_end_share(memory, share);
    return made;
}

/* The first path that applies. One that the system refuses memory for is not passed over: how states are numbered must not
 * depend on that, as saved tables go by it. */
static struct few_group *make_group(struct few_memory *memory, struct few_share *share, uint32_t words,
                                    const struct few_rank_group *group) {
    static struct few_group *(*const others[])(struct few_memory *memory, uint32_t words, const struct few_rank_group *group) = {
        few_group_lehmer, few_group_sparse, few_group_plain};
    if (!group->counts)
        return few_group_digits(memory, words, group);
    const bool refused_before = atomic_exchange(&memory->refused, false);
    struct few_group *made = few_group_binomial(memory, words, group);
    if (!made && !atomic_load(&memory->refused))
        made = make_by_tables(memory, share, words, group);
    for (size_t i = 0; i < sizeof others / sizeof *others && !made && !atomic_load(&memory->refused); i++)
        made = others[i](memory, words, group);
    if (refused_before)
        atomic_store(&memory->refused, true);
    return made;
}

static uint64_t group_size(const struct few_rank_group *group) {
    if (group->counts)
        return few_arrangements(group->counts, group->values);
    uint64_t size = 1;
    for (uint32_t f = 0; f < group->count; f++)
        if (__builtin_mul_overflow(size, (uint64_t)group->radix[f], &size) || size > most_states)
            return 0;
    return size;
}

static bool fits(const struct few_rank_group *groups, uint32_t count) {
    uint64_t size = 1;
    for (uint32_t g = 0; g < count; g++) {
        uint64_t one = group_size(&groups[g]);
        if (one == 0 || __builtin_mul_overflow(size, one, &size) || size > most_states)
            return false;
    }
    return true;
}

struct few_ranking *few_ranking_create(struct few_memory *memory, uint32_t words,
                                       const struct few_rank_group *groups, uint32_t group_count,
                                       bool *too_many) {
    *too_many = !fits(groups, group_count);
    if (*too_many)
        return NULL;
    struct few_ranking *ranking = few_alloc_zeroed(memory, ranking_bytes(group_count));
    if (!ranking)
        return NULL;
    ranking->memory = memory;
    ranking->words = words;
    ranking->count = group_count;
    ranking->scale = (uint64_t *)(ranking + 1);
    ranking->groups = (struct few_group **)(ranking->scale + group_count);
    ranking->size = 1;
    struct few_share share = few_memory_share(memory);
    for (uint32_t g = group_count; g-- > 0;) {
        ranking->groups[g] = make_group(memory, &share, words, &groups[g]);
        if (!ranking->groups[g]) {
            few_ranking_free(ranking);
            return NULL;
        }
        ranking->scale[g] = ranking->size;
        ranking->size *= ranking->groups[g]->size;
    }
    return ranking;
}

void few_ranking_free(struct few_ranking *ranking) {
    if (!ranking)
        return;
    for (uint32_t g = 0; g < ranking->count; g++)
        if (ranking->groups[g])
            ranking->groups[g]->run->free(ranking->groups[g]);
    few_free(ranking->memory, ranking, ranking_bytes(ranking->count));
}

uint64_t few_ranking_size(const struct few_ranking *ranking) {
    return ranking->size;
}

uint32_t few_ranking_words(const struct few_ranking *ranking) {
    return ranking->words;
}

const char *few_ranking_name(const struct few_ranking *ranking) {
    /* The largest group says it. */
    const struct few_group *largest = NULL;
    for (uint32_t g = 0; g < ranking->count; g++)
        if (!largest || ranking->groups[g]->size > largest->size)
            largest = ranking->groups[g];
    return largest ? largest->run->name : "a single state";
}

void few_rank(const struct few_ranking *ranking, const uint64_t *states, size_t count, uint64_t *ranks) {
    memset(ranks, 0, count * sizeof *ranks);
    for (uint32_t g = 0; g < ranking->count; g++) {
        const struct few_group *group = ranking->groups[g];
        group->run->rank(group, states, count, ranking->scale[g], ranks);
    }
}

void few_unrank(const struct few_ranking *ranking, const uint64_t *ranks, size_t count, uint64_t *states) {
    enum { BATCH = 256 };
    uint64_t rest[BATCH], digits[BATCH];
    memset(states, 0, count * ranking->words * sizeof *states);
    for (size_t done = 0, some; done < count; done += some, states += some * ranking->words) {
        some = count - done < BATCH ? count - done : BATCH;
        memcpy(rest, ranks + done, some * sizeof *rest);
        for (uint32_t g = 0; g < ranking->count; g++) {
            const uint64_t scale = ranking->scale[g];
            uint64_t digit = 0, first = 0; /* neighbours mostly have the same digit: no division then */
            for (size_t i = 0; i < some && scale > 1; i++) {
                if (rest[i] - first >= scale) {
                    digit = rest[i] / scale;
                    first = digit * scale;
                }
                digits[i] = digit;
                rest[i] -= first;
            }
            ranking->groups[g]->run->unrank(ranking->groups[g], scale > 1 ? digits : rest, some, states);
            if (scale == 1 && g + 1 < ranking->count) /* the groups behind it have one arrangement each */
                memset(rest, 0, some * sizeof *rest);
        }
    }
}
