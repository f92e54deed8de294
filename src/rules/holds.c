/* Whether words from a file are a state: every field has a piece that can stand there, nothing lies between the fields,
 * where pieces are conserved there are as many of each as at the start, and no `never` holds. Only then can a state be moved
 * and ranked. */
#include "rules/rule_space.h"

#include <string.h>

/* Fields `first` .. `end` - 1 of the order are one component, of whose values there must be as many as at the start. */
static bool has_the_pieces(const struct few_rule_space *self, const uint64_t *state, uint32_t first, uint32_t end,
                           int16_t *balance) {
    const struct few_layout *layout = &self->layout;
    for (uint32_t i = first; i < end; i++) {
        uint32_t slot = layout->order[i];
        balance[few_field_get(state, layout->fields[slot])]++;
        balance[layout->cell_value[self->start[slot]]]--;
    }
    bool same = true;
    for (uint32_t i = first; i < end; i++) {
        int16_t *one = &balance[few_field_get(state, layout->fields[layout->order[i]])];
        same = same && *one == 0; /* if one is missing, there is too much of another */
        *one = 0;
    }
    return same;
}

bool few_rule_holds(const struct few_space *space, const uint64_t *state) {
    const struct few_rule_space *self = (const struct few_rule_space *)space;
    const struct few_layout *layout = &self->layout;
    uint64_t rest[FEW_MAX_BOARD_WORDS];
    int16_t balance[FEW_MAX_PIECES + 1];
    memcpy(rest, state, layout->words * sizeof *rest);
    if (!few_rule_space_can_be(self, state))
        return false;
    for (uint32_t i = 0; i < layout->order_count; i++) {
        const struct few_field field = layout->fields[layout->order[i]];
        rest[field.word] &= ~few_field_mask(field);
    }
    for (uint32_t w = 0; w < layout->words; w++)
        if (rest[w])
            return false;
    memset(balance, 0, layout->cell_values * sizeof *balance);
    for (uint32_t first = 0, end; first < layout->cell_fields; first = end) {
        const uint32_t root = self->component[layout->order[first]];
        for (end = first + 1; end < layout->cell_fields && self->component[layout->order[end]] == root; end++) {
        }
        if (self->conserved[root] && !has_the_pieces(self, state, first, end, balance))
            return false;
    }
    return !few_goals_hold(&self->nevers.all, state);
}
