#include "api/proof_tables.h"

#include "facts/facts.h"
#include "language/both_ends.h"
#include "rules/abstract.h"
#include "visited/nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_PLACES = 10, LONG = 28, VERY_LONG = 50, SMALL = 50000, LARGE = 600000, MOST_STATES = 20000, MOST_TRIED = 64 };

/* ---- Groups of pieces that are added */

struct groups {
    char *lines;
    size_t length;
    uint32_t places, members; /* cells that change; pieces of the last group */
    uint64_t size, most;      /* arrangements of it */
};

static bool add_word(char *lines, size_t *length, const char *word) {
    const size_t more = strlen(word), room = FEW_PROOF_TABLES_ROOM;
    if (*length + more + 2 > room)
        return false;
    memcpy(lines + *length, word, more + 1);
    *length += more;
    return true;
}

static bool add_to_group(struct groups *groups, const char *piece) {
    const uint64_t choices = groups->places - groups->members;
    const bool begins = !groups->members || groups->size * choices > groups->most;
    if (begins) {
        groups->size = groups->places;
        groups->members = 0;
    } else {
        groups->size *= choices;
    }
    groups->members++;
    return (!begins || add_word(groups->lines, &groups->length, groups->length ? "\ntable" : "table")) &&
           add_word(groups->lines, &groups->length, " ") && add_word(groups->lines, &groups->length, piece);
}

/* Pieces whose homes are near one another get into each other's way: two rows at a time, to and fro. */
static bool group_board(struct groups *groups, const struct few_puzzle *rules, const struct few_drawing *goal, const struct few_layout *layout, few_code blank) {
    bool good = true;
    for (uint32_t row = 0; row < goal->rows; row += 2)
        for (uint32_t i = 0; i < 2 * goal->columns; i++) {
            const uint32_t column = row / 2 % 2 ? goal->columns - 1 - i / 2 : i / 2, r = row + i % 2;
            const uint32_t cell = r * goal->columns + column;
            if (r < goal->rows && good && layout->fields[cell].width && goal->cells[cell] != blank)
                good = add_to_group(groups, few_code_text(rules, goal->cells[cell]));
        }
    return good && add_word(groups->lines, &groups->length, "\n");
}

bool few_proof_groups(const fewest_answer *answer, char lines[FEW_PROOF_TABLES_ROOM], struct few_error *error) {
    const struct few_puzzle *rules = answer->puzzle->rules;
    const struct few_facts *facts = NULL;
    const struct few_drawing *goal = NULL;
    *lines = 0;
    if (answer->status != FEWEST_SOLVED || answer->solutions.cost <= LONG || !few_has_both_ends(rules))
        return true;
    if (!few_model_facts(answer->model, &facts, error))
        return false;
    for (uint32_t i = 0; i < rules->goals[0].count; i++)
        if (rules->goals[0].conditions[i].kind == FEW_GOAL_DRAWING)
            goal = &rules->goals[0].conditions[i].drawing;
    if (!facts || !facts->exchanges || facts->exchanges->places <= MANY_PLACES || !goal || rules->goal_count != 1 || answer->model->space->no_patterns)
        return true;
    const struct few_layout *layout = &((const struct few_rule_space *)answer->model->space)->layout;
    struct groups groups = {.lines = lines, .places = facts->exchanges->places, .most = answer->solutions.cost > VERY_LONG ? LARGE : SMALL};
    if (layout->cells != rules->rows * rules->columns || !group_board(&groups, rules, goal, layout, layout->cell_piece[facts->exchanges->blank]))
        *lines = 0;
    return true;
}

/* ---- A smaller puzzle that cannot be solved, either */

struct smaller {
    struct few_memory *memory;
    struct few_rule_space *rules;
    struct few_image image;
    struct few_nodes nodes;
    uint64_t *made;
    struct few_step *steps;
    size_t room;
};

/* Whether all states that the images of these lead to are few, and none of them is a goal. */
static bool is_closed(struct smaller *self, const uint64_t *starts, size_t count, bool *good) {
    const struct few_space *space = &self->rules->space;
    bool is_goal = false, fresh;
    for (size_t i = 0; i < count && *good; i++) {
        few_image_of(&self->image, starts + i * space->words, 1, self->made);
        *good = few_nodes_add(&self->nodes, self->made, 0, &fresh) != FEW_NO_NODE;
    }
    for (uint32_t node = 0; node < self->nodes.states.count && self->nodes.states.count <= MOST_STATES && *good && !is_goal; node++) {
        space->run->is_goal(space, few_node_state(&self->nodes, node), 1, &is_goal);
        const size_t made = is_goal ? 0 : space->run->successors(space, few_node_state(&self->nodes, node), 1, self->made, self->steps);
        for (size_t i = 0; i < made && *good; i++)
            *good = few_nodes_add(&self->nodes, self->made + i * space->words, 0, &fresh) != FEW_NO_NODE;
    }
    return *good && !is_goal && self->nodes.states.count <= MOST_STATES;
}

