#include "build/box_paths.h"

#include <string.h>

enum {
    MOST_FLOWS = 1 << 18,
    MOST_CELLS = 4096,
    MOST_WORK = 1 << 22, /* on reading goals, in cells */
    NO_CELL = -1,
};

/* ---- What goals say of a kind */

/* The one cell that a pattern names, and the value it wants there; NO_CELL: it names several, or a var. */
static int64_t only_cell(const struct few_box_paths *paths, const struct few_pattern *pattern, uint32_t *value) {
    int64_t found = NO_CELL;
    const uint32_t words = paths->space->space.words;
    uint64_t bits = 0;
    for (uint32_t w = 0; w < words; w++)
        bits += (uint64_t)__builtin_popcountll(pattern->mask[w]);
    for (uint32_t c = 0; c < paths->cells && bits == paths->field[c].width; c++)
        if ((pattern->mask[paths->field[c].word] & few_field_mask(paths->field[c])) == few_field_mask(paths->field[c]))
            found = c;
    if (found != NO_CELL)
        *value = few_field_get(pattern->want, paths->field[found]);
    return found;
}

/* Where a goal wants the pieces of a kind, and where it allows them; both are counted. */
static void read_goal(struct few_box_paths *paths, const struct few_alternative *goal, uint32_t value, uint32_t *wanted, uint32_t *allowed) {
    const struct few_layout *layout = &paths->space->layout;
    const few_code piece = layout->cell_piece[value];
    for (uint32_t c = 0; c < paths->cells; c++) {
        const bool open = !(goal->base.mask[paths->field[c].word] & few_field_mask(paths->field[c]));
        paths->wanted[c] = !open && few_field_get(goal->base.want, paths->field[c]) == value;
        paths->allowed[c] = paths->wanted[c] || (open && few_can_hold(&paths->space->possible, layout->order[c], piece));
    }
    for (uint32_t i = 0; i < goal->nowhere.count; i++) {
        uint32_t forbidden;
        const int64_t cell = only_cell(paths, &paths->space->goals.patterns[goal->nowhere.first + i], &forbidden);
        if (cell != NO_CELL && forbidden == value)
            paths->allowed[cell] = paths->allowed[cell] && paths->wanted[cell];
    }
    *wanted = *allowed = 0;
    for (uint32_t c = 0; c < paths->cells; c++) {
        *wanted += paths->wanted[c];
        *allowed += paths->allowed[c];
    }
}

/* How many there are, if that never changes; else 0. */
static uint32_t conserved_count(const struct few_box_paths *paths, uint32_t value) {
    const struct few_rule_space *space = paths->space;
    const few_code piece = space->layout.cell_piece[value];
    uint32_t count = 0;
    for (uint32_t c = 0; c < paths->cells; c++) {
        const uint32_t slot = space->layout.order[c];
        if (!few_can_hold(&space->possible, slot, piece))
            continue;
        if (!space->conserved[space->component[slot]])
            return 0;
        count += space->start[slot] == piece;
    }
    return count;
}

/* Goals that no state meets, with as many pieces as there are, are left out. */
static void list_goals(struct few_box_paths *paths) {
    for (size_t g = 0; g < paths->space->goals.count; g++) {
        bool can_be = true;
        for (uint32_t value = 0; value < paths->space->layout.cell_values && can_be; value++) {
            const uint32_t count = conserved_count(paths, value);
            uint32_t wanted, allowed;
            read_goal(paths, &paths->space->goals.alternatives[g], value, &wanted, &allowed);
            can_be = count == 0 || (wanted <= count && count <= allowed);
        }
        if (can_be)
            paths->goals[paths->goal_count++] = &paths->space->goals.alternatives[g];
    }
}

/* Every goal says where some of these pieces stand, or do not. */
static bool is_told(struct few_box_paths *paths, const struct few_box_candidate *kind) {
    const struct few_layout *layout = &paths->space->layout;
    uint32_t room = 0;
    for (uint32_t c = 0; c < paths->cells; c++)
        room += few_can_hold(&paths->space->possible, layout->order[c], layout->cell_piece[kind->value]);
    for (size_t g = 0; g < paths->goal_count; g++) {
        uint32_t wanted, allowed;
        read_goal(paths, paths->goals[g], kind->value, &wanted, &allowed);
        if (wanted == 0 && allowed == room)
            return false;
    }
    return true;
}

/* ---- Which kinds may be boxes */

/* false: no memory. */
static bool list_candidates(struct few_box_paths *paths) {
    for (uint32_t value = 0; value < paths->space->layout.cell_values && paths->count < FEW_BOX_CANDIDATES; value++) {
        struct few_box_candidate *kind = &paths->list[paths->count];
        *kind = (struct few_box_candidate){.value = value, .count = conserved_count(paths, value), .flows = {.memory = paths->memory}};
        if (kind->count == 0 || kind->count > FEW_MOST_BOXES || kind->count > paths->cells / 2 || !is_told(paths, kind))
            continue; /* what fills most of the board is the floor that boxes are moved on */
        const bool good = few_flows_find(&kind->flows, paths->space, paths->space->layout.cell_piece[value], paths->memory);
        if (good && kind->flows.known && kind->flows.count && kind->flows.count <= MOST_FLOWS) {
            paths->edge_room = kind->flows.count > paths->edge_room ? kind->flows.count : paths->edge_room;
            paths->count++;
        } else {
            few_flows_free(&kind->flows);
        }
        if (!good)
            return false;
    }
    return true;
}

/* ---- From cell to cell */

