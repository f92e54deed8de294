/* Pattern databases for any puzzle: which choices of features are worth a table.
 *
 * 1. A *window* is the largest choice that fits into that many entries, beginning at one feature and going on in an order: by
 *    declaration, or by where the goal wants the pieces. A larger choice never says less.
 * 2. Where moves move pieces of one unit only, a *partition* puts the units into as few windows as fit; in each, only moves
 *    of its own pieces are paid for, so their distances may be added.
 * 3. All of these are first made small, and tried on some states near the start. What raises the bound most is
 *    chosen, then what raises it most above that, and so on; these are made again in full size. */
#include "build/features.h"

#include <stdio.h>
#include <string.h>

enum {
    LARGEST = 1 << 20,      /* entries of a table: what a second can enumerate */
    SMALLEST = 1 << 14,
    LARGEST_WHOLE = 1 << 20, /* a space without anything to forget is tabulated whole up to this size */
    SMALL_SPACE = 1 << 17,   /* and any space up to this one */
    PART = 8,                /* a table may have this part of the space */
    TRIAL = 4,               /* a trial this part of that */
    LARGEST_TRIAL = 1 << 16,
    WORK = 64,               /* states made for each entry, at most */
    MOST_SEEDS = 24,
    MOST_CHOSEN = 3,
    MOST_PARTS = 8,
    LOST = 100,              /* what `unsolvable` is worth */
};

/* Where a window begins, and in which order it goes on. */
struct seed {
    uint32_t offset;
    bool by_home, partition;
};

/* One window, or the windows of a partition. */
struct collection {
    struct few_choice part[MOST_PARTS];
    struct few_table_by_rank *table[MOST_PARTS];
    uint32_t count;
    uint32_t value[FEW_MOST_SAMPLES];
};

struct maker {
    struct few_rank_tables *tables;
    struct few_features *features;
    const struct few_movers *movers;
    struct few_work *work;
    uint32_t order[2][FEW_MOST_FEATURES];
    uint32_t so_far[FEW_MOST_SAMPLES]; /* the bound of the samples */
    uint64_t used;                     /* bytes of the tables */
};

static void release(struct maker *m, struct collection *collection) {
    for (uint32_t i = 0; i < collection->count; i++) {
        few_table_by_rank_free(m->tables->bound.memory, collection->table[i]);
        collection->table[i] = NULL;
    }
}

static void find_orders(struct maker *m) {
    const struct few_features *features = m->features;
    for (uint32_t f = 0; f < features->count; f++) {
        m->order[0][f] = f;
        uint32_t at = f;
        while (at > 0 && features->list[m->order[1][at - 1]].home > features->list[f].home) {
            m->order[1][at] = m->order[1][at - 1];
            at--;
        }
        m->order[1][at] = f;
    }
}

static bool fits(struct maker *m, const struct few_choice *choice, uint64_t entries) {
    uint64_t size = few_choice_size(m->features, choice);
    return size > 0 && size <= entries;
}

/* Keeps a unit, or gives it up again if that is too much; *any says whether something was added. */
static void keep_unit(struct maker *m, struct few_choice *choice, uint32_t unit, uint64_t entries, bool *any) {
    struct few_choice before = *choice;
    for (uint32_t f = 0; f < m->features->count; f++)
        if (m->features->list[f].unit == unit && !m->features->list[f].filler)
            choice->kept[f] = true;
    if (fits(m, choice, entries))
        *any = true;
    else
        *choice = before;
}

static bool fill_window(struct maker *m, const struct seed *seed, uint64_t entries, struct few_choice *choice) {
    const uint32_t count = m->features->count, *order = m->order[seed->by_home];
    bool any = false;
    memset(choice, 0, sizeof *choice);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t f = order[(seed->offset + i) % count];
        choice->kept[f] = true;
        if (fits(m, choice, entries))
            any = true;
        else
            choice->kept[f] = false;
        if (i == 0 && !any) /* another seed has the rest */
            return false;
    }
    return any;
}

