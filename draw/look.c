/* How each piece looks: as a `draw` statement says, or else by what it is called: numbers are tiles, `.` is the floor,
 * `#` a wall, `@` the player, `$` a box, and what is left are discs with their letters on them. */
#include "draw/plan.h"

#include <fewest/pictures.h>
#include <stdlib.h>
#include <string.h>

enum { NO_PIECE = 0xffff, TONES = 10 /* those that pieces get by themselves: not black, not white */ };

static const char *const looks[] = {"tile",   "disc", "peg", "square", "wall",    "floor",
                                    "hole",   "player", "box", "lamp", "sticker", "none"};

bool draw_look_moves(enum draw_look look) {
    switch (look) {
    case LOOK_TILE:
    case LOOK_DISC:
    case LOOK_PEG:
    case LOOK_SQUARE:
    case LOOK_PLAYER:
    case LOOK_BOX: return true;
    case LOOK_WALL:
    case LOOK_FLOOR:
    case LOOK_HOLE:
    case LOOK_LAMP:
    case LOOK_STICKER:
    case LOOK_NONE: break;
    }
    return false;
}

static bool is_number(const char *text) {
    text += *text == '-';
    return *text && text[strspn(text, "0123456789")] == '\0';
}

void draw_tone_of_colour(const char *colour, enum draw_look look, char tone[DRAW_TONE]) {
    static const char *const palette[] = {"blue", "orange", "green",  "red",  "violet", "brown",
                                          "pink", "grey",   "yellow", "teal", "black",  "white"};
    static const char *const stickers[] = {"white", "yellow", "red", "orange", "blue", "green"};
    const bool sticker = look == LOOK_STICKER;
    const char *const *names = sticker ? stickers : palette;
    const size_t count = sticker ? 6 : 12;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], colour) == 0) {
            snprintf(tone, DRAW_TONE, sticker ? "sticker-%zu" : "%zu", i);
            return;
        }
    }
    if (sticker)
        draw_tone_of_colour(colour, LOOK_TILE, tone);
}

/* What the pieces of a board have in common. */
struct census {
    size_t numbers, others;
    bool bits; /* all numbers are 0 or 1 */
};

static struct census count_pieces(const struct draw_plan *plan) {
    struct census census = {.bits = true};
    for (size_t i = 0; i < plan->parts.board_pieces; i++) {
        const char *text = plan->pieces[plan->parts.board_piece[i]].text;
        if (!is_number(text)) {
            census.others++;
            continue;
        }
        census.numbers++;
        census.bits &= strcmp(text, "0") == 0 || strcmp(text, "1") == 0;
    }
    return census;
}

static enum draw_look look_by_name(const char *text, struct census census) {
    static const struct {
        const char *text;
        enum draw_look look;
    } known[] = {{".", LOOK_FLOOR}, {"-", LOOK_FLOOR}, {"#", LOOK_WALL}, {"@", LOOK_PLAYER}, {"$", LOOK_BOX}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(text, known[i].text) == 0)
            return known[i].look;
    if (is_number(text))
        return !census.bits ? LOOK_TILE : *text == '0' ? LOOK_FLOOR : LOOK_SQUARE;
    return census.numbers > 1 && census.others == 1 ? LOOK_FLOOR : LOOK_DISC; /* the gap between tiles */
}

/* Tiles are coloured by the row where the goal wants them. */
static size_t goal_row(const struct draw_plan *plan, size_t piece, size_t otherwise) {
    const fewest_parts *parts = &plan->parts;
    for (size_t cell = 0; parts->goal && parts->rows > 1 && cell < plan->cells; cell++)
        if (parts->goal[cell] == piece)
            return cell / parts->columns;
    return parts->columns > 0 && parts->rows > 1 ? otherwise / parts->columns : 0;
}

static bool is_on_board(const struct draw_plan *plan, size_t piece) {
    for (size_t i = 0; i < plan->parts.board_pieces; i++)
        if (plan->parts.board_piece[i] == piece)
            return true;
    return false;
}

