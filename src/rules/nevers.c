/* From `never` lines to tests of instructions, and to filters for what is left. */
#include "rules/nevers.h"

#include "base/list.h"
#include "base/sort.h"

#include <string.h>

enum {
    MOST_JOINED = 1 << 16, /* patterns that one line is made of; more are tested as a goal is */
    MOST_ADDED = 1 << 22,  /* atoms that tests may add to a listing; what does not fit is left to the filter */
};

/* `slot` holds `piece`. */
struct wanted {
    uint32_t slot;
    few_code piece;
};

/* Wants first .. end - 1 may not all hold together. */
struct forbidden {
    size_t first, end;
    uint64_t seen;               /* the last instruction it was looked at with, from 1 */
    bool left[2];                /* to the filter: forwards, backwards */
    const struct few_pattern *pattern;
};

struct compiler {
    struct few_nevers *nevers;
    struct few_memory *memory;
    struct few_arena *arena;
    struct few_arena scratch;
    struct few_listing *listing;
    const struct few_never_domain *domain;
    struct few_list patterns;    /* struct few_pattern */
    struct few_list wants;       /* struct wanted */
    struct forbidden *forbidden;
    size_t count;
    size_t *first;               /* of each slot: its forbidden ones are list[first[s]] .. list[first[s + 1] - 1] */
    uint32_t *list;
    uint32_t *atom_of;           /* of each slot: its atom in `atoms`, from 1 */
    struct few_atom *atoms;      /* the instruction that is worked on */
    uint32_t atom_count;
    size_t added;
};

/* ---- From alternatives to patterns */

/* Every way to put one pattern of each `somewhere` on top of each other. false: no memory, or *many: too many. */
static bool add_joined(struct compiler *c, const struct few_alternative *alternative, uint32_t somewhere,
                       const struct few_pattern *so_far, size_t *left, bool *many) {
    if (!few_go_on(c->memory, 16))
        return false;
    if (somewhere == alternative->somewheres) {
        *many = *many || *left == 0;
        *left -= *left > 0;
        struct few_pattern kept;
        return *many || (few_pattern_keep(&c->scratch, &kept, so_far, c->nevers->all.words) && few_list_append(&c->patterns, &kept, 1));
    }
    const struct few_range range = alternative->somewhere[somewhere];
    for (uint32_t i = 0; i < range.count && !*many; i++) {
        struct few_pattern_room room;
        struct few_pattern both = {room.mask, room.want};
        if (few_pattern_join(so_far, &c->nevers->all.patterns[range.first + i], c->nevers->all.words, &both) &&
            !add_joined(c, alternative, somewhere + 1, &both, left, many))
            return false;
    }
    return true;
}

/* Alternatives that are nothing but patterns; the others are tested as goals are, whatever a move does. */
static bool split_alternatives(struct compiler *c) {
    const struct few_goals *all = &c->nevers->all;
    c->nevers->forward.whole = few_arena_alloc(c->arena, (all->count + 1) * sizeof *c->nevers->forward.whole);
    if (!c->nevers->forward.whole)
        return false;
    for (size_t a = 0; a < all->count; a++) {
        const struct few_alternative *alternative = &all->alternatives[a];
        const size_t before = c->patterns.count;
        size_t left = MOST_JOINED;
        bool many = alternative->nowhere.count > 0 || alternative->total_count > 0;
        if (!many && !add_joined(c, alternative, 0, &alternative->base, &left, &many))
            return false;
        if (!many)
            continue;
        c->patterns.count = before;
        c->nevers->forward.whole[c->nevers->forward.whole_count++] = (uint32_t)a;
    }
    c->nevers->backward.whole = c->nevers->forward.whole;
    c->nevers->backward.whole_count = c->nevers->forward.whole_count;
    return true;
}

static int by_content(const void *a, const void *b, void *goals) {
    const struct few_pattern *x = a, *y = b;
    const size_t bytes = ((const struct few_goals *)goals)->words * sizeof *x->mask;
    const int masks = memcmp(x->mask, y->mask, bytes);
    return masks ? masks : memcmp(x->want, y->want, bytes);
}

/* Each once: a pattern in any direction is often found in two. */
static bool drop_repeated(struct compiler *c) {
    size_t kept = 0;
    if (!few_sort(c->memory, c->patterns.items, c->patterns.count, sizeof(struct few_pattern), by_content, &c->nevers->all))
        return false;
    for (size_t i = 0; i < c->patterns.count; i++) {
        const struct few_pattern *one = few_list_at(&c->patterns, i);
        if (kept == 0 || by_content(one, few_list_at(&c->patterns, kept - 1), &c->nevers->all) != 0)
            memmove(few_list_at(&c->patterns, kept++), one, sizeof *one);
    }
    c->patterns.count = kept;
    return true;
}

