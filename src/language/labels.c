#include "language/labels.h"

#include <string.h>

#include "language/label.h"
#include "language/turns.h"
#include "language/words.h"

/* Where each label is known by its text. */
struct making {
    struct few_puzzle *puzzle;
    struct few_words known;
    uint32_t room; /* in puzzle->labels */
};

static char *write_label(struct few_puzzle *puzzle, struct few_move_place place, size_t *length) {
    struct few_pen pen = {0};
    few_pen_label(&pen, puzzle, place);
    *length = pen.bytes;
    char *text = few_arena_alloc(&puzzle->arena, pen.bytes + 1); /* zeroed */
    pen = (struct few_pen){.paper = text};
    if (text)
        few_pen_label(&pen, puzzle, place);
    return text;
}

static bool make_room(struct making *making) {
    struct few_puzzle *puzzle = making->puzzle;
    if (puzzle->label_count < making->room)
        return true;
    making->room = making->room ? 2 * making->room : 8;
    const char **larger = few_arena_alloc(&puzzle->arena, few_array_size(making->room, sizeof *larger));
    if (!larger)
        return false;
    if (puzzle->label_count)
        memcpy(larger, puzzle->labels, puzzle->label_count * sizeof *larger);
    puzzle->labels = larger;
    return true;
}

static bool add_label(struct making *making, struct few_move_place place, uint32_t *number) {
    struct few_puzzle *puzzle = making->puzzle;
    const struct few_arena_mark mark = few_arena_mark(&puzzle->arena);
    struct few_word word;
    word.text = write_label(puzzle, place, &word.length);
    if (!word.text)
        return false;
    *number = few_words_find(&making->known, word);
    if (*number != FEW_NO_WORD) {
        few_arena_back(&puzzle->arena, mark);
        return true;
    }
    *number = puzzle->label_count;
    if (!make_room(making) || !few_words_set(&making->known, word, *number))
        return false;
    puzzle->labels[puzzle->label_count++] = word.text;
    return true;
}

static bool label_move(struct making *making, uint32_t rule) {
    struct few_puzzle *puzzle = making->puzzle;
    struct few_move *move = &puzzle->moves[rule];
    if (move->name_part_count || move->repeat == FEW_AS_OFTEN_AS_ONE_LIKES)
        return true;
    uint32_t *labels = few_arena_alloc(&puzzle->arena, (move->turns ? FEW_TURNS + 1 : 1) * sizeof *labels);
    bool made = labels;
    for (int32_t turn = few_first_turn(move); made && turn < FEW_TURNS; turn = few_next_turn(move, turn))
        made = add_label(making, (struct few_move_place){rule, turn, FEW_NO_CELL, 0}, &labels[turn + 1]);
    move->labels = labels;
    return made;
}

static bool is_letter(const char *text) {
    size_t characters = 0;
    for (; *text; text++)
        characters += ((unsigned char)*text & 0xc0) != 0x80;
    return characters == 1;
}

/* Whether a move with braces is called by one character, whatever was matched. */
static bool is_filled_by_letters(const struct few_puzzle *puzzle, const struct few_move *move) {
    if (move->name_part_count != 1)
        return false;
    const struct few_name_part *part = &move->name_parts[0];
    const bool by_direction = part->blank == FEW_BLANK_DIRECTION && few_is_directed(move) && move->turns >> FEW_TURN_MIRRORED == 0;
    const bool by_name = part->blank == FEW_BLANK_NAME && !move->turns;
    const struct few_let *let = by_name ? &puzzle->lets[part->index] : NULL;
    bool letters = (by_direction || by_name) && move->repeat != FEW_AS_OFTEN_AS_ONE_LIKES;
    for (uint32_t i = 0; letters && by_name && i < let->count; i++)
        letters = is_letter(few_code_text(puzzle, let->domain[i]));
    for (int32_t turn = few_first_turn(move); letters && by_direction && turn < FEW_TURNS; turn = few_next_turn(move, turn))
        letters = is_letter(puzzle->directions[turn]);
    return letters;
}

bool few_labels_are_letters(const struct few_puzzle *puzzle) {
    bool letters = true;
    for (uint32_t i = 0; i < puzzle->label_count && letters; i++)
        letters = is_letter(puzzle->labels[i]);
    for (uint32_t i = 0; i < puzzle->move_count && letters; i++)
        letters = puzzle->moves[i].labels || is_filled_by_letters(puzzle, &puzzle->moves[i]);
    return letters;
}

bool few_make_labels(struct few_puzzle *puzzle) {
    struct making making = {.puzzle = puzzle};
    bool made = true;
    few_words_init(&making.known, puzzle->arena.memory);
    for (uint32_t rule = 0; rule < puzzle->move_count && made; rule++)
        made = few_go_on(puzzle->arena.memory, FEW_TURNS) && label_move(&making, rule);
    few_words_free(&making.known);
    return made;
}
