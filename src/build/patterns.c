/* Additive pattern databases: which pieces form a group, the proof that groups may be added, and the place of an
 * arrangement in its table.
 *
 * 1. A group keeps its pieces, all others become one `don't care`. The distance of what is left to its goal, counting
 *    only moves that move a piece of the group, is a bound.
 * 2. If no instruction moves pieces of two groups, each move is counted for one group at most, and the sum of the
 *    groups' distances is a bound, too.
 * 3. A group of pieces a, b, … on n cells has the key   mark(cell of a) + radix(a) * (mark(cell of b) + …).
 *    A piece that there is once has marks 0 .. n - 1. Of a piece that there is m times the marks of all copies are added;
 *    marks are chosen such that every set of m cells has another sum (for pairs: a Golomb ruler). */
#include "build/patterns.h"

#include <stdio.h>
#include <string.h>

enum {
    LARGEST_TABLE = 1 << 26,  /* entries */
    MOST_ARRANGED = 6000000,  /* arrangements of a group: what less than a second can enumerate */
    MOST_WITH_TWINS = 500000, /* the same with equal pieces, which takes more */
    LARGEST_WITH_TWINS = 1 << 23,
    LEAST_ARRANGED = 70000,
    SMALL_PART = 64,          /* a group may have this part of the space */
    EXPLORABLE = 1 << 26,     /* states of a space in which the bound should be consistent */
    SPARSE = 16,              /* entries of a table for each state of the space, at most */
    MOST_COPIES = 3,
};

bool few_are_additive(const struct few_movers *movers, const uint8_t *group) {
    uint32_t last = FEW_NOWHERE, blind = 0, seen = 0;
    uint8_t of = FEW_NO_GROUP;
    for (size_t i = 0; i < movers->count; i++) {
        const struct few_mover *mover = &movers->list[i];
        if (mover->instruction != last)
            blind = seen = 0, of = FEW_NO_GROUP;
        last = mover->instruction;
        if (mover->piece == FEW_CODE_ANY) {
            blind++;
        } else if (group[mover->piece] != FEW_NO_GROUP) {
            if (seen && of != group[mover->piece])
                return false;
            of = group[mover->piece];
            seen = 1;
        }
        if (blind + seen > 1)
            return false;
    }
    return true;
}

/* Marks for n cells such that all sets of `copies` cells have different sums, lowest first. false: they grow too large. */
static bool choose_marks(struct few_memory *memory, uint32_t n, uint32_t copies, uint32_t *marks, uint64_t *radix) {
    enum { MOST_SUM = 1 << 16 };
    if (copies == 1) {
        for (uint32_t i = 0; i < n; i++)
            marks[i] = i;
        *radix = n;
        return true;
    }
    uint8_t *used = few_alloc_zeroed(memory, MOST_SUM); /* bit j - 1: a sum of j marks */
    uint32_t count = 0;
    for (uint32_t mark = 0; used && count < n && (uint64_t)mark * copies < MOST_SUM; mark++) {
        bool clash = false;
        for (uint32_t j = 1; j <= copies && !clash; j++) /* with j - 1 of the marks so far */
            for (uint32_t sum = 0; sum + mark < MOST_SUM && !clash; sum++)
                clash = (j == 1 ? sum == 0 : used[sum] >> (j - 2) & 1) && (used[sum + mark] >> (j - 1) & 1);
        if (clash)
            continue;
        for (uint32_t j = copies; j >= 1; j--)
            for (uint32_t sum = 0; sum + mark < MOST_SUM; sum++)
                if (j == 1 ? sum == 0 : used[sum] >> (j - 2) & 1)
                    used[sum + mark] |= (uint8_t)(1u << (j - 1));
        marks[count++] = mark;
    }
    *radix = 1;
    for (uint32_t c = 0; c < copies && count == n && c < n; c++)
        *radix += marks[n - 1 - c];
    bool good = used && count == n;
    few_free(memory, used, MOST_SUM);
    return good;
}

