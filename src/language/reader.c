/* The reader's own things: growing arrays, the table of declared words, places in the text. */
#include "language/reader.h"

#include <string.h>

#include "language/diagnose.h"

static struct few_word word_of(const char *text) {
    return (struct few_word){text, strlen(text)};
}

/* Enters what an earlier reader declared. */
static bool enter_declared(struct few_reader *reader) {
    const struct few_puzzle *puzzle = reader->puzzle;
    for (uint32_t i = 0; i < puzzle->piece_count; i++)
        if (!few_declare_word(reader, word_of(puzzle->pieces[i].text), FEW_WORD_PIECE | i))
            return false;
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++) {
        uint32_t piece = puzzle->board_pieces[i];
        uint32_t value = FEW_WORD_PIECE | FEW_WORD_ON_BOARD | piece;
        if (!few_declare_word(reader, word_of(puzzle->pieces[piece].text), value))
            return false;
    }
    for (uint32_t i = 0; i < puzzle->kind_count; i++)
        if (!few_declare_kind(reader, puzzle->kinds[i]))
            return false;
    for (uint32_t i = 0; i < puzzle->var_count; i++)
        if (!few_declare_word(reader, word_of(puzzle->vars[i].name), FEW_WORD_VAR | i))
            return false;
    for (uint32_t i = 0; i < puzzle->let_count; i++)
        if (!few_declare_word(reader, word_of(puzzle->lets[i].name), FEW_WORD_NAME | i))
            return false;
    for (uint32_t i = 0; puzzle->cell_names && i < puzzle->columns; i++)
        if (!few_words_set(&reader->vocabulary->cells, word_of(puzzle->cell_names[i]), i))
            return few_fail_memory(reader->error);
    few_refresh_names(reader, 0);
    return true;
}

static struct few_vocabulary *new_vocabulary(struct few_memory *memory) {
    struct few_vocabulary *vocabulary = few_alloc_zeroed(memory, sizeof *vocabulary);
    if (!vocabulary)
        return NULL;
    few_words_init(&vocabulary->words, memory);
    few_words_init(&vocabulary->cells, memory);
    for (int byte = 0; byte < 256; byte++)
        vocabulary->kind_of_byte[byte] = FEW_CELL_UNDECLARED;
    vocabulary->of_byte['_'] = FEW_CODE_ANY;
    vocabulary->kind_of_byte['_'] = FEW_CELL_BLANK;
    return vocabulary;
}

void few_vocabulary_free(struct few_vocabulary *vocabulary) {
    if (!vocabulary)
        return;
    struct few_memory *memory = vocabulary->words.memory;
    few_words_free(&vocabulary->words);
    few_words_free(&vocabulary->cells);
    few_free(memory, vocabulary, sizeof *vocabulary);
}

bool few_reader_open(struct few_reader *reader, struct few_puzzle *puzzle, const char *file, const char *text,
                     size_t length, struct few_error *error) {
    *reader = (struct few_reader){
        .puzzle = puzzle, .memory = puzzle->arena.memory, .arena = &puzzle->arena, .error = error, .file = file};
    if (!text)
        text = "";
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        length -= 3;
    }
    reader->text = reader->counted = text;
    reader->end = text + length;
    reader->line = reader->column = 1;
    few_words_init(&reader->sums, reader->memory);
    reader->vocabulary = puzzle->vocabulary;
    puzzle->vocabulary = NULL;
    if (reader->vocabulary)
        return true;
    reader->vocabulary = new_vocabulary(reader->memory);
    return reader->vocabulary ? enter_declared(reader) : few_fail_memory(error);
}

/* Not where a start may make pieces of what it finds: that changes which names can stand in a cell. */
void few_reader_leave_words(struct few_reader *reader) {
    if (reader->puzzle->any_character)
        return;
    reader->puzzle->vocabulary = reader->vocabulary;
    reader->vocabulary = NULL;
}

void few_reader_close(struct few_reader *reader) {
    few_vocabulary_free(reader->vocabulary);
    few_words_free(&reader->sums);
    few_free(reader->memory, reader->scratch, reader->scratch_capacity * sizeof *reader->scratch);
    few_free(reader->memory, reader->bound, reader->bound_capacity * sizeof *reader->bound);
    few_free(reader->memory, reader->uses, reader->use_capacity * sizeof *reader->uses);
}

void *few_reader_alloc(struct few_reader *reader, size_t count, size_t size) {
    void *block = few_arena_alloc(reader->arena, few_array_size(count ? count : 1, size));
    if (!block)
        few_fail_memory(reader->error);
    return block;
}

void *few_grow(struct few_reader *reader, void *array, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity)
        return array;
    enum { FIRST_BYTES = 256 }; /* of what is small there are several at first; of what is large, mostly one is all */
    const uint32_t first = size < FIRST_BYTES / 8 ? 8 : size < FIRST_BYTES ? FIRST_BYTES / (uint32_t)size : 1;
    uint32_t larger = count < first ? first : count < UINT32_MAX / 2 ? 2 * count : UINT32_MAX;
    void *grown = few_reader_alloc(reader, larger, size);
    if (!grown)
        return NULL;
    if (count)
        memcpy(grown, array, count * size);
    *capacity = larger;
    return grown;
}

uint32_t few_find_word(const struct few_reader *reader, struct few_word word) {
    return few_words_find(&reader->vocabulary->words, word);
}

few_code few_word_code(uint32_t value) {
    return (few_code)((value & FEW_WORD_NAME ? FEW_CODE_NAME : 0) | (value & FEW_WORD_INDEX));
}

