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
    LARGEST_TABLE = 1 << 28,  /* entries */
    LARGEST_SOON = 1 << 26,   /* the same where tables are to be there in less than a second */
    STANDARD = 256 << 20,     /* bytes that are allowed where nobody says so: with more, tables may take longer */
    MOST_ARRANGED = 6500000,  /* arrangements of a group: what less than a second can enumerate */
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
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        copies[space->start[layout->order[i]]]++;
        if (exchanges->goal[i] != FEW_ANY_VALUE)
            wanted[layout->cell_piece[exchanges->goal[i]]]++;
    }
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

/* What is needed to make the tables of a puzzle. */
struct making {
    struct few_keys *keys;
    const struct few_rule_space *space;
    const struct few_exchanges *exchanges;
    struct few_work *work;
    uint8_t *group;             /* of each piece */
    uint32_t *wanted, *copies;  /* how many the goal wants, and how many there are */
    struct few_candidate *all;
    uint32_t count, left_out;   /* pieces that can be in a table, and that cannot */
    bool too_many, twins;       /* some piece is there too often, or more than once */
    bool with_blank;
    struct few_images images;
};

/* Bytes of all tables; UINT64_MAX: one is too large for any. */
static uint64_t bytes_of(const struct making *m, uint32_t groups) {
    const struct few_layout *layout = &m->space->layout;
    uint64_t sum = 0;
    for (uint32_t g = 0; g < groups; g++) {
        uint64_t entries = m->with_blank ? m->exchanges->places : 1;
        uint32_t other;
        if (!m->with_blank && few_images_share(&m->images, m->exchanges, layout, m->group, g, &other))
            continue;
        for (uint32_t i = 0; i < m->count && entries <= LARGEST_TABLE; i++)
            entries *= m->group[m->all[i].piece] == g ? m->all[i].radix : 1;
        if (entries > LARGEST_TABLE)
            return UINT64_MAX;
        sum += entries;
    }
    return sum;
}

/* Makes the table of one group, or finds it among those of the groups before. *fits false: it cannot be made. false: no memory, or
 * asked to stop. */
static bool make_table(struct making *m, uint32_t which, bool *fits) {
    struct few_keys *keys = m->keys;
    const struct few_layout *layout = &m->space->layout;
    struct few_key *key = few_keys_add(keys);
    bool members[FEW_MOST_VALUES] = {false};
    uint32_t copies[FEW_MOST_VALUES] = {0}, other;
    uint64_t entries;
    if (!key)
        return false;
    if (!m->with_blank && few_images_share(&m->images, m->exchanges, layout, m->group, which, &other)) {
        few_weigh_by_image(keys, &m->images, m->exchanges, layout, m->group, which, other, key);
        return true;
    }
    *fits = weigh(keys, m->space, m->exchanges, key, (uint8_t)which, m->group, m->copies, m->with_blank, &entries);
    if (!*fits)
        return true;
    for (uint32_t v = 0; v < layout->cell_values; v++) {
        members[v] = m->group[layout->cell_piece[v]] == which;
        copies[v] = m->copies[layout->cell_piece[v]];
    }
    const bool sets = few_sets_fit(m->exchanges, keys->sums.stride, members, copies);
    return few_keys_add_table(keys, key, entries) && (sets ? few_fill_by_sets(keys, key, members, m->with_blank, m->work)
                                                           : few_fill_exchange_table(keys, key, members, m->with_blank, m->work));
}

static bool make_tables(struct making *m, uint32_t groups, bool *built) {
    bool good = true, fits = bytes_of(m, groups) <= m->work->build->budget;
    for (uint32_t g = 0; g < groups && good && fits; g++)
        good = make_table(m, g, &fits);
    if (!good || !fits) {
        few_keys_drop(m->keys);
        return good;
    }
    *built = true;
    m->keys->added = true;
    describe(m->keys, m->space, m->group);
    return true;
}

/* false: a named piece cannot be in a table of this kind. */
static bool take_named(const struct making *m, const struct few_groups *named) {
    uint32_t taken = 0, wanted = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        m->group[m->all[i].piece] = named->group[m->all[i].piece];
        taken += m->group[m->all[i].piece] != FEW_NO_GROUP;
    }
    for (uint32_t p = 0; p < m->space->puzzle->piece_count; p++)
        wanted += named->group[p] != FEW_NO_GROUP;
    return taken == wanted;
}

static void find_candidates(struct making *m) {
    const struct few_layout *layout = &m->space->layout;
    const struct few_movers *movers = &m->work->build->facts->movers;
    uint32_t marks[FEW_MOST_PLACES];
    for (uint32_t v = 0; v < layout->cell_values && m->count < FEW_MOST_PLACES; v++) {
        const few_code piece = layout->cell_piece[v];
        struct few_candidate candidate = {.piece = piece, .copies = m->copies[piece]};
        if (v == m->exchanges->blank || !movers->counted[piece] || candidate.copies == 0)
            continue;
        if (m->wanted[piece] != candidate.copies || candidate.copies > MOST_COPIES ||
            !choose_marks(m->keys->bound.memory, m->keys->sums.fields, candidate.copies, marks, &candidate.radix)) {
            m->too_many = m->too_many || candidate.copies > MOST_COPIES;
            m->left_out++;
            continue;
        }
        for (uint32_t i = m->keys->sums.fields; i-- > 0;)
            if (m->exchanges->goal[i] == v)
                candidate.place = i;
        m->twins = m->twins || candidate.copies > 1;
        m->all[m->count++] = candidate;
    }
}

