/* A stabiliser chain, made at random and then verified. Random products of the generators fill the transversals soon (a level that
 * lacks anything is noticed by every second one); what makes it a proof is that afterwards either the number of
 * elements is the largest that the orbits and the signs of the generators allow, or every Schreier generator is seen to sift to
 * the identity (Schreier's lemma: then nothing is missing). */
#include "facts/group.h"

#include "base/list.h"
#include "base/random.h"

enum {
    IN_VAIN = 24,          /* random elements that add nothing, one after the other, until the chain is verified */
    STORED = 12,           /* elements that random ones are made of */
    WORK = 100 * 1000 * 1000, /* steps of a nanosecond or so, until it takes too long */
    NODES = 200 * 1000,    /* choices in the search for one element */
};

struct level {
    uint32_t base;
    uint32_t count;                /* of `orbit` */
    uint8_t orbit[FEW_GROUP_POINTS];
    bool has[FEW_GROUP_POINTS];
    few_permutation *to, *back;    /* of each point: the element that takes the base there; its inverse */
    struct few_list strong;        /* few_permutation: they generate this level's group */
    uint8_t settled[FEW_GROUP_POINTS]; /* points that the levels below leave where they are, and this one does not */
    uint32_t settles;
};

struct few_group {
    struct few_memory *memory;
    uint32_t points, levels;
    struct level level[FEW_GROUP_POINTS];
    uint64_t work;
    uint64_t seed;
    few_permutation pool[STORED];
};

/* ---- Permutations */

/* First `first`, then `second`. */
static void multiply(const struct few_group *group, const uint8_t *first, const uint8_t *second, uint8_t *product) {
    few_permutation result = {0};
    for (uint32_t i = 0; i < group->points; i++)
        result[i] = second[first[i]];
    memcpy(product, result, group->points);
}

static void invert(const struct few_group *group, const uint8_t *element, uint8_t *inverse) {
    for (uint32_t i = 0; i < group->points; i++)
        inverse[element[i]] = (uint8_t)i;
}

/* The first point that it moves, or the number of points. */
static uint32_t first_moved(const struct few_group *group, const uint8_t *element) {
    uint32_t i = 0;
    while (i < group->points && element[i] == i)
        i++;
    return i;
}

/* ---- The chain */

static bool works(struct few_group *group, uint64_t steps) {
    group->work += steps;
    return few_go_on(group->memory, steps);
}

/* Divides by the transversals from `from` on, as far as that goes, and returns the level where it ends. */
static uint32_t sift(struct few_group *group, uint32_t from, uint8_t *element) {
    uint32_t i = from;
    for (; i < group->levels; i++) {
        const struct level *level = &group->level[i];
        const uint8_t image = element[level->base];
        if (!level->has[image])
            break;
        if (image != level->base)
            multiply(group, element, level->back[image], element);
    }
    group->work += (uint64_t)(i - from + 1) * group->points;
    return i;
}

static bool open_level(struct few_group *group, uint32_t base) {
    struct level *level = &group->level[group->levels];
    const size_t size = group->points * sizeof(few_permutation);
    *level = (struct level){.base = base, .to = few_alloc(group->memory, size), .back = few_alloc(group->memory, size)};
    few_list_init(&level->strong, group->memory, sizeof(few_permutation));
    group->levels++;
    if (!level->to || !level->back)
        return false;
    for (uint32_t i = 0; i < group->points; i++)
        level->to[base][i] = level->back[base][i] = (uint8_t)i;
    level->has[base] = true;
    level->orbit[level->count++] = (uint8_t)base;
    return true;
}

static void close_level(struct few_group *group, struct level *level) {
    const size_t size = group->points * sizeof(few_permutation);
    few_free(group->memory, level->to, level->to ? size : 0);
    few_free(group->memory, level->back, level->back ? size : 0);
    few_list_free(&level->strong);
}

/* The points that the strong generators of a level take its base to, after one more was added: known points need only be tried
 * with that one, new points with all. */
