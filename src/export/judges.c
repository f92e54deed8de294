/* Judges: which puzzle each is about, and what differs from a program that reads a start. How it reads and prints is in
 * templates/judge.c.txt, under its name. */
#include "export/exporter.h"

/* The columns: name, other name, puzzle, goal (NULL: its own), the rest as the struct has it. */
static const struct few_export_judge judges[] = {
    {.name = "poj-1077", .alias = "", .puzzle = "eight", .marks = true, .words = true},
    {.name = "hdu-1043", .alias = "", .puzzle = "eight", .marks = true, .words = true, .from_goal = true},
    {.name = "codevs-1225", .alias = "luogu-p1379", .puzzle = "eight", .goal = "1 2 3 / 8 x 4 / 7 6 5", .marks = true},
    {.name = "codevs-1004", .alias = "luogu-p2346", .puzzle = "four-in-line", .marks = true},
    {.name = "hdu-1195", .alias = "", .puzzle = "lock", .marks = true, .reads_goal = true, .many = true},
    {.name = "hdu-1401", .alias = "", .puzzle = "solitaire", .reads_goal = true, .many = true, .both_ends = true, .within = 8},
    {.name = "acwing-190", .alias = "luogu-p1032", .puzzle = "strings", .reads_goal = true, .reads_rules = true, .both_ends = true, .within = 10},
    {.name = "luogu-p4289", .alias = "acwing-1105", .puzzle = "swap", .marks = true, .reads_goal = true},
    {.name = "luogu-p1225", .alias = "swap-moves", .puzzle = "swap", .marks = true, .reads_goal = true},
    {.name = "poj-3984", .alias = "", .puzzle = "maze", .marks = true},
};

size_t few_export_judge_count(void) {
    return sizeof judges / sizeof *judges;
}

const struct few_export_judge *few_export_judge_at(size_t index) {
    return index < few_export_judge_count() ? &judges[index] : NULL;
}

const struct few_export_judge *few_export_judge(const char *name) {
    for (size_t i = 0; i < few_export_judge_count(); i++)
        if (strcmp(judges[i].name, name) == 0 || (*judges[i].alias && strcmp(judges[i].alias, name) == 0))
            return &judges[i];
    return NULL;
}