/* How many places the goal wants each piece at, and how many of it there are. */
static void count_pieces(const struct few_exchanges *exchanges, const struct few_rule_space *space, uint32_t *wanted,
                         uint32_t *copies) {
    const struct few_layout *layout = &space->layout;
    const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1;
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        copies[space->start[layout->order[i]]]++;
        if (exchanges->goal_mask >> exchanges->shift[i] & 1)
            wanted[layout->cell_piece[exchanges->goal_want >> exchanges->shift[i] & ones]]++;
    }
}

struct few_table_size {
    uint64_t entries, arranged;
};

/* One more piece in a group. */
static struct few_table_size grown(struct few_table_size size, uint32_t places, uint32_t already, uint32_t copies,
                                   uint64_t radix) {
    size.entries = size.entries > LARGEST_TABLE ? size.entries : size.entries * radix;
    for (uint32_t c = 0; c < copies; c++)
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

/* A piece that can be in a group, and where it goes. */
struct candidate {
    few_code piece;
    uint32_t place, copies;
    uint64_t radix;
    bool taken;
};

static uint32_t sum_to(const struct candidate *all, uint32_t count, uint32_t which, const bool *members,
                       uint8_t (*distance)[FEW_MOST_PLACES]) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (members ? members[i] : !all[i].taken)
            sum += distance[all[which].place][all[i].place];
    return sum;
}

/* What it costs to have two pieces in one group: far apart they seldom get into each other's way. What it gains: how much a
 * table for the two alone exceeds the sum of their distances, on the average. In thousandths of a move. */
struct affinity {
    int32_t cost[FEW_MOST_PLACES][FEW_MOST_PLACES];
};

enum { COST_OF_A_STEP = 50, RESTARTS = 40 };

static bool pair_gain(struct few_keys *keys, const struct few_build *build, const struct candidate *a, const struct candidate *b,
                      const struct few_rule_space *space, uint8_t (*distance)[FEW_MOST_PLACES], int32_t *gain) {
    uint8_t entries[FEW_MOST_PLACES * FEW_MOST_PLACES];
    bool member[FEW_MOST_VALUES] = {false};
    struct few_build anyhow = {.facts = build->facts};
    struct few_work work = {.build = &anyhow, .left = UINT64_MAX};
    uint32_t n = keys->sums.fields, values[2] = {space->layout.cell_value[a->piece], space->layout.cell_value[b->piece]};
    size_t bytes = (size_t)n * keys->sums.stride * sizeof(uint32_t);
    struct few_key key = {.weights = few_alloc_zeroed(keys->bound.memory, bytes), .entries = entries, .size = n * n};
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
                sum += entries[i + k * n] - distance[i][a->place] - distance[k][b->place];
    *gain = (int32_t)(sum * 1000 / (int64_t)(n * (n - 1)));
    few_free(keys->bound.memory, key.weights, bytes);
    return good;
}

static bool find_affinity(struct few_keys *keys, const struct few_build *build, const struct candidate *all, uint32_t count,
                          const struct few_rule_space *space, uint8_t (*distance)[FEW_MOST_PLACES],
                          struct affinity *affinity) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            int32_t gain = 0;
            if (all[i].copies == 1 && all[k].copies == 1 && !pair_gain(keys, build, &all[i], &all[k], space, distance, &gain))
                return false;
            affinity->cost[i][k] = affinity->cost[k][i] =
                COST_OF_A_STEP * distance[all[i].place][all[k].place] - gain;
        }
    return true;
}

/* What a piece costs in a group, without `other`. */
static int64_t cost_in(const struct affinity *affinity, const uint8_t *group_of, uint32_t count, uint8_t group,
                       uint32_t piece, uint32_t other) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i != piece && i != other && group_of[i] == group)
            sum += affinity->cost[piece][i];
    return sum;
}

/* Exchanges pieces of different groups as long as that lowers the cost of all. */
static int64_t settle_groups(const struct affinity *affinity, const struct candidate *all, uint32_t count,
                             uint8_t *group_of) {
    for (bool better = true; better;) {
        better = false;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < a; b++) {
                uint8_t mine = group_of[a], other = group_of[b];
                if (mine == other || all[a].radix != all[b].radix)
                    continue;
                int64_t before = cost_in(affinity, group_of, count, mine, a, a) +
                                 cost_in(affinity, group_of, count, other, b, b);
                int64_t after = cost_in(affinity, group_of, count, other, a, b) +
                                cost_in(affinity, group_of, count, mine, b, a);
                if (after < before) {
                    group_of[a] = other;
                    group_of[b] = mine;
                    better = true;
                }
            }
    }
    int64_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += cost_in(affinity, group_of, count, group_of[i], i, i);
    return total;
}