/* ---- What each of them wants, and which want something of a slot */

static bool list_wants(struct compiler *c) {
    const struct few_layout *layout = c->domain->layout;
    c->count = c->patterns.count;
    c->forbidden = few_arena_alloc(&c->scratch, (c->count + 1) * sizeof *c->forbidden);
    if (!c->forbidden)
        return false;
    for (size_t p = 0; p < c->count; p++) {
        const struct few_pattern *pattern = few_list_at(&c->patterns, p);
        c->forbidden[p] = (struct forbidden){.first = c->wants.count, .pattern = pattern};
        if (!few_go_on(c->memory, 4 * (uint64_t)layout->order_count))
            return false;
        for (uint32_t i = 0; i < layout->order_count; i++) {
            const uint32_t slot = layout->order[i];
            const struct few_field field = layout->fields[slot];
            if (!(pattern->mask[field.word] & few_field_mask(field)))
                continue;
            const struct wanted wanted = {slot, few_unpack_piece(layout, slot, few_field_get(pattern->want, field))};
            if (!few_list_append(&c->wants, &wanted, 1))
                return false;
        }
        c->forbidden[p].end = c->wants.count;
    }
    return true;
}

static const struct wanted *want_at(const struct compiler *c, size_t i) {
    return few_list_at(&c->wants, i);
}

static bool index_wants(struct compiler *c) {
    const uint32_t slots = c->listing->slots;
    c->first = few_arena_alloc(&c->scratch, ((size_t)slots + 2) * sizeof *c->first);
    c->list = few_arena_alloc(&c->scratch, (c->wants.count + 1) * sizeof *c->list);
    if (!c->first || !c->list)
        return false;
    for (size_t i = 0; i < c->wants.count; i++)
        c->first[want_at(c, i)->slot + 2]++;
    for (uint32_t s = 2; s < slots + 2; s++)
        c->first[s] += c->first[s - 1];
    for (size_t p = 0; p < c->count; p++)
        for (size_t i = c->forbidden[p].first; i < c->forbidden[p].end; i++)
            c->list[c->first[want_at(c, i)->slot + 1]++] = (uint32_t)p;
    return true;
}

/* ---- One instruction and one pattern */

/* What is left to ask of the state before a move: nothing fits any more, it all fits, or these. */
enum verdict { FREE, CERTAIN, OPEN };

struct question {
    enum verdict verdict;
    struct wanted open; /* one of those that are not known */
    uint32_t count;     /* of them; a slot that is asked for twice counts once */
};

static const struct few_atom *atom_at(const struct compiler *c, uint32_t slot) {
    return c->atom_of[slot] ? &c->atoms[c->atom_of[slot] - 1] : NULL;
}

/* Asks that before the move `slot` holds `piece`. */
static void ask(const struct compiler *c, struct question *question, uint32_t slot, few_code piece) {
    const struct few_atom *atom = atom_at(c, slot);
    const few_code known = atom ? atom->test : FEW_CODE_ANY;
    if (question->verdict == FREE || known == piece)
        return;
    if (known != FEW_CODE_ANY || !few_can_hold(c->domain->possible, slot, piece)) {
        question->verdict = FREE;
        return;
    }
    if (question->count == 1 && question->open.slot == slot) {
        if (question->open.piece != piece)
            question->verdict = FREE;
        return;
    }
    question->verdict = OPEN;
    question->open = (struct wanted){slot, piece};
    question->count++;
}

/* Whether the pattern fits before the move, or after it, as far as that is known from the instruction. */
static struct question question_of(const struct compiler *c, const struct forbidden *forbidden, bool after) {
    struct question question = {.verdict = CERTAIN};
    for (size_t i = forbidden->first; i < forbidden->end && question.verdict != FREE; i++) {
        const struct wanted *wanted = want_at(c, i);
        const struct few_atom *atom = atom_at(c, wanted->slot);
        const bool changes = after && atom && few_atom_changes(atom);
        if (!changes)
            ask(c, &question, wanted->slot, wanted->piece);
        else if (atom->from != FEW_NOWHERE)
            ask(c, &question, atom->from, wanted->piece);
        else if (atom->set != wanted->piece)
            question.verdict = FREE;
    }
    return question;
}

/* The one piece beside this that can stand in a slot; FEW_CODE_ANY: there are several, or none. */
static few_code other_piece(const struct compiler *c, uint32_t slot, few_code piece) {
    const struct few_possible *possible = c->domain->possible;
    if (few_possible_count(possible, slot) != 2)
        return FEW_CODE_ANY;
    for (uint32_t p = 0; p < c->listing->puzzle->piece_count; p++)
        if (p != piece && few_can_hold(possible, slot, (few_code)p))
            return (few_code)p;
    return FEW_CODE_ANY;
}

