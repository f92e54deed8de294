/* What a state is made of: the pieces by number and by text, the vars, the start. */
#include "export/dialect.h"
#include "language/state_text.h"

#include <inttypes.h>

static const char **room_for(struct few_exporter *x, size_t count) {
    const char **items = few_arena_alloc(&x->arena, few_array_size(count + 1, sizeof *items));
    if (!items) x->no_memory = true;
    return items;
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
        if (piece == FEW_CODE_ANY || (is_number && x->numbering == FEW_NUMBERS_PLAIN)) continue;
        names[count] = x->piece[piece];
        codes[count++] = c;
    }
    x->dialect->constants(x, names, codes, count, "PIECES", x->code_count);
    if (!x->choices.judge || x->choices.judge->marks) x->dialect->texts(x, "text", texts, x->code_count);
    if (x->has_numbers) x->dialect->piece_numbers(x, numbers, x->code_count);
}

void few_export_vars(struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    const char **texts = room_for(x, puzzle->var_count);
    uint32_t *codes = few_arena_alloc(&x->arena, few_array_size(puzzle->var_count + 1, sizeof *codes));
    if (x->no_memory || !codes) {
        x->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < puzzle->var_count; i++) {
        codes[i] = i;
        texts[i] = few_quoted(x, puzzle->vars[i].name);
    }
    x->dialect->constants(x, x->var, codes, puzzle->var_count, "VARS", puzzle->var_count);
    if (!x->choices.judge) x->dialect->texts(x, "var_name", texts, puzzle->var_count);
    x->dialect->begin_values(x);
    for (uint32_t i = 0; i < puzzle->var_count; i++) {
        bool *can = few_arena_alloc(&x->arena, x->code_count + 1);
        const char *row = "";
        if (!can) {
            x->no_memory = true;
            return;
        }
        for (uint32_t k = 0; k < puzzle->vars[i].count; k++) can[x->code[puzzle->vars[i].values[k]]] = true;
        for (uint32_t c = 0; c < x->code_count; c++) row = few_print(x, "%s%s%s", row, c ? ", " : "", can[c] ? "1" : "0");
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
    if (cells) memcpy(values, start->board.cells, cells * sizeof *values);
    bool any = false;
    for (uint32_t i = 0; i < puzzle->var_count; i++) any |= (values[cells + i] = start->vars[i]) == FEW_CODE_ANY;
    struct few_puzzle board = *puzzle;
    if (any) board.var_count = 0;
    char *line = any && cells == 0 ? NULL : few_state_line(x->memory, any ? &board : puzzle, values, any ? cells : cells + puzzle->var_count, &bytes);
    const char *text = line ? few_print(x, "%s", line) : "";
    if (line) few_free(x->memory, line, bytes);
    if (!line && !(any && cells == 0)) x->no_memory = true;
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
    if (x->no_memory) return;
    for (uint32_t c = 128; c < x->code_count; c++) texts[count++] = few_quoted(x, x->puzzle->pieces[x->of_code[c]].text);
    if (count) x->dialect->texts(x, "beyond", texts, count);
}

/* The letters that a string may be made of. */
const char *few_letters(struct few_exporter *x) {
    const char *letters = "";
    for (uint32_t c = 0; c < x->code_count; c++)
        if (x->of_code[c] != FEW_CODE_ANY) letters = few_print(x, "%s%s", letters, x->puzzle->pieces[x->of_code[c]].text);
    return letters;
}
