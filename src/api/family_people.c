/* Families of puzzles about people and things: a crossing, balls in tubes. */
#include "api/family_writers.h"

enum { MOST_OF_A_KIND = 30, LARGEST_BOAT = 10, MOST_COLOURS = 6, HIGHEST_TUBE = 5, SPARE_TUBES = 2 };

/* ---- missionaries-N-K -------------------------------------------------------------------------------- */

enum crew { NOBODY, ONE, SEVERAL };

/* What is said of one of a kind, or of several, so that the words of a crossing can be read aloud. */
static void add_crossing(struct few_family_page *page, bool over, enum crew missionaries, enum crew cannibals, unsigned boat) {
    static const char *const words[2][3] = {{"", "1-missionary", "{a}-missionaries"}, {"", "1-cannibal", "{b}-cannibals"}};
    const char *from = over ? "left" : "right", *to = over ? "right" : "left", sign = over ? '-' : '+';
    few_family_add(page, "move    %s%s%s-%s:\n        boat %s -> %s", words[0][missionaries], missionaries && cannibals ? "-and-" : "",
                   words[1][cannibals], to, from, to);
    if (missionaries)
        few_family_add(page, ", missionaries m -> m%c%c", sign, missionaries == ONE ? '1' : 'a');
    if (cannibals)
        few_family_add(page, ", cannibals c -> c%c%c", sign, cannibals == ONE ? '1' : 'b');
    if (missionaries == SEVERAL && cannibals == SEVERAL)
        few_family_add(page, "  where b > 1, a >= b, a+b <= %u", boat);
    else if (missionaries == SEVERAL && cannibals == ONE)
        few_family_add(page, "  where a > 1, a+1 <= %u", boat);
    else if (missionaries == SEVERAL || cannibals == SEVERAL)
        few_family_add(page, "  where %c > 1", missionaries ? 'a' : 'b');
    few_family_add(page, "\n");
}

/* All that can sit in the boat: of the missionaries, if there are any, at least as many as of the cannibals. */
static void add_crossings(struct few_family_page *page, bool over, unsigned most, unsigned boat) {
    const enum crew largest = most > 1 ? SEVERAL : ONE;
    for (enum crew missionaries = ONE; missionaries <= largest; missionaries++)
        add_crossing(page, over, missionaries, NOBODY, boat);
    for (enum crew cannibals = ONE; cannibals <= largest; cannibals++)
        add_crossing(page, over, NOBODY, cannibals, boat);
    for (enum crew missionaries = ONE; missionaries <= largest; missionaries++)
        for (enum crew cannibals = ONE; cannibals <= missionaries; cannibals++)
            if (boat >= (unsigned)missionaries + (unsigned)cannibals)
                add_crossing(page, over, missionaries, cannibals, boat);
}

bool few_write_missionaries(struct few_family_page *page, const unsigned *numbers) {
    const unsigned count = numbers[0], boat = numbers[1];
    if (count < 1 || count > MOST_OF_A_KIND || boat < 1 || boat > LARGEST_BOAT)
        return false;
    const unsigned most = boat < count ? boat : count;
    few_family_add(page, "title   Missionaries and cannibals, %u each, and a boat for %u\n", count, boat);
    few_family_add(page, "var     missionaries = 0..%u", count);
    few_family_add(page, "                    ; on the left bank; the others are on the right\n");
    few_family_add(page, "var     cannibals = 0..%u\nvar     boat = left right\n", count);
    few_family_add(page, "let     m, c = 0..%u\nlet     a, b = 0..%u                            ; in the boat\n\n", count, most);
    few_family_add(page, "; Wherever there are missionaries, in the boat, too, there are at least as many as cannibals.\n");
    few_family_add(page, "never   missionaries > 0 and missionaries < cannibals\n");
    few_family_add(page, "never   missionaries < %u and missionaries > cannibals\n\n", count);
    add_crossings(page, true, most, boat);
    add_crossings(page, false, most, boat);
    few_family_add(page, "\ndraw    as bars\n\nstart   missionaries is %u and cannibals is %u and boat is left\n", count, count);
    few_family_add(page, "goal    missionaries is 0 and cannibals is 0\n");
    return true;
}