/* Every window has the fillers, and the vars if they take little room. */
static void begin_part(struct maker *m, struct few_choice *choice, uint64_t entries) {
    memset(choice, 0, sizeof *choice);
    choice->partly_paid = true;
    for (uint32_t f = 0; f < m->features->count; f++)
        choice->kept[f] = m->features->list[f].filler;
    struct few_choice with_vars = *choice;
    for (uint32_t f = 0; f < m->features->count; f++)
        if (m->features->list[f].kind != FEW_FEATURE_PIECE)
            with_vars.kept[f] = true;
    if (fits(m, &with_vars, entries / 16))
        *choice = with_vars;
}

static bool fill_partition(struct maker *m, const struct seed *seed, uint64_t entries, struct collection *collection) {
    const struct few_features *features = m->features;
    bool taken[FEW_MOST_FEATURES] = {false};
    uint8_t group[1 << 14];
    memset(group, FEW_NO_GROUP, sizeof group);
    for (collection->count = 0; collection->count < MOST_PARTS; collection->count++) {
        struct few_choice *choice = &collection->part[collection->count];
        bool any = false;
        begin_part(m, choice, entries);
        for (uint32_t i = 0; i < features->count; i++) {
            uint32_t unit = features->list[m->order[seed->by_home][i]].unit;
            if (features->list[unit].kind != FEW_FEATURE_PIECE || features->list[unit].filler || taken[unit])
                continue;
            bool added = false;
            keep_unit(m, choice, unit, entries, &added);
            taken[unit] = added;
            any = any || added;
        }
        if (!any)
            break;
        for (uint32_t f = 0; f < features->count; f++)
            if (features->list[f].kind == FEW_FEATURE_PIECE && !features->list[f].filler && choice->kept[f])
                group[features->list[f].index] = (uint8_t)collection->count;
    }
    return collection->count > 1 && few_are_additive(m->movers, group);
}

static bool choose(struct maker *m, const struct seed *seed, uint64_t entries, struct collection *collection) {
    memset(collection, 0, sizeof *collection);
    if (seed->partition)
        return fill_partition(m, seed, entries, collection);
    collection->count = 1;
    return fill_window(m, seed, entries, &collection->part[0]);
}

/* Makes the tables and tries them on the samples. *made false: this cannot be had. */
static bool make(struct maker *m, struct collection *collection, uint64_t entries, bool *made) {
    struct few_memory *memory = m->tables->bound.memory;
    *made = true;
    for (uint32_t i = 0; i < collection->count && *made; i++) {
        m->work->left = entries > UINT64_MAX / WORK ? UINT64_MAX : entries * WORK;
        m->work->exhausted = false;
        if (!few_choice_build(m->features, &collection->part[i], memory, m->work, &collection->table[i])) {
            release(m, collection);
            return false;
        }
        *made = collection->table[i] != NULL;
    }
    if (!*made) {
        release(m, collection);
        return true;
    }
    memset(collection->value, 0, sizeof collection->value);
    few_tables_raise(collection->table, collection->count, m->features->samples, m->features->sample_count,
                     collection->value);
    return true;
}

/* How much a collection raises the bound of the samples, all in all. */
static uint64_t gain_of(const struct maker *m, const struct collection *collection) {
    uint64_t gain = 0;
    for (uint32_t i = 0; i < m->features->sample_count; i++) {
        uint32_t now = m->so_far[i] == FEW_NO_PATH ? LOST : m->so_far[i];
        uint32_t then = collection->value[i] == FEW_NO_PATH ? LOST : collection->value[i];
        gain += then > now ? then - now : 0;
    }
    return gain;
}

/* A fiftieth of what there is, or a move in every tenth state. */
static bool is_worth_while(const struct maker *m, uint64_t gain) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < m->features->sample_count; i++)
        sum += m->so_far[i] == FEW_NO_PATH ? LOST : m->so_far[i];
    return gain > 0 && gain * 50 >= sum && gain * 10 >= m->features->sample_count;
}

