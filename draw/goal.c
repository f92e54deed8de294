/* The goal as a state that can be drawn. */
#include "draw/plan.h"

#include "json/memory_file.h"

#include <stdint.h>
#include <stdlib.h>

static bool is_empty(enum draw_look look) {
    return look == LOOK_NONE || look == LOOK_FLOOR || look == LOOK_HOLE;
}

/* The piece to draw where the goal says nothing; UINT16_MAX: there is none. What never moves stays where the start has it. */
static uint16_t free_piece(const struct draw_plan *plan, uint16_t at_start) {
    const fewest_parts *parts = &plan->parts;
    if (at_start < parts->pieces && !draw_look_moves(plan->pieces[at_start].look))
        return at_start;
    for (size_t i = 0; i < parts->board_pieces; i++)
        if (is_empty(plan->pieces[parts->board_piece[i]].look))
            return parts->board_piece[i];
    return UINT16_MAX;
}

char *draw_goal_state(const struct draw_plan *plan, const uint16_t *start, bool *whole) {
    const fewest_parts *parts = &plan->parts;
    const size_t cells = parts->rows * parts->columns;
    struct memory_file made;
    *whole = true;
    if (!parts->goal || parts->is_string || parts->vars > 0 || !memory_file_open(&made))
        return NULL;
    bool drawn = cells > 0;
    for (size_t cell = 0; cell < cells && drawn; cell++) {
        uint16_t piece = parts->goal[cell];
        if (piece >= parts->pieces) {
            *whole = false;
            piece = start && !plan->coarse ? free_piece(plan, start[cell]) : UINT16_MAX;
        }
        drawn = piece < parts->pieces;
        if (drawn)
            fprintf(made.file, "%s%s", cell == 0 ? "" : cell % parts->columns ? " " : " / ", fewest_piece(plan->puzzle, piece));
    }
    char *text = memory_file_close(&made);
    if (!drawn) {
        free(text);
        text = NULL;
    }
    return text;
}
