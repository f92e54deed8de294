/* Fills a pattern database of a sliding puzzle with sets instead of states.
 *
 * 1. The cells that a group of k different pieces occupies are a set. For one such set and one region of the other cells
 *    that the blank can wander in (a *node*), all k! orders of the pieces can do the same moves. So a node has one bit for
 *    each order, and a move is done to all of them at once.
 * 2. Orders are permutations: the pieces by ascending cells. A move that overtakes no other piece keeps them: a few words
 *    are or-ed to those of another node. A move from position a to position b of the order maps each permutation to another one:
 *    a table look-up for each bit.
 *
 * On 4 x 4 with six pieces there are 8,008 sets and about 10,500 nodes of 720 bits: all of it stays in the nearest
 * caches. */
#include "build/patterns.h"

#include <string.h>

enum { MOST_PIECES = FEW_MOST_IN_SETS, MOST_PLACES = FEW_MOST_PLACES, FEWEST_PIECES = 2 };

struct node {
    uint32_t set, region;
};

struct sets {
    const struct few_exchanges *exchanges;
    const struct few_key *key;
    struct few_work *work;
    uint8_t *entries;
    uint32_t stride;
    bool with_blank;
    uint32_t count, orders, words;      /* pieces, their permutations, words of a bit for each */
    uint32_t value[MOST_PIECES];        /* packed, of each piece */
    uint32_t beside[MOST_PLACES];       /* the places next to each */
    struct few_arena arena;
    uint32_t half;                      /* places in the lower part of a set */
    uint32_t *lower, *upper;            /* what its parts add to the number of a set; upper: [pieces below][part] */
    uint32_t sets, *first;              /* of each set, by its number: its first node */
    struct node *nodes;
    uint32_t node_count;
    uint8_t (*order)[MOST_PIECES];      /* of each permutation: the pieces by ascending places */
    uint16_t *shifted;                  /* [a][b][permutation] */
    uint64_t *seen, *now, *next;        /* `words` of each node */
    bool *due_now, *due_next;           /* of each node: whether any bit is set */
};

static uint32_t region_of(const struct sets *s, uint32_t place, uint32_t open) {
    uint32_t region = UINT32_C(1) << place;
    for (uint32_t fresh = region; fresh;) {
        uint32_t reached = 0;
        for (; fresh; fresh &= fresh - 1)
            reached |= s->beside[__builtin_ctz(fresh)];
        fresh = reached & open & ~region;
        region |= fresh;
    }
    return region;
}

/* The next larger number with as many bits. */
static uint32_t next_set(uint32_t set) {
    uint32_t low = set & -set, up = set + low;
    return up | ((set ^ up) / low) >> 2;
}

/* How many subsets of so many elements there are: choose[n][k]. */
typedef uint32_t binomials[MOST_PLACES + 1][MOST_PIECES + 1];

static void find_binomials(binomials choose, uint32_t places, uint32_t count) {
    for (uint32_t n = 0; n <= places; n++) {
        choose[n][0] = 1;
        for (uint32_t k = 1; k <= count; k++)
            choose[n][k] = n > 0 ? choose[n - 1][k - 1] + choose[n - 1][k] : 0;
    }
}

/* What the pieces in a part of the board add to the number of their set: the i-th lowest of all, in place p, adds
 * choose[p][i]. So sets are numbered in ascending order. */
static uint32_t number_of_part(binomials choose, uint32_t part, uint32_t first_place, uint32_t below, uint32_t count) {
    uint32_t sum = 0;
    for (; part && below < count; part &= part - 1)
        sum += choose[(uint32_t)__builtin_ctz(part) + first_place][++below];
    return sum;
}

static bool number_sets(struct sets *s) {
    binomials choose;
    const uint32_t places = s->exchanges->places, count = s->count;
    s->half = places / 2;
    const uint32_t lowers = UINT32_C(1) << s->half, uppers = UINT32_C(1) << (places - s->half);
    s->lower = few_arena_alloc(&s->arena, lowers * sizeof *s->lower);
    s->upper = few_arena_alloc(&s->arena, (size_t)(count + 1) * uppers * sizeof *s->upper);
    if (!s->lower || !s->upper)
        return false;
    find_binomials(choose, places, count);
    s->sets = choose[places][count];
    for (uint32_t part = 0; part < lowers; part++)
        s->lower[part] = number_of_part(choose, part, 0, 0, count);
    for (uint32_t below = 0; below <= count; below++)
        for (uint32_t part = 0; part < uppers; part++)
            s->upper[(size_t)below * uppers + part] = number_of_part(choose, part, s->half, below, count);
    return true;
}