static void raise_so_far(struct maker *m, const struct collection *collection) {
    for (uint32_t i = 0; i < m->features->sample_count; i++)
        if (collection->value[i] > m->so_far[i])
            m->so_far[i] = collection->value[i];
}

/* Keeps the tables. */
static void accept(struct maker *m, struct collection *collection) {
    struct few_rank_tables *tables = m->tables;
    const uint32_t sum = tables->count ? tables->list[tables->count - 1]->sum + 1 : 0;
    for (uint32_t i = 0; i < collection->count; i++) {
        collection->table[i]->sum = sum;
        tables->list[tables->count++] = collection->table[i];
        m->used += collection->table[i]->size;
        collection->table[i] = NULL;
    }
    raise_so_far(m, collection);
}

static uint32_t list_seeds(const struct maker *m, struct seed *seeds) {
    const uint32_t count = m->features->count;
    uint32_t made = 0, step = (count + MOST_SEEDS / 2 - 2) / (MOST_SEEDS / 2 - 1);
    for (uint32_t by_home = 0; by_home < 2; by_home++) {
        if (m->movers)
            seeds[made++] = (struct seed){0, by_home, true};
        for (uint32_t offset = 0; offset < count && made < MOST_SEEDS / 2 * (by_home + 1); offset += step)
            seeds[made++] = (struct seed){offset, by_home, false};
        if (memcmp(m->order[0], m->order[1], count * sizeof **m->order) == 0)
            break;
    }
    return made;
}

static bool same_parts(const struct collection *a, const struct collection *b) {
    return a->count == b->count && memcmp(a->part, b->part, a->count * sizeof *a->part) == 0;
}

/* Small tables for all seeds; keeps what they say of the samples. */
static bool try_all(struct maker *m, const struct seed *seeds, uint32_t count, uint64_t entries,
                    struct collection *trials, bool *made) {
    for (uint32_t i = 0; i < count; i++) {
        made[i] = choose(m, &seeds[i], entries, &trials[i]);
        for (uint32_t k = 0; k < i && made[i]; k++)
            made[i] = !made[k] || !same_parts(&trials[i], &trials[k]);
        if (made[i] && !make(m, &trials[i], entries, &made[i]))
            return false;
        release(m, &trials[i]);
    }
    return true;
}

static uint64_t trial_size(uint64_t entries) {
    return entries / TRIAL < LARGEST_TRIAL ? entries / TRIAL : LARGEST_TRIAL;
}

/* The full table of a seed, or the small one if that takes too much work. */
static bool make_in_full(struct maker *m, const struct seed *seed, uint64_t entries, struct collection *trial) {
    struct collection full;
    bool made = false;
    uint64_t size = 0;
    if (choose(m, seed, entries, &full)) {
        for (uint32_t i = 0; i < full.count; i++)
            size += few_choice_size(m->features, &full.part[i]);
        if (size + m->used <= m->work->build->budget && !make(m, &full, entries, &made))
            return false;
    }
    if (!made) {
        full = *trial;
        if (!make(m, &full, trial_size(entries), &made))
            return false;
    }
    if (made && is_worth_while(m, gain_of(m, &full)) && m->tables->count + full.count <= FEW_MOST_TABLES)
        accept(m, &full);
    else
        release(m, &full);
    return true;
}

