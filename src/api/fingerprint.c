/* The fingerprint of a puzzle: a digest of what its tables depend on. That is the rules as they were compiled, the
 * pieces, which of them are conserved and how many there are, and the goal; not the title, the words of moves, comments,
 * or the start, as long as another start has the same pieces. */
#include "api/fingerprint.h"

#include "rules/rule_space.h"
#include "spaces/string_space.h"
#include "spaces/walker_space.h"

#include <string.h>

static void add_piece(struct few_digest *digest, const struct few_puzzle *puzzle, few_code code) {
    few_digest_text(digest, few_code_is_piece(code) ? puzzle->pieces[code].text : "");
}

/* The order of the states is not written down anywhere, and another one is taken where memory for the tables of the first
 * is refused. Some states and their ranks tell them apart. */
static void add_order(struct few_digest *digest, const struct few_space *space) {
    enum { SAMPLES = 64 };
    uint64_t state[FEW_MAX_WORDS];
    for (uint64_t i = 0; i < SAMPLES; i++) {
        uint64_t rank = i < 2 ? i * (space->ranks - 1) : i * UINT64_C(0x9e3779b97f4a7c15) % space->ranks;
        space->run->unrank(space, &rank, 1, state);
        few_digest_add(digest, state, space->words * sizeof *state);
    }
}

static void add_space(struct few_digest *digest, const struct few_space *space) {
    few_digest_number(digest, space->words);
    few_digest_number(digest, space->undirected);
    few_digest_number(digest, space->max_cost);
    few_digest_number(digest, space->ranks);
    if (space->ranks)
        add_order(digest, space);
}

/* ---- Boards */

static void add_layout(struct few_digest *digest, const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    few_digest_number(digest, layout->slots);
    few_digest_number(digest, layout->cells);
    few_digest_number(digest, layout->order_count);
    for (uint32_t i = 0; i < layout->order_count; i++) {
        const uint32_t slot = layout->order[i];
        const struct few_field field = layout->fields[slot];
        few_digest_number(digest, slot);
        few_digest_number(digest, (uint64_t)field.word << 32 | (uint64_t)field.shift << 16 | field.width);
        for (uint32_t value = 0; value <= few_field_ones(field); value++) {
            few_code piece = few_unpack_piece(layout, slot, value);
            bool possible = piece != FEW_CODE_ANY && few_can_hold(&space->possible, slot, piece);
            few_digest_number(digest, possible);
            add_piece(digest, space->puzzle, piece);
        }
    }
}

/* Which cells share their pieces, and how many there are of each. */
static void add_conserved(struct few_digest *digest, const struct few_rule_space *space) {
    const struct few_layout *layout = &space->layout;
    for (uint32_t i = 0; i < layout->cell_fields; i++) {
        const uint32_t root = space->component[layout->order[i]];
        few_digest_number(digest, root);
        few_digest_number(digest, space->conserved[root]);
        if (root != layout->order[i] || !space->conserved[root])
            continue;
        for (uint32_t v = 0; v < layout->cell_values; v++) {
            uint32_t count = 0;
            for (uint32_t k = 0; k < layout->cell_fields; k++)
                count += space->component[layout->order[k]] == root &&
                         space->start[layout->order[k]] == layout->cell_piece[v];
            few_digest_number(digest, count);
        }
    }
}

static void add_instructions(struct few_digest *digest, const struct few_rule_space *space) {
    const struct few_listing *listing = &space->listing;
    few_digest_number(digest, listing->count);
    for (size_t n = 0; n < listing->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        const struct few_atom *atoms = few_atoms(listing, instruction);
        few_digest_number(digest, (uint64_t)instruction->cost << 32 | instruction->count);
        for (uint32_t i = 0; i < instruction->count; i++) {
            few_digest_number(digest, (uint64_t)atoms[i].slot << 32 | atoms[i].from);
            few_digest_number(digest, atoms[i].set == FEW_CODE_ANY);
            add_piece(digest, space->puzzle, atoms[i].test);
            add_piece(digest, space->puzzle, atoms[i].set);
        }
    }
}

static void add_pattern(struct few_digest *digest, const struct few_pattern *pattern, uint32_t words) {
    few_digest_add(digest, pattern->mask, words * sizeof *pattern->mask);
    few_digest_add(digest, pattern->want, words * sizeof *pattern->want);
}

static void add_patterns(struct few_digest *digest, const struct few_goals *goals, struct few_range range) {
    few_digest_number(digest, range.count);
    for (uint32_t i = 0; i < range.count; i++)
        add_pattern(digest, &goals->patterns[range.first + i], goals->words);
}

