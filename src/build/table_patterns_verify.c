/* The proof that pattern databases are right.
 *
 * Tables by rank are gone through rank by rank, by the moves of the smaller puzzle: a goal has 0; elsewhere an entry is the
 * least that a move costs together with the entry that it leads to. Then no entry is too high: along any path to the
 * goal they fall by no more than is paid. Ranks of states with a piece where it can never stand are passed over: moves do
 * not lead there, inverse moves are not followed there, and so nothing is known of them or asked.
 *
 * Tables of sliding puzzles have the least of all places of the blank, which neighbours do not show. Every place of the
 * group's pieces and of the blank is expanded from the goal, one by one; the tables were made by whole regions. */
#include "build/patterns.h"
#include "build/table_patterns.h"

#include <string.h>

enum { BATCH = 128 };

/* ---- Tables by rank */

struct by_rank {
    const struct few_space *space;
    const struct few_rule_space *rules; /* of that space */
    const uint8_t *entries;
    size_t room;
    uint64_t *states, *made, *ranks;
    struct few_step *steps;
};

static uint32_t capped(uint32_t entry, uint32_t cost) {
    uint32_t sum = entry + cost;
    return entry == FEW_TABLE_NO_PATH ? FEW_TABLE_NO_PATH : sum < FEW_TABLE_MOST ? sum : FEW_TABLE_MOST;
}

/* The entries of `count` ranks from `first` on; NULL, or what is wrong. */
static const char *check_ranks(struct by_rank *b, uint64_t first, size_t count) {
    const struct few_space *space = b->space;
    bool goal[BATCH];
    uint32_t least[BATCH]; /* what the moves say */
    for (size_t i = 0; i < count; i++) {
        b->ranks[i] = first + i;
        least[i] = FEW_TABLE_NO_PATH;
    }
    space->run->unrank(space, b->ranks, count, b->states);
    space->run->is_goal(space, b->states, count, goal);
    size_t made = space->run->successors(space, b->states, count, b->made, b->steps);
    space->run->rank(space, b->made, made, b->ranks);
    for (size_t i = 0; i < made; i++) {
        uint32_t next = capped(b->entries[b->ranks[i]], b->steps[i].cost);
        if (next < least[b->steps[i].source])
            least[b->steps[i].source] = next;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t entry = b->entries[first + i];
        if (!few_rule_space_can_be(b->rules, b->states + i * space->words))
            continue;
        if (goal[i] && entry != 0)
            return "an entry of a goal is not 0";
        if (!goal[i] && entry > least[i])
            return "an entry is too high";
        if (!goal[i] && entry < least[i])
            return "an entry is too low";
    }
    return NULL;
}

static enum few_end check_table(const struct few_table_by_rank *table, const struct few_rule_space *space,
                                struct few_watch *watch, const char **wrong) {
    struct few_memory *memory = watch->memory;
    struct few_image image = {0};
    bool fits = true;
    struct few_rule_space *smaller =
        few_table_space(table->origin, table->origin_bytes, space, memory, &image, &fits);
    enum few_end end = smaller || !fits ? FEW_RUNNING : few_refused(watch);
    if (!fits || (smaller && smaller->space.ranks != table->size))
        *wrong = "a table does not fit the puzzle";
    if (smaller && !*wrong) { /* another order is taken where memory is refused */
        struct few_digest_value mine = few_ranking_order(smaller->ranking), order = few_ranking_order(table->ranking);
        if (memcmp(&mine, &order, sizeof order) != 0)
            end = few_refused(watch);
    }
    if (smaller && !*wrong && end == FEW_RUNNING) {
        const size_t words = smaller->space.words;
        struct by_rank b = {.space = &smaller->space, .rules = smaller, .entries = table->entries,
                            .room = BATCH * ((size_t)smaller->space.max_successors + 1)};
        b.states = few_alloc(memory, BATCH * words * sizeof *b.states);
        b.made = few_alloc(memory, few_array_size(b.room, words * sizeof *b.made));
        b.ranks = few_alloc(memory, few_array_size(b.room, sizeof *b.ranks));
        b.steps = few_alloc(memory, few_array_size(b.room, sizeof *b.steps));
        if (!b.states || !b.made || !b.ranks || !b.steps)
            end = few_refused(watch);
        for (uint64_t first = 0; first < table->size && end == FEW_RUNNING && !*wrong; first += BATCH) {
            size_t count = table->size - first < BATCH ? (size_t)(table->size - first) : BATCH;
            *wrong = check_ranks(&b, first, count);
            watch->counts.expanded += count;
            watch->counts.remembered += count;
            end = few_watch_check(watch);
        }
        few_free(memory, b.states, BATCH * words * sizeof *b.states);
        few_free(memory, b.made, b.room * words * sizeof *b.made);
        few_free(memory, b.ranks, b.room * sizeof *b.ranks);
        few_free(memory, b.steps, b.room * sizeof *b.steps);
    }
    few_image_free(&image);
    few_rule_space_free(smaller);
    return end;
}

/* ---- Tables of sliding puzzles */

