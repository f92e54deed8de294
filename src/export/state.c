/* What a state is made of: the pieces by number and by text, the vars, the start. */
#include "export/dialect.h"
#include "language/state_text.h"

#include <inttypes.h>

static const char **room_for(struct few_exporter *x, size_t count) {
    const char **items = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *items));
    if (!items)
        x->no_memory = true;
    return items;
}

/* Behind the string, letter or comment that begins at `at`, or `at` itself. Comments of C and C++ have two signs, those of Python a line. */
static size_t behind_text(const char *items, size_t count, size_t at) {
    if (items[at] == '"' || items[at] == '\'') {
        size_t end = at + 1;
        while (end < count && items[end] != items[at])
            end += items[end] == '\\' ? 2 : 1;
        return end < count ? end + 1 : count;
    }
    if (items[at] == '#') {
        const char *end = memchr(items + at, '\n', count - at);
        return end ? (size_t)(end - items) : count;
    }
    if (items[at] != '/' || at + 1 == count || items[at + 1] != '*')
        return at;
    size_t end = at + 2;
    while (end + 1 < count && !(items[end] == '*' && items[end + 1] == '/'))
        end++;
    return end + 1 < count ? end + 2 : count;
}

/* As a word of the program itself, not in what it prints or says. */
static bool speaks_of(const char *items, size_t count, const char *name) {
    const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const size_t length = strlen(name);
    for (size_t i = 0; i + length <= count; i++) {
        for (size_t next; i < count && (next = behind_text(items, count, i)) != i;)
            i = next;
        if (i + length > count)
            break;
        const bool begins = i == 0 || (!strchr(letters, items[i - 1]) && items[i - 1] != '%'); /* the d of %d is no piece */
        const bool ends = i + length == count || !strchr(letters, items[i + length]);
        if (begins && ends && memcmp(items + i, name, length) == 0)
            return true;
    }
    return false;
}

bool few_text_speaks_of(const struct few_list *text, const char *name) {
    return speaks_of(text->items, text->count, name);
}

bool few_translation_speaks_of(const struct few_exporter *x, const char *name) {
    enum { TEXTS = 6 };
    const struct few_list *const texts[TEXTS] = {&x->moves, &x->goal, &x->nevers, &x->move_tables, &x->goal_tables, &x->never_tables};
    for (size_t i = 0; i < TEXTS; i++)
        if (few_text_speaks_of(texts[i], name))
            return true;
    return false;
}

void few_export_board_test(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    x->board_test = "";
    if (!puzzle->rows || puzzle->board_piece_count == puzzle->piece_count || x->choices.judge)
        return;
    uint16_t *all = few_arena_alloc(&x->arena, few_array_size(puzzle->piece_count + 1, sizeof *all));
    if (!all) {
        x->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < puzzle->piece_count; i++)
        all[i] = (uint16_t)i;
    x->tables = &x->move_tables;
    x->board_test = few_among(x, "piece", all, puzzle->piece_count, puzzle->board_pieces, puzzle->board_piece_count);
    if (!x->board_test)
        x->no_memory = true; /* some piece cannot, so there is a condition */
}

/* Whether the program needs this constant. C has no warning for those that it does not need, C++ has. */
static bool is_used(const struct few_exporter *x, const char *name) {
    if (x->choices.language != FEW_EXPORT_CPP)
        return true;
    const uint16_t single = x->single, sought = x->sought;
    if ((single != FEW_CODE_ANY && x->words.place && strcmp(name, x->piece[single]) == 0) || (sought != FEW_CODE_ANY && strcmp(name, x->piece[sought]) == 0) || (x->blank != FEW_CODE_ANY && strcmp(name, x->piece[x->blank]) == 0))
        return true;
    return x->choices.judge || few_translation_speaks_of(x, name) || speaks_of(x->board_test, strlen(x->board_test), name);
}

