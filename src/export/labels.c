/* What moves are called: a text, a text for each way, or one that is put together from what was matched. */
#include "export/dialect.h"
#include "language/label.h"
#include "language/moved.h"
#include "language/name.h"

bool few_name_is_built(const struct few_move *move) {
    bool built = move->repeat == FEW_AS_OFTEN_AS_ONE_LIKES;
    for (uint32_t i = 0; i < move->name_part_count; i++)
        built |= move->name_parts[i].blank != FEW_BLANK_NONE && move->name_parts[i].blank != FEW_BLANK_DIRECTION;
    return built;
}

/* A text that a pen writes twice: to be measured, and onto paper. */
static const char *written(struct few_exporter *x, void (*write)(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place),
                           struct few_move_place place) {
    struct few_pen pen = {0};
    write(&pen, x->puzzle, place);
    char *text = few_arena_alloc(&x->arena, pen.bytes + 1);
    if (!text) {
        x->no_memory = true;
        return "";
    }
    pen = (struct few_pen){.paper = text};
    write(&pen, x->puzzle, place);
    text[pen.bytes] = '\0';
    return text;
}

static void write_filled(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place) {
    few_pen_filled(pen, puzzle, place, (struct few_filling){NULL, NULL});
}

static void write_direction(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place) {
    if (place.direction >= 0)
        few_pen_direction(pen, puzzle, &puzzle->moves[place.rule], place.direction);
}

static void write_capitals(struct few_pen *pen, const struct few_puzzle *puzzle, struct few_move_place place) {
    pen->capitals = true;
    write_direction(pen, puzzle, place);
}

static struct few_move_place placed(const struct few_exporter *x, const struct few_move *move, int32_t turn) {
    return (struct few_move_place){.rule = (uint32_t)(move - x->puzzle->moves), .direction = turn, .cell = FEW_NO_CELL, .steps = FEW_ANY_STEPS};
}

/* Of a name that is not built; of one that only tells the number of steps, what stands before it. */
const char *few_plain_label(struct few_exporter *x, const struct few_move *move, int32_t turn) {
    return written(x, move->name_part_count ? write_filled : few_pen_label, placed(x, move, turn));
}

bool few_share_a_label(struct few_exporter *x) {
    struct few_words labels;
    bool shared = x->built_names; /* perhaps */
    few_words_init(&labels, x->memory);
    for (uint32_t i = 0; i < x->puzzle->move_count && !shared; i++) {
        const struct few_move *move = &x->puzzle->moves[i];
        for (int32_t turn = few_first_turn(move); turn < FEW_TURNS && !shared; turn = few_next_turn(move, turn)) {
            const char *text = few_plain_label(x, move, turn);
            struct few_word word = {text, strlen(text)};
            shared = few_words_find(&labels, word) != FEW_NO_WORD;
            if (!few_words_set(&labels, word, i))
                x->no_memory = shared = true;
        }
    }
    few_words_free(&labels);
    return shared;
}

/* ---- Names that are put together */

static void add_piece(struct few_exporter *x, struct few_name *name, struct few_name_piece piece) {
    if (piece.kind == FEW_NAME_TEXT && !*piece.text)
        return;
    if (name->count == name->room) {
        const size_t room = 2 * name->room + 8;
        struct few_name_piece *pieces = few_arena_alloc(&x->arena, room * sizeof *pieces);
        if (!pieces) {
            x->no_memory = true;
            return;
        }
        if (name->count)
            memcpy(pieces, name->pieces, name->count * sizeof *pieces);
        name->pieces = pieces;
        name->room = room;
    }
    name->pieces[name->count++] = piece;
}

static void add_text(struct few_exporter *x, struct few_name *name, const char *text) {
    add_piece(x, name, (struct few_name_piece){FEW_NAME_TEXT, text});
}