static void test_for(struct compiler *c, uint32_t slot, few_code piece) {
    if (!c->atom_of[slot]) {
        c->atoms[c->atom_count++] = (struct few_atom){slot, FEW_NOWHERE, FEW_CODE_ANY, FEW_CODE_ANY};
        c->atom_of[slot] = c->atom_count;
    }
    c->atoms[c->atom_of[slot] - 1].test = piece;
    c->added++;
}

/* ---- Instructions */

/* One look at all patterns that the instruction may touch. With `leave`, what no test says is left to the filter. false:
 * the instruction can never be done. */
static bool look(struct compiler *c, uint64_t *looked, bool leave, bool *tested) {
    const uint64_t now = ++*looked;
    for (uint32_t a = 0; a < c->atom_count; a++) {
        if (!few_atom_changes(&c->atoms[a]))
            continue;
        const uint32_t slot = c->atoms[a].slot;
        for (size_t i = c->first[slot]; i < c->first[slot + 1]; i++) {
            struct forbidden *forbidden = &c->forbidden[c->list[i]];
            if (forbidden->seen == now)
                continue;
            forbidden->seen = now;
            for (int after = 0; after < 2; after++) {
                const struct question question = question_of(c, forbidden, after);
                if (question.verdict == CERTAIN)
                    return false;
                if (question.verdict == FREE)
                    continue;
                const few_code other = question.count == 1 && c->added < MOST_ADDED
                                           ? other_piece(c, question.open.slot, question.open.piece)
                                           : FEW_CODE_ANY;
                if (other != FEW_CODE_ANY) {
                    test_for(c, question.open.slot, other);
                    *tested = true;
                } else if (leave) {
                    forbidden->left[!after] = true;
                }
            }
        }
    }
    return true;
}

/* What is tested may make more known, so it is looked again until nothing is added; then what is left is left. */
static bool work_on(struct compiler *c, uint64_t *looked) {
    for (bool tested = true; tested;) {
        tested = false;
        if (!look(c, looked, false, &tested))
            return false;
    }
    bool tested = false;
    return look(c, looked, true, &tested);
}

/* What is carried from where the content is known now is a constant. false: nothing changes any more. */
static bool settle(struct compiler *c) {
    bool changes = false;
    for (uint32_t i = 0; i < c->atom_count; i++) {
        struct few_atom *atom = &c->atoms[i];
        const struct few_atom *from = atom->from == FEW_NOWHERE ? NULL : atom_at(c, atom->from);
        if (from && from->test != FEW_CODE_ANY) {
            atom->set = from->test;
            atom->from = FEW_NOWHERE;
        }
        if (atom->from == FEW_NOWHERE && atom->set == atom->test)
            atom->set = FEW_CODE_ANY;
        changes = changes || few_atom_changes(atom);
    }
    return changes;
}

static bool guard_listing(struct compiler *c, struct few_listing *guarded) {
    const struct few_listing *listing = c->listing;
    uint64_t looked = 0;
    for (size_t n = 0; n < listing->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        struct few_instruction head = *instruction;
        c->atom_count = instruction->count;
        memcpy(c->atoms, few_atoms(listing, instruction), instruction->count * sizeof *c->atoms);
        uint64_t work = 16;
        for (uint32_t i = 0; i < c->atom_count; i++) {
            c->atom_of[c->atoms[i].slot] = i + 1;
            work += 64 * (c->first[c->atoms[i].slot + 1] - c->first[c->atoms[i].slot]);
        }
        const size_t added = c->added;
        const bool can_be_done = work_on(c, &looked) && (c->added == added || settle(c));
        head.count = c->atom_count;
        for (uint32_t i = 0; i < c->atom_count; i++)
            c->atom_of[c->atoms[i].slot] = 0;
        if (!few_go_on(c->memory, work) || (can_be_done && !few_listing_add(guarded, head, c->atoms)))
            return false;
    }
    return true;
}

static bool guard(struct compiler *c) {
    struct few_listing guarded;
    few_listing_init(&guarded, c->memory, c->listing->puzzle);
    c->atom_of = few_arena_alloc(&c->scratch, ((size_t)c->listing->slots + 1) * sizeof *c->atom_of);
    c->atoms = few_arena_alloc(&c->scratch, ((size_t)c->listing->slots + 1) * sizeof *c->atoms);
    if (!c->atom_of || !c->atoms || !guard_listing(c, &guarded)) {
        few_listing_free(&guarded);
        return false;
    }
    few_listing_free(c->listing);
    *c->listing = guarded;
    return true;
}

/* ---- Filters */