/* Whether the table of floors or the reader of starts has it: all that lies somewhere, the wall, and what fills cells that a start leaves out. */
static bool is_spoken_of(const struct few_puzzle *puzzle, uint16_t piece) {
    const size_t cells = (size_t)puzzle->rows * puzzle->columns;
    bool found = piece == few_wall(puzzle) || (puzzle->cell_names && strcmp(puzzle->pieces[piece].text, ".") == 0);
    for (size_t i = 0; i < cells && puzzle->floor; i++)
        found |= puzzle->floor[i] == piece;
    return found;
}

void few_export_pieces(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const char **names = room_for(x, x->code_count), **texts = room_for(x, x->code_count), **numbers = room_for(x, x->code_count);
    uint32_t *codes = few_arena_alloc(&x->arena, few_array_size(x->code_count + 1, sizeof *codes));
    size_t count = 0;
    if (x->no_memory || !codes) {
        x->no_memory = true;
        return;
    }
    for (uint32_t c = 0; c < x->code_count; c++) {
        uint16_t piece = x->of_code[c];
        bool is_number = piece != FEW_CODE_ANY && puzzle->pieces[piece].is_number;
        texts[c] = piece == FEW_CODE_ANY ? "\"\"" : few_quoted(x, puzzle->pieces[piece].text);
        numbers[c] = is_number ? few_print(x, "%" PRId64, puzzle->pieces[piece].number) : "NO_NUMBER";
        if (piece == FEW_CODE_ANY || (is_number && x->numbering == FEW_NUMBERS_PLAIN))
            continue;
        if (!is_used(x, x->piece[piece]) && !is_spoken_of(puzzle, piece))
            continue;
        names[count] = x->piece[piece];
        codes[count++] = c;
    }
    const bool ranked = x->choices.remember == FEW_EXPORT_PERFECT && (x->ranks == FEW_RANK_CANTOR || x->ranks == FEW_RANK_MULTISET);
    const bool finds_numbers = few_translation_speaks_of(x, "find_number");
    const bool counted = x->choices.language == FEW_EXPORT_PYTHON || !x->marks || (x->choices.judge && x->choices.judge->marks) || finds_numbers ||
                         (x->manhattan && x->choices.search == FEW_EXPORT_ASTAR) || ranked;
    x->dialect->constants(x, names, codes, count, counted ? "PIECES" : NULL, x->code_count);
    if (!x->marks && (!x->choices.judge || x->choices.judge->marks))
        x->dialect->texts(x, "text", texts, x->code_count);
    if (finds_numbers || few_translation_speaks_of(x, "number"))
        x->dialect->piece_numbers(x, numbers, x->code_count);
}

void few_export_ground(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const size_t cells = (size_t)puzzle->rows * puzzle->columns;
    const char **items = room_for(x, cells);
    for (size_t i = 0; i < cells && !x->no_memory; i++)
        items[i] = x->piece[puzzle->floor[i]];
    if (!x->no_memory)
        x->dialect->board_table(x, "ground", items, puzzle->rows, puzzle->columns);
}

void few_export_cell_names(struct few_exporter *x) {
    const char **items = room_for(x, x->puzzle->columns);
    for (uint32_t i = 0; i < x->puzzle->columns && !x->no_memory; i++)
        items[i] = few_quoted(x, x->puzzle->cell_names[i]);
    if (!x->no_memory)
        x->dialect->texts(x, "cell_name", items, x->puzzle->columns);
}

/* A number that is no piece has a blank, which is no mark of any. */
const char *few_piece_marks(struct few_exporter *x) {
    const char *marks = "";
    for (uint32_t c = 0; c < x->code_count; c++)
        marks = few_print(x, "%s%s", marks, x->of_code[c] == FEW_CODE_ANY ? " " : x->puzzle->pieces[x->of_code[c]].text);
    return marks;
}

/* What each var can be, where that is one mark each. */
static void write_var_marks(struct few_exporter *x) {
    const char **items = room_for(x, x->puzzle->var_count);
    for (uint32_t i = 0; i < x->puzzle->var_count && !x->no_memory; i++) {
        const struct few_var *var = &x->puzzle->vars[i];
        const char *marks = "";
        for (uint32_t k = 0; k < var->count; k++)
            marks = few_print(x, "%s%s", marks, x->puzzle->pieces[var->values[k]].text);
        items[i] = few_quoted(x, marks);
    }
    if (!x->no_memory)
        x->dialect->texts(x, "var_values", items, x->puzzle->var_count);
}