static uint32_t number_of_set(const struct sets *s, uint32_t set) {
    const uint32_t low = set & ((UINT32_C(1) << s->half) - 1), high = set >> s->half;
    const uint32_t below = (uint32_t)__builtin_popcount(low);
    return s->lower[low] + s->upper[((size_t)below << (s->exchanges->places - s->half)) + high];
}

static uint32_t regions_of(const struct sets *s, uint32_t set, struct node *nodes) {
    uint32_t open = ~set & (uint32_t)((UINT64_C(1) << s->exchanges->places) - 1), made = 0, left = open;
    while (left) {
        uint32_t region = region_of(s, (uint32_t)__builtin_ctz(left), open);
        if (nodes)
            nodes[made] = (struct node){set, region};
        made++;
        left &= ~region;
    }
    return made;
}

static bool list_nodes(struct sets *s) {
    const uint32_t lowest = (UINT32_C(1) << s->count) - 1;
    if (!number_sets(s))
        return false;
    s->first = few_arena_alloc(&s->arena, s->sets * sizeof *s->first);
    if (!s->first)
        return false;
    for (uint32_t set = lowest, n = 0; n < s->sets; set = next_set(set), n++) {
        s->first[n] = s->node_count;
        s->node_count += regions_of(s, set, NULL);
    }
    s->nodes = few_arena_alloc(&s->arena, (s->node_count + 1) * sizeof *s->nodes);
    for (uint32_t set = lowest, n = 0; s->nodes && n < s->sets; set = next_set(set), n++)
        regions_of(s, set, s->nodes + s->first[n]);
    return s->nodes != NULL;
}

static uint32_t node_with(const struct sets *s, uint32_t set, uint32_t place) {
    uint32_t node = s->first[number_of_set(s, set)];
    while (!(s->nodes[node].region >> place & 1))
        node++;
    return node;
}

/* The number of a permutation in their order. */
static uint32_t number_of(const struct sets *s, const uint8_t *order) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t smaller = 0;
        for (uint32_t k = i + 1; k < s->count; k++)
            smaller += order[k] < order[i];
        number = number * (s->count - i) + smaller;
    }
    return number;
}

static bool list_orders(struct sets *s) {
    const uint32_t count = s->count, orders = s->orders;
    s->order = few_arena_alloc(&s->arena, orders * sizeof *s->order);
    s->shifted = few_arena_alloc(&s->arena, (size_t)count * count * orders * sizeof *s->shifted);
    if (!s->order || !s->shifted)
        return false;
    for (uint32_t n = 0; n < orders; n++) {
        uint8_t left[MOST_PIECES] = {0, 1, 2, 3, 4, 5, 6};
        for (uint32_t i = 0, rest = n, below = orders; i < count; i++) {
            below /= count - i;
            uint32_t which = rest / below;
            rest %= below;
            s->order[n][i] = left[which];
            memmove(left + which, left + which + 1, MOST_PIECES - 1 - which);
        }
    }
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            for (uint32_t n = 0; n < orders; n++) {
                uint8_t moved[MOST_PIECES];
                memcpy(moved, s->order[n], sizeof moved);
                uint8_t piece = moved[a];
                memmove(moved + a, moved + a + 1, count - 1 - a);
                memmove(moved + b + 1, moved + b, count - 1 - b);
                moved[b] = piece;
                s->shifted[((size_t)a * count + b) * orders + n] = (uint16_t)number_of(s, moved);
            }
    return true;
}