/* Walls are pieces, and the second kind of floor is plain ground; any other has its word on it. */
static void choose_kinds(struct draw_plan *plan) {
    for (size_t i = 0; i < plan->parts.kinds; i++) {
        struct draw_piece *kind = &plan->kinds[plan->parts.kind[i]];
        kind->text = fewest_piece(plan->puzzle, plan->parts.kind[i]);
        kind->look = i < 2 ? LOOK_NONE : LOOK_FLOOR;
        snprintf(kind->tone, sizeof kind->tone, "floor");
    }
}

static void follow_rules(struct draw_plan *plan) {
    for (size_t i = 0; i < plan->parts.drawing_rules; i++) {
        const fewest_drawing_rule rule = fewest_drawing_rule_at(plan->puzzle, i);
        size_t look = 0;
        while (rule.as && look < sizeof looks / sizeof *looks && strcmp(looks[look], rule.as) != 0)
            look++;
        if (!rule.as || look == sizeof looks / sizeof *looks)
            continue; /* a place, a form or a block */
        for (size_t p = 0; p < rule.rows * rule.columns; p++) {
            struct draw_piece *piece = is_on_board(plan, rule.pieces[p]) ? &plan->pieces[rule.pieces[p]] : &plan->kinds[rule.pieces[p]];
            piece->look = (enum draw_look)look;
            piece->told = true;
            piece->coloured = rule.colour != NULL;
            if (rule.colour)
                draw_tone_of_colour(rule.colour, piece->look, piece->tone);
        }
    }
}

static void choose_tone(const struct draw_plan *plan, size_t index, size_t *letters, struct draw_piece *piece) {
    size_t tone = 0;
    const char *word = NULL;
    switch (piece->look) {
    case LOOK_TILE: tone = is_number(piece->text) ? goal_row(plan, index, index) : (*letters)++; break;
    case LOOK_DISC:
    case LOOK_PEG:
    case LOOK_SQUARE:
    case LOOK_PLAYER: tone = (*letters)++; break;
    case LOOK_BOX: tone = 5; break;
    case LOOK_STICKER: tone = (*letters)++; break;
    case LOOK_WALL: word = "wall"; break;
    case LOOK_HOLE:
    case LOOK_LAMP: word = "hole"; break;
    case LOOK_FLOOR:
    case LOOK_NONE: word = "floor"; break;
    }
    if (word)
        snprintf(piece->tone, sizeof piece->tone, "%s", word);
    else if (piece->look == LOOK_STICKER)
        snprintf(piece->tone, sizeof piece->tone, "sticker-%zu", tone % 6);
    else
        snprintf(piece->tone, sizeof piece->tone, "%zu", tone % TONES);
}

void draw_choose_looks(struct draw_plan *plan) {
    size_t letters = 0, discs = 0, last = NO_PIECE;
    for (size_t i = 0; i < plan->parts.pieces; i++) {
        plan->pieces[i].text = fewest_piece(plan->puzzle, i);
        plan->pieces[i].look = LOOK_TILE;
    }
    const struct census census = count_pieces(plan);
    for (size_t i = 0; i < plan->parts.board_pieces; i++) {
        const size_t piece = plan->parts.board_piece[i];
        plan->pieces[piece].look = look_by_name(plan->pieces[piece].text, census);
        if (plan->parts.kinds && piece == plan->parts.kind[0])
            plan->pieces[piece].look = LOOK_WALL;
        if (plan->pieces[piece].look == LOOK_DISC) {
            discs++;
            last = piece;
        }
    }
    if (discs == 1)
        plan->pieces[last].look = LOOK_PEG; /* one kind needs no letter */
    choose_kinds(plan);
    follow_rules(plan);
    for (size_t i = 0; i < plan->parts.board_pieces; i++) {
        const size_t piece = plan->parts.board_piece[i];
        if (!plan->pieces[piece].coloured)
            choose_tone(plan, piece, &letters, &plan->pieces[piece]);
    }
}
