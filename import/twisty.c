/* Twisty puzzles (.tws), as twsearch and ksolve read them: sets of pieces with orientations, the solved state, and moves. Every
 * power of a move is a move, too. In a move, the i-th number of the first line is the slot that the piece of slot i comes from, and
 * the i-th number of the second line is how much the piece that stands in slot i before the move is turned. Each slot of a set becomes as many cells as its pieces have orientations: the number of the piece
 * stands in the cell of its orientation, the others are empty. So a move carries cells about, and nothing else. */
#include "import/names.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POWERS = 100, MOST_CELLS = 10000 };

struct set {
    struct span name;
    size_t slots, turns; /* pieces; orientations of each */
    size_t first;        /* its first cell */
};

/* What a move does, or the solved state: for each slot of all sets the slot that its piece comes from (or the piece), and how
 * much it is turned. */
struct twist {
    size_t *from, *turn;
};

struct twisty {
    struct source *source;
    const char *at;
    struct span line;    /* what is left of the line at hand */
    struct span name;
    struct set *sets;
    size_t set_count, slots, cells;
    struct twist solved, move, power, next;
    size_t *target;      /* for each cell, where a move carries it */
    bool *done;
    bool is_solved;      /* the solved state was read */
    size_t moves;
};

bool is_twisty(const struct source *source) {
    const char *at = source->text;
    struct span line, word;
    while (next_line(&at, source->end, &line)) {
        struct span rest = line;
        if (is_blank(line) || is_comment(line) || !next_word(&rest, &word))
            continue;
        if (span_is(word, "Set"))
            return true;
        if (!span_is(word, "Name"))
            return false;
    }
    return false;
}

/* ---- Words, whatever the lines are */

static bool next_token(struct twisty *twisty, struct span *word) {
    while (!next_word(&twisty->line, word)) {
        do {
            if (!next_line(&twisty->at, twisty->source->end, &twisty->line))
                return false;
        } while (is_comment(twisty->line));
    }
    return true;
}

static bool peek_token(const struct twisty *twisty, struct span *word) {
    struct twisty copy = *twisty;
    return next_token(&copy, word);
}

static bool need_token(struct twisty *twisty, const char *what, struct span *word) {
    return next_token(twisty, word) || mistake(twisty->source, (struct span){twisty->source->end, 1}, "the file ends where %s should stand", what);
}

static bool read_number(struct twisty *twisty, int64_t least, int64_t most, const char *what, size_t *number) {
    struct span word = {0};
    int64_t found = 0;
    if (!need_token(twisty, what, &word))
        return false;
    if (!read_integer(word, &found) || found < least || found > most)
        return mistake(twisty->source, word, "%s should stand here, a whole number from %lld to %lld", what, (long long)least,
                       (long long)most);
    *number = (size_t)found;
    return true;
}

/* ---- Sets */

static struct set *find_set(const struct twisty *twisty, struct span name) {
    for (size_t i = 0; i < twisty->set_count; i++)
        if (same_span(twisty->sets[i].name, name))
            return &twisty->sets[i];
    return NULL;
}