/* Where the pieces of the group stand, and the blank. Everywhere else there is nothing to be told apart. */
struct place {
    uint64_t pieces; /* the cells of the group's pieces, CELL_BITS each */
    uint32_t key, blank;
};

enum { CELL_BITS = 5, MOST_MEMBERS = 64 / CELL_BITS };

struct by_key {
    const struct few_sums *sums;
    const struct few_exchanges *exchanges;
    const struct few_key *key;
    struct few_watch *watch;
    bool with_blank;
    uint32_t count, value[MOST_MEMBERS]; /* the group's pieces, each copy by itself */
    uint32_t into[FEW_MOST_PLACES]; /* from which cells the blank gets to a cell */
    uint32_t *seen; /* for each key: the cells of the blank that were seen */
    struct few_list now, next;
    const char *wrong;
};

static bool is_member(const struct few_sums *sums, const struct few_key *key, uint32_t value) {
    for (uint32_t i = 0; i < sums->fields; i++)
        if (key->weights[i * sums->stride + value])
            return true;
    return false;
}

/* A place at that distance: at first sight it must have an entry that is no higher, and the first of its key just that. */
static bool see(struct by_key *b, struct place place, uint32_t distance, struct few_list *list) {
    if (place.key >= b->key->size) {
        b->wrong = "a key is larger than its table";
        return true;
    }
    uint32_t *seen = &b->seen[place.key], bit = UINT32_C(1) << place.blank, entry = b->key->entries[place.key];
    if (*seen & bit)
        return true;
    if (*seen == 0 && entry != capped(0, distance))
        b->wrong = entry > capped(0, distance) ? "an entry is too high" : "an entry is too low";
    *seen |= bit;
    return few_list_append(list, &place, 1);
}

/* Which piece of the group stands in a cell; b->count: none. */
static uint32_t piece_in(const struct by_key *b, struct place place, uint32_t cell) {
    uint32_t i = 0;
    while (i < b->count && (place.pieces >> i * CELL_BITS & (FEW_MOST_PLACES - 1)) != cell)
        i++;
    return i;
}

/* All places from which a move of a piece of the group (or of another piece) leads here: the blank came from a neighbouring
 * cell, and what stands there now came from where the blank is. */
static bool step_back(struct by_key *b, struct place here, bool of_group, uint32_t distance) {
    const uint32_t stride = b->sums->stride, blank = b->exchanges->blank, *weights = b->key->weights;
    const uint32_t to = here.blank;
    for (uint32_t cells = b->into[to]; cells && !b->wrong; cells &= cells - 1) {
        const uint32_t from = (uint32_t)__builtin_ctz(cells), piece = piece_in(b, here, from);
        struct place before = {here.pieces, here.key, from};
        if ((piece < b->count) != of_group)
            continue;
        if (of_group) {
            before.pieces ^= (uint64_t)(from ^ to) << piece * CELL_BITS;
            before.key += weights[to * stride + b->value[piece]] - weights[from * stride + b->value[piece]];
        }
        if (b->with_blank)
            before.key += weights[from * stride + blank] - weights[to * stride + blank];
        if (!see(b, before, distance, of_group ? &b->next : &b->now))
            return false;
    }
    return true;
}

/* The group at home; the blank where the goal wants it, or else wherever the goal leaves room. */
static bool begin(struct by_key *b) {
    const struct few_exchanges *exchanges = b->exchanges;
    struct place goal = {0};
    uint32_t open = 0, wanted = 0;
    for (uint32_t p = 0; p < exchanges->places; p++) {
        const uint32_t value = exchanges->goal[p];
        if (value == FEW_ANY_VALUE) {
            open |= UINT32_C(1) << p;
        } else if (value == exchanges->blank) {
            wanted |= UINT32_C(1) << p;
        } else if (is_member(b->sums, b->key, value)) {
            if (b->count == MOST_MEMBERS) {
                b->wrong = "a table has too many pieces";
                return true;
            }
            goal.key += b->key->weights[p * b->sums->stride + value];
            goal.pieces |= (uint64_t)p << b->count * CELL_BITS;
            b->value[b->count++] = value;
        }
    }
    for (open = wanted ? wanted : open; open; open &= open - 1) {
        struct place one = goal;
        one.blank = (uint32_t)__builtin_ctz(open);
        if (b->with_blank)
            one.key += b->key->weights[one.blank * b->sums->stride + exchanges->blank];
        if (!see(b, one, 0, &b->now))
            return false;
    }
    return true;
}

/* Takes the moves of one kind back from every place of this layer, and from those that this adds to it. */
static enum few_end take_back(struct by_key *b, bool of_group, uint32_t distance) {
    enum few_end end = FEW_RUNNING;
    for (size_t i = 0; i < b->now.count && end == FEW_RUNNING && !b->wrong; i++) {
        struct place here;
        memcpy(&here, few_list_at(&b->now, i), sizeof here);
        if (!step_back(b, here, of_group, distance))
            end = few_refused(b->watch);
        else if (i % 4096 == 4095)
            end = few_watch_check(b->watch);
    }
    return end;
}

/* Layer by layer. Moves of other pieces are free: all places that they add to a layer are seen before any of the next one.
 * On a board with an odd ring the same place may be found in both directions. */
