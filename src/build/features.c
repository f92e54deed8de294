/* Finds what can be kept or forgotten, and makes the table of one choice. */
#include "build/features.h"

#include "build/table_patterns.h"

#include <string.h>

enum { MOST_PIECES = 256 };
static const uint32_t WALKS = 8, STEPS = 8, LOOKS = 4; /* 8, 16, 32, 64 steps, one after the other */

static bool keeps_pieces(const struct few_rule_space *space) {
    for (uint32_t i = 0; i < space->layout.cell_fields; i++)
        if (!space->conserved[space->component[space->layout.order[i]]])
            return false;
    return true;
}

static bool add(struct few_features *features, enum few_feature_kind kind, uint32_t index) {
    if (features->count == FEW_MOST_FEATURES)
        return false;
    features->list[features->count] = (struct few_feature){kind, index, features->count, UINT32_MAX, false};
    features->count++;
    return true;
}

static bool list_features(struct few_features *features, bool by_piece) {
    const struct few_rule_space *space = features->space;
    const struct few_layout *layout = &space->layout;
    bool fits = layout->cell_values <= MOST_PIECES && space->puzzle->piece_count <= FEW_CODE_NAME;
    if (layout->cell_fields && (by_piece || keeps_pieces(space))) {
        for (uint32_t v = 0; v < layout->cell_values && fits; v++)
            fits = add(features, FEW_FEATURE_PIECE, layout->cell_piece[v]);
    } else {
        for (uint32_t i = 0; i < layout->cell_fields && fits; i++) {
            uint32_t slot = layout->order[i];
            if (!space->conserved[space->component[slot]])
                fits = add(features, FEW_FEATURE_SLOT, slot);
            else if (space->component[slot] == slot)
                fits = add(features, FEW_FEATURE_COMPONENT, slot);
        }
    }
    for (uint32_t i = layout->cell_fields; i < layout->order_count && fits; i++)
        fits = add(features, FEW_FEATURE_SLOT, layout->order[i]);
    return fits && features->count > 1;
}

static uint32_t feature_of(const struct few_features *features, few_code piece) {
    for (uint32_t f = 0; f < features->count; f++)
        if (features->list[f].kind == FEW_FEATURE_PIECE && features->list[f].index == piece)
            return f;
    return UINT32_MAX;
}

static void join_units(struct few_features *features, uint32_t a, uint32_t b) {
    uint32_t from = features->list[a].unit, to = features->list[b].unit;
    if (to > from)
        from = features->list[b].unit, to = features->list[a].unit;
    for (uint32_t f = 0; f < features->count; f++)
        if (features->list[f].unit == from)
            features->list[f].unit = to;
}

/* Pieces that one instruction moves together are one unit. */
static void find_units(struct few_features *features, const struct few_movers *movers) {
    uint32_t last = FEW_NOWHERE, first = UINT32_MAX;
    for (uint32_t f = 0; f < features->count; f++)
        if (features->list[f].kind == FEW_FEATURE_PIECE)
            features->list[f].filler = !movers->counted[features->list[f].index];
    for (size_t i = 0; i < movers->count; i++) {
        const struct few_mover *mover = &movers->list[i];
        if (mover->instruction != last)
            first = UINT32_MAX;
        last = mover->instruction;
        uint32_t f = mover->piece == FEW_CODE_ANY ? UINT32_MAX : feature_of(features, mover->piece);
        if (f == UINT32_MAX || features->list[f].filler)
            continue;
        if (first != UINT32_MAX)
            join_units(features, first, f);
        first = f;
    }
}

static void find_homes(struct few_features *features) {
    const struct few_rule_space *space = features->space;
    const struct few_layout *layout = &space->layout;
    if (space->goals.count == 0)
        return;
    const struct few_pattern *goal = &space->goals.alternatives[0].base;
    for (uint32_t i = layout->cell_fields; i-- > 0;) {
        struct few_field field = layout->fields[layout->order[i]];
        if (!(goal->mask[field.word] & few_field_mask(field)))
            continue;
        uint32_t f = feature_of(features, few_unpack_piece(layout, layout->order[i], few_field_get(goal->want, field)));
        if (f != UINT32_MAX)
            features->list[f].home = i;
    }
}