/* What was reached with the blank in no other region of the same set: without the blank in the key, the lowest counts. */
static uint64_t unwritten(const struct sets *s, uint32_t n, uint32_t word, uint64_t bits) {
    const uint32_t set = s->nodes[n].set; /* nodes of one set stand side by side */
    for (uint32_t other = n; other > 0 && s->nodes[other - 1].set == set; other--)
        bits &= ~s->seen[(size_t)(other - 1) * s->words + word];
    for (uint32_t other = n + 1; other < s->node_count && s->nodes[other].set == set; other++)
        bits &= ~s->seen[(size_t)other * s->words + word];
    return bits;
}

/* The entries of what a node has reached for the first time. */
static void write(struct sets *s, uint32_t n, const uint64_t *fresh, uint8_t distance) {
    const struct node *node = &s->nodes[n];
    const uint32_t count = s->count, *const weights = s->key->weights;
    uint8_t *const entries = s->entries;
    uint32_t weight[MOST_PIECES][MOST_PIECES] = {{0}}, at = 0;
    for (uint32_t set = node->set; set; set &= set - 1, at++)
        for (uint32_t piece = 0; piece < count; piece++)
            weight[at][piece] = weights[(uint32_t)__builtin_ctz(set) * s->stride + s->value[piece]];
    for (uint32_t w = 0; w < s->words; w++)
        for (uint64_t bits = s->with_blank ? fresh[w] : unwritten(s, n, w, fresh[w]); bits; bits &= bits - 1) {
            const uint8_t *order = s->order[w * 64 + (uint32_t)__builtin_ctzll(bits)];
            uint32_t key = 0;
            for (uint32_t i = 0; i < count; i++)
                key += weight[i][order[i]];
            if (!s->with_blank) {
                entries[key] = distance;
                continue;
            }
            for (uint32_t open = node->region; open; open &= open - 1)
                entries[key + weights[(uint32_t)__builtin_ctz(open) * s->stride + s->exchanges->blank]] = distance;
        }
}

/* Does one move to all orders of a node: the piece at `from` goes to `to`, the blank is then at `from`. */
static void move(struct sets *s, const struct node *node, const uint64_t *fresh, uint32_t from, uint32_t to) {
    const uint32_t set = (node->set & ~(UINT32_C(1) << from)) | UINT32_C(1) << to, words = s->words;
    const uint32_t a = (uint32_t)__builtin_popcount(node->set & ((UINT32_C(1) << from) - 1));
    const uint32_t b = (uint32_t)__builtin_popcount(set & ((UINT32_C(1) << to) - 1));
    const uint32_t other = node_with(s, set, from);
    uint64_t *next = s->next + (size_t)other * words;
    s->due_next[other] = true;
    if (a == b) {
        for (uint32_t w = 0; w < words; w++)
            next[w] |= fresh[w];
        return;
    }
    const uint16_t *shifted = s->shifted + ((size_t)a * s->count + b) * s->orders;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t bits = fresh[w]; bits; bits &= bits - 1) {
            uint32_t order = shifted[w * 64 + (uint32_t)__builtin_ctzll(bits)];
            next[order / 64] |= UINT64_C(1) << order % 64;
        }
}

static void handle(struct sets *s, uint32_t n, uint8_t distance) {
    const struct node *node = &s->nodes[n];
    uint64_t *now = s->now + (size_t)n * s->words, *seen = s->seen + (size_t)n * s->words, any = 0;
    for (uint32_t w = 0; w < s->words; w++) {
        now[w] &= ~seen[w];
        seen[w] |= now[w];
        any |= now[w];
    }
    if (any) {
        write(s, n, now, distance);
        for (uint32_t set = node->set; set; set &= set - 1) {
            uint32_t from = (uint32_t)__builtin_ctz(set);
            for (uint32_t to = s->beside[from] & node->region; to; to &= to - 1)
                move(s, node, now, from, (uint32_t)__builtin_ctz(to));
        }
        memset(now, 0, s->words * sizeof *now);
    }
}

/* All that is due at one distance; false: nothing was, or asked to stop. */
static bool pass(struct sets *s, uint8_t distance) {
    bool any = false;
    for (uint32_t n = 0; n < s->node_count; n++)
        if (s->due_now[n]) {
            s->due_now[n] = false;
            handle(s, n, distance);
            any = true;
            if (!few_work_done(s->work, s->words))
                return false;
        }
    uint64_t *now = s->now;
    bool *due = s->due_now;
    s->now = s->next;
    s->next = now;
    s->due_now = s->due_next;
    s->due_next = due;
    return any;
}

