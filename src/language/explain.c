/* What to say about a word that is not declared: nearly always it is mistyped, declared it too late, or
 * took one thing for another. */
#include "language/explain.h"

#include <stdio.h>
#include <string.h>

#include "language/diagnose.h"
#include "language/sum.h"

static struct few_quote quoted(const char *text) {
    return few_quote((struct few_word){text, strlen(text)});
}

/* As many pieces as fit on a line, for people who have forgotten what they declared. */
void few_hint_pieces(struct few_reader *reader, const char *what, const uint16_t *pieces, uint32_t count) {
    char list[80];
    size_t filled = 0;
    list[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *text = reader->puzzle->pieces[pieces[i]].text;
        int length = snprintf(list + filled, sizeof list - filled, "%s%s", i ? " " : "", text);
        if (filled + (size_t)length >= sizeof list - 8) {
            snprintf(list + filled, sizeof list - filled, " …");
            break;
        }
        filled += (size_t)length;
    }
    if (count)
        few_hint(reader, "%s: %s", what, list);
}

static void hint_near_cell(struct few_reader *reader, struct few_word word) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (reader->pieces_below) {
        few_hint(reader, "the pieces are declared on line %u; that must come before they are used",
                 few_line_of(reader, reader->pieces_below));
        return;
    }
    if (puzzle->board_piece_count == 0) {
        few_hint(reader, "the puzzle has no `pieces` statement");
        return;
    }
    struct few_nearest nearest = few_nearest(word);
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++)
        few_nearest_try(&nearest, puzzle->pieces[puzzle->board_pieces[i]].text);
    for (uint32_t i = 0; i < puzzle->let_count; i++)
        few_nearest_try(&nearest, puzzle->lets[i].name);
    if (!few_hint_nearest(reader, &nearest))
        few_hint_pieces(reader, "the pieces are", puzzle->board_pieces, puzzle->board_piece_count);
}

bool few_undeclared_value(struct few_reader *reader, struct few_word value, struct few_word place) {
    const struct few_puzzle *puzzle = reader->puzzle;
    uint32_t found = few_find_word(reader, value);
    if (found != FEW_NO_WORD)
        return few_mistake(reader, place, "`%s` is a %s, but the values of a name are pieces",
                           few_quote(value).text, found & FEW_WORD_NAME ? "name itself" : "var");
    if (reader->pieces_below) {
        few_hint(reader, "the pieces are declared on line %u; that must come before they are used",
                 few_line_of(reader, reader->pieces_below));
    } else {
        struct few_nearest nearest = few_nearest(value);
        for (uint32_t i = 0; i < puzzle->piece_count; i++)
            few_nearest_try(&nearest, puzzle->pieces[i].text);
        if (!few_hint_nearest(reader, &nearest))
            few_hint_pieces(reader, "the pieces are", puzzle->board_pieces, puzzle->board_piece_count);
    }
    if (few_words_equal(value, place))
        return few_mistake(reader, place, "`%s` is not a declared piece", few_quote(value).text);
    return few_mistake(reader, place, "`%s` of the range is not a declared piece", few_quote(value).text);
}

/* Signs that are easily taken for `->`. */
static bool is_like_arrow(struct few_word word) {
    static const char *const alike[] = {"=", ">", "→", "⇒", "=>", "-->", "==>", "—>", "–>", "➔", "⟶"};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (few_word_is(word, alike[i]))
            return true;
    return false;
}

bool few_contains(struct few_word word, const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= word.length; i++)
        if (memcmp(word.text + i, text, length) == 0)
            return true;
    return false;
}

/* A sum with a term that is neither a name nor a number. */
static bool explain_sum(struct few_reader *reader, struct few_word word) {
    bool any_name = false;
    struct few_word odd = {NULL, 0};
    for (struct few_term term = {{word.text, 0}, 0}; few_next_term(word, &term);)
        for (struct few_word factor = {term.word.text, 0}; few_next_factor(term.word, &factor);) {
            uint32_t found = factor.length ? few_find_word(reader, factor) : FEW_NO_WORD;
            int64_t number;
            if (found != FEW_NO_WORD && found & FEW_WORD_NAME)
                any_name = true;
            else if (!few_word_number(factor, &number) && !odd.text)
                odd = factor;
        }
    if (!any_name || !odd.text || odd.length == 0)
        return false;
    struct few_nearest nearest = few_nearest(odd);
    for (uint32_t i = 0; i < reader->puzzle->let_count; i++)
        few_nearest_try(&nearest, reader->puzzle->lets[i].name);
    few_hint_nearest(reader, &nearest);
    few_mistake(reader, odd, "`%s` is neither a name nor a number, so it cannot be part of a sum",
                few_quote(odd).text);
    return true;
}