/* The space that tells only these pieces apart and leaves out vars, or does not. *states 0: it does not serve. */
static bool try_smaller(const fewest_answer *answer, const few_code *renamed, const bool *dropped, const uint64_t *starts, size_t count, uint64_t *states) {
    const struct few_rule_space *whole = (const struct few_rule_space *)answer->model->space;
    const struct few_abstraction abstraction = {renamed, dropped, NULL};
    struct smaller self = {.memory = &answer->puzzle->memory};
    bool fits, good = true;
    *states = 0;
    self.rules = few_rule_space_abstract(self.memory, whole, &abstraction, &self.image, &fits);
    if (!self.rules)
        return !fits;
    const struct few_space *space = &self.rules->space;
    self.room = space->max_successors + 1;
    self.made = few_alloc(self.memory, few_array_size(self.room, space->words * sizeof *self.made));
    self.steps = few_alloc(self.memory, few_array_size(self.room, sizeof *self.steps));
    good = self.made && self.steps && few_nodes_init(&self.nodes, self.memory, space->words);
    if (good && space->words == whole->space.words && is_closed(&self, starts, count, &good))
        *states = self.nodes.states.count;
    if (self.nodes.memory)
        few_nodes_free(&self.nodes);
    if (self.made)
        few_free(self.memory, self.made, self.room * space->words * sizeof *self.made);
    if (self.steps)
        few_free(self.memory, self.steps, self.room * sizeof *self.steps);
    few_rule_space_free(self.rules);
    few_image_free(&self.image);
    return good;
}

/* The pieces that the goal draws, each alone; first without the vars, then with them. */
static bool try_all(const fewest_answer *answer, few_code *renamed, bool *dropped, const uint64_t *starts, size_t count, char *lines, uint64_t *states) {
    const struct few_puzzle *rules = answer->puzzle->rules;
    const struct few_layout *layout = &((const struct few_rule_space *)answer->model->space)->layout;
    bool good = true;
    *states = 0;
    for (uint32_t n = 0; n < 2 * rules->board_piece_count && n < MOST_TRIED && good && !*states; n++) {
        const few_code kept = rules->board_pieces[n / 2];
        const bool with_vars = n % 2;
        few_code other = FEW_CODE_ANY;
        size_t length = 0;
        if ((with_vars && !rules->var_count) || layout->cell_value[kept] == FEW_CODE_ANY)
            continue;
        for (uint32_t p = 0; p < rules->piece_count; p++) { /* pieces that stay where they are remain what they are */
            const bool forgotten = p != kept && layout->cell_value[p] != FEW_CODE_ANY;
            other = forgotten && other == FEW_CODE_ANY ? (few_code)p : other;
            renamed[p] = forgotten ? other : (few_code)p;
        }
        for (uint32_t slot = 0; slot < layout->slots; slot++)
            dropped[slot] = slot >= layout->cells && !with_vars;
        good = try_smaller(answer, renamed, dropped, starts, count, states);
        bool written = *states && add_word(lines, &length, "table ") && add_word(lines, &length, few_code_text(rules, kept));
        for (uint32_t i = 0; i < rules->var_count && with_vars && written; i++)
            written = add_word(lines, &length, " ") && add_word(lines, &length, rules->vars[i].name);
        if (!written || !add_word(lines, &length, "\n"))
            *states = 0;
    }
    return good;
}

/* Only what the verifier looks at in a smaller space: drawings and vars of the goal, no `never`, nothing that must be in the way. */
static bool is_plain(const struct few_puzzle *rules) {
    bool good = !rules->kind_count && !rules->never_count && rules->board_piece_count;
    for (uint32_t i = 0; good && i < rules->move_count; i++)
        good = rules->moves[i].repeat != FEW_UNTIL_BLOCKED;
    for (uint32_t i = 0; good && i < rules->goal_count; i++)
        for (uint32_t j = 0; good && j < rules->goals[i].count; j++)
            good = rules->goals[i].conditions[j].kind == FEW_GOAL_DRAWING || rules->goals[i].conditions[j].kind == FEW_GOAL_VAR;
    return good;
}

bool few_proof_smaller(const fewest_answer *answer, char lines[FEW_PROOF_TABLES_ROOM], uint64_t *states, struct few_error *error) {
    const struct few_puzzle *rules = answer->puzzle->rules;
    *lines = 0;
    *states = 0;
    if (answer->status != FEWEST_UNSOLVABLE || !answer->model || answer->model->space->no_patterns || !is_plain(rules))
        return true;
    const struct few_layout *layout = &((const struct few_rule_space *)answer->model->space)->layout;
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    few_code *renamed = calloc(rules->piece_count + 1, sizeof *renamed);
    bool *dropped = calloc(layout->slots + 1, sizeof *dropped);
    const bool good = renamed && dropped && few_model_starts(answer->model, &answer->puzzle->memory, &starts, &count, &room) &&
                      try_all(answer, renamed, dropped, starts, count, lines, states);
    if (!*states)
        *lines = 0;
    few_free(&answer->puzzle->memory, starts, room * answer->model->space->words * sizeof *starts);
    free(renamed);
    free(dropped);
    return good || few_fail_memory(error);
}
