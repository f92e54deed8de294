#include "rules/rule_space.h"
#include "space/fingerprint.h"
#include "spaces/board/board.h"

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
            few_digest_text(digest, few_code_text(space->puzzle, piece));
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
            few_digest_text(digest, few_code_text(space->puzzle, atoms[i].test));
            few_digest_text(digest, few_code_text(space->puzzle, atoms[i].set));
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

static void add_total(struct few_digest *digest, const struct few_total *total, uint32_t words) {
    few_digest_number(digest, (uint64_t)total->constant);
    few_digest_number(digest, total->comparator);
    few_digest_number(digest, total->tallied_count);
    for (uint32_t i = 0; i < total->tallied_count; i++) {
        few_digest_number(digest, (uint64_t)total->tallied[i].sign);
        few_digest_add(digest, total->tallied[i].lowest, words * sizeof(uint64_t));
        few_digest_add(digest, total->tallied[i].holds, words * sizeof(uint64_t));
    }
    few_digest_number(digest, total->weighed_count);
    for (uint32_t i = 0; i < total->weighed_count; i++) {
        const struct few_field field = total->weighed[i].field;
        few_digest_number(digest, (uint64_t)field.word << 32 | field.shift);
        few_digest_add(digest, total->weighed[i].weight, (few_field_ones(field) + 1) * sizeof(int64_t));
    }
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
        if (alternative->total_count)
            few_digest_text(digest, "count");
        for (uint32_t i = 0; i < alternative->total_count; i++)
            add_total(digest, &alternative->totals[i], goals->words);
    }
}

void few_board_fingerprint(const struct few_space *base, const struct few_puzzle *puzzle, struct few_digest *digest) {
    const struct few_rule_space *space = (const struct few_rule_space *)base;
    (void)puzzle;
    few_digest_space(digest, 0, base);
    add_layout(digest, space);
    add_conserved(digest, space);
    add_instructions(digest, space);
    add_goals(digest, &space->goals);
    if (space->nevers.all.count) {
        few_digest_text(digest, "never");
        add_goals(digest, &space->nevers.all);
    }
}