static void grow_orbit(struct few_group *group, struct level *level) {
    const uint32_t known = level->count;
    const size_t last = level->strong.count - 1;
    for (uint32_t n = 0; n < level->count; n++)
        for (size_t s = n < known ? last : 0; s <= last; s++) {
            const uint8_t *element = few_list_at(&level->strong, s);
            const uint8_t from = level->orbit[n], image = element[from];
            group->work++;
            if (level->has[image])
                continue;
            multiply(group, level->to[from], element, level->to[image]);
            invert(group, level->to[image], level->back[image]);
            level->has[image] = true;
            level->orbit[level->count++] = image;
            group->work += group->points * UINT64_C(2);
        }
}

/* An element that leaves the bases before `from` where they are: what is new of it goes into the chain. *news: whether there is any. */
static bool insert(struct few_group *group, uint32_t from, const uint8_t *element, bool *news) {
    few_permutation rest = {0};
    memcpy(rest, element, group->points);
    const uint32_t end = sift(group, from, rest);
    const uint32_t moved = first_moved(group, rest);
    *news = moved < group->points;
    if (!*news)
        return true;
    if (end == group->levels && !open_level(group, moved))
        return false;
    for (uint32_t i = from; i <= end; i++) {
        if (!few_list_append(&group->level[i].strong, rest, 1))
            return false;
        grow_orbit(group, &group->level[i]);
    }
    return works(group, group->points);
}

/* ---- Random elements, by product replacement (Celler and others 1995) */

static const uint8_t *random_element(struct few_group *group) {
    const uint64_t a = few_random_below(&group->seed, STORED);
    uint64_t b = few_random_below(&group->seed, STORED - 1);
    b += b >= a;
    if (few_random(&group->seed) & 1)
        multiply(group, group->pool[a], group->pool[b], group->pool[a]);
    else
        multiply(group, group->pool[b], group->pool[a], group->pool[a]);
    group->work += group->points;
    return group->pool[a];
}

static bool fill_at_random(struct few_group *group, const few_permutation *generators, size_t count) {
    bool news;
    for (size_t k = 0; k < count; k++)
        if (!insert(group, 0, generators[k], &news))
            return false;
    for (size_t k = 0; k < STORED; k++)
        memcpy(group->pool[k], generators[k % count], group->points);
    for (size_t k = STORED; k < count; k++)
        multiply(group, group->pool[k % STORED], generators[k], group->pool[k % STORED]);
    for (uint32_t k = 0; k < 60; k++)
        random_element(group);
    for (uint32_t in_vain = 0; in_vain < IN_VAIN && group->work < WORK; in_vain = news ? 0 : in_vain + 1)
        if (!insert(group, 0, random_element(group), &news))
            return false;
    return true;
}

/* ---- The proof that nothing is missing */

/* Divides both by what they have in common. */
static void cancel(uint32_t *above, uint32_t *below) {
    uint32_t a = *above, b = *below;
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    *above /= a;
    *below /= a;
}

void few_points_join(uint32_t points, const few_permutation *generators, size_t count, uint8_t *lowest) {
    for (uint32_t i = 0; i < points; i++)
        lowest[i] = (uint8_t)i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < count; k++)
            for (uint32_t i = 0; i < points; i++) {
                uint8_t *a = &lowest[i], *b = &lowest[generators[k][i]];
                changed |= *a != *b;
                *a = *b = *a < *b ? *a : *b;
            }
    }
}

/* Bit by orbit: whether the element permutes it oddly. A cycle of even length is odd. */
static void find_signs(const struct few_group *group, const uint8_t *element, const uint8_t *lowest, uint64_t *signs) {
    bool seen[FEW_GROUP_POINTS] = {false};
    signs[0] = signs[1] = 0;
    for (uint32_t i = 0; i < group->points; i++) {
        uint32_t length = 0;
        for (uint32_t at = i; !seen[at]; at = element[at], length++)
            seen[at] = true;
        if (length && length % 2 == 0)
            signs[lowest[i] / 64] ^= UINT64_C(1) << lowest[i] % 64;
    }
}

