/* Which pieces of a sliding puzzle share a pattern database. */
#include "build/patterns.h"

#include <string.h>

struct size {
    uint64_t entries, arranged;
};

/* One more piece in a group. */
static struct size grown(struct size size, uint32_t places, uint32_t already, const struct few_candidate *piece, uint64_t most) {
    size.entries = size.entries > most ? size.entries : size.entries * piece->radix;
    for (uint32_t c = 0; c < piece->copies; c++)
        size.arranged = size.arranged * (places - already - c) / (c + 1);
    return size;
}

/* All distances between places, by how the blank goes. */
static void find_distances(const struct few_exchanges *exchanges, uint8_t (*distance)[FEW_MOST_PLACES]) {
    memset(distance, FEW_MOST_PLACES, FEW_MOST_PLACES * sizeof *distance);
    for (uint32_t i = 0; i < exchanges->places; i++)
        distance[i][i] = 0;
    for (uint32_t n = 0; n < exchanges->count; n++)
        distance[exchanges->list[n].back][exchanges->list[n].place] = 1;
    for (uint32_t k = 0; k < exchanges->places; k++)
        for (uint32_t i = 0; i < exchanges->places; i++)
            for (uint32_t j = 0; j < exchanges->places; j++)
                if (distance[i][k] + distance[k][j] < distance[i][j])
                    distance[i][j] = (uint8_t)(distance[i][k] + distance[k][j]);
}

/* What it costs to have two pieces in one group: far apart they seldom get into each other's way. What it gains: how much a
 * table for the two alone exceeds the sum of their distances, on the average. In thousandths of a move. */
struct affinity {
    const struct few_candidate *all;
    uint32_t count;
    uint8_t distance[FEW_MOST_PLACES][FEW_MOST_PLACES];
    int32_t cost[FEW_MOST_PLACES][FEW_MOST_PLACES];
};

enum { COST_OF_A_STEP = 50, RESTARTS = 40 };

static bool pair_gain(struct few_keys *keys, const struct few_build *build, const struct affinity *affinity, uint32_t first,
                      uint32_t second, const struct few_rule_space *space, int32_t *gain) {
    const struct few_candidate *a = &affinity->all[first], *b = &affinity->all[second];
    uint8_t entries[FEW_MOST_PLACES * FEW_MOST_PLACES] = {0};
    bool member[FEW_MOST_VALUES] = {false};
    struct few_build anyhow = {.facts = build->facts};
    struct few_work work = {.build = &anyhow, .left = UINT64_MAX};
    uint32_t n = keys->sums.fields, values[2] = {space->layout.cell_value[a->piece], space->layout.cell_value[b->piece]};
    size_t bytes = (size_t)n * keys->sums.stride * sizeof(uint32_t);
    struct few_key key = {.weights = few_alloc_zeroed(keys->bound.memory, bytes), .entries = entries, .size = (uint64_t)n * n};
    if (!key.weights)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        key.weights[i * keys->sums.stride + values[0]] = i;
        key.weights[i * keys->sums.stride + values[1]] = i * n;
    }
    member[values[0]] = member[values[1]] = true;
    bool good = few_fill_exchange_table(keys, &key, member, false, &work);
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (good && entries[i + k * n] != FEW_TABLE_NO_PATH)
                sum += entries[i + k * n] - affinity->distance[i][a->place] - affinity->distance[k][b->place];
    *gain = n > 1 ? (int32_t)(sum * 1000 / ((int64_t)n * (n - 1))) : 0;
    few_free(keys->bound.memory, key.weights, bytes);
    return good;
}

static bool find_affinity(struct few_keys *keys, const struct few_build *build, const struct few_rule_space *space,
                          struct affinity *affinity) {
    const struct few_candidate *all = affinity->all;
    for (uint32_t i = 0; i < affinity->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            int32_t gain = 0;
            if (all[i].copies == 1 && all[k].copies == 1 && !pair_gain(keys, build, affinity, i, k, space, &gain))
                return false;
            affinity->cost[i][k] = affinity->cost[k][i] =
                COST_OF_A_STEP * affinity->distance[all[i].place][all[k].place] - gain;
        }
    return true;
}

/* What a piece costs in a group, without `other`. */
static int64_t cost_in(const struct affinity *affinity, const uint8_t *group_of, uint8_t group, uint32_t piece, uint32_t other) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < affinity->count; i++)
        if (i != piece && i != other && group_of[i] == group)
            sum += affinity->cost[piece][i];
    return sum;
}