/* Keeps the sizes of the groups and looks for better members, from several shuffles, always the same ones. */
static bool improve_groups(struct few_keys *keys, const struct few_build *build, const struct candidate *all, uint32_t count,
                           const struct few_rule_space *space, uint8_t (*distance)[FEW_MOST_PLACES], uint8_t *group) {
    struct affinity affinity;
    uint8_t best[FEW_MOST_PLACES], now[FEW_MOST_PLACES];
    int64_t least = INT64_MAX;
    uint64_t random = 1;
    if (!find_affinity(keys, build, all, count, space, distance, &affinity))
        return false;
    for (uint32_t i = 0; i < count; i++)
        now[i] = best[i] = group[all[i].piece];
    for (uint32_t round = 0; round < RESTARTS; round++) {
        int64_t total = settle_groups(&affinity, all, count, now);
        if (total < least) {
            least = total;
            memcpy(best, now, sizeof best);
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

/* Pieces whose goals lie together form a group: the first is the most remote of those left, then always the nearest to the
 * group, of equally near ones the most remote from the others. */
static bool choose_groups(struct few_keys *keys, const struct few_build *build, const struct few_rule_space *space,
                          struct candidate *all, uint32_t count, uint64_t entries, uint64_t arranged, bool with_blank, uint8_t *group,
                          uint32_t *made) {
    const struct few_exchanges *exchanges = few_exchanges_of(build);
    uint8_t distance[FEW_MOST_PLACES][FEW_MOST_PLACES];
    find_distances(exchanges, distance);
    uint32_t groups = 0, left = count;
    for (; left && groups < FEW_MOST_SPECIAL; groups++) {
        bool members[FEW_MOST_PLACES] = {false};
        struct few_table_size size = {with_blank ? exchanges->places : 1, 1};
        uint32_t placed = 0, number = 0;
        for (;;) {
            uint32_t best = FEW_NOWHERE, best_near = 0, best_far = 0;
            for (uint32_t i = 0; i < count; i++) {
                struct few_table_size next = grown(size, exchanges->places, placed, all[i].copies, all[i].radix);
                if (all[i].taken || next.entries > entries || next.arranged > arranged)
                    continue;
                uint32_t near = number ? sum_to(all, count, i, members, distance) : 0;
                uint32_t far = sum_to(all, count, i, NULL, distance);
                if (best == FEW_NOWHERE || near < best_near || (near == best_near && far > best_far))
                    best = i, best_near = near, best_far = far;
            }
            if (best == FEW_NOWHERE)
                break;
            size = grown(size, exchanges->places, placed, all[best].copies, all[best].radix);
            placed += all[best].copies;
            number++;
            all[best].taken = members[best] = true;
            group[all[best].piece] = (uint8_t)groups;
            left--;
        }
        if (number == 0) /* there is no room for any */
            break;
    }
    *made = left ? 0 : groups; /* a sum without some pieces may say less than their distances */
    return groups < 2 || left || improve_groups(keys, build, all, count, space, distance, group);
}

static bool weigh(struct few_keys *keys, const struct few_rule_space *space, const struct few_exchanges *exchanges,
                  struct few_key *key, uint8_t which, const uint8_t *group, const uint32_t *copies, bool with_blank, uint64_t *entries) {
    const struct few_layout *layout = &space->layout;
    uint32_t marks[FEW_MOST_PLACES];
    uint64_t radix;
    *entries = 1;
    for (uint32_t value = 0; value < layout->cell_values; value++) {
        few_code piece = layout->cell_piece[value];
        if (group[piece] != which && !(with_blank && value == exchanges->blank))
            continue;
        if (!choose_marks(keys->bound.memory, keys->sums.fields, copies[piece], marks, &radix))
            return false;
        for (uint32_t i = 0; i < keys->sums.fields; i++)
            key->weights[i * keys->sums.stride + value] = (uint32_t)(marks[i] * *entries);
        *entries *= radix;
        if (*entries > LARGEST_TABLE)
            return false;
    }
    return true;
}

bool few_weigh_group(struct few_keys *keys, const struct few_rule_space *space, const struct few_exchanges *exchanges,
                     struct few_key *key, uint8_t which, const uint8_t *group, bool with_blank, uint64_t *entries) {
    const uint32_t pieces = space->puzzle->piece_count;
    struct few_arena scratch;
    few_arena_init(&scratch, keys->bound.memory);
    uint32_t *wanted = few_arena_alloc(&scratch, (pieces + 1) * sizeof *wanted);
    uint32_t *copies = few_arena_alloc(&scratch, (pieces + 1) * sizeof *copies);
    bool good = wanted && copies;
    if (good)
        count_pieces(exchanges, space, wanted, copies);
    for (uint32_t p = 0; p < pieces && good; p++)
        good = group[p] != which || (copies[p] >= 1 && copies[p] <= MOST_COPIES && wanted[p] == copies[p]);
    good = good && weigh(keys, space, exchanges, key, which, group, copies, with_blank, entries);
    few_arena_free(&scratch);
    return good;
}

static void describe(struct few_keys *keys, const struct few_rule_space *space, const uint8_t *group) {
    size_t at = (size_t)snprintf(keys->bound.text, sizeof keys->bound.text, "%s", "additive pattern databases");
    for (uint32_t g = 0; g < keys->count; g++) {
        uint32_t pieces = 0;
        for (uint32_t p = 0; p < space->puzzle->piece_count; p++)
            pieces += group[p] == g;
        at += (size_t)snprintf(keys->bound.text + at, sizeof keys->bound.text - at, "%s%u", g ? "-" : " ", pieces);
    }
}

/* Makes the tables of all groups. */
static bool make_tables(struct few_keys *keys, const struct few_rule_space *space, const uint8_t *group,
                        uint32_t groups, const uint32_t *copies, bool with_blank, struct few_work *work, bool *built) {
    const struct few_exchanges *exchanges = few_exchanges_of(work->build);
    uint64_t budget = work->build->budget;
    for (uint32_t g = 0; g < groups; g++) {
        struct few_key *key = few_keys_add(keys);
        uint64_t entries;
        if (!key)
            return false;
        bool fits = weigh(keys, space, exchanges, key, (uint8_t)g, group, copies, with_blank, &entries);
        if (!fits || entries > budget) {
            few_keys_drop(keys);
            return true;
        }
        budget -= entries;
        bool members[FEW_MOST_VALUES] = {false};
        uint32_t copies_of_value[FEW_MOST_VALUES] = {0};
        for (uint32_t v = 0; v < space->layout.cell_values; v++) {
            members[v] = group[space->layout.cell_piece[v]] == g;
            copies_of_value[v] = copies[space->layout.cell_piece[v]];
        }
        bool sets = few_sets_fit(exchanges, keys->sums.stride, members, copies_of_value);
        if (!few_keys_add_table(keys, key, entries) ||
            !(sets ? few_fill_by_sets(keys, key, members, with_blank, work)
                   : few_fill_exchange_table(keys, key, members, with_blank, work))) {
            few_keys_drop(keys);
            return false;
        }
    }
    *built = true;
    keys->added = true;
    describe(keys, space, group);
    return true;
}

/* false: a named piece cannot be in a table of this kind. */
static bool take_named(const struct few_groups *named, const struct candidate *all, uint32_t count, uint32_t pieces,
                       uint8_t *group) {
    uint32_t taken = 0, wanted = 0;
    for (uint32_t i = 0; i < count; i++) {
        group[all[i].piece] = named->group[all[i].piece];
        taken += group[all[i].piece] != FEW_NO_GROUP;
    }
    for (uint32_t p = 0; p < pieces; p++)
        wanted += named->group[p] != FEW_NO_GROUP;
    return taken == wanted;
}

bool few_build_patterns(struct few_keys *keys, const struct few_rule_space *space, struct few_work *work, bool *built) {
    const struct few_movers *movers = &work->build->facts->movers;
    const struct few_exchanges *exchanges = few_exchanges_of(work->build);
    const struct few_groups *named = work->build->named;
    const uint64_t budget = work->build->budget;
    const struct few_layout *layout = &space->layout;
    uint32_t pieces = space->puzzle->piece_count, marks[FEW_MOST_PLACES], count = 0, groups = 0, left_out = 0;
    bool too_many = false, twins = false;
    *built = false;
    if (!exchanges || keys->sums.fields > FEW_MOST_PLACES || keys->sums.stride > FEW_MOST_VALUES)
        return true;
    struct few_arena scratch;
    few_arena_init(&scratch, keys->bound.memory);
    uint8_t *group = few_arena_alloc(&scratch, pieces + 1);
    uint32_t *wanted = few_arena_alloc(&scratch, (pieces + 1) * sizeof *wanted);
    uint32_t *copies = few_arena_alloc(&scratch, (pieces + 1) * sizeof *copies);
    struct candidate *all = few_arena_alloc(&scratch, (FEW_MOST_VALUES + 1) * sizeof *all);
    bool good = group && wanted && copies && all;
    if (good) {
        memset(group, FEW_NO_GROUP, pieces + 1);
        count_pieces(exchanges, space, wanted, copies);
        for (uint32_t v = 0; v < layout->cell_values && count < FEW_MOST_PLACES; v++) {
            few_code piece = layout->cell_piece[v];
            struct candidate candidate = {.piece = piece, .copies = copies[piece]};
            if (v == exchanges->blank || !movers->counted[piece] || copies[piece] == 0)
                continue;
            if (wanted[piece] != copies[piece] || copies[piece] > MOST_COPIES ||
                !choose_marks(keys->bound.memory, keys->sums.fields, copies[piece], marks, &candidate.radix)) {
                too_many = too_many || copies[piece] > MOST_COPIES;
                left_out++;
                continue;
            }
            const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1;
            for (uint32_t i = keys->sums.fields; i-- > 0;)
                if ((exchanges->goal_mask >> exchanges->shift[i] & 1) &&
                    (exchanges->goal_want >> exchanges->shift[i] & ones) == v)
                    candidate.place = i;
            twins = twins || candidate.copies > 1;
            all[count++] = candidate;
        }
        /* filling a table takes four more bytes for each entry, for a while */
        uint64_t whole = 1, largest = budget / 5 < LARGEST_TABLE ? budget / 5 : LARGEST_TABLE;
        if (space->space.ranks && space->space.ranks < largest / SPARSE)
            largest = space->space.ranks * SPARSE;
        for (uint32_t i = 0; i < count && whole <= largest; i++)
            whole *= all[i].radix;
        bool with_blank = space->space.ranks && space->space.ranks <= EXPLORABLE &&
                          (named || left_out || whole > largest);
        if (named) {
            groups = take_named(named, all, count, pieces, group) ? named->count : 0;
        } else if (!too_many) {
            uint64_t arranged = twins ? MOST_WITH_TWINS : MOST_ARRANGED, ranks = space->space.ranks;
            if (whole > largest && ranks && ranks / SMALL_PART < arranged)
                arranged = ranks / SMALL_PART < LEAST_ARRANGED ? LEAST_ARRANGED : ranks / SMALL_PART;
            if (twins && whole > largest && largest > LARGEST_WITH_TWINS)
                largest = LARGEST_WITH_TWINS;
            good = choose_groups(keys, work->build, space, all, count, largest, arranged, with_blank, group, &groups);
        }
        keys->bound.consistent = with_blank || (groups == 1 && !named && left_out == 0);
        if (good && groups && (named || !too_many) && groups <= FEW_MOST_SPECIAL && few_are_additive(movers, group))
            good = make_tables(keys, space, group, groups, copies, with_blank, work, built);
        if (!*built)
            keys->bound.consistent = true;
    }
    few_arena_free(&scratch);
    return good;
}
