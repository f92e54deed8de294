/* Programs that solve one puzzle, written out for people to read. They are translated from the parsed rules alone: no
 * packing, instruction or table of the engine has a part in them. */
#ifndef FEW_EXPORT_EXPORT_H
#define FEW_EXPORT_EXPORT_H

#include "language/puzzle.h"

enum few_export_language { FEW_EXPORT_C, FEW_EXPORT_CPP, FEW_EXPORT_PYTHON, FEW_EXPORT_LANGUAGES };
enum few_export_remember { FEW_EXPORT_REMEMBER_AUTO, FEW_EXPORT_HASH, FEW_EXPORT_PERFECT, FEW_EXPORT_STD };
enum few_export_queue { FEW_EXPORT_ONE, FEW_EXPORT_TWO };
enum few_export_path { FEW_EXPORT_PATH_AUTO, FEW_EXPORT_PARENTS, FEW_EXPORT_MAP, FEW_EXPORT_NONE };
enum few_export_search { FEW_EXPORT_BFS, FEW_EXPORT_BIDIRECTIONAL, FEW_EXPORT_ASTAR };
enum few_export_comments { FEW_EXPORT_ENGLISH, FEW_EXPORT_CHINESE };

/* How a program for a judge differs from one that reads a start. */
struct few_export_judge {
    const char *name, *alias, *puzzle, *goal; /* of the built-in puzzle; NULL: its own */
    bool marks;        /* a board is read as one mark for each cell */
    bool words;        /* the words of the moves are printed */
    bool from_goal;    /* one search from the goal answers all cases */
    bool reads_goal, reads_rules;
    bool many;         /* several cases, one after the other */
    bool both_ends;    /* only a search from both ends is quick enough */
    unsigned within;   /* 0: no limit */
};

size_t few_export_judge_count(void);
const struct few_export_judge *few_export_judge_at(size_t index); /* NULL: there are not so many */
const struct few_export_judge *few_export_judge(const char *name); /* NULL: there is none of that name */

struct few_export_choices {
    const struct few_export_judge *judge; /* NULL: the program reads a start as the puzzle writes it */
    enum few_export_language language;
    enum few_export_remember remember;
    enum few_export_queue queue;
    enum few_export_path path;
    enum few_export_search search;
    enum few_export_comments comments;
};

/* The program as a text of *bytes bytes, its end included, in a block of few_alloc. NULL: see *error, where the kind is
 * FEW_ERROR_INPUT if the puzzle has something that these choices do not go with. */
char *few_export(struct few_memory *memory, const struct few_puzzle *puzzle, const struct few_export_choices *choices,
                 size_t *bytes, struct few_error *error);

#endif