/* How many independent signs the generators have: the rank of the matrix of their signs modulo 2. */
static uint32_t count_signs(const struct few_group *group, const few_permutation *generators, size_t count, const uint8_t *lowest) {
    uint64_t rows[FEW_GROUP_POINTS][2];
    uint32_t rank = 0;
    for (size_t k = 0; k < count; k++) {
        uint64_t signs[2];
        find_signs(group, generators[k], lowest, signs);
        for (uint32_t r = 0; r < rank; r++) { /* each row's highest bit is in no other row above it */
            const uint64_t a[2] = {signs[0] ^ rows[r][0], signs[1] ^ rows[r][1]};
            if (a[1] < signs[1] || (a[1] == signs[1] && a[0] < signs[0]))
                memcpy(signs, a, sizeof a);
        }
        if (!(signs[0] | signs[1]))
            continue;
        uint32_t place = rank++;
        for (; place > 0 && (rows[place - 1][1] < signs[1] || (rows[place - 1][1] == signs[1] && rows[place - 1][0] < signs[0])); place--)
            memcpy(rows[place], rows[place - 1], sizeof rows[place]);
        memcpy(rows[place], signs, sizeof signs);
    }
    return rank;
}

/* All permutations that keep the orbits and have the signs that products of the generators can have: no group that they generate
 * is larger. Of each orbit of n points there are n! permutations, half of them odd, and each independent sign doubles what is left.
 * So many are compared with the product of the levels, factor by factor. */
static bool is_largest(const struct few_group *group, const few_permutation *generators, size_t count) {
    uint8_t lowest[FEW_GROUP_POINTS];
    uint32_t size[FEW_GROUP_POINTS] = {0}, most[2 * FEW_GROUP_POINTS], all[2 * FEW_GROUP_POINTS];
    uint32_t above = 0, below = 0;
    few_points_join(group->points, generators, count, lowest);
    for (uint32_t i = 0; i < group->points; i++) {
        if (++size[lowest[i]] == 1)
            continue;
        most[above++] = size[lowest[i]]; /* 2, 3, … of each orbit */
        if (size[lowest[i]] == 2)
            all[below++] = 2;
    }
    for (uint32_t signs = count_signs(group, generators, count, lowest); signs > 0; signs--)
        most[above++] = 2;
    for (uint32_t i = 0; i < group->levels; i++)
        all[below++] = group->level[i].count;
    for (uint32_t i = 0; i < above; i++)
        for (uint32_t k = 0; k < below; k++)
            cancel(&most[i], &all[k]);
    for (uint32_t i = 0; i < above; i++)
        if (most[i] != 1)
            return false;
    return true;
}

/* Schreier's lemma, level by level from the last: where all these elements sift to the identity, the levels are right. What
 * does not, is added, and all that it touches is gone through again. */
static bool verify(struct few_group *group, bool *sure) {
    for (uint32_t i = group->levels; i-- > 0;) {
        struct level *level = &group->level[i];
        bool news = false;
        for (uint32_t n = 0; n < level->count && !news; n++)
            for (size_t s = 0; s < level->strong.count && !news; s++) {
                few_permutation element;
                const uint8_t *strong = few_list_at(&level->strong, s);
                multiply(group, level->to[level->orbit[n]], strong, element);
                multiply(group, element, level->back[strong[level->orbit[n]]], element);
                if (group->work >= WORK)
                    return true;
                if (!insert(group, i + 1, element, &news) || !works(group, group->points * UINT64_C(2)))
                    return false;
            }
        if (news)
            i = group->levels; /* from the last one again */
    }
    *sure = true;
    return true;
}

/* Which points are settled by which level: those that move in it and in none below. */
static void settle(struct few_group *group) {
    bool moves[FEW_GROUP_POINTS] = {false};
    for (uint32_t i = group->levels; i-- > 0;) {
        struct level *level = &group->level[i];
        for (size_t s = 0; s < level->strong.count; s++) {
            const uint8_t *element = few_list_at(&level->strong, s);
            for (uint32_t p = 0; p < group->points; p++)
                if (element[p] != p && !moves[p]) {
                    moves[p] = true;
                    level->settled[level->settles++] = (uint8_t)p;
                }
        }
    }
}

bool few_group_generate(struct few_memory *memory, uint32_t points, const few_permutation *generators, size_t count,
                        struct few_group **result) {
    *result = NULL;
    if (points > FEW_GROUP_POINTS || count == 0)
        return true;
    struct few_group *group = few_alloc_zeroed(memory, sizeof *group);
    if (!group)
        return false;
    group->memory = memory;
    group->points = points;
    bool sure = false;
    bool good = fill_at_random(group, generators, count);
    if (good && group->work < WORK) {
        sure = is_largest(group, generators, count);
        good = sure || verify(group, &sure);
    }
    if (good && sure)
        settle(group);
    else
        few_group_free(group);
    *result = good && sure ? group : NULL;
    return good;
}