static bool choose_best(struct maker *m, uint64_t entries, struct collection *trials) {
    struct seed seeds[MOST_SEEDS + 2];
    bool made[MOST_SEEDS + 2];
    uint32_t count = list_seeds(m, seeds), picked[MOST_CHOSEN], picks = 0;
    if (!try_all(m, seeds, count, trial_size(entries), trials, made))
        return false;
    uint32_t before[FEW_MOST_SAMPLES];
    memcpy(before, m->so_far, sizeof before);
    while (picks < MOST_CHOSEN) {
        uint32_t best = count;
        for (uint32_t i = 0; i < count; i++)
            if (made[i] && (best == count || gain_of(m, &trials[i]) > gain_of(m, &trials[best])))
                best = i;
        if (best == count || !is_worth_while(m, gain_of(m, &trials[best])))
            break;
        picked[picks++] = best;
        raise_so_far(m, &trials[best]);
    }
    memcpy(m->so_far, before, sizeof before);
    for (uint32_t i = 0; i < picks; i++)
        if (!make_in_full(m, &seeds[picked[i]], entries, &trials[picked[i]]))
            return false;
    return true;
}

/* Nothing is forgotten: the table has the distances themselves. */
static bool make_whole(struct maker *m, uint64_t entries, struct collection *whole) {
    bool made;
    memset(whole, 0, sizeof *whole);
    whole->count = 1;
    memset(whole->part[0].kept, true, sizeof whole->part[0].kept);
    if (!make(m, whole, entries, &made))
        return false;
    if (made)
        accept(m, whole);
    return true;
}

static bool choose_tables(struct maker *m) {
    const uint64_t ranks = m->features->space->space.ranks, budget = m->work->build->budget;
    uint64_t entries = ranks / PART, most = budget / (MOST_CHOSEN + 1) < LARGEST ? budget / (MOST_CHOSEN + 1) : LARGEST;
    struct few_memory *memory = m->tables->bound.memory;
    size_t bytes = (MOST_SEEDS + 2) * sizeof(struct collection);
    struct collection *trials = few_alloc(memory, bytes);
    if (!trials)
        return false;
    if (entries < SMALLEST)
        entries = SMALLEST;
    if (ranks == 0 || entries > most)
        entries = most;
    bool good, two_pieces = m->features->count == 2 && m->features->list[1].kind == FEW_FEATURE_PIECE;
    if (ranks && ranks <= budget && ranks <= (two_pieces ? LARGEST_WHOLE : SMALL_SPACE))
        good = make_whole(m, ranks, trials);
    else
        good = choose_best(m, entries, trials);
    few_free(memory, trials, bytes);
    return good;
}

/* The choice of a named group: its pieces, all other features, and the fillers if only its own moves are paid for. */
static struct few_choice named_choice(const struct maker *m, uint32_t g, bool partly_paid, bool with_vars) {
    const struct few_features *features = m->features;
    const uint8_t *group = m->work->build->named->group;
    struct few_choice choice = {.partly_paid = partly_paid};
    for (uint32_t f = 0; f < features->count; f++) {
        const struct few_feature *feature = &features->list[f];
        if (feature->kind == FEW_FEATURE_PIECE)
            choice.kept[f] = group[feature->index] == g || (partly_paid && feature->filler);
        else
            choice.kept[f] = with_vars;
    }
    return choice;
}

/* All named groups in one collection. false: the budget is too small, and *size says what they need. */
static bool choose_named(struct maker *m, bool partly_paid, struct collection *collection, uint64_t *size) {
    const struct few_groups *named = m->work->build->named;
    for (int with_vars = 1; with_vars >= 0; with_vars--) {
        collection->count = named->count;
        *size = 0;
        bool known = true;
        for (uint32_t g = 0; g < named->count; g++) {
            collection->part[g] = named_choice(m, g, partly_paid, with_vars);
            uint64_t one = few_choice_size(m->features, &collection->part[g]);
            known = known && one > 0 && !__builtin_add_overflow(*size, one, size);
        }
        if (!known)
            *size = UINT64_MAX;
        if (*size <= m->work->build->budget)
            return true;
    }
    return false;
}

static bool has_pieces(const struct maker *m, uint32_t g) {
    for (uint32_t f = 0; f < m->features->count; f++)
        if (m->features->list[f].kind == FEW_FEATURE_PIECE &&
            m->work->build->named->group[m->features->list[f].index] == g)
            return true;
    return false;
}