/* White space that does not look like it, as texts from web pages have it. */
static bool is_odd_space(struct few_word character) {
    return few_word_is(character, "\u00a0") || few_word_is(character, "\u3000")
        || few_word_is(character, "\u202f")
        || (character.length == 3 && memcmp(character.text, "\xe2\x80", 2) == 0
            && (unsigned char)character.text[2] <= 0x8b);
}

/* A word that is declared, but not as something that stands in a cell. False: it is not declared. */
static bool explain_declared(struct few_reader *reader, struct few_word word) {
    const struct few_puzzle *puzzle = reader->puzzle;
    uint32_t found = few_find_word(reader, word);
    if (found == FEW_NO_WORD)
        return false;
    struct few_quote quote = few_quote(word);
    if (found & FEW_WORD_VAR) {
        few_hint(reader,
                 "a comma stands between the parts of a move, `and` between those of a start or goal");
        few_mistake(reader, word, "`%s` is a var, which cannot stand in a cell", quote.text);
    } else if (found & FEW_WORD_NAME) {
        few_mistake(reader, word, "`%s` has no value that can stand in a cell", quote.text);
    } else {
        few_hint_pieces(reader, "the pieces are", puzzle->board_pieces, puzzle->board_piece_count);
        few_mistake(reader, word, "`%s` is a %s, but not one of the pieces", quote.text,
                    found & FEW_WORD_KIND ? "kind of floor" : "value of a var");
    }
    return true;
}

bool few_undeclared_cell(struct few_reader *reader, struct few_word word, struct few_word character,
                         bool right) {
    struct few_quote quote = few_quote(word);
    if (is_like_arrow(word)) {
        few_hint(reader, "did you mean `->`?");
        return few_mistake(reader, word, "`%s` is not a declared piece", quote.text);
    }
    if (few_contains(word, "→") || few_contains(word, "⇒")) {
        few_hint(reader, "did you mean `->`, with white space around it?");
        return few_mistake(reader, word, "`%s` is not a declared piece", quote.text);
    }
    if (few_contains(word, "->")) {
        few_hint(reader, "put white space around the `->`");
        return few_mistake(reader, word, "`%s` is not a declared piece", quote.text);
    }
    if (is_odd_space(character)) {
        few_hint(reader, "replace it by a plain one");
        return few_mistake(reader, character, "this is a special kind of white space, not a plain blank");
    }
    if (explain_declared(reader, word))
        return false;
    if (few_looks_like_sum(reader, word)) {
        few_hint(reader, "give the sum on the right side of `->`, or compare it after `where`");
        return few_mistake(reader, word, "a sum can stand only on the right side of a part");
    }
    if (right && explain_sum(reader, word))
        return false;
    if (few_contains(word, "|") && !reader->puzzle->kind_count && !reader->puzzle->is_string) {
        few_hint(reader, "`P|F` asks for a piece on a floor, and there is no `floor` above");
        return few_mistake(reader, word, "`%s` is not a declared piece", quote.text);
    }
    if (few_contains(word, "..")) {
        few_hint(reader, "a range cannot stand in a drawing");
        return few_mistake(reader, word, "`%s` is not a declared piece", quote.text);
    }
    if (few_hint_margin(reader, word))
        return few_mistake(reader, word, "`%s` is not a declared piece", quote.text);
    /* Was the word meant as a whole, or its characters? If no other is declared, as a whole. */
    bool whole = true;
    for (const char *at = word.text; at < word.text + word.length; at += few_character_length(at)) {
        uint32_t one = few_find_word(reader, (struct few_word){at, few_character_length(at)});
        if ((one != FEW_NO_WORD && one & FEW_WORD_ON_BOARD) || *at == '_')
            whole = false;
    }
    struct few_word blamed = whole ? word : character;
    if (explain_declared(reader, blamed))
        return false;
    hint_near_cell(reader, blamed);
    return few_mistake(reader, blamed, "`%s` is not a declared piece", few_quote(blamed).text);
}