void few_group_free(struct few_group *group) {
    if (!group)
        return;
    for (uint32_t i = 0; i < group->levels; i++)
        close_level(group, &group->level[i]);
    few_free(group->memory, group, sizeof *group);
}

/* ---- Arrangements */

struct quest {
    const struct few_group *group;
    const uint32_t *from, *to;
    uint64_t nodes;
};

/* Whether the points that this level settles get the right pieces where `element` takes them. */
static bool is_right(const struct quest *quest, const struct level *level, const uint8_t *element) {
    for (uint32_t n = 0; n < level->settles; n++)
        if (quest->from[level->settled[n]] != quest->to[element[level->settled[n]]])
            return false;
    return true;
}

/* `prefix` says where the levels before `i` put what they settle; whether the levels from `i` on can do the rest. */
static enum few_group_answer choose(struct quest *quest, uint32_t i, const uint8_t *prefix) {
    if (i == quest->group->levels)
        return FEW_GROUP_YES;
    const struct level *level = &quest->group->level[i];
    for (uint32_t n = 0; n < level->count; n++) {
        few_permutation element;
        if (quest->from[level->base] != quest->to[prefix[level->orbit[n]]])
            continue;
        if (quest->nodes++ >= NODES)
            return FEW_GROUP_TOO_HARD;
        multiply(quest->group, level->to[level->orbit[n]], prefix, element);
        if (!is_right(quest, level, element))
            continue;
        const enum few_group_answer answer = choose(quest, i + 1, element);
        if (answer != FEW_GROUP_NO)
            return answer;
    }
    return FEW_GROUP_NO;
}

/* Points that no element moves. */
static bool fits_elsewhere(const struct few_group *group, const uint32_t *from, const uint32_t *to) {
    bool moves[FEW_GROUP_POINTS] = {false};
    for (uint32_t i = 0; i < group->levels; i++)
        for (uint32_t n = 0; n < group->level[i].settles; n++)
            moves[group->level[i].settled[n]] = true;
    for (uint32_t p = 0; p < group->points; p++)
        if (!moves[p] && from[p] != to[p])
            return false;
    return true;
}

enum few_group_answer few_group_leads(const struct few_group *group, const uint32_t *from, const uint32_t *to) {
    struct quest quest = {.group = group, .from = from, .to = to};
    few_permutation identity;
    for (uint32_t p = 0; p < group->points; p++)
        identity[p] = (uint8_t)p;
    return fits_elsewhere(group, from, to) ? choose(&quest, 0, identity) : FEW_GROUP_NO;
}

/* How many points the elements of a level's group that keep the arrangement take its base to; 0: too hard. */
static uint32_t count_kept(struct quest *quest, uint32_t i) {
    const struct level *level = &quest->group->level[i];
    uint32_t kept = 0;
    for (uint32_t n = 0; n < level->count; n++) {
        if (quest->from[level->base] != quest->to[level->orbit[n]] || !is_right(quest, level, level->to[level->orbit[n]]))
            continue;
        const enum few_group_answer answer = choose(quest, i + 1, level->to[level->orbit[n]]);
        if (answer == FEW_GROUP_TOO_HARD)
            return 0;
        kept += answer == FEW_GROUP_YES;
    }
    return kept;
}

/* The number of all elements, divided by the number of those that keep the arrangement. */
uint64_t few_group_orbit(const struct few_group *group, const uint32_t *pieces) {
    struct quest quest = {.group = group, .from = pieces, .to = pieces};
    uint32_t above[FEW_GROUP_POINTS], below[FEW_GROUP_POINTS];
    uint64_t product = 1;
    for (uint32_t i = 0; i < group->levels; i++) {
        above[i] = group->level[i].count;
        below[i] = count_kept(&quest, i);
        if (!below[i])
            return 0;
    }
    for (uint32_t i = 0; i < group->levels; i++)
        for (uint32_t k = 0; k < group->levels; k++)
            cancel(&above[i], &below[k]);
    for (uint32_t i = 0; i < group->levels; i++)
        if (__builtin_mul_overflow(product, (uint64_t)above[i], &product))
            return 0;
    return product;
}