static void add_goals(struct few_digest *digest, const struct few_goals *goals) {
    few_digest_number(digest, goals->count);
    for (size_t a = 0; a < goals->count; a++) {
        const struct few_alternative *alternative = &goals->alternatives[a];
        add_pattern(digest, &alternative->base, goals->words);
        few_digest_number(digest, alternative->somewheres);
        for (uint32_t i = 0; i < alternative->somewheres; i++)
            add_patterns(digest, goals, alternative->somewhere[i]);
        add_patterns(digest, goals, alternative->nowhere);
    }
}

/* ---- One walker on a grid */

static void add_edges(struct few_digest *digest, const struct few_walker_edges *edges, uint32_t cells) {
    few_digest_number(digest, edges->first != NULL);
    for (uint32_t c = 0; edges->first && c < cells; c++) {
        few_digest_number(digest, edges->first[c]);
        for (uint32_t e = edges->first[c]; e < edges->first[c + 1]; e++)
            few_digest_number(digest, (uint64_t)edges->edges[e].cost << 32 | edges->edges[e].cell);
    }
}

static void add_walker(struct few_digest *digest, const struct few_walker *walker, const struct few_puzzle *puzzle) {
    few_digest_number(digest, walker->rows);
    few_digest_number(digest, walker->columns);
    few_digest_number(digest, (uint64_t)walker->border_rows << 32 | walker->border_columns);
    few_digest_number(digest, walker->frozen ? walker->start : UINT32_MAX);
    add_piece(digest, puzzle, walker->mover);
    add_piece(digest, puzzle, walker->floor);
    few_digest_add(digest, walker->board, walker->cells);
    few_digest_number(digest, walker->step_count);
    for (uint32_t s = 0; s < walker->step_count; s++) {
        const struct few_walker_step *step = &walker->steps[s];
        few_digest_number(digest, (uint64_t)(uint32_t)step->delta << 32 | step->cost);
        few_digest_number(digest, step->end - step->first);
        for (uint32_t c = step->first; c < step->end; c++)
            few_digest_number(digest,
                              (uint64_t)(uint32_t)walker->conditions[c].offset << 32 | walker->conditions[c].wanted);
    }
    add_edges(digest, &walker->forward, walker->cells);
    few_digest_number(digest, walker->goal_count);
    if (walker->goal_bits)
        few_digest_add(digest, walker->goal_bits, ((size_t)walker->cells + 63) / 64 * sizeof *walker->goal_bits);
    else
        few_digest_number(digest, walker->goal_count ? walker->goal_cell : 0);
}

/* ---- Strings */

static void add_string(struct few_digest *digest, const struct few_string_space *space,
                       const struct few_puzzle *puzzle) {
    few_digest_number(digest, space->bits);
    few_digest_number(digest, space->longest);
    few_digest_number(digest, space->pieces);
    for (uint32_t p = 0; p < space->pieces && p < puzzle->piece_count; p++)
        few_digest_text(digest, puzzle->pieces[p].text);
    few_digest_number(digest, space->forward.count);
    for (uint32_t i = 0; i < space->forward.count; i++) {
        const struct few_string_way *way = &space->forward.ways[i];
        few_digest_number(digest, (uint64_t)way->from_bits << 32 | way->to_bits);
        few_digest_number(digest, (uint64_t)way->longest << 32 | way->cost);
        few_digest_add(digest, way->from_words, (way->from_bits + 63) / 64 * sizeof *way->from_words);
        few_digest_add(digest, way->to_words, (way->to_bits + 63) / 64 * sizeof *way->to_words);
    }
    for (const struct few_string_goal *goal = space->goals; goal; goal = goal->next) {
        few_digest_text(digest, "goal");
        for (const struct few_string_test *test = goal->tests; test; test = test->next) {
            size_t bytes = few_string_words(space, test->length) * sizeof *test->mask;
            few_digest_number(digest, (uint64_t)test->kind << 32 | test->length);
            few_digest_add(digest, test->mask, bytes);
            few_digest_add(digest, test->want, bytes);
        }
    }
}

bool few_model_fingerprint(const struct few_model *model, struct few_digest_value *fingerprint,
                           struct few_error *error) {
    struct few_digest digest;
    few_digest_begin(&digest);
    if (model->kind == FEW_MODEL_OWN)
        return few_fail(error, FEW_ERROR_INPUT, "tables in files are for puzzles from text");
    few_digest_number(&digest, model->kind);
    add_space(&digest, model->space);
    if (model->kind == FEW_MODEL_RULES) {
        const struct few_rule_space *space = (const struct few_rule_space *)model->space;
        add_layout(&digest, space);
        add_conserved(&digest, space);
        add_instructions(&digest, space);
        add_goals(&digest, &space->goals);
    } else if (model->kind == FEW_MODEL_WALKER) {
        add_walker(&digest, (const struct few_walker *)model->space, model->puzzle);
    } else {
        add_string(&digest, (const struct few_string_space *)model->space, model->puzzle);
    }
    *fingerprint = few_digest_end(&digest);
    return true;
}