/* The goal: where the pieces are, and where the blank may be. */
static void begin(struct sets *s, const bool *member) {
    const struct few_exchanges *exchanges = s->exchanges;
    uint32_t set = 0, open = 0, blank = 0, at = 0;
    uint8_t order[MOST_PIECES] = {0};
    for (uint32_t p = 0; p < exchanges->places; p++) {
        const uint32_t value = exchanges->goal[p];
        if (value == FEW_ANY_VALUE) {
            open |= UINT32_C(1) << p;
        } else if (value == exchanges->blank) {
            blank = UINT32_C(1) << p;
        } else if (member[value]) {
            set |= UINT32_C(1) << p;
            for (uint8_t i = 0; i < s->count; i++)
                if (s->value[i] == value)
                    order[at] = i;
            at++;
        }
    }
    for (open = blank ? blank : open; open; open &= open - 1) {
        uint32_t node = node_with(s, set, (uint32_t)__builtin_ctz(open)), number = number_of(s, order);
        s->now[(size_t)node * s->words + number / 64] |= UINT64_C(1) << number % 64;
        s->due_now[node] = true;
    }
}

/* Where the blank can go from each place; false where it cannot always go back. */
static bool find_beside(const struct few_exchanges *exchanges, uint32_t *beside) {
    memset(beside, 0, MOST_PLACES * sizeof *beside);
    for (uint32_t n = 0; n < exchanges->count; n++)
        beside[exchanges->list[n].back] |= UINT32_C(1) << exchanges->list[n].place;
    for (uint32_t n = 0; n < exchanges->count; n++)
        if (!(beside[exchanges->list[n].place] >> exchanges->list[n].back & 1))
            return false;
    return true;
}

bool few_sets_suit(const struct few_exchanges *exchanges) {
    uint32_t beside[MOST_PLACES];
    return exchanges->places <= MOST_PLACES && find_beside(exchanges, beside);
}

bool few_sets_fit(const struct few_exchanges *exchanges, uint32_t values, const bool *member,
                  const uint32_t *copies_of_value) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < values; v++) {
        if (member[v] && copies_of_value[v] != 1)
            return false;
        count += member[v];
    }
    return count >= FEWEST_PIECES && count <= MOST_PIECES && count < exchanges->places && few_sets_suit(exchanges);
}

bool few_fill_by_sets(struct few_keys *keys, struct few_key *key, const bool *member, bool with_blank,
                      struct few_work *work) {
    struct sets s = {.exchanges = few_exchanges_of(work->build), .key = key, .work = work, .entries = (uint8_t *)key->entries,
                     .stride = keys->sums.stride, .with_blank = with_blank, .orders = 1};
    for (uint32_t v = 0; v < keys->sums.stride && s.count < MOST_PIECES; v++)
        if (member[v]) {
            s.value[s.count++] = v;
            s.orders *= s.count;
        }
    s.words = (s.orders + 63) / 64;
    find_beside(s.exchanges, s.beside);
    few_arena_init(&s.arena, keys->bound.memory);
    memset(s.entries, FEW_TABLE_NO_PATH, key->size);
    bool good = list_nodes(&s) && list_orders(&s);
    if (good) {
        size_t bytes = few_array_size((size_t)s.node_count * s.words, sizeof *s.seen);
        s.seen = few_arena_alloc(&s.arena, bytes);
        s.now = few_arena_alloc(&s.arena, bytes);
        s.next = few_arena_alloc(&s.arena, bytes);
        s.due_now = few_arena_alloc(&s.arena, s.node_count);
        s.due_next = few_arena_alloc(&s.arena, s.node_count);
        good = s.seen && s.now && s.next && s.due_now && s.due_next;
    }
    if (good) {
        begin(&s, member);
        for (uint32_t distance = 0; pass(&s, (uint8_t)(distance < FEW_TABLE_MOST ? distance : FEW_TABLE_MOST));)
            distance++;
    }
    few_arena_free(&s.arena);
    return good && !work->stop_requested;
}