/* Groups as large as memory and time allow. *groups 0: none fit. false: no memory. */
static bool choose_groups(struct making *m, uint64_t largest, bool is_part, uint32_t *groups) {
    const struct few_build *build = m->work->build;
    const uint64_t ranks = m->space->space.ranks;
    const bool at_leisure = build->budget > STANDARD && !m->twins && few_sets_suit(m->exchanges);
    struct few_group_limits limits = {
        .entries = largest, .arranged = m->twins ? MOST_WITH_TWINS : MOST_ARRANGED, .pieces = FEW_MOST_PLACES,
        .groups = m->exchanges->words == 1 ? FEW_MOST_OF_WORDS : FEW_MOST_SPECIAL, .with_blank = m->with_blank};
    if (is_part && ranks && ranks / SMALL_PART < limits.arranged)
        limits.arranged = ranks / SMALL_PART < LEAST_ARRANGED ? LEAST_ARRANGED : ranks / SMALL_PART;
    else if (is_part && at_leisure)
        limits = (struct few_group_limits){.entries = build->budget / 2 < LARGEST_TABLE ? build->budget / 2 : LARGEST_TABLE,
                                           .arranged = build->budget / 4, .pieces = FEW_MOST_IN_SETS, .groups = limits.groups,
                                           .with_blank = m->with_blank, .images = &m->images};
    if (m->twins && is_part && limits.entries > LARGEST_WITH_TWINS)
        limits.entries = LARGEST_WITH_TWINS;
    for (bool too_large = true; too_large; limits.entries /= m->exchanges->places) {
        if (!few_choose_groups(m->keys, build, m->space, m->all, m->count, &limits, m->group, groups))
            return false;
        too_large = *groups && bytes_of(m, *groups) > build->budget;
    }
    return true;
}

static bool build(struct making *m, bool *built) {
    const struct few_build *build = m->work->build;
    const uint64_t ranks = m->space->space.ranks;
    uint32_t groups = 0;
    bool good = true;
    count_pieces(m->exchanges, m->space, m->wanted, m->copies);
    find_candidates(m);
    /* filling a table may take four more bytes for each entry, for a while */
    uint64_t whole = 1, largest = build->budget / 5 < LARGEST_SOON ? build->budget / 5 : LARGEST_SOON;
    if (ranks && ranks < largest / SPARSE)
        largest = ranks * SPARSE;
    for (uint32_t i = 0; i < m->count && whole <= largest; i++)
        whole *= m->all[i].radix;
    m->with_blank = ranks && ranks <= EXPLORABLE && (build->named || m->left_out || whole > largest);
    few_images_find(&m->images, m->exchanges);
    if (build->named)
        groups = take_named(m, build->named) ? build->named->count : 0;
    else if (!m->too_many)
        good = choose_groups(m, largest, whole > largest, &groups);
    m->keys->bound.consistent = m->with_blank || (groups == 1 && !build->named && m->left_out == 0);
    if (good && groups && groups <= FEW_MOST_SPECIAL && few_are_additive(&build->facts->movers, m->group))
        good = make_tables(m, groups, built);
    if (!*built)
        m->keys->bound.consistent = true;
    return good;
}

bool few_build_patterns(struct few_keys *keys, const struct few_rule_space *space, struct few_work *work, bool *built) {
    const struct few_exchanges *exchanges = few_exchanges_of(work->build);
    const uint32_t pieces = space->puzzle->piece_count;
    *built = false;
    if (!exchanges || keys->sums.fields > FEW_MOST_PLACES || keys->sums.stride > FEW_MOST_VALUES)
        return true;
    struct few_arena scratch;
    few_arena_init(&scratch, keys->bound.memory);
    struct making *m = few_arena_alloc(&scratch, sizeof *m);
    uint8_t *group = few_arena_alloc(&scratch, pieces + 1);
    uint32_t *wanted = few_arena_alloc(&scratch, (pieces + 1) * sizeof *wanted);
    uint32_t *copies = few_arena_alloc(&scratch, (pieces + 1) * sizeof *copies);
    struct few_candidate *all = few_arena_alloc(&scratch, (FEW_MOST_VALUES + 1) * sizeof *all);
    bool good = m && group && wanted && copies && all;
    if (good) {
        memset(group, FEW_NO_GROUP, pieces + 1);
        *m = (struct making){.keys = keys, .space = space, .exchanges = exchanges, .work = work, .group = group, .wanted = wanted,
                             .copies = copies, .all = all};
        good = build(m, built);
    }
    few_arena_free(&scratch);
    return good;
}