/* Exchanges pieces of different groups, from group `first` on, as long as that lowers the cost of all. */
static int64_t settle_groups(const struct affinity *affinity, uint8_t *group_of, uint8_t first) {
    const uint32_t count = affinity->count;
    for (bool better = true; better;) {
        better = false;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < a; b++) {
                uint8_t mine = group_of[a], other = group_of[b];
                if (mine == other || mine < first || other < first || affinity->all[a].radix != affinity->all[b].radix)
                    continue;
                int64_t before = cost_in(affinity, group_of, mine, a, a) + cost_in(affinity, group_of, other, b, b);
                int64_t after = cost_in(affinity, group_of, other, a, b) + cost_in(affinity, group_of, mine, b, a);
                if (after < before) {
                    group_of[a] = other;
                    group_of[b] = mine;
                    better = true;
                }
            }
    }
    int64_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += cost_in(affinity, group_of, group_of[i], i, i);
    return total;
}

/* ---- Groups that are images of each other, so that one table serves them */

struct sharing {
    const struct affinity *affinity;
    uint32_t size;                       /* pieces of a group that is repeated */
    uint32_t masks[FEW_MOST_IMAGES];     /* the homes of its images, each once */
    uint32_t mask_count, taken[FEW_MOST_GROUPS], taken_count;
    uint8_t *best;
    uint32_t *most; /* images in the best so far, and its cost */
    int64_t *least;
};

/* The images that were taken, and the rest in groups as large as they may be. */
static void try_sharing(struct sharing *s) {
    const struct affinity *affinity = s->affinity;
    uint8_t now[FEW_MOST_PLACES] = {0};
    uint32_t rest = 0;
    for (uint32_t i = 0; i < affinity->count && s->size; i++) {
        uint32_t g = 0;
        while (g < s->taken_count && !(s->taken[g] >> affinity->all[i].place & 1))
            g++;
        now[i] = (uint8_t)(g < s->taken_count ? g : s->taken_count + rest++ / s->size);
    }
    const int64_t total = settle_groups(affinity, now, (uint8_t)s->taken_count);
    if (s->taken_count > *s->most || (s->taken_count == *s->most && total < *s->least)) {
        *s->most = s->taken_count;
        *s->least = total;
        memcpy(s->best, now, sizeof now);
    }
}

/* All ways to take images that have no place in common, with the first one in each. */
static void take_images(struct sharing *s, uint32_t next, uint32_t used) {
    if (s->taken_count >= 2)
        try_sharing(s);
    for (; next < s->mask_count && s->taken_count < FEW_MOST_SPECIAL; next++)
        if (!(s->masks[next] & used)) {
            s->taken[s->taken_count++] = s->masks[next];
            take_images(s, next + 1, used | s->masks[next]);
            s->taken_count--;
        }
}

/* Tries all packings of the images of each group that is as large as any. */
static void share_groups(struct sharing *s, const struct few_images *images, const uint8_t *group_of) {
    const struct affinity *affinity = s->affinity;
    uint32_t homes[FEW_MOST_GROUPS] = {0}, all = 0;
    for (uint32_t i = 0; i < affinity->count; i++) {
        homes[group_of[i]] |= UINT32_C(1) << affinity->all[i].place;
        all |= UINT32_C(1) << affinity->all[i].place;
    }
    for (uint32_t g = 0; g < FEW_MOST_GROUPS; g++) {
        if ((uint32_t)__builtin_popcount(homes[g]) != s->size)
            continue;
        s->mask_count = s->taken_count = 0;
        for (uint32_t m = 0; m < images->count; m++) {
            const uint32_t mask = few_image_of_places(images, m, homes[g]);
            bool known = mask & ~all;
            for (uint32_t k = 0; k < s->mask_count; k++)
                known = known || s->masks[k] == mask;
            if (!known)
                s->masks[s->mask_count++] = mask;
        }
        s->taken[s->taken_count++] = homes[g]; /* the identity comes first */
        take_images(s, 1, homes[g]);
    }
}

/* ---- All of it */

static bool are_alike(const struct few_candidate *all, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (all[i].copies != 1)
            return false;
    return true;
}

static uint32_t largest_group(const uint8_t *group_of, uint32_t count) {
    uint32_t sizes[FEW_MOST_GROUPS] = {0}, largest = 0;
    for (uint32_t i = 0; i < count; i++)
        if (++sizes[group_of[i]] > largest)
            largest = sizes[group_of[i]];
    return largest;
}