/* `2n` for `2*n`. */
static void hint_product(struct few_reader *reader, struct few_word word) {
    uint64_t number;
    const size_t digits = few_leading_count(word, &number);
    const struct few_word name = {word.text + digits, word.length - digits};
    if (digits == 0 || digits == word.length)
        return;
    const uint32_t found = few_find_word(reader, name);
    if (found != FEW_NO_WORD && found & FEW_WORD_NAME)
        few_hint(reader, "did you mean `%.*s*%s`?", (int)digits, word.text, few_quote(name).text);
}

bool few_undeclared_var_value(struct few_reader *reader, struct few_word word, uint32_t var) {
    const struct few_var *declared = &reader->puzzle->vars[var];
    if (few_looks_like_sum(reader, word)) {
        few_hint(reader, "give the sum on the right side of `->`, or compare it after `where`");
        return few_mistake(reader, word, "a sum can stand only on the right side of a part");
    }
    struct few_quote name = quoted(declared->name);
    struct few_nearest nearest = few_nearest(word);
    hint_product(reader, word);
    for (uint32_t i = 0; i < declared->count; i++)
        few_nearest_try(&nearest, reader->puzzle->pieces[declared->values[i]].text);
    if (!reader->hint[0] && !few_hint_nearest(reader, &nearest)) {
        char what[140];
        snprintf(what, sizeof what, "the values of `%s` are", name.text);
        few_hint_pieces(reader, what, declared->values, declared->count);
    }
    return few_mistake(reader, word, "`%s` is not a value that `%s` can have", few_quote(word).text,
                       name.text);
}

bool few_undeclared_var(struct few_reader *reader, struct few_word word) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->rows == 0 && puzzle->var_count == 0)
        return few_mistake(reader, word, "there is no `board`, so nothing can be drawn here");
    struct few_nearest nearest = few_nearest(word);
    for (uint32_t i = 0; i < puzzle->var_count; i++)
        few_nearest_try(&nearest, puzzle->vars[i].name);
    for (uint32_t i = 0; puzzle->cell_names && i < puzzle->columns; i++)
        few_nearest_try(&nearest, puzzle->cell_names[i]);
    if (!reader->hint[0] && !few_hint_nearest(reader, &nearest) && puzzle->rows == 0)
        few_hint(reader, "there is no board, so there is nothing to draw");
    return few_mistake(reader, word, puzzle->cell_names ? "`%s` is neither a cell nor a declared var" : "`%s` is not a declared var",
                       few_quote(word).text);
}

bool few_undeclared_operand(struct few_reader *reader, struct few_word word) {
    uint32_t found = few_find_word(reader, word);
    if (found != FEW_NO_WORD && found & FEW_WORD_VAR) {
        few_hint(reader, "give its value a name in a part, as `%s v`, and compare that",
                 few_quote(word).text);
        return few_mistake(reader, word, "`%s` is a var, and only names, pieces and numbers are compared",
                           few_quote(word).text);
    }
    if (explain_sum(reader, word))
        return false;
    struct few_nearest nearest = few_nearest(word);
    for (uint32_t i = 0; i < reader->puzzle->let_count; i++)
        few_nearest_try(&nearest, reader->puzzle->lets[i].name);
    for (uint32_t i = 0; i < reader->puzzle->piece_count; i++)
        few_nearest_try(&nearest, reader->puzzle->pieces[i].text);
    few_hint_nearest(reader, &nearest);
    return few_mistake(reader, word, "`%s` is not a name, a piece or a number", few_quote(word).text);
}

bool few_not_in_start(struct few_reader *reader, struct few_word word, unsigned kind) {
    if (kind == FEW_CELL_BLANK)
        return few_mistake(reader, word, "a start leaves no cell open, so `_` cannot stand in it");
    few_hint(reader, "write the piece itself");
    return few_mistake(reader, word, "`%s` is a name; only pieces can stand in a start",
                       few_quote(word).text);
}
