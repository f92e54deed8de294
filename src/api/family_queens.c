/* Queens on a chessboard, row by row. */
#include "api/family_writers.h"

enum { LARGEST_BOARD = 16 };

bool few_write_queens(struct few_family_page *page, const unsigned *numbers) {
    const unsigned count = numbers[0];
    if (count < 2 || count > LARGEST_BOARD)
        return false;
    few_family_add(page, "title   %u queens\nboard   %u x %u\npieces  Q .\n", count, count, count);
    few_family_add(page, "floor   # 1..%u                                 ; the number of the row; there is no wall\n", count);
    for (unsigned row = 1; row <= count; row++) {
        few_family_add(page, "   ");
        for (unsigned column = 1; column <= count; column++)
            few_family_add(page, " %2u", row);
        few_family_add(page, "\n");
    }
    few_family_add(page, "var     row = 1..%u                             ; where the next queen goes\n", count + 1);
    few_family_add(page, "let     r = 1..%u\n\nmove    queen-{1}:  .|r -> Q, row r -> r+1\n\n", count);
    few_family_add(page, "; No two see each other.\n");
    for (unsigned between = 0; between + 2 <= count; between++) {
        few_family_add(page, "never   somewhere, any direction, diagonal:  Q");
        for (unsigned i = 0; i < between; i++)
            few_family_add(page, " _");
        few_family_add(page, " Q\n");
    }
    few_family_add(page, "\ndraw    Q as disc violet\ndraw    r as none\n\nstart\n");
    for (unsigned row = 1; row <= count; row++) {
        few_family_add(page, "   ");
        for (unsigned column = 1; column <= count; column++)
            few_family_add(page, " .");
        few_family_add(page, "\n");
    }
    few_family_add(page, "    and row is 1\ngoal    row is %u\n", count + 1);
    return true;
}