/* Keeps the sizes of the groups and looks for better members, from several shuffles, always the same ones. With `images`,
 * for those of which most are images of each other. */
static bool improve_groups(struct few_keys *keys, const struct few_build *build, const struct few_rule_space *space,
                           struct affinity *affinity, const struct few_images *images, uint8_t *group) {
    const struct few_candidate *all = affinity->all;
    const uint32_t count = affinity->count;
    uint8_t best[FEW_MOST_PLACES] = {0}, now[FEW_MOST_PLACES] = {0};
    uint32_t most = 0;
    int64_t least = INT64_MAX;
    uint64_t random = 1;
    if (!find_affinity(keys, build, space, affinity))
        return false;
    for (uint32_t i = 0; i < count; i++)
        now[i] = best[i] = group[all[i].piece];
    for (uint32_t round = 0; round < RESTARTS; round++) {
        int64_t total = settle_groups(affinity, now, 0);
        if (most == 0 && total < least) {
            least = total;
            memcpy(best, now, sizeof best);
        }
        if (images && are_alike(all, count)) {
            struct sharing sharing = {.affinity = affinity, .size = largest_group(now, count), .best = best, .most = &most, .least = &least};
            share_groups(&sharing, images, now);
        }
        for (uint32_t i = count; i-- > 1;) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            uint32_t k = (uint32_t)(random >> 33) % (i + 1);
            uint8_t swap = now[i];
            if (all[i].radix == all[k].radix)
                now[i] = now[k], now[k] = swap;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        group[all[i].piece] = best[i];
    return true;
}

static uint32_t sum_to(const struct affinity *affinity, uint32_t which, const bool *members) {
    const struct few_candidate *all = affinity->all;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < affinity->count; i++)
        if (members[i])
            sum += affinity->distance[all[which].place][all[i].place];
    return sum;
}

/* The members of one group, out of those left: the first is the most remote of these, then always the nearest to the group, of
 * equally near ones the most remote from the others. How many there are. */
static uint32_t choose_members(const struct affinity *affinity, const struct few_group_limits *limits, uint32_t places,
                               bool *left, bool *members) {
    struct size size = {limits->with_blank ? places : 1, 1};
    uint32_t placed = 0, number = 0;
    while (number < limits->pieces) {
        uint32_t best = FEW_NOWHERE, best_near = 0, best_far = 0;
        for (uint32_t i = 0; i < affinity->count; i++) {
            struct size next = grown(size, places, placed, &affinity->all[i], limits->entries);
            if (!left[i] || next.entries > limits->entries || next.arranged > limits->arranged)
                continue;
            uint32_t near = sum_to(affinity, i, members), far = sum_to(affinity, i, left);
            if (best == FEW_NOWHERE || near < best_near || (near == best_near && far > best_far))
                best = i, best_near = near, best_far = far;
        }
        if (best == FEW_NOWHERE)
            break;
        size = grown(size, places, placed, &affinity->all[best], limits->entries);
        placed += affinity->all[best].copies;
        number++;
        left[best] = false;
        members[best] = true;
    }
    return number;
}

bool few_choose_groups(struct few_keys *keys, const struct few_build *build, const struct few_rule_space *space,
                       const struct few_candidate *all, uint32_t count, const struct few_group_limits *limits, uint8_t *group,
                       uint32_t *made) {
    const struct few_exchanges *exchanges = few_exchanges_of(build);
    struct affinity affinity = {.all = all, .count = count};
    bool left[FEW_MOST_PLACES] = {false};
    uint32_t groups = 0, rest = count;
    find_distances(exchanges, affinity.distance);
    for (uint32_t i = 0; i < count; i++)
        left[i] = true;
    for (; rest && groups < limits->groups; groups++) {
        bool members[FEW_MOST_PLACES] = {false};
        const uint32_t number = choose_members(&affinity, limits, exchanges->places, left, members);
        if (number == 0) /* there is no room for any */
            break;
        for (uint32_t i = 0; i < count; i++)
            if (members[i])
                group[all[i].piece] = (uint8_t)groups;
        rest -= number;
    }
    *made = rest ? 0 : groups; /* a sum without some pieces may say less than their distances */
    return groups < 2 || rest || improve_groups(keys, build, space, &affinity, limits->images, group);
}
