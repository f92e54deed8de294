/* What follows from a rule as it is written: how it lies, its free names, the piece that it moves; and what is wrong with it. */
#include "interpreter.h"
#include "reader.h"

#include <string.h>

static void mark_names(const cell *one, bool *used) {
    if (one->floor_kind == CELL_NAME) used[one->floor_index] = true;
    if (one->kind == CELL_NAME) used[one->index] = true;
    for (size_t i = 0; one->kind == CELL_SUM && i < one->term_count; i++)
        if (one->terms[i].name >= 0) used[one->terms[i].name] = true;
}

static void note_free(reader *self, rule *made, int name, bool *known) {
    if (known[name]) return;
    known[name] = true;
    ARENA_PUSH(&self->game->memory, made->free, made->free_count, name);
}

static void find_free(reader *self, rule *made, const cell *one, bool *known) {
    if (one->kind == CELL_NAME) note_free(self, made, one->index, known);
    for (size_t i = 0; one->kind == CELL_SUM && i < one->term_count; i++)
        if (one->terms[i].name >= 0) note_free(self, made, one->terms[i].name, known);
}

/* What stands on no left side is free. */
static void find_free_names(reader *self, rule *made) {
    bool *known = arena_take(&self->game->memory, self->game->name_count + 1);
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        for (size_t k = 0; k < one->left.rows * one->left.columns; k++) mark_names(&one->left.cells[k], known);
        mark_names(&one->demand, known);
    }
    find_free(self, made, &made->cost_cell, known);
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        for (size_t k = 0; k < one->right.rows * one->right.columns; k++) find_free(self, made, &one->right.cells[k], known);
        find_free(self, made, &one->result, known);
    }
    for (size_t i = 0; i < made->condition_count; i++) {
        find_free(self, made, &made->conditions[i].left, known);
        find_free(self, made, &made->conditions[i].right, known);
    }
}

/* The ways in which the patterns lie, in the order of moves. */
static void add_way(rule *made, const long down[2], const long right[2], int first, int second, bool mirrored) {
    made->ways[made->way_count++] = (way){{down[0], down[1]}, {right[0], right[1]}, first, second, mirrored};
}

static void find_ways(rule *made) {
    static const long steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}, nowhere[2] = {0, 0};
    static const int clockwise[4] = {RIGHT, LEFT, UP, DOWN}; /* where the side of each direction is when it is turned */
    const bool is_tried[4] = {made->any_direction || made->upright, made->any_direction || made->upright,
                              made->any_direction || made->sideways, made->any_direction || made->sideways};
    const bool directed = is_tried[UP] || is_tried[LEFT] || made->diagonal;
    if (!directed) add_way(made, steps[DOWN], steps[RIGHT], -1, -1, false);
    if (!directed && made->mirrored) add_way(made, steps[DOWN], steps[LEFT], -1, -1, true);
    for (int mirrored = 0; mirrored <= (int)made->mirrored; mirrored++)
        for (int turn = UP; turn <= RIGHT; turn++) {
            const int side = mirrored ? clockwise[turn] ^ 1 : clockwise[turn];
            if (is_tried[turn]) add_way(made, steps[side], steps[turn], turn, -1, mirrored);
        }
    for (int turn = 0; turn < 4 && made->diagonal; turn++) {
        const int up = turn / 2 ? DOWN : UP, left = turn % 2 ? RIGHT : LEFT;
        const long step[2] = {steps[up][0], steps[left][1]};
        add_way(made, nowhere, step, up, left, false);
    }
}

/* Whether it fits on the board in some way that is allowed, at the place that is given. */
static void check_size(reader *self, const rule *made, const part *one) {
    const puzzle *game = self->game;
    if (made->place == ON || made->place == ALONG_LINKS) return;
    for (size_t i = 0; i < made->way_count; i++)
        for (size_t first = 0; first < puzzle_cells(game); first++)
            if ((made->place == EVERYWHERE || made->cells[0] == first) &&
                lies_on_board(game, &made->ways[i], one->left.rows, one->left.columns, first)) return;
    reader_mistake(self, "a pattern that fits nowhere");
}

/* ---- the piece that is moved ---- */

static bool is_same(const cell *a, const cell *b) {
    if (a->kind != b->kind || (a->kind != CELL_SYMBOL && a->kind != CELL_NAME)) return false;
    return a->index == b->index;
}

/* How often it is written on that side of the cells that change, and where at last. */
static size_t count_written(const rule *made, const cell *what, bool on_right, spot *last) {
    size_t count = 0;
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        for (size_t k = 0; one->kind == PART_PATTERN && k < one->right.rows * one->right.columns; k++) {
            const cell *left = &one->left.cells[k], *right = &one->right.cells[k];
            if (right->kind == CELL_ANY || is_same(left, right) || !is_same(on_right ? right : left, what)) continue;
            *last = (spot){true, i, k};
            count++;
        }
    }
    return count;
}