/* ---- ball-sort-C-H ----------------------------------------------------------------------------------- */

static const char *const colours[MOST_COLOURS] = {"red", "green", "blue", "yellow", "violet", "orange"};

/* A row of so many tubes with the same sign in each. */
static void add_signs(struct few_family_page *page, char sign, unsigned tubes) {
    few_family_add(page, "    ");
    for (unsigned tube = 1; tube <= tubes; tube++)
        few_family_add(page, " %6c", sign);
    few_family_add(page, "\n");
}

static void add_colours(struct few_family_page *page, unsigned count, unsigned but) {
    for (unsigned i = 0; i < count; i++)
        if (i != but)
            few_family_add(page, " %s", colours[i]);
}

/* Above the tubes is a row in which nothing ever is, so that above the top ball there is always room; below them is a wall. The floor
 * of a tube is its number: so the moves can tell it. */
static void add_tubes(struct few_family_page *page, unsigned tubes, unsigned height) {
    few_family_add(page, "floor   # - 1..%u\n", tubes);
    add_signs(page, '-', tubes);
    for (unsigned row = 0; row < height; row++) {
        few_family_add(page, "    ");
        for (unsigned tube = 1; tube <= tubes; tube++)
            few_family_add(page, " %6u", tube);
        few_family_add(page, "\n");
    }
    add_signs(page, '#', tubes);
}

static void add_balls(struct few_family_page *page, unsigned count, unsigned height) {
    unsigned balls[MOST_COLOURS * HIGHEST_TUBE] = {0};
    uint64_t seed = 1000 * count + height;
    for (unsigned i = 0; i < count * height; i++)
        balls[i] = i / height;
    for (unsigned i = count * height; i-- > 1;) {
        const unsigned other = few_family_random(&seed, i + 1), ball = balls[i];
        balls[i] = balls[other];
        balls[other] = ball;
    }
    few_family_add(page, "\nstart\n");
    add_signs(page, '.', count + SPARE_TUBES);
    for (unsigned row = 0; row < height; row++) {
        few_family_add(page, "    ");
        for (unsigned tube = 0; tube < count + SPARE_TUBES; tube++)
            few_family_add(page, " %6s", tube < count ? colours[balls[tube * height + row]] : ".");
        few_family_add(page, "\n");
    }
    add_signs(page, '#', count + SPARE_TUBES);
}

bool few_write_ball_sort(struct few_family_page *page, const unsigned *numbers) {
    const unsigned count = numbers[0], height = numbers[1], tubes = count + SPARE_TUBES;
    if (count < 2 || count > MOST_COLOURS || height < 2 || height > HIGHEST_TUBE)
        return false;
    few_family_add(page, "title   Ball sort, %u colours in tubes of %u\nboard   %u x %u\npieces ", count, height, height + 2, tubes);
    add_colours(page, count, count);
    few_family_add(page, " .\n");
    add_tubes(page, tubes, height);
    few_family_add(page, "let     c =");
    add_colours(page, count, count);
    few_family_add(page, "\nlet     s, t = 1..%u                              ; tubes\n", tubes);
    for (unsigned i = 0; i < count; i++) {
        few_family_add(page, "let     not-%s =", colours[i]);
        add_colours(page, count, i);
        few_family_add(page, "\n");
    }
    few_family_add(page, "\n; The top ball of a tube goes onto its own colour, or into an empty tube.\n");
    few_family_add(page, "move    {c}-from-{s}-to-{t}:  . / c|s -> _ / .,  .|t / c -> c / _  where s != t\n");
    few_family_add(page, "move    {c}-from-{s}-to-{t}:  . / c|s -> _ / .,  .|t / # -> c / _  where s != t\n\n");
    for (unsigned i = 0; i < count; i++)
        few_family_add(page, "draw    %s as peg %s\n", colours[i], colours[i]);
    add_balls(page, count, height);
    few_family_add(page, "goal    nowhere: .|t / c                        ; every tube is full or empty\n");
    for (unsigned i = 0; i < count; i++)
        few_family_add(page, "        and nowhere: %s / not-%s\n", colours[i], colours[i]);
    return true;
}