static enum few_end explore_back(struct by_key *b) {
    enum few_end end = begin(b) ? FEW_RUNNING : few_refused(b->watch);
    for (uint32_t distance = 0; b->now.count && end == FEW_RUNNING && !b->wrong; distance++) {
        end = take_back(b, false, distance);
        if (end == FEW_RUNNING && !b->wrong)
            end = take_back(b, true, distance + 1);
        b->watch->counts.expanded += b->now.count;
        struct few_list swap = b->now;
        b->now = b->next;
        b->next = swap;
        b->next.count = 0;
        b->watch->counts.depth = distance;
    }
    for (uint64_t k = 0; k < b->key->size && end == FEW_RUNNING && !b->wrong; k++)
        if (b->seen[k] == 0 && b->key->entries[k] != FEW_TABLE_NO_PATH)
            b->wrong = "an entry that nothing leads to has a distance";
    return end;
}

static enum few_end check_key(const struct few_sums *sums, const struct few_exchanges *exchanges,
                              const struct few_key *key, struct few_watch *watch, const char **wrong) {
    struct by_key b = {.sums = sums, .exchanges = exchanges, .key = key, .watch = watch};
    const size_t bytes = few_array_size(key->size, sizeof *b.seen);
    if (!exchanges || sums->fields > FEW_MOST_PLACES) {
        *wrong = "a table does not fit the puzzle";
        return FEW_RUNNING;
    }
    b.with_blank = is_member(sums, key, exchanges->blank);
    for (uint32_t n = 0; n < exchanges->count; n++)
        b.into[exchanges->list[n].place] |= UINT32_C(1) << exchanges->list[n].back;
    few_list_init(&b.now, watch->memory, sizeof(struct place));
    few_list_init(&b.next, watch->memory, sizeof(struct place));
    b.seen = few_alloc_zeroed(watch->memory, bytes);
    enum few_end end = b.seen ? explore_back(&b) : few_refused(watch);
    few_free(watch->memory, b.seen, bytes);
    few_list_free(&b.now);
    few_list_free(&b.next);
    *wrong = b.wrong;
    return end;
}

/* A move of a sliding puzzle moves one piece: groups may be added up if they share none. */
static bool are_apart(const struct few_keys *keys, const struct few_exchanges *exchanges,
                      const struct few_rule_space *space) {
    for (uint32_t v = 0; v < space->layout.cell_values; v++) {
        uint32_t groups = 0;
        for (uint32_t k = 0; k < keys->count; k++)
            groups += is_member(&keys->sums, &keys->list[k], v);
        if (groups > 1 && v != exchanges->blank)
            return false;
    }
    return true;
}

/* ---- Weights that are distances themselves are computed again, to be compared */

static enum few_end check_weights(const struct few_keys *keys, const struct few_rule_space *space,
                                  const struct few_rule_facts *facts, struct few_watch *watch, const char **wrong) {
    const struct few_build none = {.facts = facts};
    struct few_error error = {0};
    struct few_bound *made = few_build_bound(watch->memory, space, &none, &error);
    if (!made)
        return few_refused(watch);
    const struct few_keys *plain = few_patterns_parts(made).keys;
    bool same = few_keys_how(plain) == few_keys_how(keys);
    if (same && keys)
        same = plain->count == keys->count && plain->divisor == keys->divisor && plain->sums.fields == keys->sums.fields &&
               plain->sums.stride == keys->sums.stride;
    for (uint32_t k = 0; same && keys && k < keys->count; k++)
        same = memcmp(plain->list[k].weights, keys->list[k].weights, few_weight_bytes(&keys->sums)) == 0;
    few_bound_free(made);
    if (!same)
        *wrong = "the distances of the pieces are not what the rules say";
    return FEW_RUNNING;
}

enum few_end few_patterns_verify(struct few_bound *bound, const struct few_rule_space *space,
                                 const struct few_rule_facts *facts, struct few_watch *watch, const char **wrong) {
    const struct few_exchanges *exchanges = facts->facts.exchanges;
    const struct few_patterns_parts parts = few_patterns_parts(bound);
    const struct few_keys *keys = parts.keys;
    const uint32_t added = keys && keys->added ? keys->count : 0;
    enum few_end end = FEW_RUNNING;
    *wrong = NULL;
    for (uint32_t k = 0; k < added && end == FEW_RUNNING && !*wrong; k++)
        end = check_key(&keys->sums, exchanges, &keys->list[k], watch, wrong);
    if (added && end == FEW_RUNNING && !*wrong && !are_apart(keys, exchanges, space))
        *wrong = "a piece is in two tables that are added up";
    if (!added && end == FEW_RUNNING && !*wrong)
        end = check_weights(keys, space, facts, watch, wrong);
    for (uint32_t t = 0; parts.tables && t < parts.tables->count && end == FEW_RUNNING && !*wrong; t++)
        end = check_table(parts.tables->list[t], space, watch, wrong);
    return *wrong ? FEW_UNSOLVABLE : end == FEW_RUNNING ? FEW_SOLVED : end;
}
