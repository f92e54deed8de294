/* Families of puzzles about people and things. */
#include "api/family_writers.h"

enum { MOST_OF_A_KIND = 30, LARGEST_BOAT = 10 };

/* What so many of one kind, or of both, do: the words of a crossing. */
static void add_crossing(struct few_family_page *text, bool over, bool missionaries, bool cannibals, unsigned boat) {
    const char *from = over ? "left" : "right", *to = over ? "right" : "left", sign = over ? '-' : '+';
    few_family_add(text, "move    %s%s%s-%s:\n        boat %s -> %s", missionaries ? "{a}-missionaries" : "",
                   missionaries && cannibals ? "-" : "", cannibals ? "{b}-cannibals" : "", to, from, to);
    if (missionaries)
        few_family_add(text, ", missionaries m -> m%ca", sign);
    if (cannibals)
        few_family_add(text, ", cannibals c -> c%cb", sign);
    if (missionaries && cannibals)
        few_family_add(text, "  where b > 0, a >= b, a+b <= %u\n", boat);
    else
        few_family_add(text, "  where %s > 0\n", missionaries ? "a" : "b");
}

bool few_write_missionaries(struct few_family_page *text, unsigned count, unsigned boat) {
    if (count < 1 || count > MOST_OF_A_KIND || boat < 1 || boat > LARGEST_BOAT)
        return false;
    const unsigned most = boat < count ? boat : count;
    few_family_add(text, "title   Missionaries and cannibals, %u each, and a boat for %u\n", count, boat);
    few_family_add(text, "var     missionaries = 0..%u", count);
    few_family_add(text, "                    ; on the left bank; the others are on the right\n");
    few_family_add(text, "var     cannibals = 0..%u\nvar     boat = left right\n", count);
    few_family_add(text, "let     m, c = 0..%u\nlet     a, b = 0..%u                            ; in the boat\n\n", count, most);
    few_family_add(text, "; Wherever there are missionaries, in the boat, too, there are at least as many as cannibals.\n");
    few_family_add(text, "never   missionaries > 0 and missionaries < cannibals\n");
    few_family_add(text, "never   missionaries < %u and missionaries > cannibals\n\n", count);
    for (int over = 1; over >= 0; over--) {
        add_crossing(text, over, true, false, boat);
        add_crossing(text, over, false, true, boat);
        if (boat > 1)
            add_crossing(text, over, true, true, boat);
    }
    few_family_add(text, "\ndraw    as bars\n\nstart   missionaries is %u and cannibals is %u and boat is left\n", count, count);
    few_family_add(text, "goal    missionaries is 0 and cannibals is 0\n");
    return true;
}