void few_box_edges(struct few_box_paths *paths, const struct few_box_candidate *kind, uint32_t scale) {
    const struct few_flows *flows = &kind->flows;
    memset(paths->first, 0, (paths->cells + 2) * sizeof *paths->first);
    for (size_t i = 0; i < flows->count; i++)
        paths->first[paths->number[flows->list[i].to] + 2]++;
    for (uint32_t c = 2; c < paths->cells + 2; c++)
        paths->first[c] += paths->first[c - 1];
    for (size_t i = 0; i < flows->count; i++) {
        const struct few_flow *flow = &flows->list[i];
        const uint64_t cost = scale ? (uint64_t)paths->space->listing.instructions[flow->instruction].cost * (scale / paths->moved[flow->instruction]) : 0;
        paths->edges[paths->first[paths->number[flow->to] + 1]++] = (struct few_box_edge){paths->number[flow->from], cost < FEW_BOX_MOST ? (uint32_t)cost : FEW_BOX_MOST};
    }
}

void few_box_spread(struct few_box_paths *paths, uint32_t *distance) {
    uint32_t head = 0, count = 0;
    for (uint32_t c = 0; c < paths->cells; c++) {
        paths->waiting[c] = distance[c] == 0;
        if (paths->waiting[c])
            paths->queue[count++] = c;
    }
    while (count && few_go_on(paths->memory, 8)) {
        const uint32_t at = paths->queue[head];
        head = head + 1 == paths->cells ? 0 : head + 1;
        count--;
        paths->waiting[at] = false;
        for (size_t e = paths->first[at]; e < paths->first[at + 1]; e++) {
            const uint32_t from = paths->edges[e].from;
            const uint32_t sum = distance[at] + paths->edges[e].cost, through = sum < FEW_BOX_MOST ? sum : FEW_BOX_MOST;
            if (through >= distance[from])
                continue;
            distance[from] = through;
            if (paths->waiting[from])
                continue;
            paths->waiting[from] = true;
            paths->queue[(head + count++) % paths->cells] = from;
        }
    }
}

void few_box_far(const struct few_box_paths *paths, uint32_t *distance) {
    for (uint32_t c = 0; c < paths->cells; c++)
        distance[c] = FEW_BOX_FAR;
}

void few_box_nearest(struct few_box_paths *paths, const struct few_box_candidate *kind, size_t first, size_t end, uint32_t *distance, uint32_t *wanted,
                     uint32_t *allowed) {
    few_box_far(paths, distance);
    for (size_t g = first; g < end; g++) {
        read_goal(paths, paths->goals[g], kind->value, wanted, allowed);
        for (uint32_t c = 0; c < paths->cells; c++)
            if (paths->allowed[c] && (paths->wanted[c] || kind->count > *wanted))
                distance[c] = 0;
    }
    few_box_spread(paths, distance);
}

const char *few_box_name(const struct few_box_paths *paths, const struct few_box_candidate *kind) {
    return paths->space->puzzle->pieces[paths->space->layout.cell_piece[kind->value]].text;
}

/* ---- All of it */

static bool prepare(struct few_box_paths *paths) {
    const struct few_layout *layout = &paths->space->layout;
    paths->cells = layout->cell_fields;
    paths->field = few_arena_alloc(&paths->arena, paths->cells * sizeof *paths->field);
    paths->number = few_arena_alloc(&paths->arena, layout->slots * sizeof *paths->number);
    paths->wanted = few_arena_alloc(&paths->arena, paths->cells);
    paths->allowed = few_arena_alloc(&paths->arena, paths->cells);
    paths->first = few_arena_alloc(&paths->arena, (paths->cells + (size_t)2) * sizeof *paths->first);
    paths->queue = few_arena_alloc(&paths->arena, paths->cells * sizeof *paths->queue);
    paths->waiting = few_arena_alloc(&paths->arena, paths->cells);
    paths->goals = few_arena_alloc(&paths->arena, few_array_size(paths->space->goals.count, sizeof *paths->goals));
    paths->moved = few_arena_alloc(&paths->arena, few_array_size(paths->space->listing.count, sizeof *paths->moved));
    if (!paths->field || !paths->number || !paths->wanted || !paths->allowed || !paths->first || !paths->queue || !paths->waiting || !paths->goals || !paths->moved)
        return false;
    for (uint32_t c = 0; c < paths->cells; c++) {
        paths->field[c] = layout->fields[layout->order[c]];
        paths->number[layout->order[c]] = c;
    }
    return true;
}

/* What it takes to read all goals once for every kind of piece. */
static uint64_t work_of_goals(const struct few_rule_space *space) {
    const struct few_goals *goals = &space->goals;
    uint64_t patterns = 0;
    for (size_t g = 0; g < goals->count; g++)
        patterns += 1 + goals->alternatives[g].nowhere.count;
    return patterns * space->layout.cell_fields * space->layout.cell_values;
}

bool few_box_paths_open(struct few_box_paths *paths, struct few_memory *memory, const struct few_rule_space *space) {
    paths->memory = memory;
    paths->space = space;
    few_arena_init(&paths->arena, memory);
    if (space->goals.count == 0 || space->layout.cell_fields == 0 || space->layout.cell_fields > MOST_CELLS || work_of_goals(space) > MOST_WORK)
        return true;
    if (!prepare(paths))
        return false;
    list_goals(paths);
    if (paths->goal_count && !list_candidates(paths))
        return false;
    if (paths->count == 0)
        return true;
    paths->edges = few_arena_alloc(&paths->arena, paths->edge_room * sizeof *paths->edges);
    return paths->edges != NULL;
}

void few_box_paths_close(struct few_box_paths *paths) {
    for (uint32_t k = 0; k < paths->count; k++)
        few_flows_free(&paths->list[k].flows);
    few_arena_free(&paths->arena);
}