static void add_cell(struct few_exporter *x, struct few_name *name, const char *cell) {
    if (x->puzzle->cell_names) {
        add_piece(x, name, (struct few_name_piece){FEW_NAME_WORD, few_print(x, "cell_name[%s]", cell)});
    } else if (x->puzzle->is_grid) {
        const char *whole = strchr(cell, ' ') ? few_print(x, "(%s)", cell) : cell;
        const char *by = x->choices.language == FEW_EXPORT_PYTHON ? "//" : "/";
        add_piece(x, name, (struct few_name_piece){FEW_NAME_NUMBER, few_print(x, "%s %s COLUMNS + 1", whole, by)});
        add_text(x, name, ",");
        add_piece(x, name, (struct few_name_piece){FEW_NAME_NUMBER, few_print(x, "%s %% COLUMNS + 1", whole)});
    } else {
        add_piece(x, name, (struct few_name_piece){FEW_NAME_NUMBER, few_print(x, "%s + 1", cell)});
    }
}

static void add_value(struct few_exporter *x, struct few_name *name, const char *let) {
    if (x->puzzle->is_string)
        add_piece(x, name, (struct few_name_piece){x->choices.language == FEW_EXPORT_PYTHON ? FEW_NAME_WORD : FEW_NAME_MARK, let});
    else if (x->marks)
        add_piece(x, name, (struct few_name_piece){FEW_NAME_MARK, few_print(x, "piece_text[%s]", let)});
    else
        add_piece(x, name, (struct few_name_piece){FEW_NAME_WORD, few_print(x, "text[%s]", let)});
}

/* The table of these words, which is written once. */
static const char *way_table(struct few_exporter *x, const char *title, const char *const *items, uint32_t count) {
    const unsigned most = sizeof x->way_tables / sizeof *x->way_tables;
    const char *words = "";
    for (uint32_t i = 0; i < count; i++)
        words = few_print(x, "%s %s", words, items[i]);
    for (unsigned i = 0; i < x->way_table_count; i++)
        if (strcmp(x->way_tables[i].words, words) == 0)
            return x->way_tables[i].name;
    const char *name = few_identifier(x, title, false);
    few_to_tables(x, true);
    x->dialect->texts(x, name, items, count);
    few_to_tables(x, false);
    if (x->way_table_count < most) {
        x->way_tables[x->way_table_count].words = words;
        x->way_tables[x->way_table_count++].name = name;
    }
    return name;
}

/* A word for each way, from a table. Ways that follow each other are counted from the first. */
static void add_way(struct few_exporter *x, struct few_name *name, const struct few_rule *rule, const char *title,
                    const char *(*word)(struct few_exporter *x, const struct few_move *move, int32_t turn)) {
    const uint32_t first = rule->ways[0];
    bool even = true;
    for (uint32_t i = 0; i < rule->way_count; i++)
        even &= rule->ways[i] == first + i;
    const uint32_t count = even ? rule->way_count : few_way_count(x);
    const char *items[FEW_TURNS];
    for (uint32_t i = 0; i < count; i++)
        items[i] = "\"\"";
    uint32_t number = 0;
    for (int32_t turn = few_first_turn(rule->move); turn < FEW_TURNS; turn = few_next_turn(rule->move, turn), number++)
        items[even ? number : rule->ways[number]] = few_quoted(x, word(x, rule->move, turn));
    const char *table = way_table(x, title, items, count);
    static const char *const less[] = {"", " - DOWN", " - LEFT", " - RIGHT"}; /* as the loop over them names its first */
    const char *index = !even ? "" : first < 4 ? less[first] : few_print(x, " - %u", first);
    add_piece(x, name, (struct few_name_piece){FEW_NAME_WORD, few_print(x, "%s[way%s]", table, index)});
}

static const char *direction(struct few_exporter *x, const struct few_move *move, int32_t turn) {
    return written(x, write_direction, placed(x, move, turn));
}

static const char *in_capitals(struct few_exporter *x, const struct few_move *move, int32_t turn) {
    return written(x, write_capitals, placed(x, move, turn));
}

static const char *behind_hyphen(struct few_exporter *x, const struct few_move *move, int32_t turn) {
    return turn < 0 ? "" : few_print(x, "-%s", direction(x, move, turn));
}