void few_export_vars(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const char **texts = room_for(x, puzzle->var_count);
    uint32_t *codes = few_arena_alloc(&x->arena, few_array_size(puzzle->var_count + 1, sizeof *codes));
    if (x->no_memory || !codes) {
        x->no_memory = true;
        return;
    }
    size_t count = 0;
    const char **names = room_for(x, puzzle->var_count);
    for (uint32_t i = 0; i < puzzle->var_count && !x->no_memory; i++) {
        texts[i] = few_quoted(x, puzzle->vars[i].name);
        if (!is_used(x, x->var[i]))
            continue;
        names[count] = x->var[i];
        codes[count++] = i;
    }
    if (x->no_memory)
        return;
    x->dialect->constants(x, names, codes, count, "VARS", puzzle->var_count);
    if (!x->choices.judge)
        x->dialect->texts(x, "var_name", texts, puzzle->var_count);
    if (x->marks && !x->choices.judge) {
        write_var_marks(x);
        return;
    }
    x->dialect->begin_values(x);
    for (uint32_t i = 0; i < puzzle->var_count; i++) {
        bool *can = few_arena_alloc(&x->arena, x->code_count + 1);
        const char *row = "";
        if (!can) {
            x->no_memory = true;
            return;
        }
        for (uint32_t k = 0; k < puzzle->vars[i].count; k++)
            can[x->code[puzzle->vars[i].values[k]]] = true;
        for (uint32_t c = 0; c < x->code_count; c++)
            row = few_print(x, "%s%s%s", row, c ? ", " : "", can[c] ? "1" : "0");
        x->dialect->values_of(x, row);
    }
    x->dialect->end_values(x);
}

const char *few_start_text(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const struct few_start *start = &puzzle->start;
    size_t cells = (size_t)start->board.rows * start->board.columns, bytes;
    uint16_t *values = few_arena_alloc(&x->arena, few_array_size(cells + puzzle->var_count + 1, sizeof *values));
    if (!values) {
        x->no_memory = true;
        return "";
    }
    if (cells)
        memcpy(values, start->board.cells, cells * sizeof *values);
    bool any = false;
    for (uint32_t i = 0; i < puzzle->var_count; i++)
        any |= (values[cells + i] = start->vars[i]) == FEW_CODE_ANY;
    struct few_puzzle board = *puzzle;
    if (any)
        board.var_count = 0;
    char *line = any && cells == 0 ? NULL : few_state_line(x->memory, any ? &board : puzzle, values, any ? cells : cells + puzzle->var_count, &bytes);
    const char *text = line ? few_print(x, "%s", line) : "";
    if (line)
        few_free(x->memory, line, bytes);
    if (!line && !(any && cells == 0))
        x->no_memory = true;
    for (uint32_t i = 0; any && i < puzzle->var_count; i++)
        text = few_print(x, "%s%s%s is %s", text, *text ? " and " : "", puzzle->vars[i].name,
                         start->vars[i] == FEW_CODE_ANY ? "any" : puzzle->pieces[start->vars[i]].text);
    return text;
}

void few_export_start(struct few_exporter *x) {
    x->dialect->start(x, few_start_text(x));
}

/* Letters of a string beyond ASCII, which have numbers from 128 on. */
void few_export_letters(struct few_exporter *x) {
    const char **texts = room_for(x, 128);
    size_t count = 0;
    if (x->no_memory)
        return;
    for (uint32_t c = 128; c < x->code_count; c++)
        texts[count++] = few_quoted(x, x->puzzle->pieces[x->of_code[c]].text);
    if (count)
        x->dialect->texts(x, "beyond", texts, count);
}

/* The letters that a string may be made of. */
const char *few_letters(struct few_exporter *x) {
    const char *letters = "";
    for (uint32_t c = 0; c < x->code_count; c++)
        if (x->of_code[c] != FEW_CODE_ANY)
            letters = few_print(x, "%s%s", letters, x->puzzle->pieces[x->of_code[c]].text);
    return letters;
}