/* Moves of fillers are free in all groups, so they belong to none. */
static bool are_named_additive(const struct maker *m) {
    const struct few_groups *named = m->work->build->named;
    uint8_t group[1 << 14];
    memset(group, FEW_NO_GROUP, sizeof group);
    for (uint32_t f = 0; f < m->features->count; f++) {
        const struct few_feature *feature = &m->features->list[f];
        if (feature->kind == FEW_FEATURE_PIECE && !feature->filler)
            group[feature->index] = named->group[feature->index];
    }
    return few_are_additive(m->movers, group);
}

/* Each group alone with all moves paid for; and where they may be added, together with only their own. */
static bool make_named(struct maker *m, struct few_error *error) {
    const struct few_groups *named = m->work->build->named;
    struct collection collection = {0}, one = {.count = 1};
    uint64_t size;
    bool made;
    if (named->count > MOST_PARTS)
        return few_fail(error, FEW_ERROR_INPUT, "there are %u patterns, and at most %d can be used for this puzzle",
                        named->count, MOST_PARTS);
    for (uint32_t g = 0; g < named->count; g++)
        if (!has_pieces(m, g))
            return few_fail(error, FEW_ERROR_INPUT, "pattern %u has no piece that ever moves", g + 1);
    if (named->count > 1 && m->movers && are_named_additive(m) && choose_named(m, true, &collection, &size)) {
        if (!make(m, &collection, UINT64_MAX, &made))
            return false;
        if (made)
            accept(m, &collection);
    }
    if (!choose_named(m, false, &collection, &size)) {
        if (m->tables->count)
            return true;
        return few_fail(error, FEW_ERROR_INPUT, "the tables of these patterns need %s%llu bytes, and they may have %llu",
                        size == UINT64_MAX ? "more than " : "",
                        (unsigned long long)(size == UINT64_MAX ? UINT64_C(1) << 62 : size),
                        (unsigned long long)m->work->build->budget);
    }
    for (uint32_t g = 0; g < named->count; g++) {
        one.part[0] = collection.part[g];
        if (m->used + few_choice_size(m->features, &one.part[0]) > m->work->build->budget)
            break;
        if (!make(m, &one, UINT64_MAX, &made))
            return false;
        if (made)
            accept(m, &one);
    }
    return true;
}

static void describe(struct few_rank_tables *tables) {
    uint64_t entries = 0;
    bool added = false;
    for (uint32_t t = 0; t < tables->count; t++) {
        entries += tables->list[t]->size;
        added = added || (t > 0 && tables->list[t]->sum == tables->list[t - 1]->sum);
    }
    snprintf(tables->bound.text, sizeof tables->bound.text, "%spattern database%s of %llu entr%s", added ? "additive " : "",
             tables->count > 1 ? "s" : "", (unsigned long long)entries, entries == 1 ? "y" : "ies");
}

bool few_build_tables(struct few_rank_tables *tables, const struct few_bound *known, const struct few_rule_space *space,
                      struct few_work *work, struct few_error *error) {
    const struct few_movers *movers = work->build->facts->movers.known ? &work->build->facts->movers : NULL;
    struct few_features features;
    struct maker m = {.tables = tables, .features = &features, .movers = movers, .work = work};
    bool suits;
    bool good = few_features_find(&features, space, movers, work->build->named != NULL, tables->bound.memory, &suits);
    if (good && suits) {
        find_orders(&m);
        few_bound_look_up(known, features.samples, features.sample_count, m.so_far);
        good = work->build->named ? make_named(&m, error) : choose_tables(&m);
        describe(tables);
    }
    few_features_free(&features);
    if (good && !suits && work->build->named)
        return few_fail(error, FEW_ERROR_INPUT, "patterns do not suit this puzzle: it has too many or too few pieces");
    if (!good && !work->stop_requested && error->kind == FEW_ERROR_NONE)
        few_fail_memory(error);
    return good || work->stop_requested;
}
