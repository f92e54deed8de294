/* Sokoban levels as text: # wall, @ keeper, $ box, . target, * box on a target, + keeper on a target, and a blank, - or _ for
 * floor. A level is lines of these one after the other; any other lines stand between levels. */
#include "import/source.h"

#include <stdlib.h>
#include <string.h>

static const char symbols[] = " #@+$*.-_";

static struct span trimmed(struct span line) {
    while (line.length && (line.text[line.length - 1] == ' ' || line.text[line.length - 1] == '\t'))
        line.length--;
    return line;
}

/* The first character that is no symbol, or the end. */
static size_t symbols_in(struct span line) {
    size_t i = 0;
    while (i < line.length && line.text[i] && strchr(symbols, line.text[i]))
        i++;
    return i;
}

static bool has(struct span span, char c) {
    return span.length && memchr(span.text, c, span.length);
}

static bool is_row(struct span line) {
    return has(line, '#') && symbols_in(line) == line.length;
}

/* Within a level, a line that begins like a row is meant as one. */
static bool is_meant_as_row(struct span line) {
    struct span rest = line, word;
    return next_word(&rest, &word) && *word.text == '#';
}

/* A level: its rows from `text` to `end`. */
struct level {
    const char *text, *end;
    size_t rows, columns;
};

/* The next level at or behind *at. *wrong is a character that does not belong into it, or NULL. */
static bool next_level(const char **at, const char *end, struct level *level, const char **wrong) {
    struct span line;
    *level = (struct level){0};
    *wrong = NULL;
    for (const char *before = *at; next_line(at, end, &line); before = *at) {
        line = trimmed(line);
        if (!is_row(line) && !(level->rows && is_meant_as_row(line))) {
            if (level->rows)
                return true;
            continue;
        }
        if (!*wrong && symbols_in(line) < line.length)
            *wrong = line.text + symbols_in(line);
        if (level->rows++ == 0)
            level->text = before;
        if (line.length > level->columns)
            level->columns = line.length;
        level->end = *at;
    }
    return level->rows > 0;
}

bool is_sokoban(const struct source *source) {
    enum { LEAST_ROWS = 3 };
    const char *at = source->text, *wrong;
    struct level level;
    while (next_level(&at, source->end, &level, &wrong)) {
        const struct span all = {level.text, (size_t)(level.end - level.text)};
        if (level.rows >= LEAST_ROWS && (has(all, '@') || has(all, '+') || has(all, '$') || has(all, '*')))
            return true;
    }
    return false;
}

uint64_t count_sokoban(const struct source *source) {
    const char *at = source->text, *wrong;
    struct level level;
    uint64_t count = 0;
    while (next_level(&at, source->end, &level, &wrong))
        count++;
    return count;
}

/* ---- A level as cells */

struct warehouse {
    struct level level;
    char *cells;        /* rows x columns symbols: a blank for any floor */
    const char **place; /* where each stands in the file; where a row is too short, its end */
};

static bool read_cells(struct source *source, struct warehouse *house) {
    const struct level *level = &house->level;
    const char *at = level->text;
    struct span line;
    size_t cell = 0, keepers = 0, boxes = 0, targets = 0;
    for (size_t row = 0; row < level->rows && next_line(&at, level->end, &line); row++) {
        line = trimmed(line);
        for (size_t column = 0; column < level->columns; column++, cell++) {
            const bool inside = column < line.length;
            const char c = inside && line.text[column] != '-' && line.text[column] != '_' ? line.text[column] : ' ';
            house->place[cell] = line.text + (inside ? column : line.length);
            house->cells[cell] = c;
            boxes += c == '$' || c == '*';
            targets += c == '.' || c == '*' || c == '+';
            keepers += c == '@' || c == '+';
            if ((c == '@' || c == '+') && keepers > 1)
                return mistake(source, (struct span){house->place[cell], 1}, "there is a second keeper in this level");
        }
    }
    const struct span first = {level->text, 1};
    if (keepers == 0)
        return mistake(source, first, "there is no keeper (@ or +) in this level");
    if (targets == 0)
        return mistake(source, first, "there is no target (., * or +) in this level");
    if (boxes < targets)
        return mistake(source, first, "there are %zu targets in this level and only %zu box%s", targets, boxes, boxes == 1 ? "" : "es");
    return true;
}

