/* The eight puzzle with the words that moves have where none are given, for the tests of those who are sent texts. */
#ifndef FEW_TESTS_UNIT_PLAIN_EIGHT_H
#define FEW_TESTS_UNIT_PLAIN_EIGHT_H

static const char eight[] = "board 3 x 3\n"
                            "pieces 1 2 3 4 5 6 7 8 x\n"
                            "let t = 1 2 3 4 5 6 7 8\n"
                            "move any direction: x t -> t x\n"
                            "start 2 3 4 / 1 5 x / 7 6 8\n"
                            "goal 1 2 3 / 4 5 6 / 7 8 x\n";

#endif
