#include "language/name.h"

#include <string.h>

#include "language/diagnose.h"
#include "language/moved.h"
#include "language/rest.h"
#include "language/turns.h"

/* Behind the name of a move `@` and `#` begin what tells it from others. */
static bool check_values(struct few_reader *reader, struct few_word inside, const struct few_let *let) {
    for (uint32_t i = 0; i < let->count; i++) {
        const char *text = few_code_text(reader->puzzle, let->domain[i]);
        if (strpbrk(text, "@#="))
            return few_mistake(reader, inside, "`%s` cannot be part of the name of a move: it may be `%s`", let->name,
                               few_quote((struct few_word){text, strlen(text)}).text);
    }
    return true;
}

/* What stands in braces: a name of `let`, `direction`, `steps`, `from`, `to`, or the number of a pattern. */
static bool read_blank(struct few_reader *reader, struct few_word inside, struct few_name_part *part) {
    uint64_t number;
    const uint32_t found = few_find_word(reader, inside);
    const struct few_where where = few_place(reader, inside);
    if (found != FEW_NO_WORD && found & FEW_WORD_REST)
        return few_rest_elsewhere(reader, inside);
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME) {
        *part = (struct few_name_part){FEW_BLANK_NAME, found & FEW_WORD_INDEX, NULL, where};
        return check_values(reader, inside, &reader->puzzle->lets[part->index]);
    } else if (few_word_is(inside, "direction") || few_word_is(inside, "DIRECTION")) {
        *part = (struct few_name_part){FEW_BLANK_DIRECTION, few_word_is(inside, "DIRECTION"), NULL, where};
    } else if (few_word_is(inside, "steps")) {
        *part = (struct few_name_part){FEW_BLANK_STEPS, 0, NULL, where};
    } else if (few_word_is(inside, "from") || few_word_is(inside, "to")) {
        *part = (struct few_name_part){few_word_is(inside, "to") ? FEW_BLANK_TO : FEW_BLANK_FROM, 0, NULL, where};
    } else if (few_word_count(inside, &number) && number >= 1 && number <= FEW_NAME_PLACES) {
        *part = (struct few_name_part){FEW_BLANK_PLACE, (uint32_t)number - 1, NULL, where};
    } else {
        few_hint(reader, "in braces stands a name of `let`, `direction`, `steps`, `from`, `to`, or the number of a pattern, from 1");
        return few_mistake(reader, inside, "`{%s}` cannot be part of the name of a move", few_quote(inside).text);
    }
    return true;
}

/* The part of a name that begins at `text`, and where the next one does. */
static bool read_part(struct few_reader *reader, const char **text, const char *end, struct few_name_part *part) {
    const char *at = *text, *brace = at;
    if (*at == '{') {
        const char *close = memchr(at, '}', (size_t)(end - at));
        if (!close)
            return few_mistake(reader, (struct few_word){at, 1}, "a `}` is missing behind this brace");
        *text = close + 1;
        return read_blank(reader, (struct few_word){at + 1, (size_t)(close - at) - 1}, part);
    }
    while (brace < end && *brace != '{' && *brace != '}')
        brace++;
    if (brace < end && *brace == '}')
        return few_mistake(reader, (struct few_word){brace, 1}, "a `{` is missing in front of this brace");
    *text = brace;
    *part = (struct few_name_part){.text = few_arena_copy(&reader->puzzle->arena, at, (size_t)(brace - at))};
    return part->text || few_fail_memory(reader->error);
}

bool few_read_braces(struct few_reader *reader, struct few_word word, struct few_move *move) {
    const char *end = word.text + word.length;
    uint32_t braces = 0;
    for (size_t i = 0; i < word.length; i++)
        braces += word.text[i] == '{' || word.text[i] == '}';
    if (braces == 0)
        return true;
    move->name_parts = few_arena_alloc(&reader->puzzle->arena, (braces + 1) * sizeof *move->name_parts);
    if (!move->name_parts)
        return few_fail_memory(reader->error);
    for (const char *text = word.text; text < end;)
        if (!read_part(reader, &text, end, &move->name_parts[move->name_part_count++]))
            return false;
    return true;
}

static bool stands_in(const few_code *codes, size_t count, few_code code) {
    for (size_t i = 0; i < count; i++)
        if (codes[i] == code)
            return true;
    return false;
}

/* Whether every match of the move gives the name a piece. */
static bool is_matched(const struct few_move *move, uint32_t name) {
    const few_code code = (few_code)(FEW_CODE_NAME | name);
    bool found = stands_in(move->free, move->free_count, code);
    for (uint32_t i = 0; i < move->part_count && !found; i++) {
        const struct few_part *part = &move->parts[i];
        if (part->kind != FEW_PART_CYCLE)
            found = stands_in(part->before, part->kind == FEW_PART_VAR ? 1 : (size_t)part->rows * part->columns, code);
        if (part->floors)
            found = found || stands_in(part->floors, (size_t)part->rows * part->columns, code);
    }
    return found;
}

/* How many places the move has that a name can tell. */
static uint32_t places_of(const struct few_move *move) {
    uint32_t patterns = 0;
    for (uint32_t i = 0; i < move->part_count; i++)
        patterns += move->parts[i].kind == FEW_PART_PATTERN;
    return move->along_links ? 2 : patterns;
}