/* The cell that the moved piece leaves or reaches. */
static const char *moved_cell(struct few_exporter *x, const struct few_rule *rule, bool to) {
    const struct few_moved moved = few_find_moved(x->puzzle, rule->move);
    const struct few_pattern_cell cell = to ? moved.to : moved.from;
    const struct few_pattern *pattern = &rule->patterns[cell.pattern];
    if (rule->move->repeat)
        return to ? "reached" : "begin";
    return few_pattern_cell(x, pattern, (size_t)cell.row * pattern->columns + cell.column);
}

static void add_blank(struct few_exporter *x, struct few_name *name, const struct few_rule *rule, const struct few_name_part *part) {
    switch (part->blank) {
    case FEW_BLANK_NONE: add_text(x, name, part->text); break;
    case FEW_BLANK_NAME: add_value(x, name, x->let[part->index]); break;
    case FEW_BLANK_PLACE:
        add_cell(x, name, rule->move->along_links && part->index ? "there" : x->puzzle->is_string ? "place" : few_pattern_first(x, &rule->patterns[part->index]));
        break;
    case FEW_BLANK_DIRECTION: add_way(x, name, rule, part->index ? "way_capitals" : "way_words", part->index ? in_capitals : direction); break;
    case FEW_BLANK_STEPS: add_piece(x, name, (struct few_name_piece){FEW_NAME_NUMBER, "steps"}); break;
    case FEW_BLANK_FROM:
    case FEW_BLANK_TO: add_cell(x, name, moved_cell(x, rule, part->blank == FEW_BLANK_TO)); break;
    }
}

const char *few_name_of_rule(struct few_exporter *x, const struct few_rule *rule) {
    const struct few_move *move = rule->move;
    const bool steps = move->repeat == FEW_AS_OFTEN_AS_ONE_LIKES && !few_name_tells_steps(move);
    struct few_name name = {0};
    if (few_name_is_built(move) && move->name_part_count) {
        for (uint32_t i = 0; i < move->name_part_count; i++)
            add_blank(x, &name, rule, &move->name_parts[i]);
        if (rule->way_count && !few_name_tells_direction(move))
            add_way(x, &name, rule, "way_words", behind_hyphen);
        add_text(x, &name, steps ? "-" : "");
    } else if (rule->way_count) {
        add_way(x, &name, rule, few_print(x, "%s%swords", move->name ? move->name : "", move->name ? "_" : ""), few_plain_label);
    } else {
        add_text(x, &name, few_plain_label(x, move, -1));
    }
    if (steps)
        add_piece(x, &name, (struct few_name_piece){FEW_NAME_NUMBER, "steps"});
    return x->no_memory ? "\"\"" : x->dialect->build_name(x, &name);
}

/* ---- How long they can be */

static size_t longest_of(const char *const *texts, size_t count) {
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    return longest;
}

/* Of any name: numbers take up to eleven characters. */
size_t few_longest_name(const struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    enum { NUMBER = 11 };
    const size_t direction_room = 2 * longest_of(puzzle->directions, 4) + strlen("-mirrored") + 2;
    const size_t cell = puzzle->cell_names ? longest_of(puzzle->cell_names, puzzle->columns) : 2 * NUMBER + 1;
    size_t piece = 4, longest = 0;
    for (uint32_t i = 0; i < puzzle->piece_count; i++)
        piece = strlen(puzzle->pieces[i].text) > piece ? strlen(puzzle->pieces[i].text) : piece;
    for (uint32_t i = 0; i < puzzle->move_count; i++) {
        const struct few_move *move = &puzzle->moves[i];
        size_t room = (move->name ? strlen(move->name) : 4) + direction_room + 1 + NUMBER;
        for (uint32_t k = 0; k < move->name_part_count; k++) {
            const enum few_blank blank = move->name_parts[k].blank;
            room += blank == FEW_BLANK_NAME ? piece : blank == FEW_BLANK_STEPS ? NUMBER : blank == FEW_BLANK_DIRECTION ? direction_room : cell;
        }
        longest = room > longest ? room : longest;
    }
    return longest;
}