/* Marks what the keeper could reach if there were no boxes. A level that is not closed by walls is a mistake. */
static bool flood(struct source *source, const struct warehouse *house, bool *inside, size_t *queue) {
    const size_t columns = house->level.columns, count = house->level.rows * columns;
    size_t filled = 0;
    for (size_t cell = 0; cell < count; cell++)
        if (house->cells[cell] == '@' || house->cells[cell] == '+') {
            queue[filled++] = cell;
            inside[cell] = true;
        }
    for (size_t done = 0; done < filled; done++) {
        const size_t cell = queue[done], row = cell / columns, column = cell % columns;
        if (row == 0 || row == house->level.rows - 1 || column == 0 || column == columns - 1)
            return mistake(source, (struct span){house->place[cell], 1}, "the level is not closed by walls: the keeper can leave it here");
        const size_t next[] = {cell - columns, cell + columns, cell - 1, cell + 1};
        for (size_t i = 0; i < 4; i++)
            if (!inside[next[i]] && house->cells[next[i]] != '#') {
                inside[next[i]] = true;
                queue[filled++] = next[i];
            }
    }
    return true;
}

/* ---- The rules */

/* The level as it is below the keeper and the boxes, or with them. */
static void put_rows(struct source *source, const struct warehouse *house, bool below) {
    const size_t columns = house->level.columns, count = house->level.rows * columns;
    for (size_t cell = 0; cell < count; cell++) {
        const char c = house->cells[cell];
        const bool target = c == '.' || c == '*' || c == '+';
        const char piece = c == '+' ? '@' : c == '*' ? '$' : c == ' ' ? '.' : c;
        const char floor = c == '#' ? '#' : target ? 't' : '-';
        put(source, "%s%c%s", cell % columns ? "" : "        ", below ? floor : piece, cell % columns < columns - 1 ? "" : "\n");
    }
}

static void put_rules(struct source *source, const struct warehouse *house, uint64_t number) {
    const bool pushes = source->options.count == IMPORT_PUSHES;
    put(source, "title   Sokoban, level %llu\n", (unsigned long long)number);
    put(source, "board   %zu x %zu\n", house->level.rows, house->level.columns);
    put(source, "pieces  @ $ .                     ; the keeper, a box, nothing\n"
                "floor   # - t                     ; walls, floor, targets\n");
    put_rows(source, house, true);
    put(source, "names   u d l r\n"
                "move    any direction%s:%s  @ . -> . @\n"
                "move    {DIRECTION}, any direction:  @ $ . -> . @ $     ; a push is a capital letter\n"
                "start\n",
        pushes ? ", cost 0" : "", pushes ? "     " : "             ");
    put_rows(source, house, false);
    put(source, "goal    every t has $\n");
}

static bool translate(struct source *source, struct warehouse *house, uint64_t number) {
    enum { MOST_CELLS = 1 << 20 };
    const size_t count = house->level.rows * house->level.columns;
    if (house->level.rows > MOST_CELLS || house->level.columns > MOST_CELLS || count > MOST_CELLS)
        return mistake(source, (struct span){house->level.text, 1}, "this level is too large");
    house->cells = calloc(count, 1);
    house->place = calloc(count, sizeof *house->place);
    size_t *queue = calloc(count, sizeof *queue);
    bool *inside = calloc(count, sizeof *inside);
    bool good = house->cells && house->place && queue && inside;
    if (!good) {
        report_memory(source);
    } else {
        good = read_cells(source, house) && flood(source, house, inside, queue);
        for (size_t cell = 0; good && cell < count; cell++) /* what is outside is as good as wall */
            if (!inside[cell] && house->cells[cell] == ' ')
                house->cells[cell] = '#';
    }
    if (good)
        put_rules(source, house, number);
    free(inside);
    free(queue);
    free(house->place);
    free(house->cells);
    return good;
}

bool translate_sokoban(struct source *source) {
    const uint64_t wanted = source->options.level ? source->options.level : 1;
    const char *at = source->text, *wrong;
    struct warehouse house = {0};
    uint64_t found = 0;
    while (next_level(&at, source->end, &house.level, &wrong)) {
        if (++found < wanted)
            continue;
        if (wrong)
            return mistake(source, (struct span){wrong, 1}, "this is no symbol of a Sokoban level: there are # @ + $ * . - _ and blanks");
        return translate(source, &house, found);
    }
    return mistake(source, (struct span){0}, "there is no level %llu: the file has %llu", (unsigned long long)wanted,
                   (unsigned long long)found);
}