/* `{from}` and `{to}` ask for a piece that leaves, or reaches, one cell. */
static bool check_moved(struct few_reader *reader, const struct few_move *move, const struct few_name_part *part) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const bool to = part->blank == FEW_BLANK_TO;
    const char *blank = to ? "to" : "from";
    const struct few_moved moved = few_find_moved(puzzle, move);
    if (puzzle->is_string)
        return few_puzzle_fail(puzzle, part->where, reader->error, "`{%s}`: a string has no cells", blank);
    if (moved.code == FEW_CODE_ANY)
        return few_puzzle_fail(puzzle, part->where, reader->error, "`{%s}`: it is not clear which piece this move moves", blank);
    const uint32_t cells = to ? moved.reaches : moved.leaves;
    const char *what = few_code_is_name(moved.code) ? puzzle->lets[few_code_index(moved.code)].name : few_code_text(puzzle, moved.code);
    return cells == 1 || few_puzzle_fail(puzzle, part->where, reader->error, "`{%s}`: `%s` %s %u cells", blank,
                                         few_quote((struct few_word){what, strlen(what)}).text, to ? "reaches" : "leaves", cells);
}

bool few_check_braces(struct few_reader *reader, const struct few_move *move) {
    const struct few_puzzle *puzzle = reader->puzzle;
    for (uint32_t i = 0; i < move->name_part_count; i++) {
        const struct few_name_part *part = &move->name_parts[i];
        const uint32_t places = places_of(move);
        if (part->blank == FEW_BLANK_NAME && !is_matched(move, part->index))
            return few_puzzle_fail(puzzle, part->where, reader->error, "`{%s}`: this move has no `%s`", puzzle->lets[part->index].name,
                                   puzzle->lets[part->index].name);
        if (part->blank == FEW_BLANK_DIRECTION && !few_is_directed(move))
            return few_puzzle_fail(puzzle, part->where, reader->error, "`{direction}`: this move has no directions");
        if (part->blank == FEW_BLANK_STEPS && move->repeat == FEW_ONCE)
            return few_puzzle_fail(puzzle, part->where, reader->error, "`{steps}`: this move has neither `repeat` nor `until blocked`");
        if ((part->blank == FEW_BLANK_FROM || part->blank == FEW_BLANK_TO) && !check_moved(reader, move, part))
            return false;
        if (part->blank == FEW_BLANK_PLACE && part->index >= places)
            return few_puzzle_fail(puzzle, part->where, reader->error, "`{%u}`: this move has %u pattern%s", part->index + 1, places,
                                   places == 1 ? "" : "s");
    }
    return true;
}

void few_pen_cell(struct few_pen *pen, const struct few_puzzle *puzzle, uint32_t cell) {
    if (puzzle->cell_names) {
        few_pen_put(pen, puzzle->cell_names[cell]);
    } else if (puzzle->is_grid) {
        few_pen_number(pen, cell / puzzle->columns + 1);
        few_pen_put(pen, ",");
        few_pen_number(pen, cell % puzzle->columns + 1);
    } else {
        few_pen_number(pen, (int64_t)cell + 1);
    }
}

static void put_moved(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place, bool to,
                      const uint32_t *cells) {
    const struct few_moved moved = few_find_moved(puzzle, &puzzle->moves[place.rule]);
    few_pen_cell(pen, puzzle, (to ? few_cell_reached : few_cell_left)(puzzle, place, &moved, cells));
}

bool few_name_tells(const struct few_move *move, enum few_blank blank) {
    for (uint32_t i = 0; i < move->name_part_count; i++)
        if (move->name_parts[i].blank == blank)
            return true;
    return false;
}

static bool tells_both_cells(const struct few_move *move) {
    return few_name_tells(move, FEW_BLANK_FROM) && few_name_tells(move, FEW_BLANK_TO);
}

bool few_name_tells_direction(const struct few_move *move) {
    return few_name_tells(move, FEW_BLANK_DIRECTION) || tells_both_cells(move);
}

bool few_name_tells_steps(const struct few_move *move) {
    return few_name_tells(move, FEW_BLANK_STEPS) || tells_both_cells(move);
}

void few_pen_filled(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place,
                    struct few_filling filling) {
    const struct few_move *move = &puzzle->moves[place.rule];
    for (uint32_t i = 0; i < move->name_part_count; i++) {
        const struct few_name_part *part = &move->name_parts[i];
        switch (part->blank) {
        case FEW_BLANK_NONE:
            few_pen_put(pen, part->text);
            break;
        case FEW_BLANK_NAME:
            few_pen_put(pen, few_code_text(puzzle, filling.bound[part->index]));
            break;
        case FEW_BLANK_PLACE:
            few_pen_cell(pen, puzzle, filling.cells[part->index]);
            break;
        case FEW_BLANK_FROM:
        case FEW_BLANK_TO:
            put_moved(pen, puzzle, place, part->blank == FEW_BLANK_TO, filling.cells);
            break;
        case FEW_BLANK_DIRECTION:
            pen->capitals = part->index;
            few_pen_direction(pen, puzzle, move, place.direction);
            pen->capitals = false;
            break;
        case FEW_BLANK_STEPS:
            few_pen_number(pen, place.steps);
            break;
        }
    }
    if (place.direction >= 0 && !few_name_tells_direction(move)) {
        few_pen_put(pen, "-");
        few_pen_direction(pen, puzzle, move, place.direction);
    }
    if (move->repeat == FEW_AS_OFTEN_AS_ONE_LIKES && !few_name_tells_steps(move)) {
        few_pen_put(pen, "-");
        few_pen_number(pen, place.steps);
    }
}