/* What is written on both sides of the cells that change moves, but `.` never does. Of several, names come before pieces. */
static void find_moved(const puzzle *game, rule *made) {
    const cell *moved[2] = {NULL, NULL}; /* a name, a piece */
    size_t names = 0, pieces = 0;
    const int point = find_symbol(game, ".");
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        for (size_t k = 0; one->kind == PART_PATTERN && k < one->left.rows * one->left.columns; k++) {
            const cell *left = &one->left.cells[k];
            spot first;
            bool again = false;
            if (one->right.cells[k].kind == CELL_ANY || is_same(left, &one->right.cells[k]) || count_written(made, left, true, &first) == 0) continue;
            for (size_t p = 0; p <= i && !again; p++)
                for (size_t m = 0; made->parts[p].kind == PART_PATTERN && (p < i ? m < made->parts[p].left.rows * made->parts[p].left.columns : m < k); m++) {
                    const cell *l = &made->parts[p].left.cells[m], *r = &made->parts[p].right.cells[m];
                    again = again || (r->kind != CELL_ANY && !is_same(l, r) && is_same(l, left));
                }
            if (again) continue;
            if (left->kind == CELL_NAME) names++, moved[0] = left;
            else if (left->index != point) pieces++, moved[1] = left;
        }
    }
    const cell *what = names > 0 ? (names == 1 ? moved[0] : NULL) : pieces == 1 ? moved[1] : NULL;
    spot at = {0};
    if (what && count_written(made, what, false, &at) == 1) made->leaves = at;
    if (what && count_written(made, what, true, &at) == 1) made->reaches = at;
}

static bool is_matched(const rule *made, int name) {
    for (size_t i = 0; i < made->free_count; i++)
        if (made->free[i] == name) return true;
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        if (one->kind == PART_VALUE && one->demand.kind == CELL_NAME && one->demand.index == name) return true;
        for (size_t k = 0; k < one->left.rows * one->left.columns; k++) {
            const cell *left = &one->left.cells[k];
            if (left->kind == CELL_NAME && left->index == name) return true;
            if (left->floor_kind == CELL_NAME && left->floor_index == name) return true;
        }
    }
    return false;
}

static bool can_be_told(const puzzle *game, const choice *name) {
    for (size_t i = 0; i < name->count; i++)
        if (strpbrk(game->words[name->values[i]].text, "@#=")) return false;
    return true;
}

/* What stands in braces must be something that the move has. */
static void check_braces(reader *self, const rule *made, size_t places) {
    const puzzle *game = self->game;
    const char *rest = made->name ? made->name : "";
    for (; *rest; rest++) {
        if (*rest == '}') reader_mistake(self, "a brace alone");
        if (*rest != '{') continue;
        const size_t length = strcspn(rest + 1, "}");
        if (!rest[length + 1]) reader_mistake(self, "a brace alone");
        const char *inside = arena_text(&self->game->memory, rest + 1, length);
        bool right = false;
        long number;
        int name = -1;
        for (size_t i = 0; i < game->name_count; i++)
            if (strcmp(game->names[i].text, inside) == 0) name = (int)i;
        if (name >= 0) right = is_matched(made, name) && can_be_told(game, &game->names[name]);
        else if (strcmp(inside, "direction") == 0 || strcmp(inside, "DIRECTION") == 0) right = made->any_direction || made->sideways || made->upright || made->diagonal;
        else if (strcmp(inside, "steps") == 0) right = made->repeats != ONCE;
        else if (strcmp(inside, "from") == 0) right = made->leaves.is_clear;
        else if (strcmp(inside, "to") == 0) right = made->reaches.is_clear;
        else if (is_whole_number(inside, &number)) right = number >= 1 && (size_t)number <= places;
        if (!right) reader_mistake(self, "what stands in braces");
        rest += length + 1;
    }
}

/* A step that is repeated goes in a direction. */
static void check_repeated(reader *self, const rule *made, size_t patterns) {
    if (made->repeats == ONCE) return;
    const bool directed = made->any_direction || made->sideways || made->upright || made->diagonal;
    if (!directed || made->place != EVERYWHERE || patterns != 1) reader_mistake(self, "a step that cannot be repeated");
    for (size_t i = 0; i < made->part_count; i++)
        if (made->parts[i].kind == PART_CYCLE) reader_mistake(self, "a cycle that is repeated");
}

void finish_rule(reader *self, rule *made) {
    size_t patterns = 0;
    find_ways(made);
    for (size_t i = 0; i < made->part_count; i++) {
        const part *one = &made->parts[i];
        if (one->kind != PART_PATTERN) continue;
        patterns++;
        if (made->diagonal && one->left.rows != 1) reader_mistake(self, "a diagonal of several rows");
        if (!self->game->is_string && !self->game->has_board) reader_mistake(self, "a pattern without a board");
        if (!self->game->is_string) check_size(self, made, one);
        if (made->place == ON && (one->left.rows != 1 || one->left.columns != made->cell_count))
            reader_mistake(self, "a pattern of another length than its cells");
        if (made->place == ALONG_LINKS && one->left.rows * one->left.columns != 2) reader_mistake(self, "not two cells");
    }
    if (made->place != EVERYWHERE && patterns != 1) reader_mistake(self, "a place with other than one pattern");
    const bool turns = made->any_direction || made->sideways || made->upright || made->mirrored || made->diagonal;
    if (turns && (patterns == 0 || made->place == ON || made->place == ALONG_LINKS)) reader_mistake(self, "a turn does not go here");
    if (made->mirrored && made->diagonal) reader_mistake(self, "a mirrored diagonal");
    check_repeated(self, made, patterns);
    for (size_t i = 0; i < made->cost_cell.term_count; i++)
        if (made->cost_cell.terms[i].is_weight && made->place != ALONG_LINKS) reader_mistake(self, "a weight without links");
    if (self->game->is_string && (patterns != 1 || made->part_count != 1 || turns || made->place != EVERYWHERE))
        reader_mistake(self, "not for strings");
    find_free_names(self, made);
    if (!self->game->is_string) find_moved(self->game, made);
    check_braces(self, made, made->place == ALONG_LINKS ? 2 : patterns);
}