/* The slot that a pattern is filed under: the one that wants the rarest piece. */
static struct wanted key_of(const struct compiler *c, const struct forbidden *forbidden, const uint32_t *at_start) {
    struct wanted best = *want_at(c, forbidden->first);
    for (size_t i = forbidden->first + 1; i < forbidden->end; i++) {
        const struct wanted *one = want_at(c, i);
        if (at_start[one->piece] < at_start[best.piece])
            best = *one;
    }
    return best;
}

static struct few_range *range_of(struct few_filter *filter, const struct few_layout *layout, struct wanted key) {
    for (uint32_t k = 0; k < filter->key_count; k++) {
        const struct few_field field = filter->keys[k].field, wanted = layout->fields[key.slot];
        if (field.word == wanted.word && field.shift == wanted.shift)
            return &filter->keys[k].list[few_pack_piece(layout, key.slot, key.piece)];
    }
    return NULL;
}

static bool add_key(struct compiler *c, struct few_filter *filter, uint32_t slot) {
    const struct few_field field = c->domain->layout->fields[slot];
    struct few_never_key *key = &filter->keys[filter->key_count];
    *key = (struct few_never_key){field, few_arena_alloc(c->arena, (few_field_ones(field) + 1) * sizeof *key->list)};
    filter->key_count++;
    return key->list != NULL;
}

/* Counts, then fills. */
static bool file_patterns(struct compiler *c, struct few_filter *filter, bool backward, const uint32_t *at_start) {
    const struct few_layout *layout = c->domain->layout;
    uint32_t left = 0, first = 0;
    filter->keys = few_arena_alloc(c->arena, (layout->slots + (size_t)1) * sizeof *filter->keys);
    for (size_t p = 0; filter->keys && p < c->count; p++) {
        if (!c->forbidden[p].left[backward])
            continue;
        const struct wanted key = key_of(c, &c->forbidden[p], at_start);
        if (!range_of(filter, layout, key) && !add_key(c, filter, key.slot))
            return false;
        range_of(filter, layout, key)->count++;
        left++;
    }
    filter->patterns = few_arena_alloc(c->arena, (left + (size_t)1) * sizeof *filter->patterns);
    if (!filter->keys || !filter->patterns)
        return false;
    for (uint32_t k = 0; k < filter->key_count; k++)
        for (uint64_t v = 0; v <= few_field_ones(filter->keys[k].field); v++) {
            filter->keys[k].list[v].first = first;
            first += filter->keys[k].list[v].count;
            filter->keys[k].list[v].count = 0;
        }
    for (size_t p = 0; p < c->count; p++)
        if (c->forbidden[p].left[backward]) {
            struct few_range *range = range_of(filter, layout, key_of(c, &c->forbidden[p], at_start));
            if (!few_pattern_keep(c->arena, &filter->patterns[range->first + range->count++], c->forbidden[p].pattern, filter->words))
                return false;
        }
    return true;
}

static bool make_filters(struct compiler *c) {
    const struct few_layout *layout = c->domain->layout;
    struct few_nevers *nevers = c->nevers;
    uint32_t *at_start = few_arena_alloc(&c->scratch, ((size_t)c->listing->puzzle->piece_count + 1) * sizeof *at_start);
    if (!at_start)
        return false;
    for (uint32_t i = 0; i < layout->order_count; i++)
        at_start[c->domain->start[layout->order[i]]]++;
    nevers->forward.words = nevers->backward.words = layout->words;
    if (!file_patterns(c, &nevers->forward, false, at_start) || !file_patterns(c, &nevers->backward, true, at_start))
        return false;
    nevers->filters = nevers->forward.key_count || nevers->backward.key_count || nevers->forward.whole_count;
    return true;
}

bool few_nevers_build(struct few_nevers *nevers, struct few_arena *arena, struct few_listing *listing,
                      const struct few_never_domain *domain, struct few_error *error) {
    const struct few_puzzle *puzzle = listing->puzzle;
    const struct few_goal_lines lines = {puzzle->nevers, puzzle->never_count, "`never`", NULL, true};
    if (!few_goals_build(&nevers->all, listing->memory, puzzle, lines, domain->layout, domain->possible, error))
        return false;
    if (nevers->all.count == 0)
        return true;
    struct compiler c = {.nevers = nevers, .memory = listing->memory, .arena = arena, .listing = listing, .domain = domain};
    few_arena_init(&c.scratch, listing->memory);
    few_list_init(&c.patterns, listing->memory, sizeof(struct few_pattern));
    few_list_init(&c.wants, listing->memory, sizeof(struct wanted));
    const bool built = split_alternatives(&c) && drop_repeated(&c) && list_wants(&c) && index_wants(&c) && guard(&c) &&
                       make_filters(&c);
    few_list_free(&c.patterns);
    few_list_free(&c.wants);
    few_arena_free(&c.scratch);
    return built || few_fail_memory(error);
}