bool few_declare_word(struct few_reader *reader, struct few_word word, uint32_t value) {
    if (!few_words_set(&reader->vocabulary->words, word, value))
        return few_fail_memory(reader->error);
    if (word.length == 1 && value & FEW_WORD_ON_BOARD) {
        unsigned char byte = (unsigned char)word.text[0];
        reader->vocabulary->of_byte[byte] = few_word_code(value);
        reader->vocabulary->kind_of_byte[byte] = value & FEW_WORD_REST ? FEW_CELL_REST
            : value & FEW_WORD_NAME                                   ? FEW_CELL_NAME
                                                                      : FEW_CELL_PIECE;
    }
    return true;
}

static bool add_board_piece(struct few_reader *reader, uint32_t piece) {
    struct few_puzzle *puzzle = reader->puzzle;
    uint16_t *grown = few_grow(reader, puzzle->board_pieces, puzzle->board_piece_count,
                               &reader->board_piece_capacity, sizeof *grown);
    if (!grown)
        return false;
    puzzle->board_pieces = grown;
    puzzle->board_pieces[puzzle->board_piece_count++] = (uint16_t)piece;
    return true;
}

/* Keeps the pieces that are numbers in ascending order. Lists are nearly sorted as they are written. */
static bool add_number(struct few_reader *reader, uint32_t piece) {
    struct few_puzzle *puzzle = reader->puzzle;
    uint32_t place = puzzle->number_count;
    uint16_t *grown = few_grow(reader, puzzle->numbers, place, &reader->number_capacity, sizeof *grown);
    if (!grown)
        return false;
    while (place > 0 && puzzle->pieces[grown[place - 1]].number > puzzle->pieces[piece].number)
        place--;
    memmove(grown + place + 1, grown + place, (puzzle->number_count - place) * sizeof *grown);
    grown[place] = (uint16_t)piece;
    puzzle->numbers = grown;
    puzzle->number_count++;
    return true;
}

static bool declare_piece(struct few_reader *reader, struct few_word word, struct few_word place, bool on_board,
                          uint32_t *piece) {
    struct few_puzzle *puzzle = reader->puzzle;
    uint32_t found = few_find_word(reader, word);
    uint32_t on_board_bit = on_board ? FEW_WORD_ON_BOARD : 0;
    if (found == FEW_NO_WORD) {
        if (puzzle->piece_count == FEW_MAX_PIECES)
            return few_mistake(reader, place, "there are more than %d pieces", FEW_MAX_PIECES);
        struct few_piece *grown = few_grow(reader, puzzle->pieces, puzzle->piece_count,
                                           &reader->piece_capacity, sizeof *grown);
        char *text = few_arena_copy(&puzzle->arena, word.text, word.length);
        if (!grown || !text)
            return few_fail_memory(reader->error);
        struct few_piece declared = {.text = text};
        declared.is_number = few_word_number(word, &declared.number);
        puzzle->pieces = grown;
        found = FEW_WORD_PIECE | puzzle->piece_count;
        puzzle->pieces[puzzle->piece_count++] = declared;
        if (declared.is_number && !add_number(reader, found & FEW_WORD_INDEX))
            return false;
    }
    *piece = found & FEW_WORD_INDEX;
    if (on_board && !(found & FEW_WORD_ON_BOARD) && !add_board_piece(reader, *piece))
        return false;
    return few_declare_word(reader, word_of(puzzle->pieces[*piece].text), found | on_board_bit);
}

/* The caller has made sure that the word is no name or var. `place` is where it stands in the text: a value
 * of a range has no text of its own. A piece stays with the puzzle, even if it was found in a start or goal. */
bool few_declare_piece(struct few_reader *reader, struct few_word word, struct few_word place, bool on_board,
                       uint32_t *piece) {
    struct few_arena *const arena = reader->arena;
    reader->arena = &reader->puzzle->arena;
    bool declared = declare_piece(reader, word, place, on_board, piece);
    reader->arena = arena;
    return declared;
}

bool few_declare_kind(struct few_reader *reader, uint32_t piece) {
    const struct few_word word = word_of(reader->puzzle->pieces[piece].text);
    return few_declare_word(reader, word, few_find_word(reader, word) | FEW_WORD_KIND);
}

bool few_piece_is(const struct few_reader *reader, uint32_t piece, uint32_t bit) {
    return few_find_word(reader, word_of(reader->puzzle->pieces[piece].text)) & bit;
}

void few_refresh_names(struct few_reader *reader, uint32_t first) {
    const struct few_puzzle *puzzle = reader->puzzle;
    const uint32_t bits = FEW_WORD_ON_BOARD | (puzzle->kind_count ? FEW_WORD_KIND : 0);
    for (uint32_t name = first; name < puzzle->let_count; name++) {
        const struct few_let *let = &puzzle->lets[name];
        uint32_t value = FEW_WORD_NAME | name | (let->rest ? FEW_WORD_REST | FEW_WORD_ON_BOARD : 0);
        for (uint32_t i = 0; i < let->count && (~value & bits); i++)
            value |= few_find_word(reader, word_of(puzzle->pieces[let->domain[i]].text)) & bits;
        few_declare_word(reader, word_of(let->name), value); /* is there already: needs no memory */
    }
}

struct few_where few_place(struct few_reader *reader, struct few_word word) {
    if (word.text < reader->counted) {
        reader->counted = reader->text;
        reader->line = reader->column = 1;
    }
    const char *found;
    while ((found = memchr(reader->counted, '\n', (size_t)(word.text - reader->counted)))) {
        reader->counted = found + 1;
        reader->line++;
        reader->column = 1;
    }
    struct few_word passed = {reader->counted, (size_t)(word.text - reader->counted)};
    reader->column += (unsigned)few_count_characters(passed);
    reader->counted = word.text;
    unsigned width = (unsigned)few_count_characters(word);
    return (struct few_where){reader->line, reader->column, width ? width : 1};
}
