/* The `links` statement: pairs of cells, each perhaps with a weight. */
#include "language/cells.h"
#include "language/diagnose.h"

/* One end of a link: a number at *at, which moves behind it. */
static bool read_end(struct few_reader *reader, struct few_word link, const char **at, uint32_t *cell) {
    const struct few_puzzle *puzzle = reader->puzzle;
    struct few_word rest = {*at, (size_t)(link.text + link.length - *at)};
    uint64_t number;
    rest.length = few_leading_count(rest, &number);
    if (rest.length == 0) {
        few_hint(reader, "a link is two cells by their numbers in reading order, as `1-2`");
        return few_mistake(reader, link, "`%s` is not a link", few_quote(link).text);
    }
    uint64_t cells = (uint64_t)puzzle->rows * puzzle->columns;
    if (number == 0 || number > cells)
        return few_mistake(reader, rest, "there is no cell %s: the board has %llu cell%s",
                           few_quote(rest).text, (unsigned long long)cells, few_plural(cells));
    *at += rest.length;
    *cell = (uint32_t)number - 1;
    return true;
}

static bool read_numbers(struct few_reader *reader, struct few_word link, uint32_t ends[2]) {
    const char *at = link.text, *end = at + link.length;
    if (!read_end(reader, link, &at, &ends[0]))
        return false;
    struct few_word no_number = {at, at < end && *at == '-' ? 0 : 1};
    at += no_number.length == 0;
    if (!no_number.length && read_end(reader, link, &at, &ends[1]) && at == end)
        return true;
    few_hint(reader, "a link is two cells by their numbers in reading order, as `1-2`");
    return few_mistake(reader, link, "`%s` is not a link", few_quote(link).text);
}

/* Says which of the two names is none, where it is cut at its only hyphen. */
static bool refuse_names(struct few_reader *reader, struct few_word link, const char *hyphen) {
    const size_t length = hyphen ? (size_t)(hyphen - link.text) : 0;
    if (!hyphen || length == 0 || length + 1 == link.length) {
        few_hint(reader, "a link is two cells by their names, as `%s-%s`", reader->puzzle->cell_names[0],
                 reader->puzzle->cell_names[reader->puzzle->columns > 1]);
        return few_mistake(reader, link, "`%s` is not a link", few_quote(link).text);
    }
    const struct few_word first = {link.text, length}, second = {hyphen + 1, link.length - length - 1};
    return few_undeclared_cell_name(reader, few_find_cell(reader, first) == FEW_NO_WORD ? first : second);
}

/* Names may have hyphens: it is cut at the one where both sides are cells. */
static bool read_names(struct few_reader *reader, struct few_word link, uint32_t ends[2]) {
    uint32_t found = 0;
    const char *hyphen = NULL, *near = NULL; /* near: where one side is a cell */
    for (size_t i = 0; i < link.length; i++) {
        if (link.text[i] != '-')
            continue;
        const uint32_t first = few_find_cell(reader, (struct few_word){link.text, i});
        const uint32_t second = few_find_cell(reader, (struct few_word){link.text + i + 1, link.length - i - 1});
        hyphen = link.text + i;
        if (first != FEW_NO_WORD || second != FEW_NO_WORD)
            near = hyphen;
        if (first == FEW_NO_WORD || second == FEW_NO_WORD)
            continue;
        ends[0] = first;
        ends[1] = second;
        if (++found == 2)
            return few_mistake(reader, link, "`%s` can be read as two different links", few_quote(link).text);
    }
    return found || refuse_names(reader, link, near ? near : hyphen);
}

/* `:140` right behind a link, if it is there. */
static bool read_weight(struct few_reader *reader, struct few_cursor *cursor, struct few_word link, uint32_t *weight) {
    struct few_token colon = few_peek_token(cursor);
    *weight = 1;
    if (!few_token_is_mark(colon, ':') || colon.word.text != link.text + link.length)
        return true;
    few_next_token(cursor);
    struct few_token token = few_peek_token(cursor);
    uint64_t number;
    if (token.kind != FEW_TOKEN_WORD || token.word.text != colon.word.text + 1 || !few_word_count(token.word, &number)) {
        few_hint(reader, "the weight of a link stands behind it without white space, as in `%s:140`", few_quote(link).text);
        return few_expected(reader, token, "a weight");
    }
    few_next_token(cursor);
    if (number > FEW_MAX_COST)
        return few_mistake(reader, token.word, "a weight must be between 0 and %d", FEW_MAX_COST);
    *weight = (uint32_t)number;
    return true;
}

/* Weights are kept from the first one on that is not 1. */
static bool keep_weight(struct few_reader *reader, uint32_t weight) {
    struct few_puzzle *puzzle = reader->puzzle;
    const uint32_t link = puzzle->link_count;
    if (!puzzle->weights && weight == 1)
        return true;
    if (!puzzle->weights) {
        reader->weight_capacity = reader->link_capacity;
        puzzle->weights = few_reader_alloc(reader, reader->weight_capacity, sizeof *puzzle->weights);
        for (uint32_t i = 0; puzzle->weights && i < link; i++)
            puzzle->weights[i] = 1;
    } else {
        puzzle->weights = few_grow(reader, puzzle->weights, link, &reader->weight_capacity, sizeof *puzzle->weights);
    }
    if (puzzle->weights)
        puzzle->weights[link] = weight;
    return puzzle->weights;
}

static bool read_link(struct few_reader *reader, struct few_cursor *cursor, struct few_token token) {
    struct few_puzzle *puzzle = reader->puzzle;
    uint32_t ends[2] = {0}, weight;
    if (token.kind == FEW_TOKEN_MARK) {
        if (token.mark == ':')
            few_hint(reader, "the weight of a link stands behind it without white space, as in `%s:140`", puzzle->cell_names ? "A-B" : "1-2");
        else
            few_hint(reader, "links are separated by white space, and their cells are given by %s", puzzle->cell_names ? "name" : "number");
        return few_expected(reader, token, puzzle->cell_names ? "a link such as `A-B`" : "a link such as `1-2`");
    }
    if (!(puzzle->cell_names ? read_names : read_numbers)(reader, token.word, ends))
        return false;
    if (ends[0] == ends[1])
        return few_mistake(reader, token.word, "a cell cannot be linked with itself");
    if (!read_weight(reader, cursor, token.word, &weight))
        return false;
    uint32_t(*grown)[2] = few_grow(reader, puzzle->links, puzzle->link_count, &reader->link_capacity, sizeof *grown);
    if (!grown)
        return false;
    puzzle->links = grown;
    puzzle->links[puzzle->link_count][0] = ends[0];
    puzzle->links[puzzle->link_count][1] = ends[1];
    if (!keep_weight(reader, weight))
        return false;
    puzzle->link_count++;
    return true;
}

bool few_read_links(struct few_reader *reader, struct few_cursor *cursor, struct few_word keyword) {
    const struct few_puzzle *puzzle = reader->puzzle;
    if (puzzle->is_string)
        return few_mistake(reader, keyword, "a string has no links");
    if (puzzle->rows == 0)
        return few_mistake(reader, keyword, "there are links, but there is no board");
    struct few_token token = few_next_token(cursor);
    if (token.kind == FEW_TOKEN_END)
        return few_expected(reader, token, puzzle->cell_names ? "a link such as `A-B`" : "a link such as `1-2`");
    for (; token.kind != FEW_TOKEN_END; token = few_next_token(cursor))
        if (!read_link(reader, cursor, token))
            return false;
    return true;
}