static bool read_set(struct twisty *twisty) {
    struct set set = {.first = twisty->cells};
    if (!need_token(twisty, "the name of a set", &set.name))
        return false;
    if (twisty->solved.from)
        return mistake(twisty->source, set.name, "sets stand before the solved state and the moves");
    if (find_set(twisty, set.name))
        return mistake(twisty->source, set.name, "there is a second set of this name");
    if (!read_number(twisty, 1, MOST_CELLS, "the number of pieces", &set.slots) ||
        !read_number(twisty, 1, MOST_CELLS, "the number of orientations", &set.turns))
        return false;
    if (twisty->cells + set.slots * set.turns > MOST_CELLS)
        return mistake(twisty->source, set.name, "the sets are too large together");
    struct set *grown = realloc(twisty->sets, (twisty->set_count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(twisty->source);
    twisty->sets = grown;
    twisty->sets[twisty->set_count++] = set;
    twisty->slots += set.slots;
    twisty->cells += set.slots * set.turns;
    return true;
}

static bool make_twist(const struct twisty *twisty, struct twist *twist) {
    *twist = (struct twist){calloc(twisty->slots, sizeof *twist->from), calloc(twisty->slots, sizeof *twist->turn)};
    return twist->from && twist->turn;
}

static void free_twist(const struct twist *twist) {
    free(twist->from);
    free(twist->turn);
}

/* Room for all that depends on the sets, once they are known. */
static bool settle_sets(struct twisty *twisty, struct span place) {
    if (twisty->solved.from)
        return true;
    if (twisty->set_count == 0)
        return mistake(twisty->source, place, "there is no set before this");
    if (!make_twist(twisty, &twisty->solved) || !make_twist(twisty, &twisty->move) || !make_twist(twisty, &twisty->power) ||
        !make_twist(twisty, &twisty->next))
        return no_memory(twisty->source);
    twisty->target = calloc(twisty->cells, sizeof *twisty->target);
    twisty->done = calloc(twisty->cells, sizeof *twisty->done);
    return (twisty->target && twisty->done) || no_memory(twisty->source);
}

/* ---- Blocks that end with End */

/* The first slot of a set among all slots. */
static size_t first_slot(const struct twisty *twisty, const struct set *set) {
    size_t first = 0;
    for (const struct set *before = twisty->sets; before < set; before++)
        first += before->slots;
    return first;
}

static void clear_twist(const struct twisty *twisty, struct twist *twist) {
    for (size_t slot = 0; slot < twisty->slots; slot++) {
        twist->from[slot] = slot;
        twist->turn[slot] = 0;
    }
}

static bool same_twist(const struct twisty *twisty, const struct twist *a, const struct twist *b) {
    return memcmp(a->from, b->from, twisty->slots * sizeof *a->from) == 0 && memcmp(a->turn, b->turn, twisty->slots * sizeof *a->turn) == 0;
}

/* A set in a block: its pieces and, where a number or ? follows, their orientations. Only the solved state may have a ?: all
 * orientations are as good, and set->turns stands for it. */
static bool read_slots(struct twisty *twisty, const struct set *set, struct twist *twist, bool is_move) {
    struct span word = {0};
    const size_t first = first_slot(twisty, set);
    for (size_t i = 0; i < set->slots; i++) {
        if (!peek_token(twisty, &word))
            word = (struct span){twisty->source->end, 1};
        size_t piece = 0;
        if (!read_number(twisty, 1, (int64_t)set->slots, "a piece", &piece))
            return false;
        for (size_t k = 0; is_move && k < i; k++)
            if (twist->from[first + k] == first + piece - 1)
                return mistake(twisty->source, word, "piece %zu is twice in this move", piece);
        twist->from[first + i] = first + piece - 1;
    }
    int64_t number;
    if (!peek_token(twisty, &word) || !(read_integer(word, &number) || span_is(word, "?")))
        return true;
    for (size_t i = 0; i < set->slots; i++) {
        if (!is_move && peek_token(twisty, &word) && span_is(word, "?")) {
            next_token(twisty, &word);
            twist->turn[first + i] = set->turns;
        } else if (!read_number(twisty, 0, (int64_t)set->turns - 1, "an orientation", &twist->turn[first + i])) {
            return false;
        }
    }
    if (is_move) { /* from slots before the move to slots behind it */
        memcpy(twisty->next.turn + first, twist->turn + first, set->slots * sizeof *twist->turn);
        for (size_t i = 0; i < set->slots; i++)
            twist->turn[first + i] = twisty->next.turn[twist->from[first + i]];
    }
    return true;
}

static bool read_block(struct twisty *twisty, struct twist *twist, bool is_move) {
    struct span word = {0};
    clear_twist(twisty, twist);
    for (;;) {
        if (!need_token(twisty, "End", &word))
            return false;
        if (span_is(word, "End"))
            return true;
        const struct set *set = find_set(twisty, word);
        if (!set)
            return mistake(twisty->source, word, "there is no set of this name; is an End missing?");
        if (!read_slots(twisty, set, twist, is_move))
            return false;
    }
}

/* ---- The rules */

static void put_state(struct twisty *twisty, const char *what) {
    put(twisty->source, "%s", what);
    for (size_t s = 0, slot = 0; s < twisty->set_count; s++) {
        const struct set *set = &twisty->sets[s];
        const size_t first = slot;
        for (; slot < first + set->slots; slot++)
            for (size_t turn = 0; turn < set->turns; turn++) {
                if (twisty->solved.turn[slot] == turn || twisty->solved.turn[slot] == set->turns)
                    put(twisty->source, " %zu", twisty->solved.from[slot] - first + 1);
                else
                    put(twisty->source, " .");
            }
    }
    put(twisty->source, "\n");
}

static void put_head(struct twisty *twisty) {
    size_t most = 1;
    put(twisty->source, "title   ");
    if (twisty->name.length)
        put_span(twisty->source, twisty->name);
    else
        put(twisty->source, "A twisty puzzle");
    put(twisty->source, "\n; Each piece has a cell for each of its orientations; its number stands in the one that it has.\n");
    for (size_t i = 0; i < twisty->set_count; i++) {
        const struct set *set = &twisty->sets[i];
        put(twisty->source, "; ");
        put_span(twisty->source, set->name);
        put(twisty->source, ": cells %zu to %zu, %zu for a piece\n", set->first + 1, set->first + set->slots * set->turns, set->turns);
        if (set->slots > most)
            most = set->slots;
    }
    put(twisty->source, "board   %zu\npieces  . 1..%zu\n", twisty->cells, most);
}

/* Where each cell goes: the piece in slot `from` comes to `slot`, and is turned. */
static void find_targets(struct twisty *twisty, const struct twist *twist) {
    for (size_t s = 0, slot = 0; s < twisty->set_count; s++) {
        const struct set *set = &twisty->sets[s];
        const size_t first = slot;
        for (; slot < first + set->slots; slot++)
            for (size_t turn = 0; turn < set->turns; turn++)
                twisty->target[set->first + (twist->from[slot] - first) * set->turns + turn] =
                    set->first + (slot - first) * set->turns + (turn + twist->turn[slot]) % set->turns;
    }
}

static void put_cycles(struct twisty *twisty, const struct twist *twist) {
    find_targets(twisty, twist);
    memset(twisty->done, 0, twisty->cells * sizeof *twisty->done);
    put(twisty->source, "cycle");
    for (size_t cell = 0; cell < twisty->cells; cell++) {
        if (twisty->target[cell] == cell || twisty->done[cell])
            continue;
        put(twisty->source, " (");
        for (size_t at = cell; !twisty->done[at]; at = twisty->target[at]) {
            put(twisty->source, "%s%zu", at == cell ? "" : " ", at + 1);
            twisty->done[at] = true;
        }
        put(twisty->source, ")");
    }
    put(twisty->source, "\n");
}

/* twisty->power and then the move. */
static void next_power(struct twisty *twisty) {
    for (size_t s = 0, slot = 0; s < twisty->set_count; s++)
        for (size_t i = 0; i < twisty->sets[s].slots; i++, slot++) {
            const size_t from = twisty->move.from[slot];
            twisty->next.from[slot] = twisty->power.from[from];
            twisty->next.turn[slot] = (twisty->power.turn[from] + twisty->move.turn[slot]) % twisty->sets[s].turns;
        }
    const struct twist swapped = twisty->power;
    twisty->power = twisty->next;
    twisty->next = swapped;
}

/* The number of powers that change something. */
static bool count_powers(struct twisty *twisty, struct span name, size_t *count) {
    struct twist still;
    bool good = make_twist(twisty, &still) || no_memory(twisty->source);
    if (good) {
        clear_twist(twisty, &still);
        clear_twist(twisty, &twisty->power);
        next_power(twisty);
    }
    for (*count = 0; good && !same_twist(twisty, &twisty->power, &still); next_power(twisty))
        if (++*count > MOST_POWERS)
            good = mistake(twisty->source, name, "this move has more than %d powers", MOST_POWERS);
    free_twist(&still);
    return good;
}

/* U, U2, U' for a turn of four; generally the shorter way round. */
static void put_name(struct twisty *twisty, const char *name, size_t power, size_t powers) {
    const bool back = 2 * power > powers + 1;
    const size_t times = back ? powers + 1 - power : power;
    const char last = name[strlen(name) - 1];
    put(twisty->source, "move    %s%s", can_name_move(name) ? "" : "turn-", name);
    if (times > 1)
        put(twisty->source, "%s%zu", last >= '0' && last <= '9' ? "^" : "", times);
    put(twisty->source, "%s:  ", back ? "'" : "");
}

static bool put_move(struct twisty *twisty, struct span name) {
    struct names own = {0};
    size_t powers = 0;
    if (!count_powers(twisty, name, &powers))
        return false;
    const long named = names_add_clean(&own, "", name);
    if (named == NO_NAME) {
        names_free(&own);
        return no_memory(twisty->source);
    }
    clear_twist(twisty, &twisty->power);
    for (size_t power = 1; power <= powers; power++) {
        next_power(twisty);
        put_name(twisty, own.list[named], power, powers);
        put_cycles(twisty, &twisty->power);
    }
    twisty->moves += powers;
    names_free(&own);
    return true;
}

/* ---- All of it */

/* x, y2, z' or capitals and a v: the whole puzzle is turned in the hand, which is no move. */
static bool is_rotation(struct span name) {
    const bool axis = name.text[0] >= 'x' && name.text[0] <= 'z';
    if (axis && (name.length == 1 || (name.length == 2 && (name.text[1] == '2' || name.text[1] == '\''))))
        return true;
    size_t capitals = 0;
    while (capitals < name.length && ((name.text[capitals] >= 'A' && name.text[capitals] <= 'Z') || name.text[capitals] == '_'))
        capitals++;
    return capitals > 0 && capitals + 1 == name.length && name.text[capitals] == 'v';
}

static bool read_move(struct twisty *twisty, struct span word) {
    struct span name = word;
    if (!need_token(twisty, "the name of a move", &name))
        return false;
    if (!twisty->is_solved)
        return mistake(twisty->source, word, "the solved state should stand before the moves");
    if (!read_block(twisty, &twisty->move, true))
        return false;
    if (!is_rotation(name))
        return put_move(twisty, name);
    put(twisty->source, "; ");
    put_span(twisty->source, name);
    put(twisty->source, " turns the whole puzzle, which is no move.\n");
    return true;
}

static bool read_statement(struct twisty *twisty, struct span word) {
    if (span_is(word, "Name"))
        return need_token(twisty, "the name of the puzzle", &twisty->name);
    if (span_is(word, "Set"))
        return read_set(twisty);
    if (span_is(word, "Solved")) {
        if (twisty->is_solved)
            return mistake(twisty->source, word, "the solved state is here for the second time");
        if (!settle_sets(twisty, word) || !read_block(twisty, &twisty->solved, false))
            return false;
        twisty->is_solved = true;
        put_head(twisty);
        return true;
    }
    if (span_is(word, "MoveAlias") || span_is(word, "MoveSequence")) { /* other names for what is there: the line says all of it */
        twisty->line.length = 0;
        return true;
    }
    if (span_is(word, "Move"))
        return read_move(twisty, word);
    return mistake(twisty->source, word, "%.*s is not supported: a file has Name, Set, Solved and Move, each block up to its End",
                   word.length < 40 ? (int)word.length : 40, word.text);
}

bool translate_twisty(struct source *source) {
    struct twisty twisty = {.source = source, .at = source->text, .line = {source->text, 0}};
    struct span word = {0};
    bool good = true;
    while (good && next_token(&twisty, &word))
        good = read_statement(&twisty, word);
    if (good && twisty.moves == 0)
        good = mistake(source, (struct span){source->text, 1}, "there is no move that changes anything in this file");
    if (good) {
        put_state(&twisty, "start  ");
        put_state(&twisty, "goal   ");
    }
    free_twist(&twisty.solved);
    free_twist(&twisty.move);
    free_twist(&twisty.power);
    free_twist(&twisty.next);
    free(twisty.target);
    free(twisty.done);
    free(twisty.sets);
    return good;
}