/* States that a search from the start may meet, always the same ones. */
static bool take_samples(struct few_features *features) {
    const struct few_space *space = &features->space->space;
    const size_t words = space->words, size = words * sizeof(uint64_t);
    uint64_t random = 1, state[FEW_MAX_BOARD_WORDS];
    features->samples = few_arena_alloc(&features->arena, FEW_MOST_SAMPLES * size);
    uint64_t *next = few_arena_alloc(&features->arena, ((size_t)space->max_successors + 1) * size);
    if (!features->samples || !next)
        return false;
    if (!space->run->write(space, features->space->start, features->space->layout.slots, features->samples))
        return true;
    features->sample_count = 1;
    for (uint32_t walk = 0; walk < WALKS; walk++) {
        memcpy(state, features->samples, size);
        for (uint32_t look = 0; look < LOOKS; look++) {
            for (uint32_t step = 0; step < STEPS << look; step++) {
                size_t count = space->run->successors(space, state, 1, next, NULL);
                random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
                if (count)
                    memcpy(state, next + (random >> 33) % count * words, size);
            }
            memcpy(features->samples + features->sample_count++ * words, state, size);
        }
    }
    return true;
}

bool few_features_find(struct few_features *features, const struct few_rule_space *space,
                       const struct few_movers *movers, bool by_piece, struct few_memory *memory, bool *fits) {
    uint32_t pieces = space->puzzle->piece_count;
    *features = (struct few_features){.space = space};
    few_arena_init(&features->arena, memory);
    *fits = list_features(features, by_piece);
    if (!*fits)
        return true;
    if (movers)
        find_units(features, movers);
    find_homes(features);
    features->renamed = few_arena_alloc(&features->arena, (pieces + 1) * sizeof *features->renamed);
    features->paid = few_arena_alloc(&features->arena, pieces + 1);
    features->dropped = few_arena_alloc(&features->arena, space->layout.slots + 1);
    return features->renamed && features->paid && features->dropped && take_samples(features);
}

void few_features_free(struct few_features *features) {
    few_arena_free(&features->arena);
}

/* The abstraction that keeps just these features. */
static struct few_abstraction describe(struct few_features *features, const struct few_choice *choice) {
    const struct few_rule_space *space = features->space;
    uint32_t pieces = space->puzzle->piece_count;
    few_code common = FEW_CODE_ANY;
    memset(features->dropped, false, space->layout.slots);
    memset(features->paid, false, pieces);
    for (uint32_t p = 0; p < pieces; p++)
        features->renamed[p] = (few_code)p;
    for (uint32_t f = 0; f < features->count; f++) {
        const struct few_feature *feature = &features->list[f];
        if (feature->kind == FEW_FEATURE_PIECE && choice->kept[f])
            features->paid[feature->index] = !feature->filler;
        if (choice->kept[f])
            continue;
        if (feature->kind == FEW_FEATURE_PIECE) {
            common = common == FEW_CODE_ANY ? (few_code)feature->index : common;
            features->renamed[feature->index] = common;
        } else if (feature->kind == FEW_FEATURE_SLOT) {
            features->dropped[feature->index] = true;
        } else {
            for (uint32_t s = 0; s < space->layout.cells; s++)
                features->dropped[s] = features->dropped[s] || space->component[s] == feature->index;
        }
    }
    return (struct few_abstraction){features->renamed, features->dropped, choice->partly_paid ? features->paid : NULL};
}

uint64_t few_choice_size(struct few_features *features, const struct few_choice *choice) {
    struct few_abstraction abstraction = describe(features, choice);
    return few_abstract_size(features->space, &abstraction);
}

static bool fill(struct few_table_by_rank *table, struct few_rule_space *abstract, struct few_memory *memory,
                 struct few_work *work) {
    table->size = abstract->space.ranks;
    table->entries = few_alloc(memory, table->size);
    if (!table->entries || !few_fill_abstract_table(memory, abstract, table->entries, work))
        return false;
    table->ranking = abstract->ranking; /* it is all that is left of the smaller puzzle */
    abstract->ranking = NULL;
    return true;
}

bool few_choice_build(struct few_features *features, const struct few_choice *choice, struct few_memory *memory,
                      struct few_work *work, struct few_table_by_rank **table) {
    struct few_abstraction abstraction = describe(features, choice);
    bool fits = true, good = true;
    *table = NULL;
    struct few_table_by_rank *made = few_alloc_zeroed(memory, sizeof *made);
    if (!made)
        return false;
    struct few_rule_space *abstract =
        few_rule_space_abstract(memory, features->space, &abstraction, &made->image, &fits);
    if (abstract && abstract->ranking)
        good = fill(made, abstract, memory, work);
    else
        good = abstract || !fits;
    few_rule_space_free(abstract);
    good = good && (!made->ranking || few_table_keep_origin(made, features->space, &abstraction, memory));
    if (good && made->ranking && !few_work_stopped(work)) {
        *table = made;
        return true;
    }
    few_table_by_rank_free(memory, made);
    return good && !work->stop_requested;
}
